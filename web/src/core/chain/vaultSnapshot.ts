/** The vault's state, read from the chain. Amounts are wei of GALX, times unix seconds. */
import type { VaultTotals } from '@galx/protocol/vault'
import type { RpcError } from './rpc.ts'

export type VaultSnapshot = VaultTotals & {
  /** wei that have not vested yet */
  unvested: bigint
  /** unix seconds at which a pause of new deposits ends by itself; 0: not paused */
  depositsPausedUntil: number
  /** seconds over which a fresh funding vests */
  vestingDuration: number
}

/** The result of redeeming everything now. `assets`: wei that the account would receive. */
export type SimulatedExit =
  { kind: 'none' } | { kind: 'pays'; assets: bigint } | { kind: 'refused'; error: RpcError }
