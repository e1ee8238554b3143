/**
 * Puts every fault of a source into one copy of it, of which the one whose number the block's `prevrandao` holds comes to life:
 * so the contracts are compiled once for all faults, and a test chooses one by forge's setting of that number. 0 is none.
 *
 * A statement with faults becomes `if (chosen) faulty; else statement`, a condition `chosen ? faulty : condition`; each faulty
 * text has one fault in it, so that nothing of what it stands beside changes, its place on the stack included.
 */
import { child, children, gaps, isNode, need, range, typeOf, walk, word, type Node } from '../syntaxTree.ts'
import { assemblyEditsOf } from './assembly.ts'
import { editsOf, textOf, type Edit, type Operator, type Source } from './edits.ts'

/** One fault of the contracts' code. */
export type Mutant = {
  /** its number in the copy */
  readonly number: number
  /** what it is known by from run to run: file, function, kind, text before and after, and which of several alike */
  readonly key: string
  /** below contracts/src */
  readonly file: string
  /** contract or library, and function */
  readonly place: string
  readonly operator: Operator
  readonly original: string
  readonly replacement: string
}

/** A text that may stand in the place of what it is a variant of. */
type Variant = { readonly text: string; readonly operator: Operator; readonly original: string; readonly replacement: string }

/** Hands out numbers, and leaves out what does not compile. */
export type Register = {
  readonly mutants: Mutant[]
  /** keys of faults that the compiler refuses */
  readonly refused: ReadonlySet<string>
}

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

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

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

/**
 * @param path of the source from the root, below contracts/src
 * @param tree its syntax tree
 * @returns the copy's text; its faults are added to `register`
 */
