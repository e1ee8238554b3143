/** Counts the generated faults that the theorems alone notice, without a test. */
import { editsOf, type Edit, type Source } from '../script/mutation/edits.ts'
import { otherNamesOf } from '../script/mutation/names.ts'
import { child, range, walk, type Node } from '../script/syntaxTree.ts'
import type { Ask } from './solver.ts'
import { Proof, type Sources, type Theorem } from './theorem.ts'

/** The parts of statements that are expressions. */
const EXPRESSIONS = ['condition', 'initialValue', 'expression', 'eventCall']
const STATEMENTS = /^(IfStatement|WhileStatement|ForStatement|VariableDeclarationStatement|ExpressionStatement|EmitStatement|Return)$/

/** @returns the faults of all expressions, and of all statements that can be left out */
function faultsOf(source: Source, tree: Node): readonly Edit[] {
  const edits: Edit[] = []
  walk(tree, (node) => {
    if (!STATEMENTS.test(node.nodeType)) return
    for (const expression of EXPRESSIONS.map((key) => child(node, key))) if (expression) edits.push(...editsOf(source, expression))
    const canGo = node.nodeType === 'ExpressionStatement' || node.nodeType === 'EmitStatement'
    if (canGo) edits.push({ ...range(node), replacement: '', operator: 'dropped statement' })
  })
  return edits
}

/** @returns `count` entries at equal distances, so that every run takes the same entries */
function spread<Entry>(entries: readonly Entry[], count: number): readonly Entry[] {
  if (entries.length <= count) return entries
  return Array.from({ length: count }, (_, index) => entries[Math.floor(((index + 0.5) * entries.length) / count)] as Entry)
}

/** @returns the solver's script of each theorem by name, or the reason why a function cannot be read */
function scriptsOf(theorems: readonly Theorem[], sources: Sources): ReadonlyMap<string, string> {
  return new Map(
    theorems.map(({ name, reading, state }) => {
      const proof = new Proof(sources, reading)
      try {
        return [name, proof.script(state(proof))]
      } catch (error) {
        return [name, `; ${String(error)}`]
      }
    }),
  )
}

/**
 * Prints for each source the number of faults that compile, and the number of these that a theorem notices: its proof fails, takes longer
 * than the solver's limit, or cannot read the function any more.
 * @param count of faults of each source
 * @param texts of the sources by path below contracts/src
 * @param read undefined for sources that do not compile
 */
export async function shareOf(
  count: number,
  texts: ReadonlyMap<string, string>,
  read: (texts: ReadonlyMap<string, string>) => Sources | undefined,
  theoremsOf: (sources: Sources) => readonly Theorem[],
  ask: Ask,
): Promise<void> {
  const sources = read(texts)
  if (sources === undefined) throw new Error('the sources do not compile')
  const before = scriptsOf(theoremsOf(sources), sources)
  const { declarations } = sources
  for (const [file, text] of texts) {
    const tree = sources.tree(file)
    const bytes = Buffer.from(text)
    const faults = faultsOf({ bytes, declarations, otherNames: otherNamesOf(tree, declarations) }, tree)
    let [compiled, noticed] = [0, 0]
    for (const { start, end, replacement, operator } of spread(faults, count)) {
      const changed = Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString()
      const faulty = read(new Map([...texts, [file, changed]]))
      if (faulty === undefined) continue
      compiled += 1
      const notices = await noticedBy(scriptsOf(theoremsOf(faulty), faulty))
      if (notices !== undefined) noticed += 1
      const original = bytes.subarray(start, end).toString().replace(/\s+/g, ' ')
      console.log(`${file}: ${operator}: ${original} → ${replacement.replace(/\s+/g, ' ')}: ${notices ?? 'NOT NOTICED'}`)
    }
    console.log(`${file}: ${noticed} of ${compiled} faults noticed, of ${faults.length} generated`)
  }

  /** @returns the first theorem whose script has changed and is no longer proven */
  async function noticedBy(scripts: ReadonlyMap<string, string>): Promise<string | undefined> {
    for (const [name, script] of scripts) {
      if (script === before.get(name)) continue
      if (script.startsWith(';') || (await ask(script)) !== 'unsat') return name
    }
    return undefined
  }
}
