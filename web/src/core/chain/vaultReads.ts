/** What can be read of ZnVault, as data (see reads.ts). */
import type { ChainRead } from './chainRead.ts'
import type { SimulatedExit, VaultSnapshot } from './vaultSnapshot.ts'

function readers() {
  return import('./vaultReaders.ts')
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

/** All the account's shares redeemed in a simulation of the account's own call. */
export const vaultExit: ChainRead<SimulatedExit> = {
  key: 'vault/exit',
  ofAccount: true,
  load: async () => (await readers()).simulateExit,
}