export function instrument(path: string, source: Source, tree: Node, register: Register): string {
  const file = path.replace(/^contracts\/src\//, '')
  const seen = new Map<string, number>()
  let place = ''

  const numbered = (variants: readonly Variant[]): readonly (Variant & { readonly number: number })[] =>
    variants.flatMap((variant) => {
      const { operator } = variant
      const [original, replacement] = [flat(variant.original), flat(variant.replacement)]
      const alike = `${file} ${place}: ${operator}: ${original} → ${replacement || 'nothing'}`
      const count = (seen.get(alike) ?? 0) + 1
      seen.set(alike, count)
      const key = count === 1 ? alike : `${alike} (${count})`
      if (register.refused.has(key)) return []
      const number = register.mutants.length + 1
      register.mutants.push({ number, key, file, place, operator, original, replacement })
      return [{ ...variant, number }]
    })

  /** The ranges of most statements end before their semicolon. */
  const closed = (node: Node): string => `${textOf(source, node).replace(/;$/, "")};`

  /** @returns the texts of `node` with each of `edits` in it, each text once */
  const applied = (node: Node, edits: readonly Edit[]): readonly Variant[] => {
    const { start, end } = range(node)
    const texts = new Set<string>([flat(textOf(source, node))])
    return edits.flatMap((edit) => {
      const before = source.bytes.subarray(start, edit.start).toString()
      const after = source.bytes.subarray(edit.end, end).toString()
      const text = `${before}${edit.replacement}${after}`
      if (texts.has(flat(text))) return []
      texts.add(flat(text))
      const original = source.bytes.subarray(edit.start, edit.end).toString()
      return [{ text, operator: edit.operator, original, replacement: edit.replacement }]
    })
  }

  const chosenOr = (variants: readonly Variant[], original: string): string => {
    const faults = numbered(variants)
    const [first, last] = [faults.at(0)?.number, faults.at(-1)?.number]
    if (first === undefined || last === undefined) return original
    const chain = faults.map(({ number, text }) => {
      const test = number === last ? '' : `if (mutantIs(${number})) `
      return `${test}{ /*<${number}*/ ${text} /*${number}>*/ }`
    })
    return `if (mutantWithin(${first}, ${last})) { ${chain.join(' else ')} } else { ${original} }`
  }

  const chosenValueOr = (variants: readonly Variant[], original: string): string => {
    const faults = numbered(variants)
    const [first, last] = [faults.at(0)?.number, faults.at(-1)?.number]
    if (first === undefined || last === undefined) return original
    const chain = faults.map(({ number, text }) => `mutantIs(${number}) ? (/*<${number}*/ ${text} /*${number}>*/) : `)
    return `(mutantWithin(${first}, ${last}) ? (${chain.join('')}(${original})) : (${original}))`
  }

  const condition = (node: Node): string => {
    const original = textOf(source, node)
    const constant = (value: string): Variant => ({ text: value, operator: 'condition', original, replacement: value })
    const negated = ['==', '!=', '!'].includes(word(node, 'operator')) ? [] : [constant(`!(${original})`)]
    const constants = [constant('true'), constant('false')].filter(({ text }) => text !== original)
    return chosenValueOr([...applied(node, editsOf(source, node)), ...negated, ...constants], original)
  }

  const dropped = (node: Node): Variant => ({ text: '', operator: 'dropped statement', original: textOf(source, node), replacement: '' })

  const declaration = (node: Node): string => {
    const value = child(node, 'initialValue')
    if (value === undefined) return closed(node)
    const parts = gaps(node, 'declarations')
    const declared = parts.filter(isNode)
    const assign = (text: string, left: readonly (Node | undefined)[]): string => {
      const names = left.map((part) => (part === undefined ? '' : word(part, 'name')))
      return `${names.length === 1 ? names[0] : `(${names.join(', ')})`} = ${text};`
    }
    const original = textOf(source, value)
    const faulty = applied(value, editsOf(source, value)).map((variant) => ({ ...variant, text: assign(variant.text, parts) }))
    const pointer = (part: Node): boolean => word(part, 'storageLocation') !== 'default'
    const without = declared.filter((part) => !pointer(part)).map((part): Variant => {
      const rest = parts.map((other) => (other === part ? undefined : other))
      const text = declared.length === 1 ? '' : assign(original, rest)
      const operator = declared.length === 1 ? 'dropped statement' : 'dropped tuple part'
      return { text, operator, original: textOf(source, node), replacement: declared.length === 1 ? '' : text }
    })
    const variants = [...faulty, ...without]
    if (variants.length === 0) return closed(node)
    return `${declared.map((part) => `${textOf(source, part)};`).join(' ')} ${chosenOr(variants, assign(original, parts))}`
  }

  /** @param droppable whether leaving it out is not the same fault as one of the condition it stands under */
  const statement = (node: Node, droppable = true): string => {
    switch (node.nodeType) {
      case 'Block':
        return `{ ${body(node, droppable)} }`
      case 'UncheckedBlock':
        return `unchecked { ${body(node, droppable)} }`
      case 'VariableDeclarationStatement':
        return declaration(node)
      case 'IfStatement': {
        const otherwise = child(node, 'falseBody')
        const test = condition(need(node, 'condition'))
        const then = statement(need(node, 'trueBody'), otherwise !== undefined)
        return `if (${test}) { ${then} }${otherwise === undefined ? '' : ` else { ${statement(otherwise)} }`}`
      }
      case 'WhileStatement':
        return `while (${condition(need(node, 'condition'))}) { ${statement(need(node, 'body'))} }`
      case 'ForStatement': {
        const value = (at: Node): string => chosenValueOr(applied(at, editsOf(source, at)), textOf(source, at))
        const start = child(node, 'initializationExpression')
        const next = child(node, 'loopExpression')
        const initial = start === undefined ? undefined : child(start, 'initialValue')
        const named = start === undefined ? undefined : children(start, 'declarations')[0]
        const first = named === undefined || initial === undefined ? '' : `${textOf(source, named)} = ${value(initial)}`
        const test = condition(need(node, 'condition'))
        const step = next === undefined ? '' : value(need(next, 'expression'))
        return `for (${first}; ${test}; ${step}) { ${statement(need(node, 'body'))} }`
      }
      case 'TryStatement': {
        const variants = [dropped(node), ...applied(node, editsOf(source, need(node, 'externalCall')))]
        return chosenOr(variants, textOf(source, node))
      }
      case 'InlineAssembly':
        return chosenOr(applied(node, assemblyEditsOf(source, node)), textOf(source, node))
      case 'ExpressionStatement':
      case 'EmitStatement':
      case 'RevertStatement':
      case 'Return': {
        const value = ['expression', 'eventCall', 'errorCall'].map((key) => child(node, key)).find(isNode)
        const original = closed(node)
        if (value === undefined) return original
        const faulty = applied(node, editsOf(source, value)).map((variant) => ({ ...variant, text: `${variant.text};` }))
        // a pointer into storage must be set on every way: the compiler says so elsewhere than here
        const set = value.nodeType === 'Assignment' ? need(value, 'leftHandSide') : value
        const left = droppable && !typeOf(set).endsWith('_storage_ptr') ? [dropped(node)] : []
        return chosenOr([...left, ...faulty], original)
      }
      default:
        return closed(node)
    }
  }

  const body = (node: Node, droppable = true): string => {
    const statements = children(node, 'statements')
    return statements.map((entry) => statement(entry, droppable || statements.length > 1)).join(' ')
  }

  const replaced: { readonly start: number; readonly end: number; readonly text: string }[] = []

  /** Puts a modifier that can be left out in the place of one that a library declares, as `onlyOwner` and `nonReentrant`. */
  const guard = (invocation: Node, at: number): void => {
    const name = need(invocation, 'modifierName')
    const modifier = source.declarations.get(Number(name['referencedDeclaration']))
    if (modifier?.nodeType !== 'ModifierDefinition' || children(invocation, 'arguments').length > 0) return
    const calls = callsOf(modifier, source.declarations)
    const original = textOf(source, invocation)
    const [fault] = calls === undefined ? [] : numbered([{ text: '', operator: 'dropped statement', original, replacement: '' }])
    if (calls === undefined || fault === undefined) return
    const unless = (names: readonly string[]): string =>
      names.length === 0 ? '' : `if (!mutantIs(${fault.number})) { ${names.map((called) => `${called}();`).join(' ')} }`
    const text = `modifier unless${fault.number}() { ${unless(calls.before)} _; ${unless(calls.after)} }\n`
    replaced.push({ start: at, end: at, text })
    replaced.push({ ...range(invocation), text: `unless${fault.number}` })
  }

  const callable = (node: Node, owner: string): void => {
    const block = child(node, 'body')
    if (block === undefined) return
    place = [owner, word(node, 'name') || word(node, 'kind')].filter((part) => part !== '').join('.')
    for (const invocation of children(node, 'modifiers')) guard(invocation, range(node).end)
    replaced.push({ ...range(block), text: statement(block) })
  }
  for (const top of children(tree, 'nodes')) {
    if (top.nodeType === 'FunctionDefinition') callable(top, '')
    if (top.nodeType !== 'ContractDefinition' || word(top, 'contractKind') === 'interface') continue
    walk(top, (node) => {
      if (node.nodeType === 'FunctionDefinition' || node.nodeType === 'ModifierDefinition') callable(node, word(top, 'name'))
    })
  }

  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of [...replaced].sort((a, b) => a.start - b.start)) {
    pieces.push(source.bytes.subarray(at, start).toString(), text)
    at = end
  }
  pieces.push(source.bytes.subarray(at).toString())
  const up = '../'.repeat(file.split('/').length - 1) || './'
  const imported = `import {mutantIs, mutantWithin} from "${up}Mutation.sol";`
  return pieces.join('').replace(/(pragma solidity [^;]*;)/, (pragma) => `${pragma}\n${imported}`)
}
