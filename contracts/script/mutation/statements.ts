/** Writes statements together with all their faults, one of which can be chosen. */
import { child, children, gaps, isNode, need, range, typeOf, word, type Node } from '../syntaxTree.ts'
import { assemblyEditsOf } from './assembly.ts'
import { flat, type Choices, type Variant } from './choices.ts'
import { editsOf, textOf, type Edit, type Source } from './edits.ts'

/** @returns an assignment of `text` to the declared `parts`; missing parts stay empty */
function assignment(text: string, parts: readonly (Node | undefined)[]): string {
  const names = parts.map((part) => (part === undefined ? '' : word(part, 'name')))
  return `${names.length === 1 ? names[0] : `(${names.join(', ')})`} = ${text};`
}

function isStoragePointer(declared: Node): boolean {
  return word(declared, 'storageLocation') !== 'default'
}

export class FaultyStatements {
  readonly #source: Source
  readonly #choices: Choices

  constructor(source: Source, choices: Choices) {
    this.#source = source
    this.#choices = choices
  }

  /** @param droppable whether leaving out the statement is a fault of its own, and not also a fault of its condition */
  statement(node: Node, droppable = true): string {
    switch (node.nodeType) {
      case 'Block':
        return `{ ${this.#body(node, droppable)} }`
      case 'UncheckedBlock':
        return `unchecked { ${this.#body(node, droppable)} }`
      case 'VariableDeclarationStatement':
        return this.#declaration(node)
      case 'IfStatement': {
        const otherwise = child(node, 'falseBody')
        const test = this.#condition(need(node, 'condition'))
        const then = this.statement(need(node, 'trueBody'), otherwise !== undefined)
        return `if (${test}) { ${then} }${otherwise === undefined ? '' : ` else { ${this.statement(otherwise)} }`}`
      }
      case 'WhileStatement':
        return `while (${this.#condition(need(node, 'condition'))}) { ${this.statement(need(node, 'body'))} }`
      case 'ForStatement':
        return this.#loop(node)
      case 'TryStatement': {
        const variants = [this.#dropped(node), ...this.#applied(node, editsOf(this.#source, need(node, 'externalCall')))]
        return this.#choices.statement(variants, this.#text(node))
      }
      case 'InlineAssembly':
        return this.#choices.statement(this.#applied(node, assemblyEditsOf(this.#source, node)), this.#text(node))
      case 'ExpressionStatement':
      case 'EmitStatement':
      case 'RevertStatement':
      case 'Return':
        return this.#simple(node, droppable)
      default:
        return this.#closed(node)
    }
  }

  #body(node: Node, droppable: boolean): string {
    const statements = children(node, 'statements')
    return statements.map((entry) => this.statement(entry, droppable || statements.length > 1)).join(' ')
  }

  #declaration(node: Node): string {
    const value = child(node, 'initialValue')
    if (value === undefined) return this.#closed(node)
    const parts = gaps(node, 'declarations')
    const declared = parts.filter(isNode)
    const original = this.#text(value)
    const faulty = this.#applied(value, editsOf(this.#source, value)).map((variant) => ({ ...variant, text: assignment(variant.text, parts) }))
    const without = declared.filter((part) => !isStoragePointer(part)).map((part): Variant => {
      const rest = parts.map((other) => (other === part ? undefined : other))
      const text = declared.length === 1 ? '' : assignment(original, rest)
      const operator = declared.length === 1 ? 'dropped statement' : 'dropped tuple part'
      return { text, operator, original: this.#text(node), replacement: declared.length === 1 ? '' : text }
    })
    const variants = [...faulty, ...without]
    if (variants.length === 0) return this.#closed(node)
    const names = declared.map((part) => `${this.#text(part)};`).join(' ')
    return `${names} ${this.#choices.statement(variants, assignment(original, parts))}`
  }

  #loop(node: Node): string {
    const start = child(node, 'initializationExpression')
    const next = child(node, 'loopExpression')
    const initial = start === undefined ? undefined : child(start, 'initialValue')
    const named = start === undefined ? undefined : children(start, 'declarations')[0]
    const first = named === undefined || initial === undefined ? '' : `${this.#text(named)} = ${this.#value(initial)}`
    const test = this.#condition(need(node, 'condition'))
    const step = next === undefined ? '' : this.#value(need(next, 'expression'))
    return `for (${first}; ${test}; ${step}) { ${this.statement(need(node, 'body'))} }`
  }

  /** An expression, an event, an error or a return. */
  #simple(node: Node, droppable: boolean): string {
    const value = ['expression', 'eventCall', 'errorCall'].map((key) => child(node, key)).find(isNode)
    const original = this.#closed(node)
    if (value === undefined) return original
    const faulty = this.#applied(node, editsOf(this.#source, value)).map((variant) => ({ ...variant, text: `${variant.text};` }))
    // Every path must assign a storage pointer. The compiler would report a missing assignment at another place.
    const set = value.nodeType === 'Assignment' ? need(value, 'leftHandSide') : value
    const left = droppable && !typeOf(set).endsWith('_storage_ptr') ? [this.#dropped(node)] : []
    return this.#choices.statement([...left, ...faulty], original)
  }

  #condition(node: Node): string {
    const original = this.#text(node)
    const constant = (value: string): Variant => ({ text: value, operator: 'condition', original, replacement: value })
    const negated = ['==', '!=', '!'].includes(word(node, 'operator')) ? [] : [constant(`!(${original})`)]
    const constants = [constant('true'), constant('false')].filter(({ text }) => text !== original)
    return this.#choices.value([...this.#applied(node, editsOf(this.#source, node)), ...negated, ...constants], original)
  }

  #value(node: Node): string {
    return this.#choices.value(this.#applied(node, editsOf(this.#source, node)), this.#text(node))
  }

  #dropped(node: Node): Variant {
    return { text: '', operator: 'dropped statement', original: this.#text(node), replacement: '' }
  }

  /** @returns the texts of `node` with each of `edits`, each text once */
  #applied(node: Node, edits: readonly Edit[]): readonly Variant[] {
    const { bytes } = this.#source
    const { start, end } = range(node)
    const texts = new Set<string>([flat(this.#text(node))])
    return edits.flatMap((edit) => {
      const before = bytes.subarray(start, edit.start).toString()
      const after = bytes.subarray(edit.end, end).toString()
      const text = `${before}${edit.replacement}${after}`
      if (texts.has(flat(text))) return []
      texts.add(flat(text))
      const original = bytes.subarray(edit.start, edit.end).toString()
      return [{ text, operator: edit.operator, original, replacement: edit.replacement }]
    })
  }

  /** The ranges of most statements end before their semicolon. */
  #closed(node: Node): string {
    return `${this.#text(node).replace(/;$/, '')};`
  }

  #text(node: Node): string {
    return textOf(this.#source, node)
  }
}
