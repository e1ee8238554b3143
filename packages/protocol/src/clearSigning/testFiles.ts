/** Test files for the descriptors of a deployment, in the form of the registry for ERC-7730 (specs/erc7730-tests-v2.schema.json). */
import type { Abi, AbiParameter, Hex } from 'viem'
import { encodeFunctionData, getAddress, serializeTransaction, toFunctionSelector } from 'viem/utils'
import { describeDeployment, plannedFunction, type ClearSigningSubject } from './describe.ts'
import { deploymentsOf, type Descriptor } from './descriptor.ts'
import { CALL_ABIS, leavesOf } from './interfaces.ts'
import { namesOf } from './names.ts'
import { CALL_PLANS, type CallSubject, type FieldPlan } from './plans.ts'
import { renderCall } from './render.ts'
import type { ClearSigningTexts } from './texts.ts'
import { SWAP_SYMBOLS } from '../products.ts'

export type TestFile = {
  $schema: string
  descriptor: string
  dataProvider: { tokens: Record<string, { symbol: string; decimals: number; name: string }> }
  tests: {
    description: string
    /** unsigned */
    rawTx: Hex
    expected: {
      intent: string
      interpolatedIntent: string
      owner: string
      fields: { label: string; value: string }[]
    }
  }[]
}

const ACCOUNT = '0x00000000000000000000000000000000000acc01'
const OTHER = '0x0000000000000000000000000000000000000b0b'
const AMOUNT = 5n * 10n ** 18n
/** 2026-11-22 13:20 UTC */
const TIME = 1_795_353_600n
const FEES = { gas: 500_000n, maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 50_000_000n, nonce: 0 }

/** Formats whose words another wallet takes from outside the descriptor and the test file. */
const ELSEWHERE: readonly FieldPlan['format'][] = ['call', 'pass']

/**
 * One test for each call, with example values. Left out are calls whose words depend on more than the descriptor and the test file.
 * @returns by file name; the files belong into a folder beside the descriptors
 * @throws Error if a descriptor does not describe its own example
 */
export function testFilesOf(
  subject: ClearSigningSubject,
  texts: ClearSigningTexts,
): Record<string, TestFile> {
  const descriptors = describeDeployment(subject, texts)
  const files: Record<string, TestFile> = {}
  for (const name of Object.keys(CALL_PLANS) as CallSubject[]) {
    const descriptor = descriptors[`calldata-${name}.json`]
    if (descriptor === undefined) continue
    const tests = Object.entries(CALL_PLANS[name] as Readonly<Record<string, readonly FieldPlan[]>>).flatMap(
      ([planned, fields]) =>
        fields.some(({ format }) => ELSEWHERE.includes(format))
          ? []
          : [testOf(name, planned, fields, descriptor, subject)],
    )
    if (tests.length === 0) continue
    files[`calldata-${name}.tests.json`] = {
      $schema: '../../../specs/erc7730-tests-v2.schema.json',
      descriptor: `../calldata-${name}.json`,
      dataProvider: { tokens: tokensOf(subject) },
      tests,
    }
  }
  return files
}

function testOf(
  name: CallSubject,
  planned: string,
  fields: readonly FieldPlan[],
  descriptor: Descriptor,
  subject: ClearSigningSubject,
): TestFile['tests'][number] {
  const { selector } = plannedFunction(name, planned, fields)
  const item = CALL_ABIS[name].find((one) => one.type === 'function' && toFunctionSelector(one) === selector)
  if (item?.type !== 'function') throw new Error(`${name} has no function ${planned}`)
  const args = item.inputs.map((input) => example(input, '', fields, subject))
  const data = encodeFunctionData({ abi: [item] as Abi, functionName: item.name, args })
  const [{ chainId, address: to } = { chainId: 0, address: '' }] = deploymentsOf(descriptor)
  const value = item.stateMutability === 'payable' ? AMOUNT : 0n
  const known = namesOf(subject, ACCOUNT, '')
  const names = { ...known, name: () => null, own: () => false }
  const rendered = renderCall([descriptor], { chainId, from: ACCOUNT, to, data, value }, names)
  if (rendered === null) throw new Error(`${name} does not describe the example of ${planned}`)
  return {
    description: `${name}.${planned}`,
    rawTx: serializeTransaction({ type: 'eip1559', chainId, to: to as Hex, data, value, ...FEES }),
    expected: {
      intent: rendered.intent,
      interpolatedIntent: checksummed(rendered.sentence),
      owner: descriptor.metadata.owner,
      fields: rendered.fields.map(({ label, value: text }) => ({ label, value: checksummed(text) })),
    },
  }
}

/** Example values for a parameter, by the plan of each leaf. */
function example(
  parameter: AbiParameter,
  prefix: string,
  fields: readonly FieldPlan[],
  subject: ClearSigningSubject,
): unknown {
  const { name = '', type } = parameter
  const isList = type.endsWith('[]')
  const path = `${prefix}${name}${isList ? '.[]' : ''}`
  if ('components' in parameter) {
    const tuple = Object.fromEntries(
      parameter.components.map((part) => [part.name ?? '', example(part, `${path}.`, fields, subject)]),
    )
    return isList ? [tuple] : tuple
  }
  const [leaf = path] = leavesOf([parameter], prefix)
  const plan = fields.find((field) => field.path === leaf)
  if (!isList) return leafExample(type, plan, subject)
  // Only the way of a swap is a list of addresses.
  return type === 'address[]'
    ? [subject.tokens.USDT.address, subject.tokens.GALX.address]
    : [leafExample(type.slice(0, -2), plan, subject)]
}

function leafExample(type: string, plan: FieldPlan | undefined, subject: ClearSigningSubject): unknown {
  const [pool] = Object.values(subject.pools)
  const program = Object.values(subject.programs).find(({ token }) => token !== null)
  switch (plan?.format) {
    case 'pool':
      return BigInt(pool?.id ?? 0)
    case 'program':
      return BigInt(program?.id ?? 0)
    case 'tier':
      return 0n
    case 'token':
    case 'native':
      return AMOUNT
    case 'date':
      return TIME
    case 'ticker':
      return subject.tokens.GALX.address
    default:
  }
  if (type === 'address') return OTHER
  if (type === 'bool') return true
  if (type === 'string') return 'Example'
  if (type === 'uint8') return 27
  if (type === 'bytes') return '0x'
  const [, size] = /^bytes(\d+)$/.exec(type) ?? []
  return size === undefined ? 1n : `0x${'11'.repeat(Number(size))}`
}

function tokensOf(subject: ClearSigningSubject): TestFile['dataProvider']['tokens'] {
  const { tokens, contracts } = subject
  const { token } = namesOf(subject, ACCOUNT, '')
  const addresses = SWAP_SYMBOLS.map((symbol) =>
    symbol === 'WBNB' ? contracts.WrappedNative : tokens[symbol].address,
  )
  return Object.fromEntries(
    [...addresses, contracts.ZnVault].flatMap((address) => {
      const known = address === undefined ? null : token(address)
      return address === undefined || known === null
        ? []
        : [[address.toLowerCase(), { symbol: known.ticker, decimals: known.decimals, name: known.ticker }]]
    }),
  )
}

/** The registry shows an address with its checksum. */
function checksummed(text: string): string {
  return text.replaceAll(/\b0x[0-9a-fA-F]{40}\b/g, (address) => getAddress(address))
}
