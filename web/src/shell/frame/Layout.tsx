import { createElement, lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { ToastRegion } from '../../design/Toast/Toast.tsx'
import { useConfigStore } from '../../core/config/configStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { Header } from '../header/Header.tsx'
import { ChipRow } from '../navigation/ChipRow.tsx'
import { ProgressBar } from '../navigation/ProgressBar.tsx'
import { endProgress } from '../navigation/navigationProgress.ts'
import { useLocation } from '../navigation/useLocation.ts'
import { useShellStore } from '../shellStore.ts'
import { whenIdle } from '../../core/state/whenIdle.ts'
import { ConfigFault } from './ConfigFault.tsx'
import { ErrorBoundary } from '../../design/Section/ErrorBoundary.tsx'
import { LazyBoundary } from './LazyBoundary.tsx'
import { PageFault } from './PageFault.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { StatusBanners } from './StatusBanners.tsx'
import styles from './Layout.module.css'
import { shellTexts } from '../texts.ts'

/** All sheets and dialogs in one chunk, loaded when the browser is idle or when the first of them opens. */
const ShellOverlays = lazy(() => import('./ShellOverlays.tsx'))

export type LayoutProps = {
  /** the page of a path, the same component each time; it may suspend */
  pageAt: (pathname: string) => ComponentType
}

/** The frame around every page: header, page, toasts, banners, sheets. The frame does not know the pages. */
export function Layout({ pageAt }: LayoutProps) {
  const texts = useTexts(shellTexts)
  const configState = useConfigStore(({ state }) => state)
  return (
    <>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {texts.skipToContent}
      </a>
      <ProgressBar />
      <Header />
      <ChipRow />
      <main id="content" className={styles.main} tabIndex={-1}>
        {configState.status === 'invalid' ? (
          <ConfigFault problems={configState.problems} />
        ) : (
          <PageFrame pageAt={pageAt} />
        )}
      </main>
      <StatusBanners />
      <ToastRegion />
      <Overlays />
    </>
  )
}

function skipToContent(event: { preventDefault: () => void }) {
  // The address behind the # belongs to the router.
  event.preventDefault()
  document.getElementById('content')?.focus()
}

function PageFrame({ pageAt }: LayoutProps) {
  const { key, pathname } = useLocation()
  return (
    <ErrorBoundary
      resetKey={String(key)}
      onError={endProgress}
      fallback={(error, retry) => <PageFault error={error} retry={retry} />}
    >
      <Suspense fallback={<PageSkeleton />}>
        {createElement(pageAt(pathname))}
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Rendered together with the page, so that its effect runs only once the page is on the screen. */
function Arrival() {
  const { key, how, part } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    endProgress()
    if (first.current) {
      first.current = false
      return
    }
    if (how === 'pop') return
    const wanted = part === undefined ? null : document.getElementById(part)
    if (wanted === null) window.scrollTo(0, 0)
    else wanted.scrollIntoView()
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [key, how, part])
  return null
}

function Overlays() {
  const [idle, setIdle] = useState(false)
  const wanted = useShellStore(({ sheet }) => sheet !== null)
  const choosing = useWalletStore((state) => state.choosing)
  const transaction = useTransactionStore(({ currentId }) => currentId !== null)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!idle && !wanted && !choosing && !transaction) return null
  return (
    <LazyBoundary>
      <ShellOverlays />
    </LazyBoundary>
  )
}
