/** Judges generated faults: each fault must make a test of a containing contract fail. */
import { dirname } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import { BATCH, makeBatch } from './batch.ts'
import type { Mutant } from './choices.ts'
import { buildCopy, makeCopy } from './copy.ts'
import { digestOfTexts } from './digest.ts'
import { SOURCES, type Generated } from './generate.ts'
import {
  digestOf,
  filesOf,
  GROUPS,
  inTurn,
  isSlow,
  ofFiles,
  ofTests,
  runTests,
  type Group,
  type Outcome,
  type Part,
  type TestName,
} from './tests.ts'
import type { Verdict } from './verdicts.ts'

const repositoryDirectory = dirname(contractsDirectory)

/** The options of a run. */
export type Effort = {
  /** the number of faults at a time */
  readonly workers: number
  /** runs only the quick tests; unnoticed faults stay open */
  readonly quick: boolean
  /** keys of faults that are proven to change nothing. For these faults the quick tests suffice: they check that the proof is not plainly wrong */
  readonly proven: ReadonlySet<string>
}

/** The roots in which a group's tests run. The quick tests have a separate small copy, which forge reads in half the time. */
type Copies = { readonly quick: string; readonly whole: string }

/** The number of tests that noticed the last faults of a source and therefore run first for its next fault. */
const REMEMBERED = 12

/**
 * @param likely the tests that noticed faults nearby; they run first
 * @param known the outcome of an earlier run: a test that failed runs first, and tests that passed do not run again
 * @returns the outcome, up to the first failing test
 */
async function judge(
  { quick: small, whole }: Copies,
  files: readonly string[],
  number: number,
  likely: readonly TestName[],
  known: Outcome | undefined,
  quick: boolean,
): Promise<Outcome> {
  const parts = inTurn(files)
  const [few] = parts
  if (known?.kind === 'failed') {
    const again = await runTests(isSlow(known.file) ? whole : small, ofTests([known]), number)
    if (again.kind === 'failed') return again
  } else if (known?.kind !== 'passed' && likely.length > 0 && few !== undefined) {
    const first = await runTests(small, ofTests(likely), number, few.settings)
    if (first.kind === 'failed') return first
  }
  const asked = quick ? parts.slice(0, 1) : known?.kind === 'passed' ? parts.slice(1) : parts
  for (const part of asked) {
    const outcome = await runTests(part.files.some(isSlow) ? whole : small, ofFiles(part.files), number, part.settings)
    if (outcome.kind !== 'passed') return outcome
  }
  return { kind: 'passed' }
}

/** @returns the texts of the copies, with faults only in the sources of the group's contracts */
function copiesOf(group: Group, { copies, usedBy }: Generated): ReadonlyMap<string, string> {
  const isLeftOut = (path: string): boolean => {
    const holders = usedBy.get(path.replace(`${SOURCES}/`, ''))
    return holders !== undefined && !holders.some((holder) => group.contracts.includes(holder))
  }
  return new Map([...copies].filter(([path]) => !isLeftOut(path)))
}

/** The code in a copy that chooses the active fault. Its numbers depend on all sources, including the sources of other groups. */
const NUMBERS = /\b(mutantIs|mutantWithin|unless)(\([\d, ]+\)|\d+)/g

/** For the faults: the digest of each group's sources in a verdict. */
const sourceDigests = new WeakMap<Generated, Map<string, string>>()

/** @returns the digest of the sources of the group's contracts, and of their faults */
function sourcesOf(group: Group, generated: Generated): string {
  const known = sourceDigests.get(generated) ?? new Map<string, string>()
  sourceDigests.set(generated, known)
  const digest = known.get(group.name) ?? digestOfTexts([...copiesOf(group, generated).values()].map((text) => text.replace(NUMBERS, '$1')))
  known.set(group.name, digest)
  return digest
}

