/** Calls of the tokens themselves. */
import { SWAP_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { erc20Abi } from '../../chain/abis.ts'
import { tokenOf } from '../../chain/tokens.ts'
import { lowerCase, type CallFile } from './callFile.ts'
import { tokenErrorsAbi } from './tokenErrors.ts'

export type Erc20Call = {
  name: 'approve'
  token: SwapSymbol
  spender: HexString
  amount: bigint
}

export const erc20Calls: CallFile<Erc20Call> = {
  names: { approve: true },
  errors: tokenErrorsAbi as Abi,
  encode: ({ token, spender, amount }, config) => ({
    to: tokenOf(config, token).address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  }),
  decode: ({ to, data }, config) => {
    const token = SWAP_SYMBOLS.find((symbol) => tokenOf(config, symbol).address === to)
    if (token === undefined) return null
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'approve'
      ? { name: 'approve', token, spender: lowerCase(args[0]), amount: args[1] }
      : null
  },
  spender: () => null,
}
