/** Describes signed data in words by its descriptor (ERC-7730). Null: the data has no descriptor, or its descriptor cannot describe it. */
import type { Hex } from 'viem'
import { decodeFunctionData, isHex, parseAbi, toFunctionSelector } from 'viem/utils'
import { formatUnits, groupThousands, TOKEN_DECIMALS } from '../units.ts'
import {
  deploymentsOf,
  type Descriptor,
  type DescriptorField,
  type DescriptorFormat,
  type DescriptorParams,
} from './descriptor.ts'
import { encodeTypeOf } from './interfaces.ts'

/** Other facts that a wallet knows: names of tokens and addresses, the coin of the chain. */
export type Names = {
  /** null: unknown token */
  token(address: string): { ticker: string; decimals: number } | null
  /** the name of an address, in any case; null: none */
  name(address: string): string | null
  /** whether the address is the signing account's */
  own(address: string): boolean
  /** of the chain's own coin */
  coin: string
}

export type SignedCall = { chainId: number; from: string; to: string; data: Hex; value: bigint }

export type SignedMessage = {
  domain: { chainId?: number | string | bigint | undefined; verifyingContract?: string | undefined }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Readonly<Record<string, unknown>>
}

export type Rendered = {
  intent: string
  sentence: string
  /** one per row, in the descriptor's order */
  fields: { label: string; value: string }[]
}

type Context = {
  descriptor: Descriptor
  values: Readonly<Record<string, unknown>>
  container: Readonly<Record<string, unknown>>
  names: Names
  /** for calls within the call */
  inner: (to: string, data: Hex) => string | null
}

export function renderCall(
  descriptors: readonly Descriptor[],
  call: SignedCall,
  names: Names,
): Rendered | null {
  const { chainId, from, to, data, value } = call
  for (const descriptor of descriptors) {
    if (!('contract' in descriptor.context) || !isDeployed(descriptor, chainId, to)) continue
    for (const [signature, format] of Object.entries(descriptor.display.formats)) {
      const written: readonly string[] = [`function ${signature}`]
      const [item] = parseAbi(written)
      if (item?.type !== 'function' || toFunctionSelector(item) !== data.slice(0, 10).toLowerCase()) continue
      try {
        const { args = [] } = decodeFunctionData({ abi: [item], data })
        const values = Object.fromEntries(item.inputs.map(({ name }, index) => [name ?? '', args[index]]))
        const container = { from, to, value, chainId }
        const inner = (callee: string, bytes: Hex) =>
          renderCall(descriptors, { chainId, from: to, to: callee, data: bytes, value: 0n }, names)
            ?.sentence ?? null
        return render(format, { descriptor, values, container, names, inner })
      } catch {
        return null
      }
    }
  }
  return null
}

export function renderMessage(
  descriptors: readonly Descriptor[],
  { domain, types, primaryType, message }: SignedMessage,
  names: Names,
): Rendered | null {
  const { chainId, verifyingContract } = domain
  if (chainId === undefined || verifyingContract === undefined) return null
  const encoded = encodeTypeOf(primaryType, types[primaryType] ?? [])
  for (const descriptor of descriptors) {
    if (!('eip712' in descriptor.context)) continue
    if (!isDeployed(descriptor, Number(chainId), verifyingContract)) continue
    const format = descriptor.display.formats[encoded]
    if (format === undefined) continue
    const container = { to: verifyingContract, chainId }
    try {
      return render(format, { descriptor, values: message, container, names, inner: () => null })
    } catch {
      return null
    }
  }
  return null
}

function isDeployed(descriptor: Descriptor, chainId: number, address: string): boolean {
  return deploymentsOf(descriptor).some(
    (place) => place.chainId === chainId && place.address.toLowerCase() === address.toLowerCase(),
  )
}

function render(format: DescriptorFormat, context: Context): Rendered | null {
  const shown = new Map<string, string>()
  const fields: Rendered['fields'] = []
  for (const field of format.fields) {
    const values = resolve(field.path, context)
    const { visible } = field
    if (typeof visible === 'object' && 'mustMatch' in visible) {
      if (values.some((value) => !visible.mustMatch.some((item) => item === value))) return null
      continue
    }
    if (visible === 'never') continue
    const worded: string[] = []
    for (const [index, value] of values.entries()) {
      const text = word(field, value, index, context)
      if (text === null) return null
      worded.push(text)
    }
    const separator = field.format === 'calldata' ? '; ' : ', '
    const text = worded.join(separator)
    shown.set(field.path, field.format === 'addressName' ? nameList(values, context.names) : text)
    if (typeof visible === 'object' && values.every((value) => isIn(visible.ifNotIn, value))) continue
    fields.push({ label: field.label, value: text })
  }
  const sentence = format.interpolatedIntent.replace(/\{([^}]+)\}/g, (_, path: string) => {
    const text = shown.get(path)
    if (text === undefined) throw new Error(`The sentence names ${path}, which no field shows`)
    return text
  })
  return { intent: format.intent, sentence, fields }
}

