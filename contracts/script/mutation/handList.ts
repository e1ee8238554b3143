/** Reads the lists of faults by hand, each of which its own test must notice. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory } from '../forge.ts'

/** One fault: `original` stands exactly once in `file` and becomes `replacement`. */
export type HandMutant = {
  /** whose list it is in */
  readonly list: string
  /** sources of the contracts whose code it changes, below contracts/src; each holds a contract of its own name */
  readonly contracts: readonly string[]
  /** below contracts/src */
  readonly file: string
  readonly original: string
  readonly replacement: string
  /** what is broken thereby, in a few words */
  readonly why: string
  /** forge's --match-path */
  readonly tests: string
}

type MutantList = { readonly mutants: readonly Omit<HandMutant, 'list'>[] }

/** `Threats` takes away what guards against a class of attack; `Subtle` is what the generated kinds do not come to. */
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
 * @returns the text with the fault in it; throws where `original` does not stand there exactly once
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
