/**
 * Puts each mutant of contracts/mutants into a copy of the contracts, runs its tests there, and expects one of them to fail.
 * Ends with 1 where a mutant survives, does not compile or no longer applies, or where the tests fail without any. Writes
 * docs/mutants.md after a whole run.
 *
 * `-- --only Levels` takes the mutants whose contract or description contains the text, and writes nothing.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contractsDirectory, forgeBinary } from './forge.ts'
import { applyMutant, readMutants, type Mutant } from './mutants.ts'

/** How many copies work at a time. */
const WORKERS = 2

/** Fewer runs than in everyday tests: a fault that needs more to be seen wants a test of its own. */
const ENVIRONMENT = {
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_FUZZ_RUNS: '64',
  FOUNDRY_INVARIANT_RUNS: '8',
  FOUNDRY_INVARIANT_DEPTH: '60',
}

/** The compiler follows no import out of forge's root, so libraries are copied; its own package is not compiled. */
const COPIED_PACKAGES = ['@openzeppelin/contracts', 'solady', '@layerzerolabs/toolbox-foundry', '@uniswap']
const LINKED_PACKAGES = ['solc']

type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly suite: string; readonly test: string; readonly reason: string }
  | { readonly kind: 'broken'; readonly message: string }

type Verdict = { readonly mutant: Mutant; readonly outcome: Outcome }

type TestResult = { readonly status: string; readonly reason: string | null }
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

const repositoryDirectory = dirname(contractsDirectory)

function makeCopy(): string {
  const root = mkdtempSync(join(tmpdir(), 'galx-mutants-'))
  for (const name of ['src', 'test', 'script', 'foundry.toml', 'snapshots']) {
    cpSync(join(contractsDirectory, name), join(root, 'contracts', name), { recursive: true })
  }
  for (const name of COPIED_PACKAGES) {
    const from = join(repositoryDirectory, 'node_modules', name)
    cpSync(from, join(root, 'node_modules', name), { recursive: true, dereference: true })
  }
  for (const name of LINKED_PACKAGES) {
    symlinkSync(join(repositoryDirectory, 'node_modules', name), join(root, 'node_modules', name))
  }
  mkdirSync(join(root, 'contracts/out'), { recursive: true })
  return root
}

/** Runs the tests of `tests` in `root` until the first failure. */
function runTests(root: string, tests: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(forgeBinary(), ['test', '--match-path', tests, '--fail-fast', '--json'], {
      cwd: root,
      env: { ...process.env, ...ENVIRONMENT, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(readOutcome(output, errors)))
  })
}

function readOutcome(output: string, errors: string): Outcome {
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) return { kind: 'broken', message: (errors + output).trim().slice(-800) }
  let tests = 0
  for (const [suite, { test_results: results }] of Object.entries(JSON.parse(line) as Report)) {
    for (const [test, { status, reason }] of Object.entries(results)) {
      tests += 1
      if (status !== 'Failure') continue
      return { kind: 'failed', suite: suite.replace(/^.*:/, ''), test: test.replace(/\(.*$/, ''), reason: reason ?? '' }
    }
  }
  return tests > 0 ? { kind: 'passed' } : { kind: 'broken', message: 'no test ran' }
}

/** Takes mutants off `queue` until it is empty. */
async function work(root: string, queue: Mutant[], verdicts: Verdict[], total: number): Promise<void> {
  const sound = new Set<string>()
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    if (!sound.has(mutant.tests)) {
      const outcome = await runTests(root, mutant.tests)
      if (outcome.kind !== 'passed') {
        throw new Error(`without any mutant ${mutant.tests} does not pass: ${JSON.stringify(outcome)}`)
      }
      sound.add(mutant.tests)
    }
    const path = join(root, 'contracts/src', mutant.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, applyMutant(source, mutant))
    const outcome = await runTests(root, mutant.tests)
    writeFileSync(path, source)
    verdicts.push({ mutant, outcome })
    const words = outcome.kind === 'failed' ? `killed by ${outcome.suite}.${outcome.test}` : outcome.kind.toUpperCase()
    console.log(`${verdicts.length}/${total} ${mutant.contract}: ${mutant.why}: ${words}`)
    if (outcome.kind === 'broken') console.log(outcome.message)
  }
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\|/g, '\\|')
}

function writeTable(verdicts: readonly Verdict[]): void {
  const contracts = [...new Set(verdicts.map(({ mutant }) => mutant.contract))].sort()
  const lines = [
    '# Mutants',
    '',
    'Each line is a fault put into a copy of the contracts (`contracts/mutants/`), and the test that failed because of it.',
    '`npm run test:mutants -w contracts` repeats the run, fails where a fault goes unnoticed, and writes this page.',
    '',
    ...contracts.map((name) => {
      const own = verdicts.filter(({ mutant }) => mutant.contract === name)
      const killed = own.filter(({ outcome }) => outcome.kind === 'failed')
      return `- ${name}: ${killed.length} of ${own.length} killed`
    }),
  ]
  for (const name of contracts) {
    lines.push('', `## ${name}`, '', '| fault | in | killed by |', '| --- | --- | --- |')
    for (const { mutant, outcome } of verdicts.filter((verdict) => verdict.mutant.contract === name)) {
      const by = outcome.kind === 'failed' ? `\`${outcome.suite}\` › \`${outcome.test}\`` : '**nothing**'
      lines.push(`| ${cell(mutant.why)} | \`${mutant.file}\` | ${by} |`)
    }
  }
  writeFileSync(join(repositoryDirectory, 'docs/mutants.md'), `${lines.join('\n')}\n`)
}

async function main(): Promise<number> {
  const at = process.argv.indexOf('--only')
  const only = at === -1 ? undefined : process.argv[at + 1]
  const all = readMutants()
  for (const mutant of all) {
    applyMutant(readFileSync(join(contractsDirectory, 'src', mutant.file), 'utf8'), mutant)
  }
  const chosen = all.filter((mutant) => only === undefined || `${mutant.contract} ${mutant.why}`.includes(only))
  const queue = [...chosen]
  const verdicts: Verdict[] = []
  const roots = Array.from({ length: Math.min(WORKERS, queue.length) }, makeCopy)
  try {
    await Promise.all(roots.map((root) => work(root, queue, verdicts, chosen.length)))
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true })
  }
  const ordered = chosen.map((mutant) => verdicts.find((verdict) => verdict.mutant === mutant)).filter((v) => v !== undefined)
  if (only === undefined) writeTable(ordered)
  const alive = ordered.filter(({ outcome }) => outcome.kind !== 'failed')
  for (const { mutant, outcome } of alive) console.error(`${outcome.kind}: ${mutant.contract}: ${mutant.why}`)
  console.log(`${ordered.length - alive.length} of ${chosen.length} mutants killed`)
  return alive.length === 0 && chosen.length > 0 ? 0 : 1
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
