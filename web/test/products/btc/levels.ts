import { ONE } from '../../staking/fixtures.ts'

/** The contract's levels. */
export const LEVELS = [
  [0n, 10_000],
  [100n, 11_000],
  [300n, 12_000],
  [1_000n, 13_500],
  [3_000n, 16_000],
  [10_000n, 20_000],
].map(([price, boostBps], level) => ({ level, price: BigInt(price!) * ONE, boostBps: Number(boostBps) }))
