/** The file that Safe's Transaction Builder imports, with the checksum that the builder computes itself. */
import { keccak256, stringToBytes, type Address, type Hex } from 'viem'

export type BuilderFile = {
  version: '1.0'
  chainId: string
  /** milliseconds since 1970 */
  createdAt: number
  meta: {
    name: string
    description: string
    txBuilderVersion: string
    createdFromSafeAddress: string
    createdFromOwnerAddress: string
    checksum?: Hex
  }
  transactions: readonly {
    to: Address
    value: string
    data: Hex
    contractMethod: null
    contractInputsValues: null
  }[]
}

/** @param createdAt unix seconds: the time of the block of the simulation, so that the same call gives the same file */
export function builderFile(
  safe: Address,
  chainId: number,
  createdAt: bigint,
  {
    name,
    description,
    calls,
  }: { name: string; description: string; calls: readonly { to: Address; data: Hex }[] },
): BuilderFile {
  const file: BuilderFile = {
    version: '1.0',
    chainId: String(chainId),
    createdAt: Number(createdAt) * 1_000,
    meta: {
      name,
      description,
      txBuilderVersion: '1.17.1',
      createdFromSafeAddress: safe,
      createdFromOwnerAddress: '',
    },
    transactions: calls.map(({ to, data }) => ({
      to,
      value: '0',
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  }
  return { ...file, meta: { ...file.meta, checksum: checksumOf(file) } }
}

/**
 * The checksum of the Transaction Builder: keccak256 of the file without its name and its checksum, with each object written as the list of
 * its sorted keys followed by its values.
 */
export function checksumOf({ meta, ...rest }: Pick<BuilderFile, 'meta'> & Record<string, unknown>): Hex {
  const { checksum: _, ...others } = meta
  return keccak256(stringToBytes(serialised({ ...rest, meta: { ...others, name: null } })))
}

function serialised(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialised).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const fields = value as Record<string, unknown>
  const keys = Object.keys(fields).sort()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialised(fields[key])},`).join('')}}`
}
