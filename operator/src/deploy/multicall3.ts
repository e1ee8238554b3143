import type { Address } from 'viem'

/** Multicall3's address on every chain. */
export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
