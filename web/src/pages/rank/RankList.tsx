import type { RankItem } from '@galx/protocol/http/rank'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { BONUS_TOKEN, nodeName, shareOfTop } from './model.ts'
import { rankTexts } from './texts.ts'
import styles from './RankList.module.css'

export type RankListProps = {
  /** starting with the first place */
  items: readonly RankItem[]
  /** the number of places that are shown outside the list */
  from: number
  /** the number of all ranks, for screen readers */
  total: number
  hasMore: boolean
  loadingMore: boolean
  /** the next page could not be read */
  moreFailed: boolean
  /** called near the end of the loaded places, to load more */
  onEnd: () => void
}

/** Pixels of a row at ordinary text size, until the real height is measured. */
const ROW = 69
/** Rows drawn above and below the visible rows. */
const OVERSCAN = 8
/** The number of rows before the end at which the next page is requested. */
const AHEAD = 40

/** The places after the podium. Only the visible places and a few around them are in the document. */
export function RankList({ items, from, total, hasMore, loadingMore, moreFailed, onEnd }: RankListProps) {
  const texts = useTexts(rankTexts)
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  const count = items.length - from
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0

  // Measures the list's distance from the top of the document: the height above the list changes with the width.
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  useEffect(() => {
    if (hasMore && !loadingMore && !moreFailed && last >= count - AHEAD) onEnd()
  }, [hasMore, loadingMore, moreFailed, last, count, onEnd])

  const highest = items[0]?.hashPower ?? '0'
  return (
    <Card padding="rows">
      <ol
        ref={list}
        className={styles.list}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={texts.list}
      >
        {rows.map(({ index, start }) => {
          const item = items[from + index]
          if (item === undefined) return null
          return (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-posinset={from + index + 1}
              aria-setsize={total}
            >
              <Row item={item} highest={highest} />
            </li>
          )
        })}
      </ol>
      <p className={styles.end} role="status">
        {hasMore
          ? moreFailed && !loadingMore
            ? texts.moreFailed
            : texts.loadingMore
          : items.length < total
            ? texts.end
            : texts.total(total.toLocaleString('en-US'))}
      </p>
      {hasMore && moreFailed && (
        <div className={styles.retry}>
          <Button variant="quiet" size="small" icon="refresh" busy={loadingMore} onClick={onEnd}>
            {texts.retry}
          </Button>
        </div>
      )}
    </Card>
  )
}

const Row = memo(function Row({ item, highest }: { item: RankItem; highest: string }) {
  const texts = useTexts(rankTexts)
  const config = useConfig()
  const shared = useAppStore(({ address }) => address !== item.address)
  const name = nodeName(item)
  const address = <AddressTag address={item.address} explorerUrl={config?.explorerUrl} />
  return (
    <>
      <span className={styles.rank}>
        <span className="visually-hidden">{texts.rank(String(item.rank))}</span>
        <span aria-hidden="true">{item.rank.toLocaleString('en-US')}</span>
      </span>
      <Avatar address={item.address} size={36} />
      <span className={styles.who}>
        {name === '' ? address : <bdi className={styles.name}>{name}</bdi>}
        {name !== '' && <span className={styles.detail}>{address}</span>}
      </span>
      <span className={styles.power}>
        <Amount value={BigInt(item.hashPower)} most={2} shared={shared} />
        <i className={styles.bar} aria-hidden="true">
          <i style={{ width: `${shareOfTop(item.hashPower, highest) * 100}%` }} />
        </i>
        {item.bonus === undefined ? (
          <span className={styles.members}>{texts.members(item.members.toLocaleString('en-US'))}</span>
        ) : (
          <span className={styles.bonus}>
            <span className="visually-hidden">{texts.bonus}</span>
            <Amount value={BigInt(item.bonus)} token={BONUS_TOKEN} most={4} gain shared={shared} />
          </span>
        )}
      </span>
    </>
  )
})
