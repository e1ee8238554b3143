import { accountInPool, poolState, positionsIn } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { StatPair } from '../../design/StatPair/StatPair.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { boostText, percentText } from '../../staking/format.ts'
import { useBusy } from '../../staking/useStaking.ts'
import { syncBoostIntent } from './intents.ts'
import { boostIsBehind } from './levelModel.ts'
import { btcTexts } from './texts.ts'
import { useLevels } from './useLevels.ts'

/** The stake with its share of the pool, and the account's level. A boost that does not apply yet can be updated. */
export function StakeSummary() {
  const texts = useTexts(btcTexts)
  const { table, own } = useLevels()
  const busy = useBusy()
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
      {terms !== undefined && boostIsBehind(levels, terms.level, account) && (
        <Banner
          kind="warning"
          icon="power"
          action={
            <Button
              variant="secondary"
              size="small"
              busy={busy}
              onClick={() => void runTransaction(syncBoostIntent('btc'))}
            >
              {texts.sync.action}
            </Button>
          }
        >
          {texts.sync.text(boostText(terms.boostBps))}
        </Banner>
      )}
    </>
  )
}
