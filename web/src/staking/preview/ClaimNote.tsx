import type { PoolKey } from '@galx/protocol/products'
import { useCallback, useEffect, useState } from 'react'
import { pairReserves } from '../../core/chain/pairs.ts'
import { poolState } from '../../core/chain/reads.ts'
import { readRpc } from '../../core/chain/rpc.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import type { IntendedCall } from '../../core/transactions/calls/index.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { typicalClaimGas } from '../../core/transactions/networkFee.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ClaimableBonus } from '../claimableBonus.ts'
import { shownCost } from '../format.ts'
import { compoundIntent } from '../positionIntents.ts'
import { canCompound } from '../product.ts'
import { useBusy } from '../useStaking.ts'
import { previewTexts } from './texts.ts'
import { useNetworkFee } from './NetworkFeeFact.tsx'
import { costlyClaim, type ClaimCost, type Held } from './stakePreview.ts'
import styles from './ClaimNote.module.css'

/** Milliseconds between two readings of the pairs and of the gas price. */
const EVERY = 120_000
/** A claim that is worth more than this many times its typical cost is not simulated. */
const CLEARLY = 3n

export type ClaimNoteProps = {
  account: `0x${string}`
  /** the claimed pools */
  pools: readonly PoolKey[]
  /** the amounts that the pools pay */
  owed: readonly Held[]
  /** the bonuses of the same claim; without pools, the only part of the claim */
  bonus: Pick<ClaimableBonus, 'parts' | 'call'> | null
  /** whether to offer to stake the rewards instead, on the second line of the positioned parent */
  compounds?: boolean
  /** shown if the claim is worth its cost */
  otherwise: string | null
  /** whether the claim costs more than it is worth; false while unknown */
  onCostly: (costly: boolean) => void
}

/** Warns under a claim's button if the claim costs more than it is worth and both figures are known. Offers to stake the rewards instead. */
export default function ClaimNote(props: ClaimNoteProps) {
  const configured = useConfig()?.pools
  const compounding = props.pools.find((key) => configured?.[key] && canCompound(configured[key]))
  const [costly, setCostly] = useState(false)
  const { onCostly } = props
  const say = useCallback(
    (isCostly: boolean) => {
      setCostly(isCostly)
      onCostly(isCostly)
    },
    [onCostly],
  )
  return (
    <>
      <Worth {...props} onCostly={say} />
      {compounding !== undefined && !costly && props.compounds && <CompoundButton pool={compounding} />}
    </>
  )
}

/** Stakes the pool's reward. */
function CompoundButton({ pool }: { pool: PoolKey }) {
  const texts = useTexts(previewTexts)
  const token = useConfig()?.pools[pool]?.rewardToken
  const paused = (valueOf(useChainRead(poolState(pool)))?.stakingPausedUntil ?? 0) > 0
  const connected = useAppStore((state) => state.connection === 'connected')
  const busy = useBusy()
  if (token === undefined || paused || !connected) return null
  return (
    <button
      type="button"
      className={styles.compound}
      disabled={busy}
      onClick={() => void runTransaction(compoundIntent(pool, token))}
    >
      {texts.compound(token)}
    </button>
  )
}

function Worth({ account, pools, owed, bonus, otherwise, onCostly }: ClaimNoteProps) {
  const pairs = valueOf(useChainRead(pairReserves, { every: EVERY }))
  const price = useGasPrice()
  if (pairs === undefined || price === null) return otherwise
  const parts = bonus?.parts ?? []
  const [only, ...others] = pools
  const call: IntendedCall | null =
    bonus !== null
      ? bonus.call(account, pools)
      : only === undefined
        ? null
        : others.length === 0
          ? { name: 'claim', pool: only, to: account }
          : { name: 'claimMany', pools: [...pools], to: account }
  if (call === null) return otherwise
  const brings = [...owed, ...parts]
  const typical = price * typicalClaimGas(pools.length, parts.length)
  // Nearly every claim is clearly worth its cost. Only the other claims are simulated.
  if (costlyClaim(pairs, typical * CLEARLY, brings) === null) return otherwise
  return (
    <Closely {...{ call, otherwise, onCostly }} costOf={(feeWei) => costlyClaim(pairs, feeWei, brings)} />
  )
}

function Closely({
  call,
  costOf,
  otherwise,
  onCostly,
}: Pick<ClaimNoteProps, 'otherwise' | 'onCostly'> & {
  call: IntendedCall
  costOf: (feeWei: bigint) => ClaimCost | null
}) {
  const texts = useTexts(previewTexts)
  const fee = valueOf(useNetworkFee(call))
  const costly = fee == null ? null : costOf(fee.wei)
  const warned = costly !== null
  useEffect(() => {
    onCostly(warned)
    return () => onCostly(false)
  }, [warned, onCostly])
  if (costly === null) return otherwise
  const words = texts.costly(estimate(shownCost(costly.cost)), ownText(estimate(costly.gain)))
  // The words are the key: a centred text that replaces another text has not moved.
  return <span key={words}>{said(words)}</span>
}

/** Wei for a unit of gas; null while unknown. */
function useGasPrice(): bigint | null {
  const [price, setPrice] = useState<bigint | null>(null)
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      if (document.visibilityState === 'visible') {
        const answer = await readRpc('eth_gasPrice', []).catch(() => null)
        if (over) return
        if (typeof answer === 'string') setPrice(BigInt(answer))
      }
      timer = setTimeout(() => void read(), EVERY)
    }
    void read()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [])
  return price
}

/** `≈ 4.00`, which no line divides; a figure too small to show is `<0.0001`, which is visibly not exact. */
function estimate(usdt: bigint): string {
  const text = amountText(usdt, 18, 2, 4)
  return text.startsWith('<') ? text : `≈\u00a0${text}`
}
