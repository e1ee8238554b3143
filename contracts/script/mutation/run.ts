/** Judges generated faults: each must make some test of the contracts that hold it fail. */
import { dirname } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import { buildCopy, makeCopy } from './copy.ts'
import type { Generated } from './generate.ts'
import type { Mutant } from './instrument.ts'
import { chosen, digestOf, filesOf, GROUPS, inTurn, runTests, type Group, type Outcome } from './tests.ts'
import type { Verdict } from './verdicts.ts'

const repositoryDirectory = dirname(contractsDirectory)

/** What a run is asked to do. */
export type Effort = {
  /** how many faults at a time */
  readonly workers: number
  /** ask the quick tests alone; what they do not notice stays open */
  readonly quick: boolean
}

/**
 * @param known outcome of an earlier run: the test that failed is asked first, tests that passed are not asked again
 * @returns what came of the tests, up to the first that fails
 */
async function judge(
  root: string,
  files: readonly string[],
  number: number,
  known: Outcome | undefined,
  quick: boolean,
): Promise<Outcome> {
  if (known?.kind === 'failed') {
    const again = await runTests(root, chosen([], known), number)
    if (again.kind === 'failed') return again
  }
  const parts = inTurn(files)
  const asked = quick ? parts.slice(0, 1) : known?.kind === 'passed' ? parts.slice(1) : parts
  for (const part of asked) {
    const outcome = await runTests(root, chosen(part.files), number, part.settings)
    if (outcome.kind !== 'passed') return outcome
  }
  return { kind: 'passed' }
}

/** @returns whether an earlier outcome still holds: of the same contracts, by the same tests */
function holds({ outcome, sources, tests }: Verdict, generated: Generated, allTests: string): boolean {
  if (sources !== generated.digest) return false
  if (outcome.kind === 'failed') return tests === digestOfFile(outcome.file)
  return outcome.kind !== 'broken' && tests === allTests
}

const digests = new Map<string, string>()
function digestOfFile(file: string): string {
  const digest = digests.get(file) ?? tryDigest(file)
  digests.set(file, digest)
  return digest
}

function tryDigest(file: string): string {
  try {
    return digestOf(repositoryDirectory, [file.replace('contracts/test/', '')])
  } catch {
    return 'gone'
  }
}

/**
 * Judges the mutants of one group that earlier verdicts leave open, and adds their verdicts to `verdicts`.
 * @param save called now and then
 */
export async function judgeGroup(
  group: Group,
  generated: Generated,
  mutants: readonly Mutant[],
  verdicts: Map<string, Verdict>,
  { workers, quick }: Effort,
  save: () => void,
): Promise<void> {
  const files = filesOf(repositoryDirectory, group)
  const allTests = digestOf(repositoryDirectory, files)
  const quickTests = `quick ${allTests}`
  const keyOf = (mutant: Mutant): string => `${group.name}: ${mutant.key}`
  const queue = mutants.filter((mutant) => {
    const verdict = verdicts.get(keyOf(mutant))
    if (verdict === undefined || !holds(verdict, generated, allTests)) return verdict?.tests !== quickTests || !quick
    return false
  })
  const total = queue.length
  if (total === 0 || files.length === 0) return
  const root = makeCopy(group.name, generated.copies, files)
  buildCopy(root)
  for (const part of inTurn(files).slice(0, quick ? 1 : undefined)) {
    const outcome = await runTests(root, chosen(part.files), 0, part.settings)
    if (outcome.kind !== 'passed') throw new Error(`without any fault the tests of ${group.name} do not pass: ${JSON.stringify(outcome)}`)
  }
  let done = 0
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const began = Date.now()
      const before = verdicts.get(keyOf(mutant))
      const passed = before?.tests === quickTests && before.sources === generated.digest
      const known = before?.outcome.kind === 'failed' || passed ? before?.outcome : undefined
      const outcome = await judge(root, files, mutant.number, known, quick)
      const tests = outcome.kind === 'failed' ? digestOfFile(outcome.file) : quick ? quickTests : allTests
      verdicts.set(keyOf(mutant), { outcome, sources: generated.digest, tests })
      done += 1
      const words = outcome.kind === 'failed' ? `${outcome.suite}.${outcome.test}` : outcome.kind.toUpperCase()
      console.log(`${group.name} ${done}/${total} ${mutant.key}: ${words} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
      if (outcome.kind === 'broken') console.log(outcome.message)
      if (done % 20 === 0) save()
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    save()
  }
}

/** @returns the outcomes of all tests of the groups that hold the mutant, as far as they are known and still hold */
export function outcomesOf(
  generated: Generated,
  mutant: Mutant,
  verdicts: ReadonlyMap<string, Verdict>,
): readonly Outcome[] {
  return groupsOf(generated, mutant).flatMap((group) => {
    const verdict = verdicts.get(`${group.name}: ${mutant.key}`)
    const allTests = testsOf(group)
    return verdict !== undefined && holds(verdict, generated, allTests) ? [verdict.outcome] : []
  })
}

function testsOf(group: Group): string {
  const known = digests.get(group.name) ?? digestOf(repositoryDirectory, filesOf(repositoryDirectory, group))
  digests.set(group.name, known)
  return known
}

/** @returns the groups whose contracts hold the mutant's source */
export function groupsOf(generated: Generated, mutant: Mutant): readonly Group[] {
  const contracts = generated.usedBy.get(mutant.file) ?? []
  return GROUPS.filter((group) => group.contracts.some((contract) => contracts.includes(contract)))
}
