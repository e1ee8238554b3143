import { MINIMUM_SHARES } from '@galx/protocol/vault'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { combine } from '../../core/state/combine.ts'
import { LOADING, mapReading, valueOf } from '../../core/state/reading.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { poolColour } from '../../design/PoolMark/poolColour.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { countdown, minuteText, percentText, rateText } from '../../staking/format.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { growthPerDay, sharesText, unvestedAt } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import styles from './VestingSection.module.css'

const DAY = 86_400

/** The funded rewards that still vest: the amount, the end, and the rate as a formula with its inputs. */
export function VestingSection() {
  const texts = useTexts(znTexts)
  const { vesting } = texts
  const staking = useTexts(stakingTexts)
  const reading = useChainRead(vaultState)
  const now = useChainNow(1_000)
  const vault = valueOf(reading)
  const unvested = now === null ? LOADING : mapReading(reading, (state) => unvestedAt(state, now))
  const left = vault === undefined || now === null ? null : Math.max(0, vault.rewardEnd - now)
  const still = vault !== undefined && vault.shares < MINIMUM_SHARES

  return (
    <Section title={vesting.title}>
      <Card>
        <div className={styles.card}>
          <div className={styles.head}>
            <ReadingAmount reading={unvested} token="GALX" size="figure" most={2} width={6} shared />
            <span className={styles.left}>
              {left === null
                ? ' '
                : vault?.unvested === 0n || left === 0
                  ? vesting.none
                  : still
                    ? vesting.standsStill
                    : vesting.left(staking.countdown(countdown(left)))}
            </span>
          </div>
          <svg
            className={styles.bar}
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            style={poolColour('zn')}
            aria-hidden="true"
          >
            {left !== null && vault !== undefined && (
              <rect width={Math.min(1, left / vault.vestingDuration) * 100} height="8" fill="currentColor" />
            )}
          </svg>
          <p className={styles.note}>
            {vault === undefined ? ' ' : vesting.text(String(Math.round(vault.vestingDuration / DAY)))}
          </p>
          <p className={styles.formula}>{vesting.formula}</p>
          <Inputs />
          <p className={styles.note}>{vesting.noRate}</p>
        </div>
      </Card>
    </Section>
  )
}

/** The inputs of the formula. */
function Inputs() {
  const texts = useTexts(znTexts)
  const { vesting } = texts
  const connected = useAppStore((state) => state.address !== null)
  const reading = useChainRead(vaultState)
  const shares = useChainRead(vaultShares)
  const now = useChainNow(10_000)
  const vault = valueOf(reading)
  const own = valueOf(combine([reading, shares]))
  const unknown = reading.status === 'failed' ? texts.unknown : <Skeleton inline width="8em" />
  const running = vault !== undefined && now !== null && vault.unvested > 0n && vault.rewardEnd > now

  const facts: Fact[] = [
    {
      label: vesting.rate,
      value: vault === undefined ? unknown : `${amountText(running ? vault.rewardRate : 0n, 18, 2, 8)} GALX`,
    },
    {
      label: vesting.end,
      value: vault === undefined ? unknown : running ? minuteText(vault.rewardEnd) : texts.unknown,
    },
    {
      label: vesting.assets,
      value: vault === undefined ? unknown : `${amountText(vault.assets, 18, 2, 2)} GALX`,
    },
    { label: vesting.shares, value: vault === undefined ? unknown : sharesText(vault.shares) },
  ]
  if (connected) {
    const missing = shares.status === 'failed' ? texts.unknown : unknown
    facts.push(
      {
        label: vesting.own,
        value:
          own === undefined
            ? missing
            : vesting.ownShare(
                ownText(sharesText(own[1])),
                ownText(percentText(own[1], own[0].shares) ?? '0%'),
              ),
      },
      {
        label: vesting.mine,
        value:
          own === undefined || now === null ? (
            missing
          ) : (
            <b>{said(`≈ ${ownText(rateText(growthPerDay(own[0], own[1], now)))} GALX`)}</b>
          ),
      },
    )
  }
  return <FactList facts={facts} />
}
