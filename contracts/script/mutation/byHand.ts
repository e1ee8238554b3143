/**
 * Judges the handwritten faults, each by the tests that it names. The tests deploy contracts from their built artifacts (forge's dynamic
 * test linking). So only the contract is compiled with the fault and put into the artifacts of a copy, and no test is compiled again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import { makeCompiler, type Compiler } from './compile.ts'
import { buildCopy, makeCopy } from './copy.ts'
import { applyMutant, readMutants, type HandMutant } from './handList.ts'
import { filesBelow, LINKING, runTests, type Outcome } from './tests.ts'

type HandVerdict = { readonly mutant: HandMutant; readonly outcome: Outcome }

type Artifact = { readonly bytecode: { object: string } }

const repositoryDirectory = dirname(contractsDirectory)

/** Puts the contracts of `mutant` with its fault into the artifacts of `root`. @returns the earlier content */
function putCode(root: string, compiler: Compiler, mutant: HandMutant): ReadonlyMap<string, string> {
  const source = readFileSync(join(root, 'contracts/src', mutant.file), 'utf8')
  const replaced = new Map([[`contracts/src/${mutant.file}`, applyMutant(source, mutant)]])
  const before = new Map<string, string>()
  for (const file of mutant.contracts) {
    const name = basename(file, '.sol')
    const path = join(root, 'contracts/out/default', `${name}.sol`, `${name}.json`)
    const text = readFileSync(path, 'utf8')
    const artifact = JSON.parse(text) as Artifact
    artifact.bytecode.object = compiler.creationCode(`contracts/src/${file}`, name, replaced)
    before.set(path, text)
    writeFileSync(path, JSON.stringify(artifact))
  }
  return before
}

/** @param only judges only faults whose list and description match */
export async function judgeByHand(only: RegExp): Promise<readonly HandVerdict[]> {
  const mutants = readMutants().filter(({ list, why }) => only.test(`${list}: ${why}`))
  if (mutants.length === 0) return []
  const tests = filesBelow(repositoryDirectory)
  const root = makeCopy('by-hand', new Map(), tests)
  buildCopy(root, LINKING)
  const compiler = makeCompiler(root)
  const verdicts: HandVerdict[] = []
  for (const mutant of mutants) {
    let outcome: Outcome
    try {
      const before = putCode(root, compiler, mutant)
      outcome = await runTests(root, ['--match-path', mutant.tests], 0, LINKING)
      for (const [path, text] of before) writeFileSync(path, text)
    } catch (error) {
      outcome = { kind: 'broken', message: error instanceof Error ? error.message : String(error) }
    }
    verdicts.push({ mutant, outcome })
    const words = outcome.kind === 'failed' ? `${outcome.suite}.${outcome.test}` : outcome.kind.toUpperCase()
    console.log(`${verdicts.length}/${mutants.length} ${mutant.list}: ${mutant.why}: ${words}`)
    if (outcome.kind === 'broken') console.log(outcome.message)
  }
  return verdicts
}

/** Writes the test that notices each fault, or null if no test does, to mutants/byHand.json. Faults that were not judged keep their entry. */
export function writeByHand(verdicts: readonly HandVerdict[]): void {
  const path = join(contractsDirectory, 'mutants/byHand.json')
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | null>) : {}
  const judged = verdicts.map(({ mutant: { list, why }, outcome }): [string, string | null] => [
    `${list}: ${why}`,
    outcome.kind === 'failed' ? `${outcome.suite} › ${outcome.test}` : null,
  ])
  const known = { ...before, ...Object.fromEntries(judged) }
  const names = readMutants().map(({ list, why }) => `${list}: ${why}`)
  const lines = names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`)
}
