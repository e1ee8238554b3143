/** The rules of ERC-7730 for a descriptor, as far as the project's descriptors use them. The schema itself is at SCHEMA_URL. */
import { getAddress } from 'viem/utils'
import { FORMATS, SCHEMA_URL, type Descriptor, type DescriptorField } from './descriptor.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const SIGNATURE = /^[A-Za-z_][A-Za-z0-9_]*\(.*\)$/

/** Parameters of which each format needs exactly one. */
const NEEDED: Partial<Record<DescriptorField['format'], readonly string[]>> = {
  tokenAmount: ['token', 'tokenPath'],
  nftName: ['collectionPath'],
  date: ['encoding'],
  enum: ['$ref'],
  calldata: ['calleePath'],
}
/** Parameters that each format may have in addition. */
const OPTIONAL: Partial<Record<DescriptorField['format'], readonly string[]>> = {
  tokenAmount: ['threshold', 'message'],
  addressName: ['types', 'sources'],
}

/** @returns all faults, each with its place; none if the descriptor is valid */
export function descriptorFaults(descriptor: Descriptor): string[] {
  const { context, metadata, display } = descriptor
  const faults: string[] = []
  if (descriptor.$schema !== SCHEMA_URL) faults.push('$schema is not that of version 2')
  if (!('contract' in context) && !('eip712' in context)) faults.push('context binds to nothing')
  const places = 'contract' in context ? context.contract.deployments : context.eip712.deployments
  if (places.length === 0) faults.push('context names no deployment')
  for (const { chainId, address } of places) {
    if (!Number.isInteger(chainId) || chainId < 1) faults.push(`chainId ${chainId} is not valid`)
    if (!ADDRESS.test(address)) faults.push(`${address} is not an address`)
  }
  const { constants = {}, maps = {}, info } = metadata
  const tables = [constants, ...Object.values(maps).map(({ values }) => values)]
  const addresses = [
    ...places.map(({ address }) => address),
    ...tables.flatMap((table) => Object.values(table)),
  ]
  for (const address of new Set(addresses))
    if (ADDRESS.test(address) && getAddress(address) !== address)
      faults.push(`${address} has not the checksum of EIP-55`)
  if (info !== undefined && !URL.canParse(info.url)) faults.push(`${info.url} is not a URL`)
  const { deploymentDate } = info ?? {}
  if (deploymentDate !== undefined && !(DATE_TIME.test(deploymentDate) && Date.parse(deploymentDate) > 0))
    faults.push(`${deploymentDate} is not a time of RFC 3339`)
  if (metadata.owner === '' || metadata.contractName === '')
    faults.push('metadata names no owner or contract')
  if (Object.keys(display.formats).length === 0) faults.push('display has no formats')
  for (const [signature, { intent, interpolatedIntent, fields }] of Object.entries(display.formats)) {
    const fault = (text: string) => faults.push(`${signature}: ${text}`)
    if (!SIGNATURE.test(signature)) fault('is not a signature with parameter names')
    if (intent.trim() === '') fault('has no intent')
    for (const field of fields) {
      if (!FORMATS.includes(field.format)) fault(`${field.path} has the unknown format ${field.format}`)
      if (field.label.trim() === '') fault(`${field.path} has no label`)
      for (const text of [...parameterFaults(field), ...referenceFaults(field, metadata)]) fault(text)
    }
    const shown = fields.filter(({ visible }) => visible !== 'never').map(({ path }) => path)
    for (const [, path = ''] of interpolatedIntent.matchAll(/\{([^}]+)\}/g))
      if (!shown.includes(path)) fault(`the sentence names ${path}, which no field shows`)
  }
  return faults
}

function parameterFaults({ path, format, params = {}, visible }: DescriptorField): string[] {
  const names = Object.keys(params)
  const needed = visible === 'never' ? [] : (NEEDED[format] ?? [])
  const allowed = [...(NEEDED[format] ?? []), ...(OPTIONAL[format] ?? [])]
  const present = needed.filter((name) => names.includes(name))
  return [
    ...(needed.length > 0 && present.length !== 1
      ? [`${path} needs exactly one of ${needed.join(', ')}`]
      : []),
    ...names.filter((name) => !allowed.includes(name)).map((name) => `${path}: ${format} takes no ${name}`),
  ]
}

/** Finds each `$.metadata.…` that refers to nothing. */
function referenceFaults({ path, params = {} }: DescriptorField, metadata: Descriptor['metadata']): string[] {
  const references = [params.$ref, typeof params.token === 'object' ? params.token.map : params.token].filter(
    (reference) => reference?.startsWith('$.') === true,
  )
  return references.flatMap((reference) => {
    const [, , table = '', name = ''] = (reference ?? '').split('.')
    const entries: unknown = Object.entries(metadata).find(([key]) => key === table)?.[1]
    const isThere = typeof entries === 'object' && entries !== null && Object.hasOwn(entries, name)
    return !isThere ? [`${path} refers to ${reference}, which does not exist`] : []
  })
}
