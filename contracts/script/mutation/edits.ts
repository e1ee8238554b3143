/** The possible faults of one expression, one at a time. They follow from the syntax tree alone; none is chosen by hand. */
import { child, children, gaps, isNode, need, range, typeOf, walk, word, type Node } from '../syntaxTree.ts'
import type { OtherNames } from './names.ts'

/** The kinds of faults. */
export type Operator =
  | 'arithmetic'
  | 'rounding'
  | 'comparison'
  | 'order of operands'
  | 'dropped statement'
  | 'dropped tuple part'
  | 'exchanged arguments'
  | 'constant ± 1'
  | 'condition'
  | 'dropped call'
  | 'another name'

/** One fault: the text from `start` to `end`, in bytes of the file, becomes `replacement`. */
export type Edit = { readonly start: number; readonly end: number; readonly replacement: string; readonly operator: Operator }

/** The facts about the file that the edits need. */
export type Source = {
  readonly bytes: Buffer
  /** declarations by id, of all files, for example of constants */
  readonly declarations: ReadonlyMap<number, Node>
  readonly otherNames: OtherNames
}

export function textOf(source: Source, node: Node): string {
  const { start, end } = range(node)
  return source.bytes.subarray(start, end).toString()
}

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '^': '&',
}
const ORDERED = ['-', '/', '%', '**', '<<', '>>']

/** For each comparison: the boundary moved in both directions, and the opposite comparison. `a` and `b` are the operands. */
const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['a <= b', 'a + 1 < b'],
  '<=': ['a < b', 'a <= b + 1'],
  '>': ['a >= b', 'a > b + 1'],
  '>=': ['a > b', 'a + 1 >= b'],
  '==': ['a != b'],
  '!=': ['a == b'],
}

/** Functions that can be confused with another function of the same arguments. */
const TWINS: Readonly<Record<string, { readonly name: string; readonly operator: Operator }>> = {
  min: { name: 'max', operator: 'comparison' },
  max: { name: 'min', operator: 'comparison' },
  Ceil: { name: 'Floor', operator: 'rounding' },
  Floor: { name: 'Ceil', operator: 'rounding' },
}

/** Functions that round down, and the same call rounded up. */
const ROUNDED_UP: Readonly<Record<string, (base: string, parameters: string) => string>> = {
  mulDiv: (base, parameters) => `${base}mulDiv(${parameters}, Math.Rounding.Ceil)`,
  convertToShares: (base, parameters) => `${base}_convertToShares(${parameters}, Math.Rounding.Ceil)`,
  convertToAssets: (base, parameters) => `${base}_convertToAssets(${parameters}, Math.Rounding.Ceil)`,
}

function isInteger(type: string): boolean {
  return /^t_u?int\d+$/.test(type)
}
function isNumber(type: string): boolean {
  return isInteger(type) || type.startsWith('t_rational_')
}
/** Types whose values fit a stack slot and can replace each other. */
function isValue(type: string): boolean {
  return /^t_(u?int|bytes\d|bool|address|enum|contract|userDefinedValueType|rational)/.test(type)
}

function isConstant(source: Source, node: Node): boolean {
  const declaration = source.declarations.get(Number(node['referencedDeclaration']))
  return declaration?.nodeType === 'VariableDeclaration' && declaration['constant'] === true
}

/** @returns every fault of the expression `node` and of its parts */
export function editsOf(source: Source, node: Node): readonly Edit[] {
  const faults = new ExpressionFaults(source)
  faults.visit(node)
  const written = new Set<Node>()
  walk(node, (at) => {
    const left = at.nodeType === 'Assignment' ? need(at, 'leftHandSide') : undefined
    for (const part of left?.nodeType === 'TupleExpression' ? children(left, 'components') : [left]) if (part !== undefined) written.add(part)
    if (at.nodeType === 'Identifier' || at.nodeType === 'MemberAccess') faults.names(at, written.has(at))
  })
  return faults.edits
}

