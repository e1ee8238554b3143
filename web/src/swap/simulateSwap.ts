/** Measures a swap's result: the recipient's balance before and after, in one simulated call of a node. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { erc20Abi, multicall3Abi } from '../core/chain/abis.ts'
import { NodeRefusedError, readRpc, RpcError } from '../core/chain/rpc.ts'
import { tokenOf } from '../core/chain/tokens.ts'
import { encodeCall } from '../core/transactions/calldata.ts'
import type { Calldata } from '../core/transactions/calls/callFile.ts'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import type { Problem } from '../core/transactions/problem.ts'
import { revertOf } from '../core/transactions/simulate.ts'

export type SwapCall = Extract<IntendedCall, { name: 'swap' }>

export type Simulation =
  /** wei received in the state of `block` */
  | { kind: 'received'; amount: bigint; block: bigint }
  /** the swap would revert */
  | { kind: 'reverted'; problem: Problem }
  /** the nodes refuse the simulation, for example because they know no code overrides: nothing is known */
  | { kind: 'unsupported' }

const aggregate3ValueAbi = [
  {
    type: 'function',
    name: 'aggregate3Value',
    stateMutability: 'payable',
    inputs: [
      {
        type: 'tuple[]',
        name: 'calls',
        components: [
          { type: 'address', name: 'target' },
          { type: 'bool', name: 'allowFailure' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'callData' },
        ],
      },
    ],
    outputs: multicall3Abi[0].outputs,
  },
] as const

/** Receives the native coin in a simulation, because the account's borrowed code does not accept the coin. Nobody owns this address. */
const NATIVE_RECIPIENT: HexString = '0x000000000000000000000000000000009a1c5e7d'

/** Code at an address does not change, so it is read once. */
let code: { of: string; bytes: Promise<HexString> } | undefined

function multicallCode({ genesisHash, contracts }: WebConfig): Promise<HexString> {
  const of = `${genesisHash}/${contracts.Multicall3}`
  if (code?.of !== of) {
    const bytes = readRpc('eth_getCode', [contracts.Multicall3, 'latest']) as Promise<HexString>
    bytes.catch(() => (code = undefined))
    code = { of, bytes }
  }
  return code.bytes
}

/**
 * Runs approval, swap and both balance readings as the account itself. For this one call the account has Multicall3's code (a state
 * override), so that no allowance and no signature is needed. The least amount is left out, so that any result is measured.
 * @throws ChainUnreachableError
 */
export async function simulateSwap(
  account: HexString,
  call: SwapCall,
  config: WebConfig,
): Promise<Simulation> {
  const [bytes, head] = (await Promise.all([multicallCode(config), readRpc('eth_blockNumber', [])])) as [
    HexString,
    HexString,
  ]
  const native = call.native === 'out'
  const recipient = native ? NATIVE_RECIPIENT : account
  const swap = encodeCall({ ...call, to: recipient, amountOutMin: 0n }, config)
  const out = tokenOf(config, call.path.at(-1)!).address
  const balance: Calldata = native
    ? {
        to: account,
        data: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [recipient] }),
      }
    : { to: out, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [recipient] }) }
  const approval: Calldata[] =
    call.native === 'in'
      ? []
      : [
          encodeCall(
            {
              name: 'approve',
              token: call.path[0]!,
              spender: config.contracts.SwapRouter,
              amount: call.amountIn,
            },
            config,
          ),
        ]
  const calls = [balance, ...approval, swap, balance].map(({ to, data, value = 0n }) => ({
    target: to,
    allowFailure: false,
    value,
    callData: data,
  }))
  const data = encodeFunctionData({ abi: aggregate3ValueAbi, functionName: 'aggregate3Value', args: [calls] })
  const value = `0x${(swap.value ?? 0n).toString(16)}`
  try {
    const answer = (await readRpc('eth_call', [
      { from: account, to: account, data, value },
      head,
      { [account]: { code: bytes } },
    ])) as HexString
    if (answer === '0x') return { kind: 'unsupported' }
    const results = decodeFunctionResult({
      abi: aggregate3ValueAbi,
      functionName: 'aggregate3Value',
      data: answer,
    })
    const amount = BigInt(results.at(-1)!.returnData) - BigInt(results[0]!.returnData)
    return { kind: 'received', amount, block: BigInt(head) }
  } catch (error) {
    if (error instanceof RpcError) return { kind: 'reverted', problem: revertOf(error) }
    // Nodes refuse a state override with any code, or with none of their own. No refusal may prevent a swap that the contract limits anyway.
    if (error instanceof NodeRefusedError) return { kind: 'unsupported' }
    throw error
  }
}
