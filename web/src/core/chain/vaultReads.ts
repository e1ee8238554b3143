/** What can be read of ZnVault, as data (see reads.ts). */
import type { VaultTotals } from '@galx/protocol/vault'
import type { ChainRead } from './chainRead.ts'

function readers() {
  return import('./vaultReaders.ts')
}

export type VaultSnapshot = VaultTotals & {
  /** wei still to vest */
  unvested: bigint
  /** unix seconds at which a pause of new deposits ends by itself; 0: not paused */
  depositsPausedUntil: number
  /** seconds over which a fresh funding vests */
  vestingDuration: number
}

/** Under `pool/`, so that it stays when the account changes. */
export const vaultState: ChainRead<VaultSnapshot> = {
  key: 'pool/zn',
  ofAccount: false,
  load: async () => (await readers()).readVault,
}

/** The account's shares. */
export const vaultShares: ChainRead<bigint> = {
  key: 'vault/shares',
  ofAccount: true,
  load: async () => (await readers()).readShares,
}

/** What becomes of redeeming everything now. `assets`: wei that the account would get. */
export type SimulatedExit =
  { kind: 'none' } | { kind: 'pays'; assets: bigint } | { kind: 'refused'; reason: string }

/** All the account's shares redeemed in a simulation of the account's own call. */
export const vaultExit: ChainRead<SimulatedExit> = {
  key: 'vault/exit',
  ofAccount: true,
  load: async () => (await readers()).simulateExit,
}
