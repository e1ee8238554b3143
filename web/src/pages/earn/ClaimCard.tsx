import type { TokenSymbol } from '@galx/protocol/products'
import { useState } from 'react'
import { AllClaimable } from '../../bonuses/lazyAllClaimable.tsx'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { LOADING, mapReading, valueOf, type Reading } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { enterChain } from '../../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { shownDecimals } from '../../design/Amount/shownDecimals.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { LazyHideSwitch } from '../../design/HideSwitch/LazyHideSwitch.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { programName } from '../../staking/names.ts'
import ClaimNote from '../../staking/preview/ClaimNote.tsx'
import { ownRate, satoshiText } from '../../staking/format.ts'
import type { ClaimableBonus } from '../../staking/claimableBonus.ts'
import { claimIntent } from '../../staking/intents.ts'
import {
  claimableOf,
  claimableTotal,
  dailyTotal,
  poolsByReward,
  type StakingReadings,
} from '../../staking/rewardModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useBusy, useStakingReadings } from '../../staking/useStaking.ts'
import { configuredPools, type ConfiguredPool } from './model.ts'
import { earnTexts } from './texts.ts'
import { usePoolName } from './usePoolName.ts'
import styles from './ClaimCard.module.css'

const SECOND = 1_000

/** The rewards that every pool owes the account and its unclaimed bonuses, one line for each token, with one transaction that claims all. */
export function ClaimCard() {
  const texts = useTexts(earnTexts).claim
  const config = useConfig()
  const pools = configuredPools(config?.pools ?? {})
  const account = useAppStore((state) => state.address)
  const [costly, setCostly] = useState(false)
  const [bonus, setBonus] = useState<ClaimableBonus | null>(null)
  const wrongChain = useAppStore((state) => state.connection === 'wrongChain')
  const readings = useStakingReadings(pools.map(({ key }) => key))
  const busy = useBusy()
  const now = useChainNow(SECOND)

  const owed = ({ key }: ConfiguredPool): Reading<bigint> =>
    now === null ? LOADING : claimableOf(readings, key, now)
  const waiting = config === null || pools.some((pool) => owed(pool).status === 'loading')
  // A pool that cannot be read may owe something, so it is also shown and claimed.
  const owing = waiting ? [] : pools.filter((pool) => valueOf(owed(pool)) !== 0n)
  const keys = owing.map(({ key }) => key)
  const [first, ...others] = keys
  const earning = poolsByReward(pools.filter((pool) => owing.includes(pool) || earns(readings, pool)))
  const granted = (bonus?.parts ?? []).map(({ token }) => token)
  const lines = withTokens(earning, granted)

  const tokens = [...new Set(owing.map(({ rewardToken }) => rewardToken))]
  const sure = owing.filter((pool) => valueOf(owed(pool)) !== undefined)
  const counted = new Set([...sure.map(({ rewardToken }) => rewardToken), ...granted]).size
  const label = () => {
    if (wrongChain) return texts.switchChain
    if (waiting) return texts.loading
    const [only, ...further] = new Set([...tokens, ...granted])
    if (only === undefined) return texts.empty
    return others.length === 0 && further.length === 0 ? texts.single(only) : texts.button
  }
  const under = bonus === null ? texts.under : texts.underBonus
  const claim = () => {
    if (bonus !== null) void runTransaction(bonus.intent(keys, tokens))
    else if (first !== undefined) void runTransaction(claimIntent([first, ...others], tokens))
  }

  return (
    <section aria-labelledby="claimable">
      <Card className={styles.card}>
        <AllClaimable onClaimable={setBonus} />
        <Head counted={counted} />
        {waiting ? (
          <Skeleton shape="block" height="134px" />
        ) : (
          <ul className={styles.lines}>
            {lines.map(({ token, keys }) => (
              <Line
                key={token}
                token={token}
                pools={pools.filter(({ key }) => keys.includes(key))}
                bonus={bonus}
                readings={readings}
                now={now}
              />
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <Button
            variant={wrongChain || (counted > 0 && !costly) ? 'primary' : 'secondary'}
            wide
            disabled={!wrongChain && (waiting || (first === undefined && bonus === null))}
            busy={busy}
            onClick={() => {
              if (wrongChain) void enterChain()
              else claim()
            }}
          >
            {label()}
          </Button>
          <p className={styles.under}>
            {account === null || waiting || (first === undefined && bonus === null) ? (
              under
            ) : (
              <ClaimNote
                account={account}
                pools={keys}
                bonus={bonus}
                owed={owing.map((pool) => ({ token: pool.rewardToken, amount: valueOf(owed(pool)) }))}
                otherwise={under}
                onCostly={setCostly}
              />
            )}
          </p>
          <p className={styles.under}>{texts.vault}</p>
        </div>
      </Card>
    </section>
  )
}

type TokenLine = ReturnType<typeof poolsByReward>[number]

/** The lines, and a line without pools for each further token. */
function withTokens(lines: TokenLine[], tokens: TokenSymbol[]): TokenLine[] {
  return [
    ...lines,
    ...[...new Set(tokens)]
      .filter((token) => !lines.some((line) => line.token === token))
      .map((token) => ({ token, keys: [] })),
  ]
}

/** The number of claimable tokens, and whether their figures are current. */
function Head({ counted }: { counted: number }) {
  const texts = useTexts(earnTexts).claim
  const reached = useConnection() === 'up'
  return (
    <div className={styles.head}>
      <h2 id="claimable">{counted === 0 ? texts.none : texts.title(String(counted))}</h2>
      <LazyHideSwitch />
      {reached && counted > 0 && (
        <span className={styles.live}>
          <i aria-hidden="true" />
          {texts.live}
        </span>
      )}
    </div>
  )
}

function earns({ accounts }: StakingReadings, { key }: ConfiguredPool): boolean {
  return (valueOf(accounts[key])?.weight ?? 0n) > 0n
}

type LineProps = {
  token: ConfiguredPool['rewardToken']
  /** empty for a token that only bonuses pay */
  pools: readonly ConfiguredPool[]
  bonus: ClaimableBonus | null
  readings: StakingReadings
  now: number | null
}

/** One token: the owed amount, its pools and bonuses, and the present amount per day. */
function Line({ token, pools, bonus, readings, now }: LineProps) {
  const texts = useTexts(earnTexts).claim
  const { satoshi } = useTexts(stakingTexts)
  const nameOf = usePoolName()
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
  // The rate of a single pool has the pool's name. Several parts are listed with their amounts.
  const only = pools.length === 1 && bonuses.length === 0 ? pools[0] : undefined
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
        {pools.length > 0 && (
          <p className={styles.pace}>
            {only !== undefined && `${nameOf(only)} · `}
            {daily === undefined
              ? '—'
              : said(`≈ ${inDay === token ? rate : `${rate} ${inDay}`} ${texts.day}`)}
          </p>
        )}
      </div>
      <ul className={styles.parts}>
        {small !== null && known !== 0n && <li>{said(texts.satoshi(ownText(small)))}</li>}
        {only === undefined && pools.map((pool) => <li key={pool.key}>{part(pool)}</li>)}
        {bonuses.map(({ program, amount }) => (
          <li key={program}>
            {programName(program)} <span>{said(ownText(amountText(amount, 18, 2, 4)))}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
