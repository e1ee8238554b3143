/**
 * Puts every fault of a source into one copy of it, of which the one whose number the block's `prevrandao` holds comes to life:
 * so the contracts are compiled once for all faults, and a test chooses one by forge's setting of that number. 0 is none.
 *
 * A statement with faults becomes `if (chosen) faulty; else statement`, a condition `chosen ? faulty : condition`; each faulty
 * text has one fault in it, so that nothing of what it stands beside changes, its place on the stack included.
 */
import { child, children, need, range, walk, word, type Node } from '../syntaxTree.ts'
import { Choices, type Register } from './choices.ts'
import { textOf, type Source } from './edits.ts'
import { FaultyStatements } from './statements.ts'

/** The source every copy imports: which fault is alive. Pure to the compiler's eye, because faults are in pure functions too. */
export const SELECTOR_PATH = 'contracts/src/Mutation.sol'
export const SELECTOR = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

function chosenMutant() view returns (uint256) {
    return block.prevrandao;
}

function asPure(function() view returns (uint256) reader) pure returns (function() pure returns (uint256) pureReader) {
    assembly ("memory-safe") {
        pureReader := reader
    }
}

function mutantIs(uint256 number) pure returns (bool) {
    return asPure(chosenMutant)() == number;
}

function mutantWithin(uint256 first, uint256 last) pure returns (bool) {
    unchecked {
        return asPure(chosenMutant)() - first <= last - first;
    }
}
`

/**
 * @returns the functions that a modifier of a library calls before and after what it guards; nothing where it does more than
 * call functions without arguments, or is not a library's
 */
export function callsOf(
  modifier: Node,
  declarations: ReadonlyMap<number, Node>,
): { readonly before: readonly string[]; readonly after: readonly string[]; readonly functions: readonly Node[] } | undefined {
  const [before, after, functions]: [string[], string[], Node[]] = [[], [], []]
  let passed = false
  for (const part of children(need(modifier, 'body'), 'statements')) {
    if (part.nodeType === 'PlaceholderStatement') {
      passed = true
      continue
    }
    const call = part.nodeType === 'ExpressionStatement' ? child(part, 'expression') : undefined
    const called = call?.nodeType === 'FunctionCall' ? need(call, 'expression') : undefined
    const target = declarations.get(Number(called?.['referencedDeclaration']))
    if (call === undefined || called === undefined || target === undefined || children(call, 'arguments').length > 0) return undefined
    functions.push(target)
    ;(passed ? after : before).push(word(called, 'name'))
  }
  return { before, after, functions }
}

/** A text that takes the place of what stands from `start` to `end`, in bytes of the file. */
type Replacement = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Puts a modifier that can be left out in the place of one that a library declares, as `onlyOwner` and `nonReentrant`.
 * @param at where the new modifier is declared
 */
function guard(source: Source, choices: Choices, invocation: Node, at: number): readonly Replacement[] {
  const name = need(invocation, 'modifierName')
  const modifier = source.declarations.get(Number(name['referencedDeclaration']))
  if (modifier?.nodeType !== 'ModifierDefinition' || children(invocation, 'arguments').length > 0) return []
  const calls = callsOf(modifier, source.declarations)
  const original = textOf(source, invocation)
  const [fault] =
    calls === undefined ? [] : choices.numbered([{ text: '', operator: 'dropped statement', original, replacement: '' }])
  if (calls === undefined || fault === undefined) return []
  const unless = (names: readonly string[]): string =>
    names.length === 0 ? '' : `if (!mutantIs(${fault.number})) { ${names.map((called) => `${called}();`).join(' ')} }`
  const text = `modifier unless${fault.number}() { ${unless(calls.before)} _; ${unless(calls.after)} }\n`
  return [
    { start: at, end: at, text },
    { ...range(invocation), text: `unless${fault.number}` },
  ]
}

function replaceAll(bytes: Buffer, replaced: readonly Replacement[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of [...replaced].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(at, start).toString(), text)
    at = end
  }
  pieces.push(bytes.subarray(at).toString())
  return pieces.join('')
}

/**
 * @param path of the source from the root, below contracts/src
 * @param tree its syntax tree
 * @returns the copy's text; its faults are added to `register`
 */
export function instrument(path: string, source: Source, tree: Node, register: Register): string {
  const file = path.replace(/^contracts\/src\//, '')
  const choices = new Choices(file, register)
  const statements = new FaultyStatements(source, choices)
  const replaced: Replacement[] = []
  const callable = (node: Node, owner: string): void => {
    const block = child(node, 'body')
    if (block === undefined) return
    choices.place = [owner, word(node, 'name') || word(node, 'kind')].filter((part) => part !== '').join('.')
    for (const invocation of children(node, 'modifiers')) replaced.push(...guard(source, choices, invocation, range(node).end))
    replaced.push({ ...range(block), text: statements.statement(block) })
  }
  for (const top of children(tree, 'nodes')) {
    if (top.nodeType === 'FunctionDefinition') callable(top, '')
    if (top.nodeType !== 'ContractDefinition' || word(top, 'contractKind') === 'interface') continue
    walk(top, (node) => {
      if (node.nodeType === 'FunctionDefinition' || node.nodeType === 'ModifierDefinition') callable(node, word(top, 'name'))
    })
  }
  const up = '../'.repeat(file.split('/').length - 1) || './'
  const imported = `import {mutantIs, mutantWithin} from "${up}Mutation.sol";`
  return replaceAll(source.bytes, replaced).replace(/(pragma solidity [^;]*;)/, (pragma) => `${pragma}\n${imported}`)
}
