/** Measures a swap's result: the recipient's balance before and after, in one simulated call of a node. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { encodeFunctionData } from 'viem/utils'
import { erc20Abi, multicall3Abi } from '../core/chain/abis.ts'
import { readRpc } from '../core/chain/rpc.ts'
import { tokenOf } from '../core/chain/tokens.ts'
import { encodeCall } from '../core/transactions/calldata.ts'
import type { Calldata } from '../core/transactions/calls/callFile.ts'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import type { Problem } from '../core/transactions/problem.ts'
import { simulateTogether } from '../core/transactions/simulateTogether.ts'

export type SwapCall = Extract<IntendedCall, { name: 'swap' }>

export type Simulation =
  /** wei received in the state of `block` */
  | { kind: 'received'; amount: bigint; block: bigint }
  /** the swap would revert */
  | { kind: 'reverted'; problem: Problem }
  /** the nodes refuse the simulation, for example because they know no code overrides: nothing is known */
  | { kind: 'unsupported' }

/** Receives the native coin in a simulation, because the account's borrowed code does not accept the coin. Nobody owns this address. */
const NATIVE_RECIPIENT: HexString = '0x000000000000000000000000000000009a1c5e7d'

/**
 * Runs approval, swap and both balance readings as the account itself, so that no allowance and no signature is needed. The least amount is
 * left out, so that any result is measured.
 * @throws ChainUnreachableError
 */
export async function simulateSwap(
  account: HexString,
  call: SwapCall,
  config: WebConfig,
): Promise<Simulation> {
  const head = (await readRpc('eth_blockNumber', [])) as HexString
  const native = call.native === 'out'
  const recipient = native ? NATIVE_RECIPIENT : account
  const swap = encodeCall({ ...call, to: recipient, amountOutMin: 0n }, config)
  const out = tokenOf(config, call.path.at(-1)!).address
  const balance: Calldata = native
    ? {
        to: config.contracts.Multicall3,
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
  const simulated = await simulateTogether(account, [balance, ...approval, swap, balance], config, head)
  if (simulated.kind !== 'done') return simulated
  const { answers } = simulated
  return {
    kind: 'received',
    amount: BigInt(answers.at(-1)!) - BigInt(answers[0]!),
    block: BigInt(head),
  }
}
