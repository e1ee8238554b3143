/** Reads many views of contracts in one call of Multicall3, and so at one block. */
import { aggregate3Abi } from '@galx/protocol/multicall3'
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
import type { Request } from './node.ts'

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
  const calls = views.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi: aggregate3Abi, functionName: 'aggregate3', args: [calls] })
  const answer = (await request('eth_call', [{ to: multicall, data }, 'latest'])) as Hex
  const results = [...decodeFunctionResult({ abi: aggregate3Abi, functionName: 'aggregate3', data: answer })]
  const decoded = ({ decode }: View<unknown>) => {
    const { success, returnData } = results.shift()!
    // An address without code returns nothing.
    return success && returnData !== '0x' ? decode(returnData) : null
  }
  const entries = Object.entries(groups).map(([key, group]) => [
    key,
    'decode' in group ? decoded(group) : group.map(decoded),
  ])
  return Object.fromEntries(entries) as Answers<Groups>
}
