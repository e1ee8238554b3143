import type { FundLogData, FundLogItem } from '@galx/protocol/http/fundLog'
import { LOG_CALLS } from '@galx/protocol/products'
import { useEffect, useRef, useState } from 'react'
import { callServer } from '../../core/api/client.ts'
import { usePages } from '../../core/api/usePages.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Amount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { aaaTexts } from './texts.ts'
import styles from './FundLog.module.css'

const PAGE = 10
const LOG = LOG_CALLS.aaa

function readLog(cursor: string | undefined): Promise<FundLogData> {
  if (LOG === undefined) throw new Error('The registry has no log call of aaa')
  return callServer<FundLogData>(LOG.server, 'GET', `/api/${LOG.call}`, {
    query: { cursor, limit: PAGE },
    background: true,
  })
}

/** The fund's whole inflow and outflow, of all accounts, a page of rows at a time. */
export function FundLog() {
  const texts = useTexts(aaaTexts).log
  const [totals, setTotals] = useState<FundLogData['totals'] | null>(null)
  const configured = useConfig() !== null
  const pages = usePages<FundLogItem>(configured ? 'fund log' : null, async (cursor) => {
    const page = await readLog(cursor)
    setTotals(page.totals)
    return page
  })
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, loadingMore, moreFailed, loadMore } = pages
  useEffect(() => {
    const mark = end.current
    if (mark === null || !hasMore || loadingMore || moreFailed || !('IntersectionObserver' in window)) return
    // Loads more only after the reader has asked for more or has scrolled to the end of the page.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && window.scrollY > 0) loadMore()
      },
      { rootMargin: '200px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [hasMore, loadingMore, moreFailed, loadMore])

  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
      {texts.retry}
    </Button>
  )
  const content = () => {
    if (pages.status === 'failed')
      return <ErrorState title={texts.failed} text={texts.failedText} action={retry} />
    if (pages.status === 'loading') return <Loading />
    if (pages.items.length === 0)
      return <EmptyState icon="receipt" title={texts.empty} text={texts.emptyText} />
    return (
      <>
        <ul>
          {pages.items.map((item) => (
            <FlowRow key={item.id} item={item} />
          ))}
        </ul>
        {hasMore && (
          <div ref={end} className={styles.more}>
            {moreFailed && (
              <p className={styles.note} role="status">
                {texts.failed}
              </p>
            )}
            <Button variant="quiet" size="small" busy={loadingMore} onClick={loadMore}>
              {moreFailed ? texts.retry : texts.more}
            </Button>
          </div>
        )}
      </>
    )
  }

  const some = pages.items.length > 0
  return (
    <Section
      title={texts.title}
      action={
        some && pages.total !== null ? (
          <span className={styles.note}>{texts.count(String(pages.total))}</span>
        ) : undefined
      }
    >
      {some && pages.stale && (
        <Banner kind="warning" icon="offline" action={retry}>
          {texts.stale}
        </Banner>
      )}
      {some && totals !== null && (
        <p className={styles.note}>{texts.totals(whole(totals.inflow), whole(totals.distribution))}</p>
      )}
      <Card padding="rows">{content()}</Card>
    </Section>
  )
}

function whole(wei: string): string {
  return amountText(BigInt(wei), 18, 2, 2)
}

function FlowRow({ item }: { item: FundLogItem }) {
  const texts = useTexts(aaaTexts).log
  const explorerUrl = useConfig()?.explorerUrl
  return (
    <PositionRow
      mark={
        <span className={styles.mark}>
          <Icon name={item.kind === 'inflow' ? 'plus' : 'gift'} size={18} />
        </span>
      }
      title={texts[item.kind]}
      detail={<RelativeTime at={item.at} />}
      amount={<Amount value={BigInt(item.amount)} token={item.token} shared />}
      gain={<AddressTag address={item.txHash} what="transaction" explorerUrl={explorerUrl} />}
    />
  )
}

function Loading() {
  return (
    <ul aria-busy="true">
      {[0, 1, 2].map((row) => (
        <PositionRow
          key={row}
          mark={<Skeleton shape="round" width="40px" height="40px" />}
          title={<Skeleton inline width="6em" />}
          detail={<Skeleton inline width="5em" />}
          amount={<Skeleton inline width="6em" />}
          gain={<Skeleton inline width="5em" />}
        />
      ))}
    </ul>
  )
}
