/** The exchange's published code is needed only where a chain has no exchange, and a release does not have it. */
import { createRequire } from 'node:module'
import { keccak256, toFunctionSignature, type Abi, type AbiFunction } from 'viem'
import { expect, it } from 'vitest'
import { EXCHANGE_ABIS } from '../src/deploy/exchangeAbi.ts'
import {
  UNISWAP_PAIR_CODE_HASH,
  uniswapFactory,
  uniswapRouter,
  wrappedNative,
} from '../src/deploy/uniswapArtefacts.ts'

it('the constant is the hash of the published creation code of pairs', () => {
  const { bytecode } = createRequire(import.meta.url)('@uniswap/v2-core/build/UniswapV2Pair.json') as {
    bytecode: string
  }
  expect(keccak256(`0x${bytecode.replace(/^0x/, '')}`)).toBe(UNISWAP_PAIR_CODE_HASH)
})

/** Each function that changes state: its signature, and whether it takes coins; then the names of its parameters. */
function functionsOf(abi: Abi): string[] {
  return abi
    .filter((item): item is AbiFunction => item.type === 'function')
    .filter(({ stateMutability }) => stateMutability === 'payable' || stateMutability === 'nonpayable')
    .map((item) =>
      [toFunctionSignature(item), item.stateMutability, ...item.inputs.map(({ name }) => name)].join(' '),
    )
    .sort()
}

it.each([
  ['SwapFactory', uniswapFactory()],
  ['SwapRouter', uniswapRouter()],
  ['WrappedNative', wrappedNative()],
] as const)('words for calls of %s know each function of the published code', (name, { abi }) => {
  expect(functionsOf(EXCHANGE_ABIS[name])).toEqual(functionsOf(abi))
})
