/** What /rank shows, without React. Hash power is wei of weight. */
import type { RankItem, RankOfAccount } from '@galx/protocol/http/rank'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { shownName } from '../../passes/shownName.ts'

/** `epoch`: nodes by what counted for them in the last closed epoch; the others are of now. */
export const BOARDS = ['node', 'community', 'staker', 'epoch'] as const
export type Board = (typeof BOARDS)[number]

/** What a bonus on the board of the epoch is paid in. */
export const BONUS_TOKEN = PROGRAM_TOKENS.node

/** Where an account stands, and what it lacks to the place above. */
export type Standing =
  | { kind: 'top'; rank: number }
  | { kind: 'ranked'; rank: number; missing: bigint; next: number }
  /** not ranked: what it takes to be, in the order in which a person does it */
  | { kind: 'noPass' }
  | { kind: 'noPower'; missing: bigint | null }
  /** nothing counted in an epoch that is over */
  | { kind: 'noPoints' }

export function standingOf(board: Board, me: RankOfAccount): Standing {
  const missing = me.next === null ? null : BigInt(me.next.hashPower) - BigInt(me.hashPower)
  if (me.rank === null && board === 'epoch') return { kind: 'noPoints' }
  if (me.rank === null)
    return board === 'node' && me.node === null ? { kind: 'noPass' } : { kind: 'noPower', missing }
  if (me.next === null || missing === null) return { kind: 'top', rank: me.rank }
  return { kind: 'ranked', rank: me.rank, missing, next: me.next.rank }
}

/** The share of the highest hash power on the board, 0 to 1; a width, never a sum of money. */
export function shareOfTop(hashPower: string, top: string): number {
  const highest = BigInt(top)
  return highest === 0n ? 0 : Number((BigInt(hashPower) * 10_000n) / highest) / 10_000
}

/** A node's own name as it can be seen; '' where there is none. */
export function nodeName({ node }: Pick<RankItem, 'node'>): string {
  return node === null ? '' : shownName(node.name)
}

/** A node's own name, or else the address. */
export function nameOf({ node, address }: Pick<RankItem, 'node' | 'address'>): string {
  return nodeName({ node }) || shortenAddress(address, 6, 6)
}
