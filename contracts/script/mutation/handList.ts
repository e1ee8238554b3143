/** Reads the lists of handwritten faults. Each fault names the test that must notice it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory } from '../forge.ts'

/** One fault: `original` occurs exactly once in `file` and becomes `replacement`. */
export type HandMutant = {
  /** the name of its list */
  readonly list: string
  /** sources of the contracts whose code the fault changes, below contracts/src; each source has a contract with the file's name */
  readonly contracts: readonly string[]
  /** below contracts/src */
  readonly file: string
  readonly original: string
  readonly replacement: string
  /** the effect of the fault, in a few words */
  readonly why: string
  /** the value of forge's --match-path */
  readonly tests: string
}

type MutantList = { readonly mutants: readonly Omit<HandMutant, 'list'>[] }

/** `Threats` removes the protections against classes of attacks; `Subtle` has faults that are of no generated kind. */
const LISTS = ['Threats', 'Subtle']

const directory = join(contractsDirectory, 'mutants')

/** @returns every mutant of contracts/mutants, list by list */
export function readMutants(): readonly HandMutant[] {
  return LISTS.flatMap((list) => {
    const { mutants } = JSON.parse(readFileSync(join(directory, `${list}.json`), 'utf8')) as MutantList
    return mutants.map((mutant) => ({ ...mutant, list }))
  })
}

/**
 * @param source the file's text
 * @returns the text with the fault in it
 * @throws Error unless `original` occurs exactly once
 */
export function applyMutant(source: string, mutant: HandMutant): string {
  const parts = source.split(mutant.original)
  if (parts.length !== 2) {
    throw new Error(
      `${mutant.list}: "${mutant.why}" does not apply, its original text stands ${parts.length - 1} times in ${mutant.file}`,
    )
  }
  return parts.join(mutant.replacement)
}
