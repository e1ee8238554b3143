/** Hashes that a reviewer has computed independently and committed before anybody signs. */
import { readFileSync } from 'node:fs'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { DeploymentError } from '../deploy/deploymentError.ts'

const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const HASHES = Type.Object(
  {
    safe: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
    nonce: Type.String({ pattern: '^[0-9]+$' }),
    domain: Hash,
    message: Hash,
    safeTxHash: Hash,
    calldata: Hash,
  },
  { additionalProperties: false },
)
/** The hashes of each transaction, by its file's name without the ending. */
const EXPECTED = Type.Record(Type.String(), HASHES)

export type TransactionHashes = Static<typeof HASHES>
export type ExpectedHashes = Readonly<Record<string, TransactionHashes>>

/** @throws DeploymentError if the file is missing or is not a file of hashes */
export function readExpected(path: string): ExpectedHashes {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as unknown
    if (Value.Check(EXPECTED, value)) return value
  } catch (error) {
    throw new DeploymentError(`--expected: ${path} cannot be read: ${(error as Error).message}`)
  }
  throw new DeploymentError(`--expected: ${path} is not a file of hashes that this command has written`)
}

/** @returns one line for each transaction or hash that is not as expected */
export function differencesFrom(expected: ExpectedHashes, found: ExpectedHashes): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names].flatMap((name) => {
    const [wanted, is] = [expected[name], found[name]]
    if (wanted === undefined) return [`${name}: the reviewer expects no such transaction`]
    if (is === undefined) return [`${name}: the reviewer expects it, and it is not prepared`]
    return (Object.keys(wanted) as (keyof TransactionHashes)[])
      .filter((key) => wanted[key].toLowerCase() !== is[key].toLowerCase())
      .map((key) => `${name}: ${key} is ${is[key]}, the reviewer expects ${wanted[key]}`)
  })
}
