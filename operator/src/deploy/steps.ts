/** One transaction of a deployment: its name, the check that the chain shows its result, and its cost. */
import type { PublicClient } from 'viem'
import type { TokenSymbol } from '@galx/protocol/products'
import type { Creation } from './create2.ts'
import { addressOf } from './create2.ts'
import type { ContractCall } from './session.ts'

export type CreateStep = { kind: 'create'; what: string; creation: Creation }

export type CallStep = {
  kind: 'call'
  what: string
  call: ContractCall
  /** the call that is sent, if it depends on the results of earlier steps; `call` is then the plan's guess */
  readCall?(reader: PublicClient): Promise<ContractCall>
  /** whether the chain already shows the result of this step */
  isDone(reader: PublicClient): Promise<boolean>
  /** the amounts that the step takes from the deployer */
  spends?: readonly { token: TokenSymbol; amount: bigint }[]
}

export type Step = CreateStep | CallStep

/** @returns false also while the contract to read from does not exist yet */
export async function isDone(step: Step, reader: PublicClient): Promise<boolean> {
  const address = step.kind === 'create' ? addressOf(step.creation) : step.call.address
  if (!(await reader.getCode({ address }))) return false
  return step.kind === 'create' || step.isDone(reader)
}