/** Collects the faults of an expression, in the order in which its nodes are visited. */
class ExpressionFaults {
  readonly edits: Edit[] = []
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  visit(at: Node): void {
    switch (at.nodeType) {
      case 'BinaryOperation':
        if (typeOf(at).startsWith('t_rational_')) return this.#plusMinusOne(at)
        this.#binary(at)
        break
      case 'UnaryOperation': {
        const operator = word(at, 'operator')
        const operand = this.#text(need(at, 'subExpression'))
        if (operator === '!') this.#put(at, operand, 'condition')
        if (operator === '~') this.#put(at, operand, 'arithmetic')
        if (operator === '++') this.#put(at, this.#text(at).replace('++', '--'), 'arithmetic')
        if (operator === '--') this.#put(at, this.#text(at).replace('--', '++'), 'arithmetic')
        break
      }
      case 'Assignment': {
        const operator = word(at, 'operator')
        const left = need(at, 'leftHandSide')
        const other = ARITHMETIC[operator.replace(/=$/, '')]
        if (other !== undefined) this.#put(at, `${this.#text(left)} ${other}= ${this.#text(need(at, 'rightHandSide'))}`, 'arithmetic')
        this.#droppedParts(left)
        if (left.nodeType !== 'TupleExpression') this.visit(left)
        return this.visit(need(at, 'rightHandSide'))
      }
      case 'Literal':
        if (at['kind'] === 'number' && isNumber(typeOf(at))) this.#plusMinusOne(at)
        if (at['kind'] === 'bool') this.#put(at, this.#text(at) === 'true' ? 'false' : 'true', 'condition')
        return
      case 'Identifier':
        if (isConstant(this.#source, at) && isInteger(typeOf(at))) this.#plusMinusOne(at)
        return
      case 'MemberAccess': {
        const twin = TWINS[word(at, 'memberName')]
        if (twin !== undefined) this.#put(at, `${this.#text(need(at, 'expression'))}.${twin.name}`, twin.operator)
        if (isInteger(typeOf(at)) && (isConstant(this.#source, at) || /^type\(/.test(this.#text(at)))) return this.#plusMinusOne(at)
        break
      }
      case 'Conditional':
        this.#put(at, `(${this.#text(need(at, 'trueExpression'))})`, 'condition')
        this.#put(at, `(${this.#text(need(at, 'falseExpression'))})`, 'condition')
        break
      case 'TupleExpression':
        if (gaps(at, 'components').length > 1) this.#exchange(children(at, 'components'))
        break
      case 'FunctionCall':
        this.#call(at)
        break
    }
    for (const value of Object.values(at)) {
      for (const entry of Array.isArray(value) ? value : [value]) if (isNode(entry)) this.visit(entry)
    }
  }

  /** Replaces each name by each other name of the same type. */
  names(at: Node, written: boolean): void {
    // Every path must assign a storage pointer. The compiler would report a missing assignment at another place.
    if (written && typeOf(at).endsWith('_storage_ptr')) return
    const base = at.nodeType === 'MemberAccess' ? `${this.#text(need(at, 'expression'))}.` : ''
    for (const name of this.#source.otherNames(at)) this.#put(at, `${base}${name}`, 'another name')
  }

  /** For `(a, b) = …`: leaves out each part in turn. */
  #droppedParts(left: Node): void {
    const parts = gaps(left, 'components')
    if (left.nodeType !== 'TupleExpression' || parts.filter(isNode).length < 2) return
    parts.forEach((dropped) => {
      if (dropped === undefined || typeOf(dropped).endsWith('_storage_ptr')) return
      const kept = parts.map((part) => (part === undefined || part === dropped ? '' : this.#text(part)))
      this.#put(left, `(${kept.join(', ')})`, 'dropped tuple part')
    })
  }

  #binary(at: Node): void {
    const left = need(at, 'leftExpression')
    const right = need(at, 'rightExpression')
    const operator = word(at, 'operator')
    const [a, b] = [`(${this.#text(left)})`, `(${this.#text(right)})`]
    const other = ARITHMETIC[operator]
    if (operator === '&&' || operator === '||') {
      this.#put(at, a, 'condition')
      this.#put(at, b, 'condition')
    } else if (other !== undefined) {
      this.#put(at, `(${a} ${other} ${b})`, 'arithmetic')
      if (operator === '/') this.#put(at, `((${a} + ${b} - 1) / ${b})`, 'rounding')
      if (operator === '>>') this.#put(at, `((${a} + ((uint256(1) << ${b}) - 1)) >> ${b})`, 'rounding')
      if (ORDERED.includes(operator)) this.#put(at, `(${b} ${operator} ${a})`, 'order of operands')
    } else {
      for (const form of COMPARISONS[operator] ?? []) {
        if (form.includes('1') && !(isNumber(typeOf(left)) && isNumber(typeOf(right)))) continue
        this.#put(at, `(${form.replace(/\b[ab]\b/g, (letter) => (letter === 'a' ? a : b))})`, 'comparison')
      }
    }
  }

  #call(at: Node): void {
    const parameters = children(at, 'arguments')
    if (at['kind'] === 'typeConversion') return
    this.#exchange(parameters)
    if (at['kind'] !== 'functionCall') return
    const called = need(at, 'expression')
    const base = called.nodeType === 'MemberAccess' ? child(called, 'expression') : undefined
    const name = word(called, called.nodeType === 'MemberAccess' ? 'memberName' : 'name')
    const up = ROUNDED_UP[name]
    if (up !== undefined && !this.#text(at).includes('Rounding')) {
      this.#put(at, up(base === undefined ? '' : `${this.#text(base)}.`, parameters.map((part) => this.#text(part)).join(', ')), 'rounding')
    }
    // wrap, unwrap and similar functions have no body that a fault could leave out.
    if (!isNode(this.#source.declarations.get(Number(called['referencedDeclaration'])))) return
    for (const part of [...(base === undefined ? [] : [base]), ...parameters]) {
      if (isValue(typeOf(at)) && typeOf(part) === typeOf(at)) this.#put(at, `(${this.#text(part)})`, 'dropped call')
    }
  }

  #exchange(parts: readonly Node[]): void {
    parts.slice(1).forEach((second, index) => {
      const first = parts[index]
      if (first === undefined || typeOf(first) !== typeOf(second) || !isValue(typeOf(first))) return
      if (this.#text(first) === this.#text(second)) return
      const { start } = range(first)
      const { end } = range(second)
      const between = this.#source.bytes.subarray(range(first).end, range(second).start).toString()
      this.edits.push({ start, end, replacement: `${this.#text(second)}${between}${this.#text(first)}`, operator: 'exchanged arguments' })
    })
  }

  #plusMinusOne(at: Node): void {
    this.#put(at, `(${this.#text(at)} + 1)`, 'constant ± 1')
    if (!/^0x0*$|^0$/.test(this.#text(at))) this.#put(at, `(${this.#text(at)} - 1)`, 'constant ± 1')
  }

  #put(at: Node, replacement: string, operator: Operator): void {
    this.edits.push({ ...range(at), replacement, operator })
  }

  #text(part: Node): string {
    return textOf(this.#source, part)
  }
}
