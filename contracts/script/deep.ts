/**
 * Runs the deep profile (fuzz 20 000 runs, invariants 500 × 200 calls), contract by contract, and writes down what came of
 * each test in docs/deep-run.md, after each part. The environment's FOUNDRY_FUZZ_RUNS and FOUNDRY_INVARIANT_RUNS make it deeper. `-- StakingPools ZnVault` takes these parts alone; the page keeps the others' lines.
 * `-- --rest` goes on where an earlier run stopped: it takes the parts without a line and those whose contracts or tests have changed
 * since. `-- --list` prints the parts' names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory, forgeBinary, GAS_TESTS } from './forge.ts'
import { git, testedCommit } from './testedCommit.ts'

/** Folders of tests by the name of their part: one for each contract, then what is tested across contracts. */
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

const repositoryDirectory = dirname(contractsDirectory)
const page = join(repositoryDirectory, 'docs/deep-run.md')

/** @returns whether the part was run on these contracts and tests */
function isCurrent(part: string): boolean {
  const line = keptLines().find((candidate) => candidate.startsWith(`| ${part} |`))
  const tested = line === undefined ? undefined : /\| (\w+) \|$/.exec(line)?.[1]
  if (tested === undefined) return false
  const folders = ['support', ...(PARTS[part] ?? [])].map((name) => `contracts/test/${name}`)
  return git('diff', '--quiet', tested, '--', 'contracts/src', 'contracts/foundry.toml', ...folders).status === 0
}

/** @returns a line of the table for each random test of the part; throws where one failed */
function run(part: string, folders: readonly string[]): readonly string[] {
  const began = Date.now()
  const tested = testedCommit()
  const tests = `contracts/test/${folders.length === 1 ? folders.join('') : `{${folders.join(',')}}`}/*`
  const { stdout, stderr } = spawnSync(forgeBinary(), ['test', '--match-path', tests, '--no-match-path', GAS_TESTS, '--json'], {
    cwd: repositoryDirectory,
    env: { ...process.env, FOUNDRY_CONFIG: join(contractsDirectory, 'foundry.toml'), FOUNDRY_PROFILE: 'deep' },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const report = stdout.split('\n').find((candidate) => candidate.startsWith('{'))
  if (report === undefined) throw new Error(`${part}: ${(stderr + stdout).slice(-800)}`)
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  const ended = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const lines: string[] = []
  for (const [suite, { test_results: results }] of Object.entries(JSON.parse(report) as Report)) {
    for (const [test, { status, reason, kind }] of Object.entries(results)) {
      if (status !== 'Success') throw new Error(`${suite} ${test}: ${status}: ${reason ?? ''}`)
      const figures = kind.Invariant ?? (kind.Fuzz && { ...kind.Fuzz, calls: kind.Fuzz.runs, reverts: 0 })
      if (figures === undefined) continue
      const name = `\`${suite.replace(/^.*:/, '')}\` › \`${test.replace(/\(.*$/, '')}\``
      lines.push(`| ${part} | ${name} | ${figures.runs} | ${figures.calls} | ${figures.reverts} | ${minutes} | ${ended} | ${tested} |`)
    }
  }
  return lines
}

function keptLines(): readonly string[] {
  if (!existsSync(page)) return []
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => Object.keys(PARTS).some((part) => line.startsWith(`| ${part} |`)))
}

function writePage(lines: readonly string[]): void {
  const text = [
    '# Deep run',
    '',
    'Random tests of the contracts at depth: fuzz tests 20 000 runs each, invariants 500 sequences of 200 calls.',
    '`npm run test:deep -w contracts` repeats all of it in about an hour of two cores, `-- StakingPools` one part, and writes this page.',
    'FOUNDRY_FUZZ_RUNS and FOUNDRY_INVARIANT_RUNS make it deeper: every part has also run once with 100 000 runs and 2 000 sequences,',
    'on earlier commits of 21 and 22 November 2026, five hours in all, and none failed. Minutes are those of the whole part on the',
    'machine it ran on. A refused call that was not expected fails a run: see `contracts/test/invariant/README.md`.',
    '',
    'A line names the commit that last changed contracts or their tests before the run. A part that has no line has not been run at',
    'depth yet. `-- --rest` runs the parts without a line and those whose contracts or tests have changed since.',
    '',
    '| part | test | runs | calls | reverts | minutes | ended (UTC) | commit |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ]
  writeFileSync(page, text.join('\n'))
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
    console.error(`${part} is none of ${Object.keys(PARTS).join(', ')}`)
    process.exit(1)
  }
  try {
    const lines = run(part, folders)
    const others = keptLines().filter((line) => !line.startsWith(`| ${part} |`))
    const order = Object.keys(PARTS)
    const rank = (line: string): number => order.findIndex((name) => line.startsWith(`| ${name} |`))
    writePage([...others, ...lines].sort((a, b) => rank(a) - rank(b)))
    for (const line of lines) console.log(line)
  } catch (error) {
    failed = true
    console.error(error instanceof Error ? error.message : error)
  }
}
process.exit(failed ? 1 : 0)
