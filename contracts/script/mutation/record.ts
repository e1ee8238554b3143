/** The results of earlier runs, by source: contracts/mutants/judged.json. A run can repeat only the changed sources. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import { testedCommit } from '../testedCommit.ts'
import { digestOfTexts } from './digest.ts'
import type { Generated } from './generate.ts'
import { countOf, type Count, type Judged } from './judged.ts'
import { readEquivalent } from './verdicts.ts'

/** The number of faults of one kind, by outcome. */
export type Counts = { readonly generated: number } & { readonly [column in Exclude<Count, 'refuted'>]: number }

/**
 * `digest` covers the source's code, the names of its faults, and the faults that are proven to change nothing. It does not cover the
 * tests: a run without `--changed` shows that they still notice every fault. `commit`: the commit on which the faults were judged.
 */
export type SourceRecord = { readonly digest: string; readonly commit: string; readonly kinds: Readonly<Record<string, Counts>> }

const path = join(contractsDirectory, 'mutants/judged.json')

/** @returns the record by the source's path below contracts/src */
export function readRecord(): ReadonlyMap<string, SourceRecord> {
  if (!existsSync(path)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, SourceRecord>))
}

export function writeRecord(record: ReadonlyMap<string, SourceRecord>): void {
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(record), null, 2)}\n`)
}

function digestOf({ mutants }: Generated, source: string): string {
  const equivalent = readEquivalent()
  const keys = mutants.filter(({ file }) => file === source).map(({ key }) => (equivalent.has(key) ? `${key} (equivalent)` : key))
  return digestOfTexts([readFileSync(join(contractsDirectory, 'src', source), 'utf8'), ...keys])
}

/** @returns whether the source has not changed since it was judged, and every fault was noticed or is proven to change nothing */
export function isRecorded(record: ReadonlyMap<string, SourceRecord>, generated: Generated, source: string): boolean {
  const known = record.get(source)
  if (known === undefined || !/^\w+$/.test(known.commit) || known.digest !== digestOf(generated, source)) return false
  return Object.values(known.kinds).every((counts) => counts.generated === counts.killed + counts.equivalent)
}

/**
 * @returns the record after a run. A completely judged source gets a new line. A source keeps its line if the source and its faults are the
 * same and no fault was judged, or if all faults were judged before. In the line of a changed source, faults that were not judged are open
 */
export function updatedRecord(
  record: ReadonlyMap<string, SourceRecord>,
  generated: Generated,
  judged: readonly Judged[],
): ReadonlyMap<string, SourceRecord> {
  const sources = [...new Set(judged.map(({ mutant }) => mutant.file))]
  return new Map(
    sources.map((source): [string, SourceRecord] => {
      const own = judged.filter(({ mutant }) => mutant.file === source)
      const known = record.get(source)
      const counted = new Set(own.map(countOf))
      const isUnjudged = counted.has('open') && !counted.has('survived') && !counted.has('refuted')
      const isUntouched = counted.has('open') && counted.size === 1
      const digest = digestOf(generated, source)
      if (known?.digest === digest && (isUntouched || (isUnjudged && isRecorded(record, generated, source)))) return [source, known]
      const kinds = [...new Set(own.map(({ mutant }) => mutant.operator))]
      const counts = kinds.map((kind) => [kind, countsOf(own.filter(({ mutant }) => mutant.operator === kind))] as const)
      return [source, { digest, commit: testedCommit(), kinds: Object.fromEntries(counts) }]
    }),
  )
}

function countsOf(judged: readonly Judged[]): Counts {
  const of = (count: Count): number => judged.filter((one) => countOf(one) === count).length
  return { generated: judged.length, killed: of('killed'), equivalent: of('equivalent'), survived: of('survived'), open: of('open') }
}

/** @returns the sum of several lines */
export function sumOf(counts: readonly Counts[]): Counts {
  const of = (column: keyof Counts): number => counts.reduce((sum, one) => sum + one[column], 0)
  return { generated: of('generated'), killed: of('killed'), equivalent: of('equivalent'), survived: of('survived'), open: of('open') }
}
