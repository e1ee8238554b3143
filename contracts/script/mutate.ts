/**
 * Judges every generated fault of the money code, and the handwritten faults of contracts/mutants (`byHand.ts`). Ends with 1 if a fault
 * survives without a proof that it changes nothing. Writes mutants/judged.json (counts) and mutants/byHand.json (the test that notices each
 * fault).
 * `-- --only 'Levels'`: only generated faults whose group and key match the expression. `--workers 1`: one fault at a time. `--by-hand`:
 * only the handwritten faults. `--generated`: only the generated faults. `--quick`: only the quick tests for each fault; writes nothing,
 * and leaves the unnoticed faults to the next run. `--changed`: only sources that have changed since they were judged
 * (mutants/judged.json). `--known`: judges nothing and writes the known verdicts.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory } from './forge.ts'
import { judgeByHand, writeByHand } from './mutation/byHand.ts'
import { generate, withoutTooDeep, type Generated } from './mutation/generate.ts'
import { countOf, type Judged } from './mutation/judged.ts'
import { isRecorded, readRecord, sumOf, updatedRecord, writeRecord, type SourceRecord } from './mutation/record.ts'
import { groupsOf, isNoticed, judgeGroup, outcomesOf, type Effort } from './mutation/run.ts'
import { GROUPS } from './mutation/tests.ts'
import { readEquivalent, readVerdicts, writeVerdicts } from './mutation/verdicts.ts'

/** The number of faults that are judged at a time. */
const WORKERS = 2

const repositoryDirectory = dirname(contractsDirectory)

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

async function judgeGenerated(
  generated: Generated,
  equivalent: ReadonlyMap<string, string>,
  effort: Effort,
  record: ReadonlyMap<string, SourceRecord>,
): Promise<readonly Judged[]> {
  const verdicts = readVerdicts()
  const save = (): void => writeVerdicts(verdicts)
  const only = new RegExp(option('--only') ?? '')
  const changedOnly = process.argv.includes('--changed')
  for (const group of process.argv.includes('--known') ? [] : GROUPS) {
    if (!existsSync(join(contractsDirectory, 'test', group.name))) continue
    // A fault that the tests of one group notice need not be judged by the next group.
    const own = generated.mutants.filter(
      (mutant) => groupsOf(generated, mutant).includes(group) && !isNoticed(generated, mutant, group, verdicts),
    )
    const chosen = own.filter(
      ({ key, file }) => only.test(`${group.name}: ${key}`) && !(changedOnly && isRecorded(record, generated, file)),
    )
    await judgeGroup(group, generated, chosen, verdicts, effort, save)
  }
  return generated.mutants.map((mutant): Judged => {
    const reason = equivalent.get(mutant.key)
    const outcomes = outcomesOf(generated, mutant, verdicts, reason !== undefined)
    return { mutant, outcomes, groups: groupsOf(generated, mutant).length, reason }
  })
}

/** Generates the faults, and judges them unless only the handwritten faults are wanted. @returns the generated faults that compile */
async function judgeAll(
  equivalent: ReadonlyMap<string, string>,
  effort: Effort,
  record: ReadonlyMap<string, SourceRecord>,
): Promise<{ readonly generated: Generated; readonly judged: readonly Judged[] }> {
  let generated = generate(repositoryDirectory)
  if (process.argv.includes('--by-hand')) return { generated, judged: [] }
  for (;;) {
    try {
      return { generated, judged: await judgeGenerated(generated, equivalent, effort, record) }
    } catch (error) {
      const fewer = error instanceof Error ? withoutTooDeep(repositoryDirectory, generated, error.message) : undefined
      if (fewer === undefined) throw error
      console.log(`${generated.mutants.length - fewer.mutants.length} faults are beyond the reach of the stack`)
      generated = fewer
    }
  }
}

async function main(): Promise<number> {
  const workers = Number(option('--workers') ?? WORKERS)
  const quick = process.argv.includes('--quick')
  // A run that leaves out sources uses the recorded verdicts for them.
  const isPart = ['--changed', '--only', '--known'].some((name) => process.argv.includes(name))
  const isBroken = ({ outcomes }: Judged): boolean => outcomes.some((outcome) => outcome.kind === 'broken')
  let failures = 0
  const equivalent = readEquivalent()
  const known = readRecord()
  const { generated, judged } = await judgeAll(equivalent, { workers, quick, proven: new Set(equivalent.keys()) }, known)
  const byHand = process.argv.includes('--generated') || process.argv.includes('--known') ? [] : await judgeByHand(new RegExp(option('--only') ?? ''))
  for (const one of judged) {
    const kind = countOf(one)
    if (kind !== 'survived' && kind !== 'refuted' && kind !== 'open') continue
    if (kind === 'open' && isPart && !isBroken(one) && isRecorded(known, generated, one.mutant.file)) continue
    failures += 1
    const words = { survived: 'survived', refuted: 'listed as equivalent, but a test notices', open: 'not judged' }[kind]
    console.error(`${words}: ${one.mutant.key}`)
  }
  const keys = new Set(generated.mutants.map(({ key }) => key))
  for (const key of equivalent.keys()) {
    if (keys.has(key)) continue
    failures += 1
    console.error(`listed as equivalent, but there is no such fault: ${key}`)
  }
  for (const { mutant, outcome } of byHand) {
    if (outcome.kind === 'failed') continue
    failures += 1
    console.error(`${outcome.kind}: ${mutant.list}: ${mutant.why}`)
  }
  if (judged.length > 0 && !quick) {
    const record = updatedRecord(known, generated, judged)
    writeRecord(record)
    const { generated: all, killed, equivalent: unchanged, survived, open } = sumOf([...record.values()].flatMap(({ kinds }) => Object.values(kinds)))
    console.log(`${all} faults: ${killed} killed, ${unchanged} equivalent, ${survived} survived, ${open} not judged; the compiler refuses ${generated.refused} more`)
  }
  if (byHand.length > 0) writeByHand(byHand)
  console.log(failures === 0 ? 'every fault is noticed or changes nothing' : `${failures} faults are left`)
  return failures === 0 ? 0 : 1
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
