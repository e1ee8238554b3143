import { accountInPool, poolState, positionsIn } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { StatPair } from '../../design/StatPair/StatPair.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { boostText, percentText } from '../../staking/format.ts'
import BoostNotice from '../../staking/levels/BoostNotice.tsx'
import { useLevels } from '../../staking/levels/useLevels.ts'
import { btcTexts } from './texts.ts'

const BOOSTED = ['btc'] as const

/** The stake with its share of the pool, and the account's level. A boost that does not apply yet can be updated. */
export function StakeSummary() {
  const texts = useTexts(btcTexts)
  const { table, own } = useLevels()
  const positions = useChainRead(positionsIn('btc'))
  const account = valueOf(useChainRead(accountInPool('btc')))
  const pool = valueOf(useChainRead(poolState('btc')))
  const staked = mapReading(positions, (list) => list.reduce((sum, { amount }) => sum + amount, 0n))
  const share =
    account === undefined || pool === undefined ? null : percentText(account.weight, pool.totalWeight)
  const levels = valueOf(table)?.levels ?? []
  const level = valueOf(own)
  const terms = level === undefined ? undefined : levels[level]
  const unread = table.status === 'failed' || own.status === 'failed'
  return (
    <>
      <StatPair
        stats={[
          {
            label: texts.summary.staked,
            unit: 'AAA',
            value: <ReadingAmount reading={staked} most={2} width={6} />,
            note: share === null ? undefined : texts.summary.share(ownText(share)),
          },
          {
            label: texts.summary.level,
            value:
              terms === undefined ? (
                unread ? (
                  '—'
                ) : (
                  <Skeleton inline width="4em" />
                )
              ) : (
                <>
                  {texts.level(String(terms.level))}{' '}
                  <small>{texts.multiplier(boostText(terms.boostBps))}</small>
                </>
              ),
            note: texts.summary.forever,
          },
        ]}
      />
      <BoostNotice pools={BOOSTED} />
    </>
  )
}
