/** Swaps through the Uniswap-V2-compatible router. */
import { swapRouterAbi } from '@galx/protocol/exchangeAbi'
import { SWAP_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { tokenOf } from '../../chain/tokens.ts'
import { lowerCase, type CallFile, type Calldata, type Coin } from './callFile.ts'
import { balanceStates, stakeOf, summed, transferred, unwrappedIn, wrappedIn } from './receiptLogs.ts'
import { tokenErrorsAbi } from './erc20.ts'

/** Sells exactly `amountIn`. The router has six functions for this; `native` and `feeOnTransfer` decide which function is called. */
export type SwapRouterCall = {
  name: 'swap'
  /** from the paid token to the received token */
  path: SwapSymbol[]
  amountIn: bigint
  /** wei; the router reverts if less would arrive */
  amountOutMin: bigint
  to: HexString
  /** unix seconds by the chain's clock */
  deadline: bigint
  /** the native coin is paid or received in place of the wrapped coin at that end of the path */
  native: 'in' | 'out' | null
  /** a token of the path takes a fee on transfers */
  feeOnTransfer: boolean
}

const FUNCTIONS = {
  swapExactTokensForTokens: { native: null, feeOnTransfer: false },
  swapExactTokensForETH: { native: 'out', feeOnTransfer: false },
  swapExactETHForTokens: { native: 'in', feeOnTransfer: false },
  swapExactTokensForTokensSupportingFeeOnTransferTokens: { native: null, feeOnTransfer: true },
  swapExactTokensForETHSupportingFeeOnTransferTokens: { native: 'out', feeOnTransfer: true },
  swapExactETHForTokensSupportingFeeOnTransferTokens: { native: 'in', feeOnTransfer: true },
} as const
type FunctionName = keyof typeof FUNCTIONS

function functionOf({ native, feeOnTransfer }: SwapRouterCall): FunctionName {
  const names = Object.keys(FUNCTIONS) as FunctionName[]
  return names.find(
    (name) => FUNCTIONS[name].native === native && FUNCTIONS[name].feeOnTransfer === feeOnTransfer,
  ) as FunctionName
}

function encode(call: SwapRouterCall, config: WebConfig): Calldata {
  const { path, amountIn, amountOutMin, to, deadline, native } = call
  const first = native === 'in' ? path[0] : native === 'out' ? path.at(-1) : 'WBNB'
  if (path.length < 2 || first !== 'WBNB') throw new Error('the path does not fit the coins that are swapped')
  const addresses = path.map((symbol) => tokenOf(config, symbol).address)
  const functionName = functionOf(call)
  const router = config.contracts.SwapRouter
  if (native === 'in') {
    const args = [amountOutMin, addresses, to, deadline] as const
    const name = functionName as Extract<FunctionName, `swapExactETH${string}`>
    return {
      to: router,
      data: encodeFunctionData({ abi: swapRouterAbi, functionName: name, args }),
      value: amountIn,
    }
  }
  const args = [amountIn, amountOutMin, addresses, to, deadline] as const
  const name = functionName as Exclude<FunctionName, `swapExactETH${string}`>
  return { to: router, data: encodeFunctionData({ abi: swapRouterAbi, functionName: name, args }) }
}

function decode({ to: contract, data, value = 0n }: Calldata, config: WebConfig): SwapRouterCall | null {
  if (contract !== config.contracts.SwapRouter) return null
  const { functionName, args } = decodeFunctionData({ abi: swapRouterAbi, data })
  if (!(functionName in FUNCTIONS)) return null
  const kind = FUNCTIONS[functionName as FunctionName]
  const given = (kind.native === 'in' ? [value, ...args] : args) as unknown as readonly [
    bigint,
    bigint,
    readonly HexString[],
    HexString,
    bigint,
  ]
  const [amountIn, amountOutMin, addresses, to, deadline] = given
  const path = addresses.map((address) =>
    SWAP_SYMBOLS.find((symbol) => tokenOf(config, symbol).address === lowerCase(address)),
  )
  if (!path.every((symbol) => symbol !== undefined)) return null
  return { name: 'swap', path, amountIn, amountOutMin, to: lowerCase(to), deadline, ...kind }
}

/** The paid coin and the received coin. */
function endsOf({ path, native }: SwapRouterCall): [Coin, Coin] {
  return [native === 'in' ? 'BNB' : path[0]!, native === 'out' ? 'BNB' : path.at(-1)!]
}

export const swapRouterCalls: CallFile<SwapRouterCall> = {
  names: { swap: true },
  errors: [...tokenErrorsAbi],
  encode,
  decode,
  // The router's swaps do not accept permits.
  spender: ({ contracts }) => contracts.SwapRouter,
  outcome: {
    facts: (call, logs, config) => {
      const [paid, received] = endsOf(call)
      const { StakingPools, SwapRouter, WrappedNative } = config.contracts
      const byRouter = (events: readonly { account: HexString; wad: bigint }[]) =>
        events
          .filter(({ account }) => lowerCase(account) === SwapRouter)
          .reduce((sum, { wad }) => sum + wad, 0n)
      // Received minus sent: both ends of the path may be one token, or the account may send some of the tokens on. A stake in the same batch
      // is no part of the swap.
      const net = (coin: SwapSymbol) => {
        const { address } = tokenOf(config, coin)
        const sent = (to?: HexString) => transferred(logs, address, { from: call.to, ...(to && { to }) })
        return transferred(logs, address, { to: call.to }) - sent() + sent(StakingPools)
      }
      return summed([
        {
          label: 'paid',
          amount: paid === 'BNB' ? byRouter(wrappedIn(logs, WrappedNative)) : -net(paid),
          token: paid,
        },
        {
          label: 'received',
          amount: received === 'BNB' ? byRouter(unwrappedIn(logs, WrappedNative)) : net(received),
          token: received,
        },
      ])
    },
    states: (call) => balanceStates(endsOf(call)),
    next: (call, config) => stakeOf(endsOf(call)[1], 'stakeIt', config),
  },
}
