/** A plan in words: every transaction with its target, its function and arguments, and the address that it creates. */
import {
  formatEther,
  formatGwei,
  getAddress,
  type Abi,
  type AbiParameter,
  type Address,
  type PublicClient,
} from 'viem'
import { unlessNodeFault } from '../chain/nodeFaults.ts'
import { addressOf, constructorOf, DEPLOYMENT_PROXY } from './create2.ts'
import { costOf, costText } from './gas.ts'
import type { Plan } from './plan.ts'
import { isDone, type Step } from './steps.ts'
import { isFinished } from './steps/handOver.ts'

type Names = ReadonlyMap<string, string>

/**
 * @param reader a node that shows which steps are done; without a node no step is marked as done
 * @returns lines to print; nothing is sent
 */
export async function describePlan({ context, steps }: Plan, reader?: PublicClient): Promise<string[]> {
  const names = nameTable(context)
  const { configuration, deployer } = context
  const lines = [
    `network ${configuration.network} (chain ${configuration.chainId}), deployer ${getAddress(deployer)}, salt "${configuration.salt}"`,
    `${steps.length} transactions; nothing is sent`,
  ]
  const finished = reader ? await isFinished(context, reader) : false
  const price = await reader?.getGasPrice()
  const open: Step[] = []
  for (const [index, step] of steps.entries()) {
    const done = reader && (finished || (await isDone(step, reader).catch(unlessNodeFault(false))))
    if (!done) open.push(step)
    lines.push('', `${index + 1}. ${step.what}${done ? ' (done)' : ''}`, ...describeStep(step, names))
    if (!done) lines.push(`   costs     ${costText([step], price)}`)
  }
  lines.push('', `${open.length} transactions in all: ${costText(open, price)}`)
  if (reader === undefined || price === undefined) return [...lines, 'a node says the price: --rpc URL']
  const held = await reader.getBalance({ address: deployer })
  const verdict = held < costOf(open, price) ? 'too little' : 'enough'
  return [
    ...lines,
    `gas costs ${formatGwei(price)} gwei; the deployer has ${formatEther(held)} BNB: ${verdict}`,
  ]
}

function describeStep(step: Step, names: Names): string[] {
  if (step.kind === 'create') {
    const { creation } = step
    const inputs = constructorOf(creation.abi)?.inputs ?? []
    return [
      `   to        ${DEPLOYMENT_PROXY} (deployment proxy)`,
      `   creates   ${getAddress(addressOf(creation))}`,
      `   function  constructor(${inputs.map(({ type }) => type).join(', ')})`,
      ...describeArguments(inputs, creation.args, names),
    ]
  }
  const { address, abi, functionName, args, value } = step.call
  const inputs = inputsOf(abi, functionName)
  return [
    `   to        ${labelled(address, names)}`,
    ...(value === undefined ? [] : [`   value     ${value} wei of the native coin`]),
    `   function  ${functionName}(${inputs.map(typeOf).join(', ')})`,
    ...describeArguments(inputs, args, names),
  ]
}

function inputsOf(abi: Abi, functionName: string): readonly AbiParameter[] {
  const found = abi.find((item) => item.type === 'function' && item.name === functionName)
  return found?.type === 'function' ? found.inputs : []
}

function describeArguments(
  inputs: readonly AbiParameter[],
  args: readonly unknown[],
  names: Names,
): string[] {
  return inputs.flatMap((input, index) => describeValue(input, args[index], names, '             '))
}

function describeValue(input: AbiParameter, value: unknown, names: Names, indent: string): string[] {
  const name = input.name || 'value'
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}${name} []`]
    const item = { ...input, type: input.type.replace(/\[\d*\]$/, '') }
    return value.flatMap((entry, index) =>
      describeValue({ ...item, name: `${name}[${index}]` }, entry, names, indent),
    )
  }
  if ('components' in input && value !== null && typeof value === 'object')
    return [
      `${indent}${name}`,
      ...input.components.flatMap((component) =>
        describeValue(component, (value as Record<string, unknown>)[component.name!], names, `${indent}  `),
      ),
    ]
  const text = input.type === 'address' ? labelled(value as Address, names) : String(value)
  return [`${indent}${name} ${text}`]
}

function typeOf(input: AbiParameter): string {
  if (!('components' in input)) return input.type
  return input.type.replace('tuple', `(${input.components.map(typeOf).join(', ')})`)
}

function labelled(address: Address, names: Names): string {
  const name = names.get(address.toLowerCase())
  return name ? `${getAddress(address)} (${name})` : getAddress(address)
}

function nameTable({ configuration, deployer, book }: Plan['context']): Names {
  const { guardian, voucherSigner, voucherCoSigner, epochPublisher, treasury } = configuration
  const entries: [string, string][] = [
    [treasury, 'treasury'],
    [guardian, 'guardian'],
    [voucherSigner, 'voucher signer'],
    [voucherCoSigner, 'voucher co-signer'],
    [epochPublisher, 'epoch publisher'],
    [deployer, 'deployer'],
    ...Object.entries(book.contracts).map(([name, address]): [string, string] => [address, name]),
    ...Object.entries(book.tokens).map(([name, address]): [string, string] => [address, name]),
  ]
  return new Map(entries.map(([address, name]) => [address.toLowerCase(), name]))
}
