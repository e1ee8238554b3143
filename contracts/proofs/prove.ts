/**
 * Proves the theorems of contracts/proofs about the contracts' sources, with Z3. Ends with 1 if a theorem is not proven, and names it. `--
 * Stake`: only theorems whose names contain the word.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { init, Z3_error_code, Z3_lbool } from 'z3-solver'
import { contractsDirectory } from '../script/forge.ts'
import { parse, walk, word } from '../script/syntaxTree.ts'
import { FAULTS, plant, type Fault } from './faults.ts'
import { OTHERS } from './others.ts'
import { theoremsOf } from './packing.ts'
import { ACCRUALS, REWARDS } from './rewards.ts'
import { Proof, Sources, type Theorem } from './theorem.ts'
import { voucherTheorems } from './vouchers.ts'
import { WORDS } from './words.ts'

const SOURCES = ['Position', 'Stake', 'Stream', 'Units'].map((name) => `types/${name}.sol`)

const repositoryDirectory = dirname(contractsDirectory)

const CONTRACTS = ['RewardVouchers.sol']

/** @param fault the fault that is planted in a copy of the source */
function readSources(fault?: Fault): Sources {
  const texts = [...SOURCES, ...CONTRACTS].map((file): [string, string] => {
    const path = `contracts/src/${file}`
    const text = readFileSync(join(repositoryDirectory, path), 'utf8')
    return [path, fault?.file === file ? plant(text, fault) : text]
  })
  const { trees, errors } = parse(repositoryDirectory, new Map(texts))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return new Sources(trees)
}

async function main(): Promise<number> {
  const only = process.argv[2] ?? ''
  const sources = readSources()
  const { Z3 } = await init()
  const ask = async (script: string): Promise<string> => {
    const context = Z3.mk_context(Z3.mk_config())
    const solver = Z3.mk_solver(context)
    Z3.solver_inc_ref(context, solver)
    Z3.solver_from_string(context, solver, script)
    const wrong = Z3.get_error_code(context)
    if (wrong !== Z3_error_code.Z3_OK) throw new Error(`Z3 does not understand a theorem: ${Z3.get_error_msg(context, wrong)}`)
    const answer = await Z3.solver_check(context, solver)
    Z3.solver_dec_ref(context, solver)
    Z3.del_context(context)
    return answer === Z3_lbool.Z3_L_FALSE ? 'unsat' : answer === Z3_lbool.Z3_L_TRUE ? 'sat' : 'unknown'
  }
  const words = WORDS.flatMap((entry) => theoremsOf(entry, new Set(sources.functions(entry.file).keys())))
  const theorems: readonly Theorem[] = [...words, ...OTHERS, ...ACCRUALS, ...REWARDS, ...voucherTheorems(sources)]
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
    for (const file of SOURCES) {
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
