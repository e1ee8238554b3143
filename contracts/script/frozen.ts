/**
 * The contracts are frozen: frozen.json has the hash of each contract's creation code, and a build with other code is refused. Another version
 * needs a decision in docs/decisions with the version in its title, and `npm run generate -- --version 1.1.0`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, type Hex } from 'viem'
import { contractsDirectory } from './forge.ts'

type Frozen = {
  readonly version: string
  /** the decision that gives the reason, from the repository's root */
  readonly decision: string
  /** keccak256 of the creation code, without the arguments of the constructor */
  readonly creationCode: Readonly<Record<string, Hex>>
}

const FILE = join(contractsDirectory, 'frozen.json')

/**
 * @param creationCode the creation code of each contract to freeze
 * @throws Error if no decision has the version in its title
 */
export function freeze(version: string, creationCode: Readonly<Record<string, Hex>>): void {
  const decision = decisionOf(version)
  const frozen: Frozen = { version, decision, creationCode: hashesOf(creationCode) }
  writeFileSync(FILE, `${JSON.stringify(frozen, null, 2)}\n`)
}

function decisionOf(version: string): string {
  const folder = 'docs/decisions'
  const file = readdirSync(join(contractsDirectory, '..', folder)).find((name) =>
    readFileSync(join(contractsDirectory, '..', folder, name), 'utf8').split('\n')[0]!.includes(version),
  )
  if (file === undefined) throw new Error(`no decision in ${folder} has ${version} in its title`)
  return `${folder}/${file}`
}

/** @returns the frozen version, and the contracts whose code differs from that version or is missing there */
export function differences(creationCode: Readonly<Record<string, Hex>>): {
  readonly version: string
  readonly contracts: readonly string[]
} {
  const { version, creationCode: frozen } = JSON.parse(readFileSync(FILE, 'utf8')) as Frozen
  const built = hashesOf(creationCode)
  const names = new Set([...Object.keys(frozen), ...Object.keys(built)])
  return { version, contracts: [...names].filter((name) => frozen[name] !== built[name]) }
}

function hashesOf(creationCode: Readonly<Record<string, Hex>>): Readonly<Record<string, Hex>> {
  return Object.fromEntries(Object.entries(creationCode).map(([name, code]) => [name, keccak256(code)]))
}
