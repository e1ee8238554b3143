/** The model of /rank, without React. Hash power is wei of weight. */
import type { RankItem, RankOfAccount } from '@galx/protocol/http/rank'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { shownName } from '../../passes/shownName.ts'

/** `epoch`: nodes by their counted hash power in the last closed epoch. The other boards show the present. */
export const BOARDS = ['node', 'community', 'staker', 'epoch'] as const
export type Board = (typeof BOARDS)[number]

/** The token of the bonuses on the epoch's board. */
export const BONUS_TOKEN = PROGRAM_TOKENS.node

/** An account's place, and its distance to the place above. */
export type Standing =
  | { kind: 'top'; rank: number }
  | { kind: 'ranked'; rank: number; missing: bigint; next: number }
  /** not ranked: the next step to a place, in the order of a person's steps */
  | { kind: 'noPass' }
  | { kind: 'noPower'; missing: bigint | null }
  /** no hash power counted in a closed epoch */
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

/** A node's own name without invisible characters; '' without a name. */
export function nodeName({ node }: Pick<RankItem, 'node'>): string {
  return node === null ? '' : shownName(node.name)
}

/** A node's own name, else the address. */
export function nameOf({ node, address }: Pick<RankItem, 'node' | 'address'>): string {
  return nodeName({ node }) || shortenAddress(address, 6, 6)
}
