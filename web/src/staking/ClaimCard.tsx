import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { Suspense, useState, type ReactNode } from 'react'
import { useConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { LOADING, mapReading, valueOf, type Reading } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card } from '../design/Card/Card.tsx'
import { LazyHideSwitch } from '../design/HideSwitch/LazyHideSwitch.tsx'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { lazyOrFallback } from '../design/lazy.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { ownRate, satoshiText, shortAmountText } from './format.ts'
import { claimIntent } from './intents.ts'
import { poolTokens, type StakingProduct } from './product.ts'
import {
  claimableOf,
  claimableTotal,
  dailyTotal,
  poolsByReward,
  type StakingReadings,
} from './rewardModel.ts'
import { stakingTexts } from './texts.ts'
import type { ClaimableBonus, TakeBonus } from './claimableBonus.ts'
import { useChainNow } from './useChainNow.ts'
import { useBusy, useStakingReadings } from './useStaking.ts'
import styles from './ClaimCard.module.css'

/** Milliseconds between two updates of the counting figure. */
const TICK = 250

const DAY = 86_400n

const ClaimNote = lazyOrFallback(() => import('./preview/ClaimNote.tsx'))

export type ClaimCardProps = {
  product: StakingProduct
  /** Gives the button the secondary look: another button is the next step. */
  quiet?: boolean | undefined
  /** A small picture in the card's corner. */
  figure?: ReactNode
  /** Further rows below the base rewards. Their claims in the pools' reward tokens go into the same claim. */
  bonusRows?: ((take: TakeBonus) => ReactNode) | undefined
}

/** The account's unclaimed rewards in a product's pools, counting by the second, with one claim for all. */
export function ClaimCard({ product, quiet = false, figure, bonusRows }: ClaimCardProps) {
  const texts = useTexts(stakingTexts)
  return (
    <section aria-labelledby="claimable">
      <Card className={styles.card}>
        <i className={styles.glow} style={glow(product.pools[0])} aria-hidden="true" />
        <div className={styles.head}>
          <h2 id="claimable">{texts.claim.title}</h2>
          <LazyHideSwitch />
        </div>
        <div className={styles.figure}>{figure}</div>
        <Claimable product={product} quiet={quiet} bonusRows={bonusRows} />
      </Card>
    </section>
  )
}

function glow(pool: PoolKey) {
  return {
    background: `radial-gradient(120% 130% at 100% 0, var(--glow-${pool}, var(--raised)) 0, var(--surface) 62%)`,
  }
}