/** A sentence contains a contract's name without its address, and each account once, however many values name the account. */
function nameList(values: readonly unknown[], names: Names): string {
  const texts = values.map((value) => {
    const address = String(value).toLowerCase()
    return names.name(address) ?? address
  })
  return [...new Set(texts)].join(', ')
}

/** The address is beside its name, because any account could use the same name. */
function addressText(address: string, names: Names): string {
  const name = names.name(address)
  if (name === null) return address
  return names.own(address) ? name : `${name} (${address})`
}

function isIn(list: readonly string[], value: unknown): boolean {
  return list.some((item) => item.toLowerCase() === String(value).toLowerCase())
}

/** Every value at a path, in order: `amount`, `pools.[]`, `path.[-1]`, `@.to`. @throws Error if there is none */
function resolve(path: string, { values, container }: Pick<Context, 'values' | 'container'>): unknown[] {
  const inContainer = path.startsWith('@.')
  let found: unknown[] = [inContainer ? container : values]
  for (const part of (inContainer ? path.slice(2) : path).split('.')) {
    found = found.flatMap((value): unknown[] => {
      if (!/^\[.*\]$/.test(part)) return [memberOf(value, part)]
      if (!Array.isArray(value)) return [undefined]
      return part === '[]' ? value : [value.at(Number(part.slice(1, -1)))]
    })
  }
  if (found.includes(undefined)) throw new Error(`There is nothing at ${path}`)
  return found
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** @throws Error for a value that is not a whole number */
function integer(value: unknown): bigint {
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string')
    return BigInt(value)
  throw new Error(`${String(value)} is not a whole number`)
}

/** One value in words; null for a value that is not in the descriptor's tables. */
function word(field: DescriptorField, value: unknown, index: number, context: Context): string | null {
  const { names, descriptor } = context
  const { params = {} } = field
  switch (field.format) {
    case 'raw':
      return String(value)
    case 'addressName':
      return addressText(String(value).toLowerCase(), names)
    case 'tokenTicker':
      return names.token(String(value))?.ticker ?? String(value)
    case 'amount':
      return `${groupThousands(formatUnits(integer(value)))} ${names.coin}`
    case 'tokenAmount':
      return tokenAmount(integer(value), params, index, context)
    case 'nftName':
      return `${descriptor.metadata.contractName} #${String(value)}`
    case 'date':
      return dateText(integer(value))
    case 'enum': {
      const name = params.$ref?.split('.').at(-1) ?? ''
      return descriptor.metadata.enums?.[name]?.[String(value)] ?? null
    }
    case 'calldata': {
      const callees = resolve(params.calleePath ?? '@.to', context)
      return isHex(value) ? context.inner(String(callees[index] ?? callees[0]), value) : null
    }
  }
}

function tokenAmount(value: bigint, params: DescriptorParams, index: number, context: Context): string {
  const address = tokenAddress(params, index, context)
  const token = address === null ? null : context.names.token(address)
  // Every token of the product has 18 decimals. The amount of an unknown token is shown too.
  const amount =
    params.threshold !== undefined && value >= BigInt(params.threshold)
      ? (params.message ?? '')
      : groupThousands(formatUnits(value, token?.decimals ?? TOKEN_DECIMALS))
  const ticker = token?.ticker ?? address
  return ticker === null ? amount : `${amount} ${ticker}`
}

function tokenAddress(params: DescriptorParams, index: number, context: Context): string | null {
  const { metadata } = context.descriptor
  if (params.tokenPath !== undefined) {
    const found = resolve(params.tokenPath, context)
    return String(found[index] ?? found[0])
  }
  if (typeof params.token === 'object') {
    const keys = resolve(params.token.keyPath, context)
    const map = metadata.maps?.[params.token.map.split('.').at(-1) ?? '']
    return map?.values[String(keys[index] ?? keys[0])] ?? null
  }
  return metadata.constants?.[params.token?.split('.').at(-1) ?? ''] ?? null
}

/** `2026-11-22 13:05 UTC`; for a number too large for a date, the number. */
function dateText(seconds: bigint): string {
  const milliseconds = Number(seconds) * 1_000
  if (!(Math.abs(milliseconds) <= 8.64e15)) return String(seconds)
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
