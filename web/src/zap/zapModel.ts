/** A stake that another token pays, without React. Amounts are wei. */
import type { PoolKey } from '@galx/protocol/products'
import { formatUnits, formatUnitsDown } from '@galx/protocol/units'
import { valueOf, type Reading } from '../core/state/reading.ts'
import type { Coin, OutcomeFact } from '../core/transactions/calls/callFile.ts'
import type { Problem } from '../core/transactions/problem.ts'
import type { TransactionRecord } from '../core/transactions/transactionStore.ts'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { payable } from '../swap/assets.ts'
import { swapAction, type StepBefore, type SwapSituation } from '../swap/swapModel.ts'

/** The amount of a token that a confirmed swap gave, by the logs of its receipt; null if the receipt's logs are not known. */
export function receivedIn(facts: readonly OutcomeFact[], token: Coin): bigint | null {
  return facts.find((fact) => fact.label === 'received' && fact.token === token)?.amount ?? null
}

/** The amount to stake after a swap: the promised least amount, but never more than arrived. @param received null: not known */
export function stakeable(least: bigint, received: bigint | null): bigint {
  return received !== null && received < least ? received : least
}

/** The field's text for a share of the greatest payment. 100 % is exact; a smaller share has as many decimals as the app shows of the token. */
export function payShareText(most: bigint, percent: 25 | 50 | 75 | 100, coin: Coin): string {
  return percent === 100
    ? formatUnits(most)
    : formatUnitsDown((most * BigInt(percent)) / 100n, shownDecimals(coin))
}

/** The primary button's action, or its reason to do nothing. */
export type ZapAction =
  | StepBefore
  | { kind: 'paused' }
  /** the native coin does not cover the network fee besides the payment */
  | { kind: 'noFee' }
  | { kind: 'zap' }

export type ZapSituation = SwapSituation & {
  /** the pool takes no new stakes */
  paused: boolean
  /** the least amount that the swap gives; null without a quote */
  least: bigint | null
  /** the balance of the native coin */
  native: Reading<bigint>
}

/** The one next step, in the order of a person's steps. */
export function zapAction(at: ZapSituation): ZapAction {
  const action = swapAction(at)
  if (action.kind === 'connect' || action.kind === 'switch') return action
  if (at.paused) return { kind: 'paused' }
  if (!('amountIn' in action)) return action
  if (at.least === null || at.least === 0n) return { kind: 'unquoted', why: 'tooLittle' }
  const native = valueOf(at.native)
  const paid = at.trade.from === 'BNB' ? action.amountIn : 0n
  const short = native !== undefined && payable('BNB', native) < paid
  return short ? { kind: 'noFee' } : { kind: 'zap' }
}

/** Whether the native coin covers the network fee besides the payment; true while a figure is unknown. @param fee wei */
export function coversFee(
  coin: Coin,
  amountIn: bigint,
  native: bigint | undefined,
  fee: bigint | undefined,
): boolean {
  return native === undefined || fee === undefined || native >= fee + (coin === 'BNB' ? amountIn : 0n)
}

/** What a swap's record stores about the stake that follows it. */
export type ZapFacts = {
  pool: PoolKey
  tier: number
  /** the promised stake */
  stake: bigint
}

export function factsOf({ pool, tier, stake }: ZapFacts): Record<string, string> {
  return { pool, tier: String(tier), stake: stake.toString() }
}

/** An unfinished zap: the swap is confirmed, and nothing has staked its result. */
export type Unfinished = ZapFacts & { record: TransactionRecord; received: bigint | null }

/** Problems after which a wallet may still have sent the transaction. */
const UNSURE: readonly Problem['code'][] = ['interrupted', 'walletSilent', 'batchUnclear', 'batchUnknown']

/** Whether a stake is on the chain, or may be or become so. Offering such a stake again could stake twice. */
function mayStake({ stage, problem, replacement }: TransactionRecord): boolean {
  if (stage === 'failed') return problem !== null && UNSURE.includes(problem.code)
  if (stage === 'replaced') return replacement?.hash === null
  return stage !== 'refused'
}

function stakesIn(pool: PoolKey, { call, batch }: TransactionRecord): boolean {
  return [call, ...(batch?.calls ?? [])].some(
    (one) => one !== null && (one.name === 'stake' || one.name === 'stakeWithPermit') && one.pool === pool,
  )
}

/**
 * The newest swap of the account whose stake in this pool is missing; null if there is none.
 * @param list newest first
 * @param token the pool's token
 */
export function unfinishedIn(
  list: readonly TransactionRecord[],
  account: string | null,
  pool: PoolKey,
  token: Coin,
): Unfinished | null {
  for (const record of list) {
    const { account: of, linked, facts, stage, startedAt, id } = record
    const { tier, stake, left } = facts ?? {}
    if (of !== account || linked !== 'first' || facts?.pool !== pool || stage !== 'confirmed') continue
    if (tier === undefined || stake === undefined || left !== undefined) continue
    const received = receivedIn(record.outcome?.facts ?? [], token)
    if (received === 0n) continue
    const isFollowed = list.some(
      (other) =>
        other.account === account &&
        (other.after === id || (other.startedAt > startedAt && stakesIn(pool, other))) &&
        mayStake(other),
    )
    if (!isFollowed)
      return { pool, tier: Number(tier), stake: stakeable(BigInt(stake), received), record, received }
  }
  return null
}
