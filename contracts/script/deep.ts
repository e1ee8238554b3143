/**
 * Runs the deep profile (fuzz 20 000 runs, invariants 500 × 200 calls), contract by contract, and writes the result of each test to
 * contracts/deep/results.json after each part. FOUNDRY_FUZZ_RUNS and FOUNDRY_INVARIANT_RUNS make the search deeper. `-- StakingPools
 * ZnVault` runs only these parts; the file keeps the results of the other parts. `-- --rest` runs the parts without a result, and the parts
 * whose contracts or tests have changed since their result. `-- --list` prints the parts' names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory, forgeBinary } from './forge.ts'
import { git, testedCommit } from './testedCommit.ts'

/** Folders of tests by the name of their part: one part for each contract, then the parts for several contracts together. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    readdirSync(join(contractsDirectory, 'test'))
      .filter((name) => /^[A-Z]/.test(name) && !name.includes('.'))
      .map((name) => [name, [name]]),
  ),
  kinds: ['fuzz'],
  standards: ['types', 'standards'],
  threats: ['threats'],
}
type Kind = {
  readonly Fuzz?: { readonly runs: number }
  readonly Invariant?: { readonly runs: number; readonly calls: number; readonly reverts: number }
}
type TestResult = { readonly status: string; readonly reason: string | null; readonly kind: Kind }
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

/** `calls` and `reverts` count all runs. An unexpected revert would have failed the test. */
type Figures = { readonly runs: number; readonly calls: number; readonly reverts: number }
/** `commit` last changed contracts or their tests; `ended` is UTC; `minutes` is the time of the whole part. */
type PartResult = {
  readonly commit: string
  readonly ended: string
  readonly minutes: number
  readonly tests: Readonly<Record<string, Figures>>
}

const repositoryDirectory = dirname(contractsDirectory)
const resultsFile = join(contractsDirectory, 'deep/results.json')

function readResults(): Readonly<Record<string, PartResult>> {
  if (!existsSync(resultsFile)) return {}
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, PartResult>
}

/** Adds the part's result to the file, in the order of the parts. */
function writeResult(part: string, result: PartResult): void {
  const results = { ...readResults(), [part]: result }
  const sorted = Object.keys(PARTS).flatMap((name) => (results[name] === undefined ? [] : [[name, results[name]]]))
  mkdirSync(dirname(resultsFile), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** @returns whether the part was run on these contracts and tests */
function isCurrent(part: string): boolean {
  const tested = readResults()[part]?.commit
  if (tested === undefined || !/^\w+$/.test(tested)) return false
  const folders = ['support', ...(PARTS[part] ?? [])].map((name) => `contracts/test/${name}`)
  return git('diff', '--quiet', tested, '--', 'contracts/src', 'contracts/foundry.toml', ...folders).status === 0
}

/** The figures of one file of tests. */
type FileResult = Pick<PartResult, 'commit' | 'minutes' | 'tests'>

/** @returns the test files of the part, relative to contracts/test, without gas tests */
function filesOf(folders: readonly string[]): readonly string[] {
  const all = folders.flatMap((folder) => readdirSync(join(contractsDirectory, 'test', folder)).map((name) => `${folder}/${name}`))
  return all.filter((file) => file.endsWith('.t.sol') && !file.endsWith('Gas.t.sol')).sort()
}

/** @returns the figures of each random test of the file. @throws Error if a test fails */
function runFile(file: string, tested: string): FileResult {
  const began = Date.now()
  const { stdout, stderr } = spawnSync(forgeBinary(), ['test', '--match-path', `contracts/test/${file}`, '--json'], {
    cwd: repositoryDirectory,
    env: { ...process.env, FOUNDRY_CONFIG: join(contractsDirectory, 'foundry.toml'), FOUNDRY_PROFILE: 'deep' },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const report = stdout.split('\n').find((candidate) => candidate.startsWith('{'))
  if (report === undefined) throw new Error(`${file}: ${(stderr + stdout).slice(-800)}`)
  const figuresByTest: Record<string, Figures> = {}
  for (const [suite, { test_results: results }] of Object.entries(JSON.parse(report) as Report)) {
    for (const [test, { status, reason, kind }] of Object.entries(results)) {
      if (status !== 'Success') throw new Error(`${suite} ${test}: ${status}: ${reason ?? ''}`)
      const figures = kind.Invariant ?? (kind.Fuzz && { ...kind.Fuzz, calls: kind.Fuzz.runs, reverts: 0 })
      if (figures === undefined) continue
      const { runs, calls, reverts } = figures
      figuresByTest[`${suite.replace(/^.*:/, '')} › ${test.replace(/\(.*$/, '')}`] = { runs, calls, reverts }
    }
  }
  return { commit: tested, minutes: (Date.now() - began) / 60_000, tests: figuresByTest }
}

/** The results of single files. A part takes up to an hour: after an interrupted run, the next run continues with the first file without a result. */
const CACHE = join(contractsDirectory, 'cache/deep')
/** Results of another depth are not kept. */
const KEEPS = process.env['FOUNDRY_FUZZ_RUNS'] === undefined && process.env['FOUNDRY_INVARIANT_RUNS'] === undefined

/** @returns the figures of each random test of the part. @throws Error if a test fails */
function run(folders: readonly string[]): PartResult {
  const tested = testedCommit()
  const results = filesOf(folders).map((file): FileResult => {
    const kept = join(CACHE, `${file.replace('/', '.')}.json`)
    const known = KEEPS && existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as FileResult) : undefined
    if (known?.commit === tested) return known
    const result = runFile(file, tested)
    if (KEEPS) {
      mkdirSync(CACHE, { recursive: true })
      writeFileSync(kept, JSON.stringify(result))
    }
    return result
  })
  const minutes = results.reduce((sum, result) => sum + result.minutes, 0)
  return {
    commit: tested,
    ended: new Date().toISOString().slice(0, 16).replace('T', ' '),
    minutes: Number(minutes.toFixed(1)),
    tests: Object.assign({}, ...results.map(({ tests }) => tests)) as PartResult['tests'],
  }
}

function chosenParts(parameters: readonly string[]): readonly string[] {
  if (parameters.length === 0) return Object.keys(PARTS)
  return parameters[0] === '--rest' ? Object.keys(PARTS).filter((part) => !isCurrent(part)) : parameters
}

if (process.argv[2] === '--list') {
  console.log(JSON.stringify(Object.keys(PARTS)))
  process.exit(0)
}
let failed = false
for (const part of chosenParts(process.argv.slice(2))) {
  const folders = PARTS[part]
  if (folders === undefined) {
    console.error(`there is no part ${part}; the parts are ${Object.keys(PARTS).join(', ')}`)
    process.exit(1)
  }
  try {
    const result = run(folders)
    writeResult(part, result)
    for (const [test, { runs, calls, reverts }] of Object.entries(result.tests))
      console.log(`${part}: ${test}: ${runs} runs, ${calls} calls, ${reverts} reverts`)
  } catch (error) {
    failed = true
    console.error(error instanceof Error ? error.message : error)
  }
}
process.exit(failed ? 1 : 0)
