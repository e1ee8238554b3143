/** The second engine's input from the chain: the decoded logs of StakingPools, ZnVault, NodePass, RewardVouchers and EpochLog. */
import type { Address, Hex } from 'viem'

/** The position of a log: events apply in the order (block, log index), each at its block's time. */
export type Position = {
  block: bigint
  logIndex: number
  /** the block's timestamp, unix seconds */
  time: number
}

/** Amounts are wei, addresses lower case. Only the fields that a rule uses are kept. */
export type AuditEvent = Position &
  (
    | {
        kind: 'staked'
        pool: bigint
        account: Address
        position: bigint
        amount: bigint
        weight: bigint
        /** the named inviter, unchecked */
        inviter: Address
      }
    | {
        /** Unstaked or Exited */
        kind: 'left'
        pool: bigint
        account: Address
        position: bigint
        amount: bigint
        weight: bigint
      }
    | { kind: 'boostSynced'; pool: bigint; account: Address; weight: bigint }
    | { kind: 'inviterNamed'; account: Address; inviter: Address }
    | { kind: 'sharesMoved'; from: Address; to: Address; amount: bigint }
    | { kind: 'passMoved'; from: Address; to: Address; id: bigint }
    | { kind: 'unbondingStarted'; id: bigint }
    | { kind: 'unbondingCancelled'; id: bigint }
    | { kind: 'programCreated'; program: bigint; budgetPerEpoch: bigint; start: bigint }
    | { kind: 'funded'; program: bigint; amount: bigint }
    | { kind: 'claimed'; program: bigint; account: Address; amount: bigint }
    | { kind: 'signersSet'; signer: Address; coSigner: Address; nonce: bigint }
    | { kind: 'epochPublished'; epoch: bigint; hash: Hex; blockNumber: bigint }
    | { kind: 'epochReplaced'; epoch: bigint; hash: Hex; blockNumber: bigint }
    | { kind: 'rulesetAdded'; index: bigint; hash: Hex; firstEpoch: bigint }
  )

export type EventOf<Kind extends AuditEvent['kind']> = Extract<AuditEvent, { kind: Kind }>

/** Logs that cannot follow the earlier logs, or a node that contradicts itself: nothing can be computed from here on. */
export class AuditError extends Error {
  override name = 'AuditError'
}

/** A node lacks a block that was called final a moment ago, as happens behind a load balancer. The node will have the block soon. */
export class BlockMissingError extends AuditError {
  override name = 'BlockMissingError'
}

/** The final block is so far behind the newest block that nodes may have dropped its state. A later final block will be closer to the head. */
export class StateDroppedError extends AuditError {
  override name = 'StateDroppedError'
}

/** @returns "block 12, log 3", for error messages */
export function placeOf({ block, logIndex }: Position): string {
  return `block ${block}, log ${logIndex}`
}
