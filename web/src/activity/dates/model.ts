/** All dates of an account, sorted, with the account's own amounts. Does not use React. Amounts are wei, times unix seconds. */
import { consequenceOf, type Consequence, type Held, type OwnerCall } from '@galx/protocol/consequences'
import { budgetEnd, type Stream } from '@galx/protocol/formulas'
import type { PoolKey, ProgramKey, TokenSymbol } from '@galx/protocol/products'
import { streamOf, vaultAt } from '@galx/protocol/vault'
import type { Comparison } from '../../core/chain/useAnnounced.ts'

/** Unix seconds: the end of the year 9999, after which no calendar has a day. */
export const LAST_DATE = 253_402_300_799
/** Seconds. The first page shows the next date if it is due within this time. */
const SOON = 7 * 86_400

type Dated = { id: string; at: number }
export type Due = Dated &
  (
    | { kind: 'unlock'; pool: PoolKey; parts: readonly { token: TokenSymbol; amount: bigint }[] }
    | { kind: 'budget'; pool: PoolKey | 'zn' }
    | { kind: 'coolDown'; pass: bigint; bond: bigint }
    | { kind: 'voucher'; program: ProgramKey; amount: bigint }
    | { kind: 'epoch'; epoch: number }
    | { kind: 'change'; comparison: Comparison; unlisted: boolean; consequences: readonly Consequence[] }
  )

/** The tokens that each pool takes. */
export type ConfiguredTokens = Partial<
  Record<PoolKey, { stakeToken: TokenSymbol; pairToken: TokenSymbol | null }>
>

export type KnownDates = {
  now: number
  held: Held
  tokens: ConfiguredTokens
  streams: Partial<Record<PoolKey, Stream>>
  passes: readonly { id: bigint; unbondingUntil: number }[]
  bond: bigint
  /** when each program's voucher ends */
  deadlines: readonly { program: ProgramKey; deadline: number }[]
  /** seconds */
  epochDuration: number
  /** null if the calls cannot be read */
  operations: readonly {
    id: string
    at: number
    comparison: Comparison
    /** the site leaves it out, although the timelock confirms it */
    unlisted: boolean
    calls: readonly OwnerCall[] | null
  }[]
}

export function datesOf({ now, held, tokens, streams, passes, bond, ...known }: KnownDates): Due[] {
  const due: Due[] = []
  for (const { key, positions } of held.pools) {
    const [pool, stream] = [tokens[key], streams[key]]
    if (pool === undefined || stream === undefined || positions.length === 0) continue
    for (const [index, { amount, pairAmount, unlockAt }] of positions.entries()) {
      // A position without a term is unlocked from its start. An unlocked position has no date.
      if (unlockAt <= now) continue
      const { stakeToken, pairToken } = pool
      const pair = pairToken === null || pairAmount === 0n ? [] : [{ token: pairToken, amount: pairAmount }]
      const parts = [{ token: stakeToken, amount }, ...pair]
      due.push({ kind: 'unlock', id: `unlock-${key}-${index}-${unlockAt}`, at: unlockAt, pool: key, parts })
    }
    const end = budgetEnd(stream, now)
    if (end !== null) due.push({ kind: 'budget', id: `budget-${key}`, at: end, pool: key })
  }
  const vested =
    held.vault.shares === 0n ? null : budgetEnd(streamOf(vaultAt(held.vault.totals, Math.floor(now))), now)
  if (vested !== null) due.push({ kind: 'budget', id: 'budget-zn', at: vested, pool: 'zn' })
  for (const { id, unbondingUntil } of passes)
    if (unbondingUntil > 0)
      due.push({ kind: 'coolDown', id: `coolDown-${id}`, at: unbondingUntil, pass: id, bond })
  for (const { program, deadline } of known.deadlines) {
    const amount = held.bonuses.find((one) => one.program === program)?.waiting ?? 0n
    if (amount > 0n) due.push({ kind: 'voucher', id: `voucher-${program}`, at: deadline, program, amount })
  }
  const epoch = Math.floor(now / known.epochDuration)
  due.push({ kind: 'epoch', id: `epoch-${epoch}`, at: (epoch + 1) * known.epochDuration, epoch })
  for (const { id, at, comparison, unlisted, calls } of known.operations) {
    // An operation may be carried out at any time after its date.
    const then = Math.max(at, Math.floor(now))
    const consequences = calls?.map((call) => consequenceOf(call, then, held)) ?? [
      { effect: 'unknown' } as const,
    ]
    due.push({ kind: 'change', id: `change-${id}`, at, comparison, unlisted, consequences })
  }
  return due.sort((one, other) => one.at - other.at)
}

/** The date on the first page: the first date that is due soon and either needs an action or changes something. */
export function nextDue(dates: readonly Due[], now: number): Due | undefined {
  return dates.find((due) => {
    if (due.kind === 'epoch') return false
    if (due.kind === 'change')
      return (
        due.comparison === 'other' ||
        due.consequences.some(({ effect }) => effect !== 'none' && effect !== 'ownMeans')
      )
    return due.at <= now + SOON
  })
}

/** The dates for a calendar: later dates that a calendar has. A change is among them once the timelock has confirmed it. */
export function calendarDates(dates: readonly Due[], now: number): Due[] {
  return dates.filter(
    (due) => due.at > now && due.at <= LAST_DATE && (due.kind !== 'change' || due.comparison === 'same'),
  )
}
