/**
 * Runs the deep profile (fuzz 100 000 runs, invariants 2 000 × 200 calls), contract by contract, and writes down what came of
 * each test in docs/deep-run.md. `-- StakingPools ZnVault` takes these contracts alone; the page keeps the others' lines. `-- --list` prints the parts' names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory, forgeBinary, GAS_TESTS } from './forge.ts'

/** A folder for each contract, by its name; then what is tested across contracts. */
const GROUPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync(join(contractsDirectory, 'test'))
      .filter((name) => /^[A-Z]/.test(name) && !name.includes('.'))
      .map((name) => [name, `contracts/test/${name}/*`]),
  ),
  kinds: 'contracts/test/fuzz/*',
  standards: 'contracts/test/{types,standards}/*',
  threats: 'contracts/test/threats/*',
}
type Kind = {
  readonly Fuzz?: { readonly runs: number }
  readonly Invariant?: { readonly runs: number; readonly calls: number; readonly reverts: number }
}
type TestResult = { readonly status: string; readonly reason: string | null; readonly kind: Kind }
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

const repositoryDirectory = dirname(contractsDirectory)
const page = join(repositoryDirectory, 'docs/deep-run.md')

function commit(): string {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryDirectory, encoding: 'utf8' }).stdout.trim()
}

/** @returns a line of the table for each random test of the group; throws where one failed */
function run(group: string, tests: string): readonly string[] {
  const began = Date.now()
  const { stdout, stderr } = spawnSync(forgeBinary(), ['test', '--match-path', tests, '--no-match-path', GAS_TESTS, '--json'], {
    cwd: repositoryDirectory,
    env: { ...process.env, FOUNDRY_CONFIG: join(contractsDirectory, 'foundry.toml'), FOUNDRY_PROFILE: 'deep' },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) throw new Error(`${group}: ${(stderr + stdout).slice(-800)}`)
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  const lines: string[] = []
  for (const [suite, { test_results: results }] of Object.entries(JSON.parse(line) as Report)) {
    for (const [test, { status, reason, kind }] of Object.entries(results)) {
      if (status !== 'Success') throw new Error(`${suite} ${test}: ${status}: ${reason ?? ''}`)
      const figures = kind.Invariant ?? (kind.Fuzz && { ...kind.Fuzz, calls: kind.Fuzz.runs, reverts: 0 })
      if (figures === undefined) continue
      const name = `\`${suite.replace(/^.*:/, '')}\` › \`${test.replace(/\(.*$/, '')}\``
      lines.push(`| ${group} | ${name} | ${figures.runs} | ${figures.calls} | ${figures.reverts} | ${minutes} | ${commit()} |`)
    }
  }
  return lines
}

function keptLines(): readonly string[] {
  if (!existsSync(page)) return []
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => Object.keys(GROUPS).some((group) => line.startsWith(`| ${group} |`)))
}

function writePage(lines: readonly string[]): void {
  const text = [
    '# Deep run',
    '',
    'Random tests of the contracts at depth: fuzz tests 100 000 runs each, invariants 2 000 sequences of 200 calls.',
    '`npm run test:deep -w contracts` repeats all of it, `-- StakingPools` one part, and writes this page; minutes are those of',
    'the whole part on the machine it ran on. A refused call that was not foreseen fails a run: see',
    '`contracts/test/invariant/README.md`. A part that has no line here has not been run at depth yet.',
    '',
    '| part | test | runs | calls | reverts | minutes | commit |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ]
  writeFileSync(page, text.join('\n'))
}

if (process.argv[2] === '--list') {
  console.log(JSON.stringify(Object.keys(GROUPS)))
  process.exit(0)
}
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GROUPS)
let failed = false
for (const group of chosen) {
  const tests = GROUPS[group]
  if (tests === undefined) {
    console.error(`${group} is none of ${Object.keys(GROUPS).join(', ')}`)
    process.exit(1)
  }
  try {
    const lines = run(group, tests)
    const others = keptLines().filter((line) => !line.startsWith(`| ${group} |`))
    const order = Object.keys(GROUPS)
    const rank = (line: string): number => order.findIndex((name) => line.startsWith(`| ${name} |`))
    writePage([...others, ...lines].sort((a, b) => rank(a) - rank(b)))
    for (const line of lines) console.log(line)
  } catch (error) {
    failed = true
    console.error(error instanceof Error ? error.message : error)
  }
}
process.exit(failed ? 1 : 0)
