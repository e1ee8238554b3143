import { watchTexts } from '../../../activity/watchTexts.ts'
import { useConfig } from '../../../core/config/configStore.ts'
import { LOADING, valueOf } from '../../../core/state/reading.ts'
import { ReadingAmount } from '../../../design/Amount/Amount.tsx'
import { shownDecimals } from '../../../design/Amount/shownDecimals.ts'
import { Card, Section } from '../../../design/Card/Card.tsx'
import { PositionRow } from '../../../design/PositionRow/PositionRow.tsx'
import { TokenBadge } from '../../../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { ownRate } from '../../../staking/format.ts'
import { claimableTotal, dailyTotal, poolsByReward } from '../../../staking/rewardModel.ts'
import { stakingTexts } from '../../../staking/texts.ts'
import { useChainNow } from '../../../staking/useChainNow.ts'
import { useStakingReadings } from '../../../staking/useStaking.ts'
import { configuredPools } from '../model.ts'
import styles from './WatchView.module.css'

const SECOND = 1_000

/** The rewards that every pool owes the account, one line for each token, growing every second. */
export function OwedSection() {
  const texts = useTexts(watchTexts).owed
  const { satoshi } = useTexts(stakingTexts)
  const pools = configuredPools(useConfig()?.pools ?? {})
  const readings = useStakingReadings(pools.map(({ key }) => key))
  const now = useChainNow(SECOND)
  const lines = poolsByReward(pools).map(({ token, keys }) => ({
    token,
    owed: now === null ? LOADING : claimableTotal(readings, keys, now),
    daily: now === null ? undefined : valueOf(dailyTotal(readings, keys, now)),
  }))
  // An unknown amount may be owed, so it is shown as unknown.
  const shown = lines.filter(({ owed, daily }) => valueOf(owed) !== 0n || (daily ?? 0n) > 0n)
  return (
    <Section title={texts.title}>
      <Card padding="rows">
        {shown.length === 0 ? (
          <p className={styles.quiet}>{texts.none}</p>
        ) : (
          <ul aria-busy={lines.some(({ owed }) => owed.status === 'loading') || undefined}>
            {shown.map(({ token, owed, daily }) => {
              const least = shownDecimals(token)
              return (
                <PositionRow
                  key={token}
                  mark={<TokenBadge symbol={token} size={38} />}
                  title={token}
                  amount={<ReadingAmount reading={owed} least={least} most={least} width={9} />}
                  gain={daily === undefined ? '—' : texts.day(ownRate(daily, token, satoshi).join(' '))}
                />
              )
            })}
          </ul>
        )}
      </Card>
    </Section>
  )
}
