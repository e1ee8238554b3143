/** The greatest cost of a plan's transactions. The contracts' code is frozen, so the figures hold for every deployment. A test measures each. */
import { formatEther, hexToBytes, size } from 'viem'
import { countText } from '../verify/text.ts'
import { creationCalldata } from './create2.ts'
import type { Step } from './steps.ts'

/** Units of gas, by function. */
const MOST: Readonly<Record<string, bigint>> = {
  acceptOwnership: 35_000n,
  addLiquidity: 250_000n,
  addLiquidityETH: 250_000n,
  addRuleset: 125_000n,
  approve: 50_000n,
  createPair: 2_700_000n,
  createPool: 225_000n,
  createProgram: 160_000n,
  deposit: 125_000n,
  fund: 80_000n,
  mint: 75_000n,
  setMinter: 32_000n,
  stakeFor: 165_000n,
  transfer: 55_000n,
  transferOwnership: 52_000n,
}
const OTHERWISE = 250_000n

/** @returns units of gas. A creation pays for its calldata, and for each byte of code that its constructor can return */
export function gasOf(step: Step): bigint {
  if (step.kind === 'call') return MOST[step.call.functionName] ?? OTHERWISE
  const calldata = creationCalldata(step.creation)
  const perByte = hexToBytes(calldata).reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0)
  return 53_000n + BigInt(perByte) + 200n * BigInt(size(step.creation.bytecode))
}

/** Wei: the gas at the price, plus the coins that the transactions send. @param price wei a unit of gas */
export function costOf(steps: readonly Step[], price: bigint): bigint {
  const sent = steps.map((step) => (step.kind === 'call' ? (step.call.value ?? 0n) : 0n))
  return sent.reduce((sum, value) => sum + value, gasInAll(steps) * price)
}

export function gasInAll(steps: readonly Step[]): bigint {
  return steps.reduce((sum, step) => sum + gasOf(step), 0n)
}

/** @returns text such as `at most 55 000 gas, 0.00000275 BNB` @param price wei a unit of gas; undefined: no node names the price */
export function costText(steps: readonly Step[], price: bigint | undefined): string {
  const cost = price === undefined ? '' : `, ${formatEther(costOf(steps, price))} BNB`
  return `at most ${countText(gasInAll(steps))} gas${cost}`
}
