import { lazy } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { useChainStore } from '../../core/chain/chainStore.ts'
import { LazyBoundary } from './LazyBoundary.tsx'
import { useOnline } from './useOnline.ts'
import styles from './StatusBanners.module.css'
import { shellTexts } from '../texts.ts'

const RareBanners = lazy(() => import('./RareBanners.tsx'))

/**
 * Lasting states, shown over the page at its lower edge, so that they move nothing when they appear or disappear: no network, no chain
 * node, two nodes that differ, servers unreachable, a silent wallet, wrong chain, an unsafe version, missing code, running transactions.
 */
export function StatusBanners() {
  return (
    <div className={styles.stack} aria-live="polite">
      <Rare />
      <CodeBanner />
      <OfflineBanner />
    </div>
  )
}

/**
 * The rare states, whose code and texts load with the first of them: the wallet is silent or on another chain, this version must not sign in, a newer
 * version exists, a server or all nodes do not answer, two nodes differ, a transaction is running.
 */
function Rare() {
  const rare = useAppStore(
    ({ connection, signInStatus, mainApi, btcApi, newVersion }) =>
      newVersion || /wrong|silent|pending|down/.test(connection + signInStatus + mainApi + btcApi),
  )
  const chain = useChainStore(({ connection, differs }) => differs || connection === 'down')
  const pending = useTransactionStore(({ list }) => list.some(({ stage }) => stage === 'pending'))
  return (
    (rare || chain || pending) && (
      <LazyBoundary>
        <RareBanners />
      </LazyBoundary>
    )
  )
}

/** Without the chain's reader every balance would stay unknown without a reason on the screen. */
function CodeBanner() {
  const texts = useTexts(shellTexts)
  const missing = useAppStore(({ codeMissing }) => codeMissing)
  if (!missing) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="bad"
        action={
          <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
        }
      >
        {texts.chunkFailedText}
      </Banner>
    </div>
  )
}

/** No network at all. This banner is not lazy: without a network no code can be loaded. */
function OfflineBanner() {
  const texts = useTexts(shellTexts)
  if (useOnline()) return null
  return (
    <div className={styles.banner}>
      <Banner kind="bad" icon="offline">
        {texts.offline}
      </Banner>
    </div>
  )
}
