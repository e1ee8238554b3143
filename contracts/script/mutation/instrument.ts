/**
 * Puts every fault of a source into one copy. The block's `prevrandao` has the number of the active fault; 0: no fault is active. So the contracts
 * are compiled once for all faults, and a test chooses a fault by forge's setting of `prevrandao`. A statement with faults becomes `if (chosen)
 * faulty; else statement`, a condition becomes `chosen ? faulty : condition`. Each faulty text contains one fault, so that the code around it,
 * including its place on the stack, does not change.
 */
import { child, children, need, range, walk, word, type Node } from '../syntaxTree.ts'
import { Choices, type Register } from './choices.ts'
import { textOf, type Source } from './edits.ts'
import { FaultyStatements } from './statements.ts'

/**
 * The source that every copy imports: it tells which fault is active. The compiler must consider its functions pure, because pure functions contain
 * faults too.
 */
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
 * @returns the functions that a library's modifier calls before and after the guarded code; undefined if the modifier is not a library's,
 * or does more than call functions without arguments
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

/** A text that replaces the text from `start` to `end`, in bytes of the file. */
type Replacement = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Replaces a library's modifier, such as `onlyOwner` and `nonReentrant`, by a modifier that can be left out.
 * @param at the position at which the new modifier is declared
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
