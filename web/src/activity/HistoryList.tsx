import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { usePages } from '../core/api/usePages.ts'
import { connectWallet, signIn } from '../core/wallet/connectWallet.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { ButtonLink } from '../design/Button/ButtonLink.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { HistoryRow } from './HistoryRow.tsx'
import type { HistorySource } from './source.ts'
import { activityTexts } from './texts.ts'
import styles from './HistoryList.module.css'

const PAGE = 10

export type HistoryListProps = {
  source: HistorySource
  title?: string | undefined
  /** Shows only the newest rows, with a link to the whole list. */
  short?: { rows: number; more: string } | undefined
  /** Loads more rows as the end comes into view. The button stays for readers who do not scroll. */
  endless?: boolean
  /** Shown in the heading's line, once the account is signed in. */
  action?: ReactNode
  /** Shown above the list, once the account is signed in; for example filters. */
  tools?: ReactNode
}

/** The account's steps, from the API. A reported step is shown at once as pending. The list says if the API cannot be reached. */
export default function HistoryList({
  source,
  title,
  short,
  endless = false,
  action: given,
  tools,
}: HistoryListProps) {
  const texts = useTexts(activityTexts)
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  const account = source.of ?? address
  const signedIn = source.of !== undefined || (address !== null && token !== null)
  const pages = usePages(signedIn ? `${account} ${source.key}` : null, (cursor) =>
    source.read({ cursor, limit: PAGE }),
  )
  const end = useRef<HTMLDivElement>(null)
  useWhenSeen(end, endless && pages.hasMore && !pages.moreFailed ? pages.loadMore : null)
  const rows = short === undefined ? pages.items : pages.items.slice(0, short.rows)

  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
      {texts.retry}
    </Button>
  )

  const content = () => {
    if (account === null) return <ConnectPrompt />
    if (!signedIn) return <SignInPrompt />
    if (pages.status === 'failed')
      return <ErrorState title={texts.unreachable} text={texts.unreachableText} action={retry} />
    if (pages.status === 'loading') return <Loading rows={short?.rows ?? 3} />
    if (rows.length === 0 && !pages.hasMore)
      return source.filtered === true && source.whole !== true ? (
        // Each text has its own key and so its own element. The browser would count a changed text as a moved element.
        <EmptyState key="none" icon="receipt" title={texts.noMatch} />
      ) : (
        <EmptyState
          key="empty"
          icon="receipt"
          title={texts.empty}
          text={source.of === undefined ? texts.emptyText : undefined}
        />
      )
    return (
      <>
        <ul>
          {rows.map((item) => (
            <HistoryRow key={item.id} item={item} />
          ))}
        </ul>
        {short === undefined && pages.hasMore && (
          <div ref={end} className={styles.more}>
            <More failed={pages.moreFailed} busy={pages.loadingMore} onPress={pages.loadMore} />
          </div>
        )}
      </>
    )
  }

  const total = signedIn ? pages.total : null
  return (
    <Section title={title ?? texts.title} action={action()}>
      {signedIn && pages.stale && rows.length > 0 && (
        <Banner kind="warning" icon="offline" action={retry}>
          {texts.stale}
        </Banner>
      )}
      {signedIn && tools}
      <Card padding="rows">{content()}</Card>
    </Section>
  )

  function action() {
    if (short !== undefined) {
      return (
        <ButtonLink to={short.more} variant="quiet" size="small">
          {texts.all}
        </ButtonLink>
      )
    }
    const count =
      total === null || total === 0 || source.filtered === true ? null : (
        <span className={styles.count}>{texts.count(String(total))}</span>
      )
    if (!signedIn || given === undefined) return count ?? undefined
    return (
      <span className={styles.actions}>
        {count}
        {given}
      </span>
    )
  }
}

function More({ failed, busy, onPress }: { failed: boolean; busy: boolean; onPress: () => void }) {
  const texts = useTexts(activityTexts)
  return (
    <>
      {failed && (
        <p className={styles.count} role="status">
          {texts.unreachable}
        </p>
      )}
      <Button variant="quiet" size="small" busy={busy} onClick={onPress}>
        {failed ? texts.retry : texts.more}
      </Button>
    </>
  )
}

function ConnectPrompt() {
  const texts = useTexts(activityTexts)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  return (
    <EmptyState
      icon="wallet"
      title={texts.connect}
      text={texts.connectText}
      action={
        <Button variant="secondary" size="small" busy={connecting} onClick={() => void connectWallet()}>
          {texts.connectButton}
        </Button>
      }
    />
  )
}

function SignInPrompt() {
  const texts = useTexts(activityTexts)
  const signing = useAppStore((state) => state.signInStatus === 'signing')
  return (
    <EmptyState
      icon="receipt"
      title={texts.signIn}
      text={texts.signInText}
      action={
        <Button variant="secondary" size="small" busy={signing} onClick={() => void signIn()}>
          {texts.signInButton}
        </Button>
      }
    />
  )
}

/** Pixels before the element comes into view. */
const AHEAD = 300

/** Calls `call` once the element is in view or near, and again whenever `call` changes. Never calls without IntersectionObserver. */
function useWhenSeen(element: RefObject<HTMLElement | null>, call: (() => void) | null): void {
  useEffect(() => {
    if (call === null || element.current === null || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) call()
      },
      { rootMargin: `${AHEAD}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, call])
}

function Loading({ rows }: { rows: number }) {
  return (
    <ul aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <PositionRow
          key={row}
          mark={<Skeleton shape="round" width="40px" height="40px" />}
          title={<Skeleton inline width="4em" />}
          detail={<Skeleton inline width="7em" />}
          amount={<Skeleton inline width="6em" />}
          gain={<Skeleton inline width="5em" />}
        />
      ))}
    </ul>
  )
}
