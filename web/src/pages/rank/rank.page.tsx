import { useState } from 'react'
import { groupThousands } from '@galx/protocol/units'
import { getRank } from '../../core/api/publicApi.ts'
import { usePages } from '../../core/api/usePages.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { SegmentedControl } from '../../design/SegmentedControl/SegmentedControl.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { BOARDS, type Board } from './model.ts'
import { MyPlace } from './MyPlace.tsx'
import { Podium } from './Podium.tsx'
import { RankList } from './RankList.tsx'
import { rankTexts } from './texts.ts'
import styles from './RankPage.module.css'

/** The server's longest page. */
const PAGE = 100
/** Places on the podium. */
const PODIUM = 3

/** /rank: three boards, the first three on a podium, an endless list, and one's own place always in view. */
export default function RankPage() {
  const texts = useTexts(rankTexts)
  const [board, setBoard] = useState<Board>('node')
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SegmentedControl
        label={texts.board}
        value={board}
        onChange={setBoard}
        options={BOARDS.map((value) => ({ value, label: texts.boards[value] }))}
      />
      <SectionBoundary name={texts.boards[board]}>
        <BoardSection key={board} board={board} />
      </SectionBoundary>
    </Page>
  )
}

function BoardSection({ board }: { board: Board }) {
  const texts = useTexts(rankTexts)
  const address = useAppStore((state) => state.address)
  const pages = usePages(`rank ${board}`, (cursor) => getRank({ type: board, cursor, limit: PAGE }))
  const own = useServerRead(`rank ${board} ${address ?? ''}`, () =>
    getRank({ type: board, limit: 1, ...(address === null ? {} : { address }) }),
  )
  const asOf = valueOf(own.reading)?.asOf ?? null
  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
      {texts.retry}
    </Button>
  )

  const content = () => {
    if (pages.status === 'failed')
      return (
        <Card>
          <ErrorState title={texts.failed} text={texts.failedText} action={retry} />
        </Card>
      )
    if (pages.status === 'loading')
      return (
        <>
          <Skeleton shape="block" height="230px" />
          <Skeleton shape="block" height="480px" />
        </>
      )
    if (pages.items.length === 0)
      return (
        <Card>
          <EmptyState icon="rank" title={texts.empty[board]} text={texts.emptyText} />
        </Card>
      )
    return (
      <>
        {pages.stale && (
          <Banner kind="warning" icon="offline" action={retry}>
            {texts.stale}
          </Banner>
        )}
        <Podium items={pages.items.slice(0, PODIUM)} />
        {pages.items.length > PODIUM && (
          <RankList
            items={pages.items}
            from={PODIUM}
            total={pages.total ?? pages.items.length}
            hasMore={pages.hasMore}
            loadingMore={pages.loadingMore}
            moreFailed={pages.moreFailed}
            onEnd={pages.loadMore}
          />
        )}
      </>
    )
  }

  return (
    <>
      <p className={styles.about}>
        <span>{texts.about[board]}</span>
        {/* Its line is there before its words, so that nothing below moves. */}
        <span className={styles.asOf}>
          {asOf === null ? (
            '\u00a0'
          ) : (
            <span key="known">{texts.asOf(groupThousands(String(asOf.block)))}</span>
          )}
        </span>
      </p>
      {content()}
      {pages.status !== 'failed' && <MyPlace board={board} reading={own.reading} />}
    </>
  )
}
