/** Calls that wrap and unwrap the native coin, one for one (WETH9; WBNB on BSC). */
import { wrappedNativeAbi } from '@galx/protocol/exchangeAbi'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import type { CallFile } from './callFile.ts'
import { balanceStates, summed, unwrappedIn, wrappedIn } from './receiptLogs.ts'

export type WrappedNativeCall = {
  name: 'wrap' | 'unwrap'
  /** wei */
  amount: bigint
}

const abi = wrappedNativeAbi

export const wrappedNativeCalls: CallFile<WrappedNativeCall> = {
  names: { wrap: true, unwrap: true },
  errors: [],
  encode: ({ name, amount }, { contracts: { WrappedNative: to } }) =>
    name === 'wrap'
      ? { to, data: encodeFunctionData({ abi, functionName: 'deposit' }), value: amount }
      : { to, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }) },
  decode: ({ to, data, value = 0n }, { contracts }) => {
    if (to !== contracts.WrappedNative) return null
    const { functionName, args } = decodeFunctionData({ abi, data })
    return functionName === 'deposit' ? { name: 'wrap', amount: value } : { name: 'unwrap', amount: args[0] }
  },
  spender: () => null,
  outcome: {
    facts: ({ name }, logs, { contracts: { WrappedNative } }) =>
      summed(
        name === 'wrap'
          ? wrappedIn(logs, WrappedNative).map(({ wad }) => ({
              label: 'received',
              amount: wad,
              token: 'WBNB',
            }))
          : unwrappedIn(logs, WrappedNative).map(({ wad }) => ({
              label: 'received',
              amount: wad,
              token: 'BNB',
            })),
      ),
    states: () => balanceStates(['BNB', 'WBNB']),
  },
}
