/** Calls of the tokens themselves. */
import { SWAP_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { erc20Abi } from '../../chain/abis.ts'
import { tokenOf } from '../../chain/tokens.ts'
import { type CallFile, lowerCase } from './callFile.ts'

/** Errors of tokens, which pools pass on unchanged: errors of OpenZeppelin (EIP-6093, permits, safe transfers) and errors of Solady. */
function error(name: string, ...inputs: readonly (readonly [string, string])[]) {
  return {
    type: 'error' as const,
    name,
    inputs: inputs.map(([type, label]) => ({ type, name: label })),
  }
}

const SOLADY = [
  'InsufficientBalance',
  'InsufficientAllowance',
  'AllowanceOverflow',
  'AllowanceUnderflow',
  'TotalSupplyOverflow',
  'InvalidPermit',
  'PermitExpired',
  'Permit2AllowanceIsFixedAtInfinity',
]

export const tokenErrorsAbi = [
  error('ERC20InsufficientBalance', ['address', 'sender'], ['uint256', 'balance'], ['uint256', 'needed']),
  error(
    'ERC20InsufficientAllowance',
    ['address', 'spender'],
    ['uint256', 'allowance'],
    ['uint256', 'needed'],
  ),
  error('ERC20InvalidSender', ['address', 'sender']),
  error('ERC20InvalidReceiver', ['address', 'receiver']),
  error('ERC20InvalidApprover', ['address', 'approver']),
  error('ERC20InvalidSpender', ['address', 'spender']),
  error('ERC2612ExpiredSignature', ['uint256', 'deadline']),
  error('ERC2612InvalidSigner', ['address', 'signer'], ['address', 'owner']),
  ...SOLADY.map((name) => error(name)),
  error('SafeERC20FailedOperation', ['address', 'token']),
]

type Erc20Call = {
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
