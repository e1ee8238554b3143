/** Reads the lists of mutants: small, named faults, each of which some test must notice. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory } from './forge.ts'

/** One fault: `original` stands exactly once in `file` and becomes `replacement`. */
export type Mutant = {
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

type MutantList = {
  /** where it is not the one contract the list is named after */
  readonly contracts?: readonly string[]
  readonly tests: string
  readonly mutants: readonly (Pick<Mutant, 'file' | 'original' | 'replacement' | 'why'> &
    Partial<Pick<Mutant, 'tests' | 'contracts'>>)[]
}

const directory = join(contractsDirectory, 'mutants')

/** @returns every mutant of contracts/mutants, list by list */
export function readMutants(): readonly Mutant[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const list = name.replace(/\.json$/, '')
      const { contracts = [`${list}.sol`], tests, mutants } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as MutantList
      return mutants.map((mutant) => ({ contracts, tests, ...mutant, list }))
    })
}

/**
 * @param source the file's text
 * @returns the text with the fault in it; throws where `original` does not stand there exactly once
 */
export function applyMutant(source: string, mutant: Mutant): string {
  const parts = source.split(mutant.original)
  if (parts.length !== 2) {
    throw new Error(
      `${mutant.list}: "${mutant.why}" does not apply, its original text stands ${parts.length - 1} times in ${mutant.file}`,
    )
  }
  return parts.join(mutant.replacement)
}
