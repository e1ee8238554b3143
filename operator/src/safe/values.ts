/** Reads a call as a person writes it, such as `StakingPools.pauseStaking(galx)`, and encodes it for a deployment. */
import { encodeFunctionData, isAddress, zeroAddress, type AbiParameter, type Address, type Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { ROLE_IDS } from '../verify/operations.ts'
import { addressOfPower, POWERS, type Power } from './powers.ts'
import { TREASURY_CALLS } from './treasury.ts'

export type NamedCall = { power: Power; args: readonly unknown[]; to: Address; data: Hex }

/** The names that a call can contain: the deployment's names, and `safe` for the Safe itself. */
type Named = Deployment & { readonly safe?: Address | undefined }

/** The text is not an existing call. */
export class CallError extends Error {
  override name = 'CallError'
}

/** @throws CallError naming the wrong part */
export function readCall(text: string, deployment: Named): NamedCall {
  const [, name, given] = /^\s*(\w+\.\w+)\s*\((.*)\)\s*$/s.exec(text) ?? []
  if (name === undefined)
    throw new CallError(`"${text}" is not a call such as StakingPools.pauseStaking(galx)`)
  const power = [...POWERS, ...TREASURY_CALLS].find((one) => one.name === name)
  if (power === undefined)
    throw new CallError(`${name} is not a call of owner, guardian, proposer or treasury: see --list`)
  const { inputs } = power.item
  const texts = splitValues(given!)
  if (texts.length !== inputs.length)
    throw new CallError(`${name} takes ${signatureText(power)}, not ${texts.length} values`)
  const args = inputs.map((input, index) => valueOf(input, texts[index]!, name, deployment))
  try {
    const data =
      power.encode?.(args, deployment.safe ?? zeroAddress) ??
      encodeFunctionData({ abi: [power.item], functionName: power.item.name, args })
    return { power, args, to: addressOfPower(power, deployment), data }
  } catch (error) {
    throw new CallError(`${name}: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** The call's signature, such as `setGuardian(address guardian_)`. A tuple is written as its fields. */
export function signatureText({ item }: Power): string {
  return `${item.name}(${item.inputs.map(parameterText).join(', ')})`
}

function parameterText(parameter: AbiParameter): string {
  const type =
    'components' in parameter
      ? `{${parameter.components.map(parameterText).join(', ')}}${parameter.type.slice('tuple'.length)}`
      : parameter.type
  return `${type} ${parameter.name ?? ''}`.trim()
}

/** Splits at the commas that are outside brackets and quotes. */
function splitValues(text: string): string[] {
  if (text.trim() === '') return []
  const parts = ['']
  let depth = 0
  let quoted = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    if (!quoted && '[{'.includes(letter)) depth++
    if (!quoted && ']}'.includes(letter)) depth--
    if (letter === ',' && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

function valueOf(input: AbiParameter, text: string, name: string, deployment: Named): unknown {
  if ('components' in input || input.type.endsWith(']')) {
    try {
      return inner(input, JSON.parse(text) as unknown, name, deployment)
    } catch (error) {
      if (error instanceof CallError) throw error
      throw new CallError(`${name}: ${input.name} must be JSON, ${parameterText(input)}`)
    }
  }
  return scalar(input, text.replace(/^"(.*)"$/s, '$1'), name, deployment)
}

function inner(input: AbiParameter, value: unknown, name: string, deployment: Named): unknown {
  if (input.type.endsWith('[]')) {
    if (!Array.isArray(value)) throw new CallError(`${name}: ${input.name} must be a list`)
    return value.map((one) =>
      inner({ ...input, type: input.type.slice(0, -'[]'.length) } as AbiParameter, one, name, deployment),
    )
  }
  if ('components' in input) {
    const fields = value as Record<string, unknown> | null
    const known = input.components.map((component) => component.name ?? '')
    const unknown = Object.keys(fields ?? {}).find((field) => !known.includes(field))
    if (fields === null || typeof fields !== 'object' || unknown !== undefined)
      throw new CallError(`${name}: ${input.name} must be ${parameterText(input)}`)
    return Object.fromEntries(
      input.components.map((component) => {
        const field = component.name ?? ''
        if (fields[field] === undefined) throw new CallError(`${name}: ${input.name}.${field} is missing`)
        return [field, inner(component, fields[field], name, deployment)]
      }),
    )
  }
  // JSON.parse has already rounded a number above 2^53, so such a number must be text.
  if (typeof value !== 'string' && !Number.isSafeInteger(value) && typeof value !== 'boolean')
    throw new CallError(`${name}: ${input.name} must be text`)
  return scalar(input, String(value), name, deployment)
}

/** Replaces names of pools, programs, contracts, tokens and roles with their ids and addresses. `1500e18` is in wei. */
function scalar({ type, name: parameter }: AbiParameter, text: string, name: string, deployment: Named) {
  const fault = (wanted: string) => new CallError(`${name}: ${parameter} must be ${wanted}, not "${text}"`)
  if (type === 'address') {
    const token = TOKEN_SYMBOLS.find((symbol) => symbol === text)
    // Pairs and people call this contract by its token.
    const named = text === 'WBNB' ? 'WrappedNative' : text
    const known = Object.entries(deployment.contracts).find(([contract]) => contract === named)?.[1]
    const own = text === 'safe' ? deployment.safe : text === 'nobody' ? zeroAddress : undefined
    const address = own ?? (token === undefined ? (known?.address ?? text) : deployment.tokens[token].address)
    if (!isAddress(address)) throw fault('an address (checksummed or lower case), or the name of a contract')
    return address
  }
  if (type.startsWith('uint')) {
    const named = idsOf(parameter ?? '', deployment)
    const [, whole, decimals = '', unit] = /^(\d{1,78})(?:\.(\d{1,18}))?(e18)?$/.exec(text) ?? []
    if (named !== undefined && Object.hasOwn(named, text)) return BigInt(named[text]!.id)
    if (whole === undefined && named !== undefined)
      throw fault(`a number, or one of ${Object.keys(named).join(', ')}`)
    if (whole === undefined || (decimals !== '' && unit === undefined))
      throw fault('a whole number, such as 250 or 1500e18')
    return unit === undefined ? BigInt(whole) : BigInt(whole + decimals.padEnd(18, '0'))
  }
  if (type === 'bytes32') {
    const role = [...ROLE_IDS].find(([, known]) => known === text)?.[0]
    const bytes = role ?? text
    if (!/^0x[0-9a-f]{64}$/i.test(bytes)) throw fault('32 bytes: 0x and 64 hex digits')
    return bytes
  }
  return text
}

/** @returns the names that the parameter accepts; undefined if it accepts only a number */
function idsOf(
  parameter: string,
  { pools, programs }: Deployment,
): Readonly<Record<string, { id: string } | undefined>> | undefined {
  if (parameter === 'pool') return pools
  return parameter === 'id' ? programs : undefined
}