/** Makes and builds the copies that the parts need. @throws Error if a test fails in a copy without any fault */
async function prepare(group: Group, generated: Generated, files: readonly string[], parts: readonly Part[]): Promise<Copies> {
  const quickFiles = files.filter((file) => !isSlow(file))
  const quick = makeCopy(`${group.name}-quick`, copiesOf(group, generated), quickFiles)
  buildCopy(quick)
  const whole = parts.some((part) => part.files.some(isSlow)) ? makeCopy(group.name, copiesOf(group, generated), files) : quick
  if (whole !== quick) buildCopy(whole)
  for (const part of parts) {
    const outcome = await runTests(part.files.some(isSlow) ? whole : quick, ofFiles(part.files), 0, part.settings)
    if (outcome.kind !== 'passed') throw new Error(`without any fault the tests of ${group.name} do not pass: ${JSON.stringify(outcome)}`)
  }
  return { quick, whole }
}

/** @returns whether an earlier outcome of the group is still valid: the same contracts and the same tests */
function holds({ outcome, sources, tests }: Verdict, generated: Generated, group: Group): boolean {
  if (sources !== sourcesOf(group, generated)) return false
  if (outcome.kind === 'failed') return tests === digestOfFile(outcome.file)
  return outcome.kind !== 'broken' && tests === testsOf(group)
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

/** For fewer faults than this, building the contract that judges many faults at a time takes too long. */
const FEW = 100

/**
 * @param noticed by source, the tests that noticed its faults, the latest first
 * @param note called with each fault that a test noticed
 * @returns the unnoticed faults
 */
async function judgeInBatches(
  group: Group,
  generated: Generated,
  files: readonly string[],
  queue: readonly Mutant[],
  noticed: ReadonlyMap<string, readonly TestName[]>,
  note: (mutant: Mutant, outcome: Outcome, seconds: number) => void,
): Promise<readonly Mutant[]> {
  const batch = await makeBatch(group.name, copiesOf(group, generated), files.filter((file) => !isSlow(file)))
  const left: Mutant[] = []
  for (let at = 0; at < queue.length; ) {
    const source = queue[at]?.file ?? ''
    const end = queue.findIndex(({ file }, index) => index > at && file !== source)
    const faults = queue.slice(at, Math.min(end === -1 ? queue.length : end, at + BATCH))
    const began = Date.now()
    const found = await batch.ask(faults, noticed.get(source) ?? [])
    for (const mutant of faults) {
      const test = found.get(mutant.number)
      if (test === undefined) left.push(mutant)
      else note(mutant, { kind: 'failed', ...test }, (Date.now() - began) / 1000 / faults.length)
    }
    at += faults.length
  }
  return left
}

/**
 * Judges the mutants of one group that earlier verdicts leave open, and adds their verdicts to `verdicts`.
 * @param save called from time to time
 */
export async function judgeGroup(
  group: Group,
  generated: Generated,
  mutants: readonly Mutant[],
  verdicts: Map<string, Verdict>,
  { workers, quick, proven }: Effort,
  save: () => void,
): Promise<void> {
  const files = filesOf(repositoryDirectory, group)
  const sources = sourcesOf(group, generated)
  const allTests = testsOf(group)
  const quickTests = quickTestsOf(group)
  const keyOf = (mutant: Mutant): string => `${group.name}: ${mutant.key}`
  const isQuick = ({ key }: Mutant): boolean => quick || proven.has(key)
  let queue: readonly Mutant[] = mutants.filter((mutant) => {
    const verdict = verdicts.get(keyOf(mutant))
    if (verdict === undefined || !holds(verdict, generated, group)) return verdict?.tests !== quickTests || !isQuick(mutant)
    return false
  })
  const total = queue.length
  if (total === 0 || files.length === 0) return
  const copies = await prepare(group, generated, files, inTurn(files).slice(0, queue.every(isQuick) ? 1 : undefined))
  /** By source, the tests that noticed its faults, the latest first. */
  const noticed = new Map<string, readonly TestName[]>()
  const remember = (source: string, { file, suite, test }: TestName): void => {
    if (isSlow(file) || test === 'setUp') return
    const others = (noticed.get(source) ?? []).filter((other) => other.suite !== suite || other.test !== test)
    noticed.set(source, [{ file, suite, test }, ...others].slice(0, REMEMBERED))
  }
  let done = 0
  const note = (mutant: Mutant, outcome: Outcome, seconds: number): void => {
    const tests = outcome.kind === 'failed' ? digestOfFile(outcome.file) : isQuick(mutant) ? quickTests : allTests
    verdicts.set(keyOf(mutant), { outcome, sources, tests })
    if (outcome.kind === 'failed') remember(mutant.file, outcome)
    done += 1
    const words = outcome.kind === 'failed' ? `${outcome.suite}.${outcome.test}` : outcome.kind.toUpperCase()
    console.log(`${group.name} ${done}/${total} ${mutant.key}: ${words} (${seconds.toFixed(1)} s)`)
    if (outcome.kind === 'broken') console.log(outcome.message)
    if (done % 20 === 0) save()
  }
  if (total > FEW) queue = await judgeInBatches(group, generated, files, queue, noticed, note)
  save()
  let at = 0
  const next = (): Mutant | undefined => queue[at++]
  const work = async (): Promise<void> => {
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      const began = Date.now()
      const before = verdicts.get(keyOf(mutant))
      const passed = before?.tests === quickTests && before.sources === sources
      const known = before?.outcome.kind === 'failed' || passed ? before?.outcome : undefined
      const outcome = await judge(copies, files, mutant.number, noticed.get(mutant.file) ?? [], known, isQuick(mutant))
      note(mutant, outcome, (Date.now() - began) / 1000)
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    save()
  }
}

/** @returns whether the tests of a group other than `group` are known to notice the mutant */
export function isNoticed(generated: Generated, mutant: Mutant, group: Group, verdicts: ReadonlyMap<string, Verdict>): boolean {
  return groupsOf(generated, mutant).some((other) => {
    const verdict = verdicts.get(`${other.name}: ${mutant.key}`)
    return other !== group && verdict?.outcome.kind === 'failed' && holds(verdict, generated, other)
  })
}

/**
 * @param proven whether the mutant is proven to change nothing, so that the quick tests' outcome is enough
 * @returns the known outcomes that are still valid, of the tests of the groups that contain the mutant
 */
export function outcomesOf(
  generated: Generated,
  mutant: Mutant,
  verdicts: ReadonlyMap<string, Verdict>,
  proven: boolean,
): readonly Outcome[] {
  return groupsOf(generated, mutant).flatMap((group) => {
    const verdict = verdicts.get(`${group.name}: ${mutant.key}`)
    if (verdict === undefined) return []
    const enough = proven && verdict.sources === sourcesOf(group, generated) && verdict.tests === quickTestsOf(group)
    return enough || holds(verdict, generated, group) ? [verdict.outcome] : []
  })
}

/** @returns the digest of the group's quick tests in a verdict */
function quickTestsOf(group: Group): string {
  const files = filesOf(repositoryDirectory, group).filter((file) => !isSlow(file))
  const known = digests.get(`quick ${group.name}`) ?? `quick ${digestOf(repositoryDirectory, files)}`
  digests.set(`quick ${group.name}`, known)
  return known
}

function testsOf(group: Group): string {
  const known = digests.get(group.name) ?? digestOf(repositoryDirectory, filesOf(repositoryDirectory, group))
  digests.set(group.name, known)
  return known
}

/** @returns the groups whose contracts contain the mutant's source */
export function groupsOf(generated: Generated, mutant: Mutant): readonly Group[] {
  const contracts = generated.usedBy.get(mutant.file) ?? []
  return GROUPS.filter((group) => group.contracts.some((contract) => contracts.includes(contract)))
}
