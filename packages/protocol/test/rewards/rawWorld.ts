/** A finished piece of a chain in JSON's types: all data from which bonuses are computed. */
import type { RulesetJson } from '../../src/rulesets.ts'

export type Hex = `0x${string}`

export const WORLD_CONTRACTS = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers', 'EpochLog'] as const
type WorldContract = (typeof WORLD_CONTRACTS)[number]

/** All blocks are final. Numbers are consecutive. Times are unix seconds and never fall. Several blocks may share a second. */
export type RawBlock = { number: number; timestamp: number; hash: Hex }

/**
 * A decoded log, with the argument names of the contract's interface: integers as decimal text, addresses in lower case.
 * Contains only the events that the rules read, and the events beside them on the chain.
 */
export type RawLog = {
  block: number
  /** place in the block, ascending */
  logIndex: number
  contract: Exclude<WorldContract, 'EpochLog'>
  event: string
  args: Readonly<Record<string, string>>
}

export type RawWorld = {
  name: string
  chainId: number
  genesis: Hex
  contracts: Readonly<Record<WorldContract, Hex>>
  /** seconds of an epoch */
  epochDuration: number
  /** EpochLog's first epoch, decimal */
  firstEpoch: string
  rulesets: readonly RulesetJson[]
  /** by number, ascending; the first block is older than the first epoch */
  blocks: readonly RawBlock[]
  /** by block and place in the block */
  logs: readonly RawLog[]
}

/** The result that an engine must compute for an epoch; integers as decimal text. */
export type ExpectedEpoch = {
  epoch: string
  /** the block that EpochLog stores beside the hash */
  blockNumber: number
  programs: Readonly<
    Record<
      string,
      { grantable: string; points: string; bonuses: string; cumulative: string; accounts: number }
    >
  >
  /** account, program, points, bonus, cumulative; sorted as in the epoch's parts */
  rows: readonly (readonly [
    account: string,
    program: string,
    points: string,
    bonus: string,
    cumulative: string,
  ])[]
  /** the header's canonical bytes, as text */
  header: string
  headerHash: Hex
}

/** A golden vector: a world, and every epoch that is closed in this world. */
export type Vector = RawWorld & {
  /** what the vector shows, in a sentence or two */
  shows: string
  expect: { epochs: readonly ExpectedEpoch[] }
}
