import type { WebPool } from '@galx/protocol/webConfig'
import { useChainStore } from '../core/chain/chainStore.ts'
import { Amount, StaleMark } from '../design/Amount/Amount.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { valueOf } from '../core/state/reading.ts'
import { budgetLeft, dateText, ratePerThousand, rateText, weightOfStake, type GalxPool } from './model.ts'
import { useChainNow } from './useChainNow.ts'

const MINUTE = 60_000

/** What the chain says of a pool now: the running rate per thousand, how long the budget lasts, and that nothing is locked. */
export function StakeFacts({
  pool,
  configuration,
  amount,
}: {
  pool: GalxPool
  configuration: WebPool
  /** wei of the stake token as typed */
  amount: bigint | null
}) {
  const texts = useTexts().galx
  const reading = useChainStore((state) => state.pools[pool])
  const boostBps = useChainStore((state) => valueOf(state.accounts[pool])?.boostBps ?? 10_000)
  const now = useChainNow(MINUTE)
  const state = valueOf(reading)

  const unknown =
    reading?.status === 'failed' ? (
      <span title={texts.hero.unread}>{texts.unknown}</span>
    ) : (
      <Skeleton inline width="10em" />
    )
  const stale = reading?.status === 'stale' ? <StaleMark at={reading.at} /> : null

  const rate = () => {
    if (state === undefined || now === null) return unknown
    const perThousand = ratePerThousand(configuration, state, now)
    if (perThousand === null) return texts.stake.rateFirst
    if (perThousand === 0n) return texts.stake.rateEnded
    return (
      <>
        {texts.stake.perThousand(rateText(perThousand))}
        {stale}
      </>
    )
  }
  const budget = () => {
    if (state === undefined || now === null) return unknown
    const left = budgetLeft(state, now)
    if (left === null) return texts.stake.budgetEnded
    return left.days === 0
      ? texts.stake.budgetLastDay(dateText(left.end))
      : texts.stake.budgetLeft(String(left.days), dateText(left.end))
  }

  return (
    <FactList
      facts={[
        { label: texts.stake.rate, value: rate() },
        { label: texts.stake.budget, value: budget() },
        { label: texts.stake.lock, value: texts.stake.lockNone },
        ...(amount === null || amount === 0n
          ? []
          : [
              {
                label: texts.stake.power,
                value: <Amount value={weightOfStake(configuration, amount, boostBps)} gain />,
              },
            ]),
      ]}
    />
  )
}
