/**
 * Runs the tests against each mutant of contracts/mutants and expects one of them to fail. Ends with 1 where a mutant survives,
 * does not compile or no longer applies, or where the tests fail without any. Writes docs/mutants.md.
 *
 * The tests deploy contracts by their built artifacts (forge's dynamic test linking). So it is enough to compile a contract with
 * the fault in it and to put its code into the artifact, in a copy of the contracts: no test is compiled again.
 *
 * `-- --only Levels` takes the mutants whose list and description the expression matches; the page keeps the others' lines;
 * `--workers 1`.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { makeCompiler, type Compiler } from './compile.ts'
import { contractsDirectory, forge, forgeBinary } from './forge.ts'
import { writeTable, type Outcome, type Verdict } from './mutantTable.ts'
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

/** Minutes after which the tests of a mutant are taken to run for ever: no test is meant to, so that is a fault of theirs. */
const PATIENCE = 8

/** The compiler follows no import out of forge's root, so libraries are copied; its own package is not compiled. */
const COPIED_PACKAGES = ['@openzeppelin/contracts', 'solady', '@layerzerolabs/toolbox-foundry', '@uniswap']
const LINKED_PACKAGES = ['solc']

/** What tests read besides the contracts: the vectors shared with TypeScript. */
const FIXTURES = 'packages/protocol/test/fixtures'

type TestResult = { readonly status: string; readonly reason: string | null }
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>
type Artifact = { readonly bytecode: { object: string } }

const repositoryDirectory = dirname(contractsDirectory)

/** A copy of everything forge looks at, with what it has built. */
function makeCopy(): string {
  const root = mkdtempSync(join(tmpdir(), 'galx-mutants-'))
  for (const name of ['src', 'test', 'script', 'foundry.toml', 'snapshots', 'out/default', 'cache/default']) {
    cpSync(join(contractsDirectory, name), join(root, 'contracts', name), { recursive: true })
  }
  cpSync(join(repositoryDirectory, FIXTURES), join(root, FIXTURES), { recursive: true })
  for (const name of COPIED_PACKAGES) {
    const from = join(repositoryDirectory, 'node_modules', name)
    cpSync(from, join(root, 'node_modules', name), { recursive: true, dereference: true })
  }
  for (const name of LINKED_PACKAGES) {
    symlinkSync(join(repositoryDirectory, 'node_modules', name), join(root, 'node_modules', name))
  }
  return root
}

/** Runs the tests of `tests` in `root` until the first failure. */
function runTests(root: string, tests: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(forgeBinary(), ['test', '--match-path', tests, '--fail-fast', '--json'], {
      cwd: root,
      env: { ...process.env, ...ENVIRONMENT, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
      timeout: PATIENCE * 60_000,
      killSignal: 'SIGKILL',
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    child.on('error', reject)
    child.on('close', (_code, signal) =>
      resolve(
        signal === null
          ? readOutcome(output, errors)
          : { kind: 'broken', message: `the tests did not end within ${PATIENCE} minutes` },
      ),
    )
  })
}

function readOutcome(output: string, errors: string): Outcome {
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) return { kind: 'broken', message: (errors + output).trim().slice(-800) }
  let tests = 0
  for (const [suite, { test_results: results }] of Object.entries(JSON.parse(line) as Report)) {
    for (const [test, { status }] of Object.entries(results)) {
      tests += 1
      if (status === 'Failure') return { kind: 'failed', suite: suite.replace(/^.*:/, ''), test: test.replace(/\(.*$/, '') }
    }
  }
  return tests > 0 ? { kind: 'passed' } : { kind: 'broken', message: 'no test ran' }
}

/** Puts the contracts of `mutant`, with its fault or without, into the artifacts of `root`. @returns what was there */
function putCode(root: string, compiler: Compiler, mutant: Mutant, faulty: boolean): ReadonlyMap<string, string> {
  const source = readFileSync(join(root, 'contracts/src', mutant.file), 'utf8')
  const replaced = new Map(faulty ? [[`contracts/src/${mutant.file}`, applyMutant(source, mutant)]] : [])
  const before = new Map<string, string>()
  for (const file of mutant.contracts) {
    const name = basename(file, '.sol')
    const path = join(root, 'contracts/out/default', `${name}.sol`, `${name}.json`)
    const text = readFileSync(path, 'utf8')
    const artifact = JSON.parse(text) as Artifact
    const code = compiler.creationCode(`contracts/src/${file}`, name, replaced)
    if (!faulty && code !== artifact.bytecode.object) {
      throw new Error(`${name}: what is compiled here is not what forge built; run forge clean and try again`)
    }
    artifact.bytecode.object = code
    before.set(path, text)
    writeFileSync(path, JSON.stringify(artifact))
  }
  return before
}

async function judge(root: string, compiler: Compiler, mutant: Mutant): Promise<Outcome> {
  let before: ReadonlyMap<string, string>
  try {
    before = putCode(root, compiler, mutant, true)
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) }
  }
  const outcome = await runTests(root, mutant.tests)
  for (const [path, text] of before) writeFileSync(path, text)
  return outcome
}

/** Takes mutants off `queue` until it is empty. */
async function work(root: string, queue: Mutant[], verdicts: Verdict[], total: number): Promise<void> {
  const compiler = makeCompiler(root)
  const sound = new Set<string>()
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    if (!sound.has(mutant.tests)) {
      putCode(root, compiler, mutant, false)
      const outcome = await runTests(root, mutant.tests)
      if (outcome.kind !== 'passed') {
        throw new Error(`without any mutant ${mutant.tests} does not pass: ${JSON.stringify(outcome)}`)
      }
      sound.add(mutant.tests)
    }
    const began = Date.now()
    const outcome = await judge(root, compiler, mutant)
    verdicts.push({ mutant, outcome })
    const words = outcome.kind === 'failed' ? `killed by ${outcome.suite}.${outcome.test}` : outcome.kind.toUpperCase()
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${verdicts.length}/${total} ${mutant.list}: ${mutant.why}: ${words} (${seconds} s)`)
    if (outcome.kind === 'broken') console.log(outcome.message)
  }
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

async function main(): Promise<number> {
  const only = option('--only')
  const all = readMutants()
  for (const mutant of all) {
    applyMutant(readFileSync(join(contractsDirectory, 'src', mutant.file), 'utf8'), mutant)
  }
  const chosen = all.filter((mutant) => only === undefined || new RegExp(only).test(`${mutant.list} ${mutant.why}`))
  // the copies begin with what is built here
  if (forge(['build', '--quiet'], { environment: ENVIRONMENT }) !== 0) throw new Error('the contracts do not build')
  if (!existsSync(join(contractsDirectory, 'out/default'))) throw new Error('nothing was built in contracts/out/default')
  const queue = [...chosen]
  const verdicts: Verdict[] = []
  const roots = Array.from({ length: Math.min(Number(option('--workers') ?? WORKERS), queue.length) }, makeCopy)
  try {
    await Promise.all(roots.map((root) => work(root, queue, verdicts, chosen.length)))
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true })
  }
  const ordered = chosen.flatMap((mutant) => verdicts.filter((verdict) => verdict.mutant === mutant))
  writeTable(join(repositoryDirectory, 'docs/mutants.md'), all, ordered)
  const alive = ordered.filter(({ outcome }) => outcome.kind !== 'failed')
  for (const { mutant, outcome } of alive) console.error(`${outcome.kind}: ${mutant.list}: ${mutant.why}`)
  console.log(`${ordered.length - alive.length} of ${chosen.length} mutants killed`)
  return alive.length === 0 && chosen.length > 0 ? 0 : 1
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