function Claimable({ product, quiet, bonusRows }: ClaimCardProps) {
  const texts = useTexts(stakingTexts)
  const configured = useConfig()?.pools
  const account = useAppStore((state) => state.address)
  const wrongChain = useAppStore((state) => state.connection === 'wrongChain')
  const [costly, setCostly] = useState(false)
  const readings = useStakingReadings(product.pools)
  const busy = useBusy()
  const now = useChainNow(TICK)
  const [bonus, setBonus] = useState<ClaimableBonus | null>(null)

  const pools = product.pools.flatMap((key) => {
    const pool = configured?.[key] ?? product.outlines[key]
    return pool === undefined ? [] : [{ key, rewardToken: pool.rewardToken, tokens: poolTokens(pool) }]
  })
  const groups = poolsByReward(pools)
  const owed = (key: PoolKey): Reading<bigint> => (now === null ? LOADING : claimableOf(readings, key, now))
  // A pool that cannot be read may owe a reward and is included in the claim. A pool that certainly owes nothing is left out.
  const owing = pools.filter(({ key }) => valueOf(owed(key)) !== 0n)
  const waiting = now === null || pools.some(({ key }) => owed(key).status === 'loading')
  const keys = owing.map(({ key }) => key)
  const [first, ...others] = keys
  const nothing = first === undefined && bonus === null
  const total = (keys: readonly PoolKey[], token: TokenSymbol): Reading<bigint> =>
    now === null
      ? LOADING
      : mapReading(claimableTotal(readings, keys, now), (base) => base + (bonus?.amounts[token] ?? 0n))

  return (
    <>
      {groups.map(({ token, keys }) => (
        <div key={token}>
          <Total reading={total(keys, token)} token={token} />
          <Pace keys={keys} token={token} readings={readings} now={now} />
        </div>
      ))}
      <dl className={styles.parts}>
        {pools.map(({ key, rewardToken, tokens }) => (
          <PoolRow
            key={key}
            pool={key}
            name={pools.length === 1 ? texts.claim.base : tokens}
            token={rewardToken}
            owed={owed(key)}
          />
        ))}
        {bonusRows?.(setBonus)}
      </dl>
      <div className={styles.foot}>
        <Button
          variant={quiet === true || costly || nothing || waiting ? 'secondary' : 'primary'}
          wide
          disabled={nothing || waiting || wrongChain}
          busy={busy}
          onClick={() => {
            const tokens = [...new Set(owing.map((one) => one.rewardToken))]
            if (bonus !== null) void runTransaction(bonus.intent(keys, tokens))
            else if (first !== undefined) void runTransaction(claimIntent([first, ...others], tokens))
          }}
        >
          {label()}
        </Button>
        <p className={styles.under}>
          {account === null || nothing || waiting ? (
            texts.claim.under
          ) : (
            <Suspense fallback={texts.claim.under}>
              <ClaimNote
                account={account}
                pools={keys}
                bonus={bonus}
                owed={owing.map(({ key, rewardToken }) => ({
                  token: rewardToken,
                  amount: valueOf(owed(key)),
                }))}
                otherwise={texts.claim.under}
                compounds
                onCostly={setCostly}
              />
            </Suspense>
          )}
        </p>
      </div>
    </>
  )

  function label(): string {
    if (waiting) return texts.claim.buttonLoading
    if (nothing) return texts.claim.buttonEmpty
    const amounts = groups.flatMap(({ token, keys }) => {
      const sum = valueOf(total(keys, token))
      if (sum === undefined) return [token]
      return sum === 0n ? [] : [`${ownText(shortAmountText(sum, token))} ${token}`]
    })
    return (others.length > 0 ? texts.claim.buttonMany : texts.claim.button)(amounts.join(' + '))
  }
}

/** The figure changes four times a second, so it is not a live region: a screen reader reads it on demand. */
function Total({ reading, token }: { reading: Reading<bigint>; token: TokenSymbol }) {
  return (
    <p className={styles.total}>
      <ReadingAmount
        reading={reading}
        token={token}
        size="display"
        least={shownDecimals(token)}
        most={shownDecimals(token)}
        width={8}
      />
    </p>
  )
}

type PoolRowProps = {
  pool: PoolKey
  name: string
  token: TokenSymbol
  owed: Reading<bigint>
}

function PoolRow({ pool, name, token, owed }: PoolRowProps) {
  return (
    <div>
      <dt>
        <i className={styles.dot} style={poolColour(pool)} aria-hidden="true" />
        {name}
      </dt>
      <dd>
        <ReadingAmount reading={owed} token={token} least={shownDecimals(token)} width={9} />
      </dd>
    </div>
  )
}

/** The reward per second now, or the reason for no reward. A small amount of BTCB is given in satoshi, with the reward per day. */
function Pace({
  keys,
  token,
  readings,
  now,
}: {
  keys: readonly PoolKey[]
  token: TokenSymbol
  readings: StakingReadings
  now: number | null
}) {
  const texts = useTexts(stakingTexts)
  const { claim } = texts
  const total = now === null ? undefined : valueOf(claimableTotal(readings, keys, now))
  const small = total === undefined ? null : satoshiText(total, token, true)
  const daily = now === null ? undefined : valueOf(dailyTotal(readings, keys, now))
  const staked = keys.some((key) => (valueOf(readings.accounts[key])?.weight ?? 0n) > 0n)
  return (
    <p className={styles.pace}>
      {daily === undefined ? (
        ' '
      ) : daily > 0n ? (
        <>
          <i className={styles.pulse} style={poolColour(keys[0] ?? '')} aria-hidden="true" />
          {said(
            small === null
              ? claim.perSecond(ownText(amountText(daily / DAY, 18, 2, 9)), token)
              : `${claim.satoshi(ownText(small))} · ${claim.perDay(...ownRate(daily, token, texts.satoshi))}`,
          )}
        </>
      ) : staked ? (
        claim.ended
      ) : (
        claim.nothing
      )}
    </p>
  )
}
