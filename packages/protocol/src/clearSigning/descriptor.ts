/** ERC-7730, version 2: the part of a clear-signing descriptor that the project's descriptors use. */

export const SCHEMA_URL = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

/** A constant that depends on a signed value. */
export type MapReference = { map: string; keyPath: string }

export type DescriptorParams = {
  /** of tokenAmount: an address, a path to a constant, or a map */
  token?: string | MapReference
  tokenPath?: string
  /** from this amount on, `message` replaces the amount */
  threshold?: string
  message?: string
  /** of nftName */
  collectionPath?: string
  /** of date */
  encoding?: 'timestamp'
  /** of enum */
  $ref?: string
  /** of addressName */
  types?: string[]
  sources?: string[]
  /** of calldata */
  calleePath?: string
}

export const FORMATS = [
  'raw',
  'addressName',
  'tokenAmount',
  'tokenTicker',
  'amount',
  'nftName',
  'date',
  'enum',
  'calldata',
] as const
export type FieldFormat = (typeof FORMATS)[number]

/** never: not shown · ifNotIn: shown unless the value is in the list · mustMatch: not shown, and any other value makes the description invalid */
export type Visibility = 'never' | { ifNotIn: string[] } | { mustMatch: boolean[] }

export type DescriptorField = {
  path: string
  label: string
  format: FieldFormat
  params?: DescriptorParams
  visible?: Visibility
}

export type DescriptorFormat = {
  intent: string
  /** a sentence with `{path}` for each value */
  interpolatedIntent: string
  fields: DescriptorField[]
}

/** `address`: with its EIP-55 checksum, as all addresses of a descriptor */
export type DeployedAt = { chainId: number; address: string }

export type DescriptorInfo = {
  /** the owner's site */
  url: string
  /** RFC 3339 */
  deploymentDate?: string
}

export type Descriptor = {
  $schema: string
  context:
    | { $id: string; contract: { deployments: DeployedAt[] } }
    | { $id: string; eip712: { domain?: { name: string; version: string }; deployments: DeployedAt[] } }
  metadata: {
    owner: string
    contractName: string
    info?: DescriptorInfo
    constants?: Record<string, string>
    enums?: Record<string, Record<string, string>>
    maps?: Record<string, { $keyType: string; values: Record<string, string> }>
  }
  /** by the function's signature with parameter names, or by the encodeType of EIP-712 */
  display: { formats: Record<string, DescriptorFormat> }
}

export function deploymentsOf({ context }: Descriptor): DeployedAt[] {
  return 'contract' in context ? context.contract.deployments : context.eip712.deployments
}
