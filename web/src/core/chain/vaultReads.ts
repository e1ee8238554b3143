/** Reads of ZnVault, as data (see reads.ts). */
import type { ChainRead } from './chainRead.ts'
import type { SimulatedExit, VaultSnapshot } from './vaultSnapshot.ts'

function readers() {
  return import('./vaultReaders.ts')
}

/** The key begins with `pool/`, so that the reading stays when the account changes. */
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

/** Simulates the redemption of all the account's shares by the account itself. */
export const vaultExit: ChainRead<SimulatedExit> = {
  key: 'vault/exit',
  ofAccount: true,
  load: async () => (await readers()).simulateExit,
}
