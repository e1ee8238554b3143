/** Reads many views of contracts in one call of Multicall3, and so at one block, unless the node refuses so large a call. */
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { isRevert } from '@galx/protocol/nodeErrors'
import { sortRefusal } from '@galx/protocol/nodeRefusals'
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type Hex,
} from 'viem'
import { NodeError, type Request } from './node.ts'

export type View<Result> = { to: Address; data: Hex; decode(data: Hex): Result }

type Reading = 'view' | 'pure'

export function view<
  const Contract extends Abi,
  Name extends ContractFunctionName<Contract, Reading>,
  const Args extends ContractFunctionArgs<Contract, Reading, Name>,
>(
  to: Address,
  abi: Contract,
  functionName: Name,
  args: Args,
): View<ContractFunctionReturnType<Contract, Reading, Name, Args>> {
  return {
    to,
    data: encodeFunctionData({ abi, functionName, args } as never),
    decode: (data) => decodeFunctionResult({ abi, functionName, args, data } as never) as never,
  }
}

type Group = View<unknown> | readonly View<unknown>[]
type Answers<Groups extends Record<string, Group>> = {
  -readonly [Key in keyof Groups]: Groups[Key] extends View<infer Result>
    ? Result | null
    : Groups[Key] extends readonly View<infer Result>[]
      ? (Result | null)[]
      : never
}

/** The answers in the shape of the views; null if a contract does not answer, so that one broken contract does not hide the others. */
export async function readAll<Groups extends Record<string, Group>>(
  request: Request,
  multicall: Address,
  groups: Groups,
): Promise<Answers<Groups>> {
  const views = Object.values(groups).flat() as View<unknown>[]
  const results = await aggregate(request, multicall, views)
  const decoded = ({ decode }: View<unknown>) => {
    const { success, returnData } = results.shift()!
    // An address without code returns nothing. Broken code may return anything.
    if (!success || returnData === '0x') return null
    try {
      return decode(returnData)
    } catch {
      return null
    }
  }
  const entries = Object.entries(groups).map(([key, group]) => [
    key,
    'decode' in group ? decoded(group) : group.map(decoded),
  ])
  return Object.fromEntries(entries) as Answers<Groups>
}

type Result = { success: boolean; returnData: Hex }

/** The results of all views. A call that the node refuses as too large is sent again as two halves. */
async function aggregate(
  request: Request,
  multicall: Address,
  views: readonly View<unknown>[],
): Promise<Result[]> {
  const calls = views.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi: aggregate3Abi, functionName: 'aggregate3', args: [calls] })
  try {
    const answer = (await request('eth_call', [{ to: multicall, data }, 'latest'])) as Hex
    return [...decodeFunctionResult({ abi: aggregate3Abi, functionName: 'aggregate3', data: answer })]
  } catch (error) {
    if (views.length < 2 || !isTooLarge(error)) throw error
    const half = Math.ceil(views.length / 2)
    return [
      ...(await aggregate(request, multicall, views.slice(0, half))),
      ...(await aggregate(request, multicall, views.slice(half))),
    ]
  }
}

function isTooLarge(error: unknown): boolean {
  if (!(error instanceof NodeError)) return false
  // A view that reverts does not end the whole call. Only a lack of gas does.
  if (isRevert(error)) return true
  const { code, message } = error
  const { kind } = sortRefusal({ httpStatus: code, code, message, retryAfter: null })
  return kind === 'range' || kind === 'timeout'
}
