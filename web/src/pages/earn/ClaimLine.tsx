import { useId, useState } from 'react'
import { LOADING, mapReading, valueOf, type Reading } from '../../core/state/reading.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { shownDecimals } from '../../design/Amount/shownDecimals.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { programName } from '../../staking/names.ts'
import { ownRate, satoshiText } from '../../staking/format.ts'
import type { ClaimableBonus } from '../../staking/claimableBonus.ts'
import { claimableOf, claimableTotal, dailyTotal, type StakingReadings } from '../../staking/rewardModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import type { ConfiguredPool } from './model.ts'
import { earnTexts } from './texts.ts'
import { usePoolName } from './usePoolName.ts'
import styles from './ClaimCard.module.css'

type LineProps = {
  token: ConfiguredPool['rewardToken']
  /** empty for a token that only bonuses pay */
  pools: readonly ConfiguredPool[]
  bonus: ClaimableBonus | null
  readings: StakingReadings
  now: number | null
}

/** One token: the owed amount and the present amount per day; its pools and bonuses on tap. */
export function ClaimLine({ token, pools, bonus, readings, now }: LineProps) {
  const texts = useTexts(earnTexts).claim
  const { satoshi } = useTexts(stakingTexts)
  const nameOf = usePoolName()
  const [unfolded, setUnfolded] = useState(false)
  const list = useId()
  const keys = pools.map(({ key }) => key)
  const total: Reading<bigint> =
    now === null
      ? LOADING
      : mapReading(claimableTotal(readings, keys, now), (base) => base + (bonus?.amounts[token] ?? 0n))
  const daily = now === null ? undefined : valueOf(dailyTotal(readings, keys, now))
  const known = valueOf(total)
  const small = known === undefined ? null : satoshiText(known, token)
  const decimals = shownDecimals(token)
  // The token's name is beside the rate, so only a unit other than the token needs a name.
  const [rate, inDay] = ownRate(daily ?? 0n, token, satoshi)
  const bonuses = (bonus?.parts ?? []).filter((one) => one.token === token)
  // A single part is named beside the rate. Several parts are listed on tap: a bonus that becomes known must not move the lines below.
  const count = pools.length + bonuses.length
  const [pool] = pools
  const [single] = bonuses
  const name = count > 1 ? null : pool ? nameOf(pool) : single ? programName(single.program) : null
  const part = (pool: ConfiguredPool) => {
    const value = now === null ? undefined : valueOf(claimableOf(readings, pool.key, now))
    return (
      <>
        {nameOf(pool)} <span>{value === undefined ? '—' : said(ownText(amountText(value, 18, 2, 4)))}</span>
      </>
    )
  }
  return (
    <li className={styles.line}>
      <TokenBadge symbol={token} size={40} />
      <div className={styles.what}>
        {/* The figure changes every second: no live region, a screen reader reads it on demand. */}
        <p className={styles.amount}>
          <ReadingAmount reading={total} least={decimals} most={decimals} width={9} />{' '}
          <span className={styles.unit}>{token}</span>
        </p>
        <p className={styles.pace}>
          {name}
          {name !== null && pools.length > 0 && ' · '}
          {pools.length > 0 &&
            (daily === undefined
              ? '—'
              : said(`≈ ${inDay === token ? rate : `${rate} ${inDay}`} ${texts.day}`))}
        </p>
      </div>
      {count > 1 && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={unfolded}
          aria-controls={list}
          onClick={() => setUnfolded(!unfolded)}
        >
          {texts.parts(String(count))}
          <Icon name="down" size={14} />
        </button>
      )}
      {small !== null && known !== 0n && (
        <p className={styles.small}>{said(texts.satoshi(ownText(small)))}</p>
      )}
      {count > 1 && (
        <ul id={list} className={styles.parts} hidden={!unfolded}>
          {pools.map((pool) => (
            <li key={pool.key}>{part(pool)}</li>
          ))}
          {bonuses.map(({ program, amount }) => (
            <li key={program}>
              {programName(program)} <span>{said(ownText(amountText(amount, 18, 2, 4)))}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
