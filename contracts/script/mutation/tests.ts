/** The tests that judge a contract, and the way in which forge runs them. */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forgeBinary } from '../forge.ts'
import { digestOfTexts } from './digest.ts'

const TESTS = 'contracts/test'

/** Contracts whose faults are judged in one copy, and the test files below contracts/test that judge them. */
export type Group = { readonly name: string; readonly contracts: readonly string[]; readonly files: RegExp }

export const GROUPS: readonly Group[] = [
  { name: 'Levels', contracts: ['Levels'], files: /^Levels\// },
  { name: 'AaaFund', contracts: ['AaaFund'], files: /^AaaFund\// },
  { name: 'EpochLog', contracts: ['EpochLog'], files: /^EpochLog\// },
  { name: 'Tokens', contracts: ['AAA', 'GALX', 'MCM'], files: /^(Tokens\/|standards\/Tokens)/ },
  { name: 'ZnVault', contracts: ['ZnVault'], files: /^(ZnVault\/|types\/|standards\/ZnVault)/ },
  { name: 'NodePass', contracts: ['NodePass'], files: /^(NodePass\/|standards\/NodePass)/ },
  { name: 'RewardVouchers', contracts: ['RewardVouchers', 'Timelock'], files: /^(RewardVouchers|types)\// },
  { name: 'StakingPools', contracts: ['StakingPools'], files: /^(StakingPools|types|fuzz|threats)\// },
]
/** Gas is not behaviour. The gas tests measure the release build. */
const LEFT_OUT = /Gas\.t\.sol$|^gas\//
/** These tests run last: they take long, and most faults show earlier. */
const SLOW = /(Model|Invariants?|Search|Kinds|Extremes)\.t\.sol$|^(standards|fuzz)\/|^threats\/(?!Reentrancy)/

/** Fewer runs than in everyday tests: a fault that shows only after more runs needs its own test. */
export const ENVIRONMENT = {
  FOUNDRY_FUZZ_RUNS: '48',
  FOUNDRY_INVARIANT_RUNS: '8',
  FOUNDRY_INVARIANT_DEPTH: '60',
  // Without the optimiser all faults compile in a minute, with it in twenty.
  FOUNDRY_OPTIMIZER: 'false',
  // A contract with all its faults is larger than any chain allows.
  FOUNDRY_CODE_SIZE_LIMIT: '100000000',
  // A loop that a fault makes endless ends at this limit, together with its test.
  FOUNDRY_GAS_LIMIT: '4000000000',
}

/** Makes tests deploy contracts from their artifacts, instead of containing their code. */
export const LINKING = { FOUNDRY_DYNAMIC_TEST_LINKING: 'true', FOUNDRY_OPTIMIZER: 'true', FOUNDRY_GAS_LIMIT: '18446744073709551615' }

/** Seconds after which the tests of a mutant count as endless. No test should run so long, so the fault has shown. */
const TIMEOUT = 240

/** A test by its file, its contract and its name. */
export type TestName = { readonly file: string; readonly suite: string; readonly test: string }

export type Outcome =
  | { readonly kind: 'passed' }
  | ({ readonly kind: 'failed' } & TestName)
  | { readonly kind: 'endless' }
  | { readonly kind: 'broken'; readonly message: string }

/** forge's report on a test: `Success`, `Failure` or `Skipped`, and the reason. */
export type TestResult = { readonly status: string; readonly reason: string | null }
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

/** @returns the test files below contracts/test of `root` that judge the group */
export function filesOf(root: string, { files }: Group): readonly string[] {
  return filesBelow(root).filter((path) => files.test(path) && !LEFT_OUT.test(path))
}

/** @returns every test file below contracts/test of `root` */
export function filesBelow(root: string): readonly string[] {
  const all = readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.t.sol')).sort()
}

/** Tests that run together, and forge's settings for them. */
export type Part = { readonly files: readonly string[]; readonly settings: Readonly<Record<string, string>> }

/** @returns `files` in parts: the quick tests with few random runs, then the slow tests, then the quick tests with more runs */
export function inTurn(files: readonly string[]): readonly Part[] {
  const quick = files.filter((path) => !isSlow(path))
  const slow = files.filter(isSlow)
  const parts = [
    { files: quick, settings: { FOUNDRY_FUZZ_RUNS: '6' } },
    { files: slow, settings: {} },
    { files: quick, settings: {} },
  ]
  return parts.filter((part) => part.files.length > 0)
}

/** @returns `files` and all files of contracts/test that they import, directly or not */
export function withImports(root: string, files: readonly string[]): readonly string[] {
  const reached = new Set(files)
  for (const file of reached) {
    for (const [, path = ''] of readFileSync(join(root, TESTS, file), 'utf8').matchAll(/from\s+"(\.[^"]*)"/g)) {
      const imported = join(dirname(file), path)
      if (!imported.startsWith('..')) reached.add(imported)
    }
  }
  return [...reached].sort()
}

/** @returns a digest of these files below contracts/test and of all files that they import */
export function digestOf(root: string, files: readonly string[]): string {
  const paths = withImports(root, files)
  return digestOfTexts(paths.flatMap((path) => [path, readFileSync(join(root, TESTS, path), 'utf8')]))
}

/** @returns forge's parameters for these files */
export function ofFiles(files: readonly string[]): readonly string[] {
  return ['--match-path', pattern(files.map((file) => `${TESTS}/${file}`))]
}

/** @returns forge's parameters for these tests; if one of them is a set-up function, for all tests of its contract */
export function ofTests(tests: readonly TestName[]): readonly string[] {
  const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]
  const names = distinct(tests.map(({ test }) => test))
  const suites = distinct(tests.map(({ suite }) => suite)).join('|')
  const byName = names.includes('setUp') ? [] : ['--match-test', `^(${names.join('|')})(\\(|$)`]
  return ['--match-path', pattern(distinct(tests.map(({ file }) => file))), '--match-contract', `^(${suites})$`, ...byName]
}

function pattern(paths: readonly string[]): string {
  return paths.length === 1 ? paths.join('') : `{${paths.join(',')}}`
}

/** @returns whether the file is among the files that run last */
export function isSlow(file: string): boolean {
  return SLOW.test(file.replace(`${TESTS}/`, ''))
}

/** @returns the path from the root of a file below contracts/test */
export function contractPath(file: string): string {
  return `${TESTS}/${file}`
}

/** Runs all tests in `root`. @returns the result of each test by name; empty if forge was ended early */
export async function reportOf(
  root: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, TestResult>> {
  const { output } = await runForge(root, parameters, settings)
  const results = new Map<string, TestResult>()
  for (const { test_results: tests } of Object.values(readReport(output) ?? {})) {
    for (const [test, result] of Object.entries(tests)) results.set(test.replace(/\(.*$/, ''), result)
  }
  return results
}

/**
 * Runs tests in `root` until the first failure, with one active fault.
 * @param mutant the fault's number; 0: no fault
 * @param settings of forge, besides the settings of every run
 */
export async function runTests(
  root: string,
  parameters: readonly string[],
  mutant: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { output, errors, signal } = await runForge(root, [...parameters, '--fail-fast'], {
    ...settings,
    // A failing input of one fault must not be tried on the next fault.
    FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: join(root, 'failures', String(mutant)),
    FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: join(root, 'failures', String(mutant)),
    FOUNDRY_BLOCK_PREVRANDAO: `0x${mutant.toString(16).padStart(64, '0')}`,
  })
  return signal === null ? readOutcome(output, errors) : { kind: 'endless' }
}

function runForge(
  root: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly output: string; readonly errors: string; readonly signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(forgeBinary(), ['test', ...parameters, '--json'], {
      cwd: root,
      env: { ...process.env, ...ENVIRONMENT, ...settings, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
      timeout: TIMEOUT * 1000,
      killSignal: 'SIGKILL',
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve({ output, errors, signal }))
  })
}

function readReport(output: string): Report | undefined {
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'))
  return line === undefined ? undefined : (JSON.parse(line) as Report)
}

function readOutcome(output: string, errors: string): Outcome {
  const report = readReport(output)
  if (report === undefined) return { kind: 'broken', message: (errors + output).trim().slice(-800) }
  let tests = 0
  for (const [suite, { test_results: results }] of Object.entries(report)) {
    for (const [test, { status }] of Object.entries(results)) {
      tests += 1
      if (status !== 'Failure') continue
      const [file = '', name = ''] = suite.split(':')
      return { kind: 'failed', file, suite: name, test: test.replace(/\(.*$/, '') }
    }
  }
  return tests > 0 ? { kind: 'passed' } : { kind: 'broken', message: 'no test ran' }
}
