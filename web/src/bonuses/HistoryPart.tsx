import type { BonusHistoryItem } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { groupThousands } from '@galx/protocol/units'
import { Suspense, useState } from 'react'
import { getBonusHistory } from '../core/api/bonusApi.ts'
import { usePages } from '../core/api/usePages.ts'
import { useShownAccount } from '../core/chain/watched.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { connectWallet } from '../core/wallet/connectWallet.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { Button } from '../design/Button/Button.tsx'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { PoolMark } from '../design/PoolMark/PoolMark.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { minuteText, percentText } from '../staking/format.ts'
import { colourOf } from './programs.ts'
import { bonusTexts } from './texts.ts'
import styles from './bonuses.module.css'

const CalculationSheet = lazyWithRetry(() => import('./CalculationSheet.tsx'))

/** The length of the year in a date. The list shows dates without the year. */
const YEAR = '2027-'.length

/** Epochs read at a time. */
const PAGE = 5
/** Milliseconds between two readings. An epoch adds a line, at most once a minute. */
const EPOCHS_PASS = 60_000

/** The epochs in which the program granted the account a bonus, newest first. Each row opens its calculation. */
export function HistoryPart({ program }: { program: ProgramKey }) {
  const texts = useTexts(bonusTexts).history
  const retry = useTexts(bonusTexts).retry
  const address = useShownAccount()
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  const [chosen, setChosen] = useState<BonusHistoryItem | null>(null)
  const [open, setOpen] = useState(false)
  const pages = usePages(
    address === null ? null : `${address} ${program}`,
    async (cursor) => {
      const before = cursor === undefined ? {} : { before: Number(cursor) }
      const { list, next } = await getBonusHistory({
        address: address ?? '',
        program,
        limit: PAGE,
        ...before,
      })
      return { list, total: list.length, nextCursor: next === null ? null : String(next) }
    },
    EPOCHS_PASS,
  )

  if (address === null) {
    return (
      <EmptyState
        icon="gift"
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
  if (pages.status === 'failed') {
    return (
      <ErrorState
        title={texts.failed}
        text={texts.failedText}
        action={
          <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
            {retry}
          </Button>
        }
      />
    )
  }
  if (pages.status === 'ready' && pages.items.length === 0) {
    const next =
      program === 'node'
        ? texts.emptyNode
        : program === 'promotion'
          ? texts.emptyPromotion
          : texts.emptyMembers
    return <EmptyState icon="gift" title={texts.empty} text={next} />
  }
  return (
    <div>
      <h4 className={styles.quiet}>{texts.title}</h4>
      <ul aria-busy={pages.status === 'loading' || undefined}>
        {pages.status === 'loading'
          ? [0, 1, 2].map((row) => <LoadingRow key={row} />)
          : pages.items.map((item) => (
              <EpochRow
                key={item.epoch}
                program={program}
                item={item}
                onOpen={() => {
                  setChosen(item)
                  setOpen(true)
                }}
              />
            ))}
      </ul>
      {pages.hasMore && (
        <div className={styles.more}>
          <Button variant="quiet" size="small" busy={pages.loadingMore} onClick={pages.loadMore}>
            {texts.more}
          </Button>
        </div>
      )}
      {chosen !== null && (
        <Suspense>
          <CalculationSheet
            program={program}
            epoch={chosen.epoch}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

type EpochRowProps = {
  program: ProgramKey
  item: BonusHistoryItem
  onOpen: () => void
}

function EpochRow({ program, item, onOpen }: EpochRowProps) {
  const texts = useTexts(bonusTexts).history
  return (
    <PositionRow
      mark={<PoolMark pool={colourOf(program)} token={PROGRAM_TOKENS[program]} elapsed={1} size={38} />}
      title={minuteText(item.to).slice(YEAR)}
      detail={texts.epoch(groupThousands(String(item.epoch)))}
      amount={<Amount value={BigInt(item.bonus)} token={PROGRAM_TOKENS[program]} />}
      gain={
        !item.published
          ? texts.unpublished
          : program === 'promotion'
            ? texts.published
            : texts.share(ownText(percentText(BigInt(item.points), BigInt(item.allPoints)) ?? '0%'))
      }
      onOpen={onOpen}
    />
  )
}

function LoadingRow() {
  return (
    <PositionRow
      mark={<Skeleton shape="round" width="38px" height="38px" />}
      title={<Skeleton inline width="8em" />}
      detail={<Skeleton inline width="6em" />}
      amount={<Skeleton inline width="6em" />}
      gain={<Skeleton inline width="5em" />}
    />
  )
}
