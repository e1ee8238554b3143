/** Reads the lists of mutants: small, named faults, each of which some test must notice. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory } from './forge.ts'

/** One fault: `original` stands exactly once in `file` and becomes `replacement`. */
export type Mutant = {
  readonly contract: string
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
  readonly tests: string
  readonly mutants: readonly {
    readonly file: string
    readonly original: string
    readonly replacement: string
    readonly why: string
    readonly tests?: string
  }[]
}

const directory = join(contractsDirectory, 'mutants')

/** @returns every mutant of contracts/mutants, contract by contract */
export function readMutants(): readonly Mutant[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const list = JSON.parse(readFileSync(join(directory, name), 'utf8')) as MutantList
      return list.mutants.map((mutant) => ({
        tests: list.tests,
        ...mutant,
        contract: name.replace(/\.json$/, ''),
      }))
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
      `${mutant.contract}: "${mutant.why}" does not apply, its original text stands ${parts.length - 1} times in ${mutant.file}`,
    )
  }
  return parts.join(mutant.replacement)
}
