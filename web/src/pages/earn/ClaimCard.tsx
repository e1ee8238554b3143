import type { TokenSymbol } from '@galx/protocol/products'
import { useState } from 'react'
import { AllClaimable } from '../../bonuses/lazyAllClaimable.tsx'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { LOADING, valueOf, type Reading } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { enterChain } from '../../core/wallet/connectWallet.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { LazyHideSwitch } from '../../design/HideSwitch/LazyHideSwitch.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import ClaimNote from '../../staking/preview/ClaimNote.tsx'
import type { ClaimableBonus } from '../../staking/claimableBonus.ts'
import { claimIntent } from '../../staking/intents.ts'
import { claimableOf, poolsByReward, type StakingReadings } from '../../staking/rewardModel.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useBusy, useStakingReadings } from '../../staking/useStaking.ts'
import { ClaimLine } from './ClaimLine.tsx'
import { configuredPools, type ConfiguredPool } from './model.ts'
import { earnTexts } from './texts.ts'
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
              <ClaimLine
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
