/**
 * Proves the theorems of contracts/proofs about the contracts' sources, with Z3. Ends with 1 if a theorem is not proven, and names it. `--
 * Stake`: only theorems whose names contain the word. `-- --faults 20`: proves nothing, and counts how many of 20 generated faults of each
 * source the theorems notice (share.ts).
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory } from '../script/forge.ts'
import { parse, walk, word } from '../script/syntaxTree.ts'
import { FAULTS, plant, type Fault } from './faults.ts'
import { OTHERS } from './others.ts'
import { theoremsOf } from './packing.ts'
import { ACCRUALS, REWARDS } from './rewards.ts'
import { shareOf } from './share.ts'
import { startSolver } from './solver.ts'
import { Proof, Sources, type Theorem } from './theorem.ts'
import { voucherTheorems } from './vouchers.ts'
import { WORDS } from './words.ts'

const TYPES = ['Position', 'Stake', 'Stream', 'Units'].map((name) => `types/${name}.sol`)
const CONTRACTS = ['RewardVouchers.sol']

const repositoryDirectory = dirname(contractsDirectory)

/** @returns the texts of the sources that the theorems are about, by path below contracts/src */
function readTexts(): ReadonlyMap<string, string> {
  const path = (file: string): string => join(contractsDirectory, 'src', file)
  return new Map([...TYPES, ...CONTRACTS].map((file) => [file, readFileSync(path(file), 'utf8')]))
}

/** @returns the sources; undefined if the compiler refuses them */
function read(texts: ReadonlyMap<string, string>): Sources | undefined {
  const { trees, errors } = parse(repositoryDirectory, new Map([...texts].map(([file, text]) => [`contracts/src/${file}`, text])))
  return errors.length > 0 ? undefined : new Sources(trees)
}

/** @param fault the fault that is planted in a copy of the source */
function readSources(fault?: Fault): Sources {
  const planted = [...readTexts()].map(([file, text]): [string, string] => [file, fault?.file === file ? plant(text, fault) : text])
  const sources = read(new Map(planted))
  if (sources === undefined) throw new Error('the sources do not compile')
  return sources
}

function allTheorems(sources: Sources): readonly Theorem[] {
  const words = WORDS.flatMap((entry) => theoremsOf(entry, new Set(sources.functions(entry.file).keys())))
  return [...words, ...OTHERS, ...ACCRUALS, ...REWARDS, ...voucherTheorems(sources)]
}

async function main(): Promise<number> {
  if (process.argv[2] === '--faults') {
    await shareOf(Number(process.argv[3] ?? 20), readTexts(), read, allTheorems, await startSolver(20))
    return 0
  }
  const only = process.argv[2] ?? ''
  const ask = await startSolver()
  const sources = readSources()
  const theorems = allTheorems(sources)
  let failures = 0
  const fail = (message: string): void => {
    failures += 1
    console.error(message)
  }
  const chosen = theorems.filter((theorem) => theorem.name.includes(only))
  for (const { name, reading, state } of chosen) {
    const began = Date.now()
    const proof = new Proof(sources, reading)
    const statement = state(proof)
    const answer = await ask(proof.script(statement))
    // With impossible premises a theorem would prove nothing.
    const premises = statement.given === undefined || statement.given.length === 0 ? 'sat' : await ask(proof.premises(statement))
    const seconds = ((Date.now() - began) / 1000).toFixed(2)
    if (answer !== 'unsat') fail(`NOT PROVEN (${answer === 'sat' ? 'there is a counterexample' : answer}): ${name} (${seconds} s)`)
    else if (premises !== 'sat') fail(`EMPTY: nothing meets the premises (${premises}): ${name}`)
    else console.log(`proven: ${name} (${seconds} s)`)
  }
  for (const fault of FAULTS.filter(({ theorem }) => theorem.includes(only))) {
    const faulty = readSources(fault)
    const theorem = voucherTheorems(faulty).find(({ name }) => name.startsWith(fault.theorem))
    if (theorem === undefined) throw new Error(`no theorem ${fault.theorem}`)
    const proof = new Proof(faulty, theorem.reading)
    const words = `${fault.theorem}where ${fault.file} says ${fault.replacement}`
    if ((await ask(proof.script(theorem.state(proof)))) === 'sat') console.log(`noticed: ${words}`)
    else fail(`NOT NOTICED: ${words}`)
  }
  if (only === '') {
    for (const file of TYPES) {
      walk(sources.tree(file), (node) => {
        if (node.nodeType !== 'FunctionDefinition' || sources.read.has(`${String(node['scope'])}.${word(node, 'name')}`)) return
        fail(`no theorem reads ${file}: ${word(node, 'name')}`)
      })
    }
  }
  console.log(failures === 0 ? `${chosen.length} theorems are proven` : `${failures} failures`)
  return failures === 0 ? 0 : 1
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
