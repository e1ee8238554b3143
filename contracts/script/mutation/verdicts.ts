/** The verdicts of earlier runs on each fault: a run repeats only the changed parts. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import type { Outcome } from './tests.ts'

/** An outcome, and the sources and tests for which it is valid. */
export type Verdict = { readonly outcome: Outcome; readonly sources: string; readonly tests: string }

const path = join(contractsDirectory, 'cache/mutants.json')

/** @returns verdicts by the fault's key */
export function readVerdicts(): Map<string, Verdict> {
  if (!existsSync(path)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Verdict>))
}

export function writeVerdicts(verdicts: ReadonlyMap<string, Verdict>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(Object.fromEntries(verdicts), null, 1))
}

/** One line for each fault without a visible effect, by the fault's key. */
export function readEquivalent(): ReadonlyMap<string, string> {
  const file = join(contractsDirectory, 'mutants/equivalent.json')
  if (!existsSync(file)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}
