import { useEffect, useRef, useState } from 'react'
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
import { BoardHead } from './BoardHead.tsx'
import { BOARDS, type Board } from './model.ts'
import { MyPlace } from './MyPlace.tsx'
import { Podium } from './Podium.tsx'
import { RankList } from './RankList.tsx'
import { rankTexts } from './texts.ts'

/** The greatest page size that the server accepts. */
const PAGE = 100
/** Places on the podium. */
const PODIUM = 3
/** Milliseconds between two readings of a board that changes with each epoch, at most once a minute. */
const EPOCHS_PASS = 60_000

/** /rank: three present boards and one of the last closed epoch, each with a podium, an endless list, and the account's own place in view. */
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
  const every = board === 'epoch' ? EPOCHS_PASS : undefined
  const pages = usePages(`rank ${board}`, (cursor) => getRank({ type: board, cursor, limit: PAGE }), every)
  const own = useServerRead(
    `rank ${board} ${address ?? ''}`,
    () => getRank({ type: board, limit: 1, ...(address === null ? {} : { address }) }),
    every,
  )
  const known = valueOf(own.reading)
  const epoch = known?.epoch ?? null
  useReloadWithEpoch(epoch?.epoch ?? null, pages.items.length > PAGE, pages.reload)
  // Before the first epoch is closed there are no places.
  const isBoard = board !== 'epoch' || known === undefined || epoch !== null
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
    // A board of an epoch without places waits for the account's own answer, because that answer has the reason.
    const waiting = board === 'epoch' && pages.items.length === 0 && own.reading.status === 'loading'
    if (pages.status === 'loading' || waiting)
      return (
        <>
          <Skeleton shape="block" height="230px" />
          <Skeleton shape="block" height="480px" />
        </>
      )
    if (pages.items.length === 0)
      return (
        <Card>
          {board !== 'epoch' ? (
            <EmptyState icon="rank" title={texts.empty[board]} text={texts.emptyText} />
          ) : isBoard ? (
            <EmptyState icon="rank" title={texts.empty.epoch} text={texts.emptyEpoch} />
          ) : (
            <EmptyState icon="clock" title={texts.noEpoch} text={texts.noEpochText} />
          )}
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
      <BoardHead board={board} {...known} />
      {content()}
      {pages.status !== 'failed' && isBoard && <MyPlace board={board} reading={own.reading} />}
    </>
  )
}

/** All pages of a list belong to the epoch of the first page. Once a newer epoch is closed, a list of several pages is read again. */
function useReloadWithEpoch(epoch: number | null, isLong: boolean, reload: () => void): void {
  const last = useRef(epoch)
  useEffect(() => {
    if (epoch === null || epoch === last.current) return
    if (last.current !== null && isLong) reload()
    last.current = epoch
  }, [epoch, isLong, reload])
}
