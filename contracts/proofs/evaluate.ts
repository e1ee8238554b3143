/** Converts pure Solidity functions to terms, directly from the compiler's syntax tree: no part of them is written a second time. */
import { child, children, gaps, need, typeOf, word, type Node } from '../script/syntaxTree.ts'
import type { Terms, Term } from './terms.ts'
import { bitsOf, isTerm, term, type Value } from './values.ts'
import { yul } from './yul.ts'

export { isTerm, term, type Value }

export type Result = { readonly values: readonly Value[]; readonly reverts: Term }

/** A term that replaces a function's body. */
export type Replacement = (parameters: readonly Value[]) => Term

/** The greatest number of rounds of a loop that are evaluated. Further rounds count as a revert. */
const ROUNDS = 6

/** The state of one evaluation: the path that is being followed. */
export type State = {
  live: Term
  reverted: Term
  readonly variables: Map<number, Value>
  checked: boolean
  readonly results: readonly number[]
}

export class Evaluator {
  readonly terms: Terms
  /** names of the functions that were evaluated */
  readonly read: Set<string>
  protected readonly declarations: ReadonlyMap<number, Node>
  readonly #replacements: ReadonlyMap<string, Replacement>
  protected readonly timestamp: Term | undefined

  constructor(
    terms: Terms,
    declarations: ReadonlyMap<number, Node>,
    options: {
      readonly replacements?: ReadonlyMap<string, Replacement>
      readonly timestamp?: Term
      readonly read?: Set<string>
    } = {},
  ) {
    this.terms = terms
    this.declarations = declarations
    this.#replacements = options.replacements ?? new Map()
    this.timestamp = options.timestamp
    this.read = options.read ?? new Set()
  }

  /** @returns the value of an expression of constants */
  constant(expression: Node): bigint {
    const { terms } = this
    const [live, reverted] = [terms.boolean(true), terms.boolean(false)]
    const { value } = term(this.expression({ live, reverted, variables: new Map(), checked: true, results: [] }, expression))
    if (typeof value !== 'bigint') throw new Error('no constant')
    return value
  }

  /** @param live the condition under which the function is called */
  call(definition: Node, parameters: readonly Value[], live = this.terms.boolean(true)): Result {
    const { terms } = this
    const name = word(definition, 'name')
    const replacement = this.#replacements.get(name)
    if (replacement !== undefined) return { values: [replacement(parameters)], reverts: terms.boolean(false) }
    this.read.add(`${String(definition['scope'])}.${name}`)
    const declared = children(need(definition, 'parameters'), 'parameters')
    const results = children(need(definition, 'returnParameters'), 'parameters')
    const state: State = {
      live,
      reverted: terms.boolean(false),
      variables: new Map(),
      checked: true,
      results: results.map(({ id }) => id),
    }
    declared.forEach((parameter, index) => {
      const value = parameters[index]
      if (value === undefined) throw new Error(`${name} takes ${declared.length} parameters`)
      state.variables.set(parameter.id, value)
    })
    for (const result of results) if (result['storageLocation'] !== 'storage') state.variables.set(result.id, this.zero(result))
    this.body(state, definition)
    return {
      values: results.map(({ id }) => state.variables.get(id) ?? terms.number(0n)),
      reverts: state.reverted,
    }
  }

  protected body(state: State, definition: Node): void {
    this.statement(state, need(definition, 'body'))
  }

  protected zero(declaration: Node): Value {
    const type = typeOf(declaration)
    if (type === 't_bool') return this.terms.boolean(false)
    if (!type.startsWith('t_struct')) return this.terms.number(0n)
    const struct = this.declarations.get(Number(need(declaration, 'typeName')['referencedDeclaration']))
    if (struct === undefined) throw new Error(`no struct ${type}`)
    return new Map(children(struct, 'members').map((member) => [word(member, 'name'), this.zero(member)]))
  }

  protected choose(condition: Term, then: Value, otherwise: Value): Value {
    if (isTerm(then) && isTerm(otherwise)) return this.terms.choose(condition, then, otherwise)
    if (then instanceof Map && otherwise instanceof Map) {
      const other = otherwise as ReadonlyMap<string, Value>
      return new Map([...(then as ReadonlyMap<string, Value>)].map(([key, value]) => [key, this.choose(condition, value, other.get(key) ?? value)]))
    }
    throw new Error('values of two kinds')
  }

  protected assign(state: State, id: number, value: Value): void {
    const before = state.variables.get(id)
    state.variables.set(id, before === undefined ? value : this.choose(state.live, value, before))
  }

  protected fail(state: State, condition: Term): void {
    const { terms } = this
    state.reverted = terms.or(state.reverted, terms.and(state.live, condition))
    state.live = terms.and(state.live, terms.not(condition))
  }

  /** Follows `then` only under `condition`. */
  protected under(state: State, condition: Term, then: () => void): void {
    const { terms } = this
    const before = state.live
    state.live = terms.and(before, condition)
    then()
    state.live = terms.or(state.live, terms.and(before, terms.not(condition)))
  }

  protected statement(state: State, node: Node): void {
    const { terms } = this
    switch (node.nodeType) {
      case 'Block':
        for (const entry of children(node, 'statements')) this.statement(state, entry)
        return
      case 'UncheckedBlock': {
        const before = state.checked
        state.checked = false
        for (const entry of children(node, 'statements')) this.statement(state, entry)
        state.checked = before
        return
      }
      case 'VariableDeclarationStatement': {
        const parts = gaps(node, 'declarations')
        const initial = child(node, 'initialValue')
        const value = initial === undefined ? undefined : this.expression(state, initial)
        const values: readonly (Value | undefined)[] = parts.length === 1 ? [value] : (value as readonly Value[])
        parts.forEach((part, index) => {
          if (part !== undefined) state.variables.set(part.id, values[index] ?? this.zero(part))
        })
        return
      }
      case 'ExpressionStatement':
        this.expression(state, need(node, 'expression'))
        return
      case 'IfStatement': {
        const condition = term(this.expression(state, need(node, 'condition')))
        const otherwise = child(node, 'falseBody')
        this.under(state, condition, () => this.statement(state, need(node, 'trueBody')))
        if (otherwise !== undefined) this.under(state, terms.not(condition), () => this.statement(state, otherwise))
        return
      }
      case 'WhileStatement': {
        const round = (left: number): void => {
          const condition = term(this.expression(state, need(node, 'condition')))
          if (left === 0) return this.fail(state, condition)
          this.under(state, condition, () => {
            this.statement(state, need(node, 'body'))
            round(left - 1)
          })
        }
        return round(ROUNDS)
      }
      case 'RevertStatement':
        return this.fail(state, terms.boolean(true))
      case 'Return': {
        const value = child(node, 'expression')
        if (value !== undefined) {
          const result = this.expression(state, value)
          const values = isTerm(result) || result instanceof Map ? [result as Value] : (result as readonly Value[])
          state.results.forEach((id, index) => this.assign(state, id, values[index] ?? terms.number(0n)))
        }
        state.live = terms.boolean(false)
        return
      }
      case 'InlineAssembly':
        return this.#assembly(state, node)
      default:
        throw new Error(`${node.nodeType} is not read`)
    }
  }

  protected expression(state: State, node: Node): Value {
    const { terms } = this
    const constant = /^t_rational_(\d+)_by_1$/.exec(typeOf(node))?.[1]
    if (constant !== undefined) return terms.number(BigInt(constant))
    switch (node.nodeType) {
      case 'Literal':
        if (node['kind'] === 'bool') return terms.boolean(word(node, 'value') === 'true')
        return terms.number(BigInt(word(node, 'value')))
      case 'Identifier':
        return this.variable(state, node)
      case 'TupleExpression': {
        const values = gaps(node, 'components').map((part) => (part === undefined ? undefined : this.expression(state, part)))
        const [first] = values
        return values.length === 1 && first !== undefined ? first : values.filter((value) => value !== undefined)
      }
      case 'BinaryOperation':
        return this.binary(state, node)
      case 'UnaryOperation':
        return this.unary(state, node)
      case 'Conditional': {
        const condition = term(this.expression(state, need(node, 'condition')))
        let [then, otherwise]: (Value | undefined)[] = []
        this.under(state, condition, () => (then = this.expression(state, need(node, 'trueExpression'))))
        this.under(state, terms.not(condition), () => (otherwise = this.expression(state, need(node, 'falseExpression'))))
        return terms.choose(condition, term(then), term(otherwise))
      }
      case 'Assignment':
        return this.assignment(state, node)
      case 'MemberAccess':
        return this.member(state, node)
      case 'FunctionCall':
        return this.called(state, node)
      default:
        throw new Error(`${node.nodeType} at ${node.src} is not read`)
    }
  }

  protected variable(state: State, node: Node): Value {
    const id = Number(node['referencedDeclaration'])
    const known = state.variables.get(id)
    if (known !== undefined) return known
    const declaration = this.declarations.get(id)
    const value = declaration?.['constant'] === true ? child(declaration, 'value') : undefined
    if (value === undefined) throw new Error(`${word(node, 'name')} is neither a variable nor a constant`)
    return this.expression(state, value)
  }

  protected binary(state: State, node: Node): Term {
    const { terms } = this
    const operator = word(node, 'operator')
    const a = term(this.expression(state, need(node, 'leftExpression')))
    if (operator === '&&' || operator === '||') {
      let b = terms.boolean(operator === '||')
      this.under(state, operator === '&&' ? a : terms.not(a), () => (b = term(this.expression(state, need(node, 'rightExpression')))))
      return operator === '&&' ? terms.and(a, b) : terms.or(a, b)
    }
    const b = term(this.expression(state, need(node, 'rightExpression')))
    if (['<', '<=', '>', '>=', '==', '!='].includes(operator)) return terms.compare(operator, a, b)
    return this.operation(state, operator, a, b, typeOf(node))
  }

  protected operation(state: State, operator: string, a: Term, b: Term, type: string): Term {
    const { terms } = this
    const bits = bitsOf(type) ?? 256
    const grows = ['+', '-', '*'].includes(operator)
    if (state.checked && grows) this.fail(state, terms.overflows(operator, a, b, bits))
    if (['/', '%'].includes(operator)) this.fail(state, terms.equal(b, terms.number(0n)))
    // An overflow ends the path. On the paths that continue, the exact result is right.
    if (state.checked && grows && terms.reading !== 'bits') return terms.exact(operator, a, b)
    const result = terms.arithmetic(operator, a, b)
    return grows || operator === '<<' ? terms.low(result, bits) : result
  }

  protected unary(state: State, node: Node): Term {
    const { terms } = this
    const operator = word(node, 'operator')
    const operand = need(node, 'subExpression')
    const value = term(this.expression(state, operand))
    if (operator === '!') return terms.not(value)
    if (operator === '~') return terms.invert(value)
    if (operator !== '++' && operator !== '--') throw new Error(`${operator} is not read`)
    const next = this.operation(state, operator === '++' ? '+' : '-', value, terms.number(1n), typeOf(operand))
    this.assignTo(state, operand, next)
    return node['prefix'] === true ? next : value
  }

  protected assignment(state: State, node: Node): Value {
    const left = need(node, 'leftHandSide')
    const operator = word(node, 'operator').replace(/=$/, '')
    const right = this.expression(state, need(node, 'rightHandSide'))
    if (left.nodeType === 'TupleExpression') {
      const values = right as readonly Value[]
      gaps(left, 'components').forEach((part, index) => {
        if (part !== undefined) this.assignTo(state, part, values[index] ?? this.terms.number(0n))
      })
      return right
    }
    const value = operator === '' ? right : this.operation(state, operator, term(this.expression(state, left)), term(right), typeOf(left))
    this.assignTo(state, left, value)
    return value
  }

  protected assignTo(state: State, target: Node, value: Value): void {
    if (target.nodeType !== 'Identifier') throw new Error(`an assignment to ${target.nodeType} is not read`)
    this.assign(state, Number(target['referencedDeclaration']), value)
  }

  protected member(state: State, node: Node): Value {
    const base = need(node, 'expression')
    const name = word(node, 'memberName')
    if (name === 'timestamp' && typeOf(base) === 't_magic_block') {
      if (this.timestamp === undefined) throw new Error('the time of the block is not given')
      return this.timestamp
    }
    const bits = /^t_magic_meta_type_t_uint(\d+)$/.exec(typeOf(base))?.[1]
    if (bits !== undefined && name === 'max') return this.terms.number((1n << BigInt(bits)) - 1n)
    const declaration = this.declarations.get(Number(node['referencedDeclaration']))
    if (declaration?.['constant'] === true) return this.expression(state, need(declaration, 'value'))
    const value = this.expression(state, base)
    const member = value instanceof Map ? (value as ReadonlyMap<string, Value>).get(name) : undefined
    if (member === undefined) throw new Error(`.${name} is not read`)
    return member
  }

  protected called(state: State, node: Node): Value {
    const called = need(node, 'expression')
    const parameters = (): Value[] => children(node, 'arguments').map((part) => this.expression(state, part))
    if (node['kind'] === 'typeConversion') {
      const [type, from] = [typeOf(node), typeOf(children(node, 'arguments')[0] ?? node)]
      const [bits, before] = [bitsOf(type), bitsOf(from)]
      if (bits === undefined) throw new Error(`a conversion to ${type} is not read`)
      // Bytes of another length would be cut at the other end.
      if (type.startsWith('t_bytes') && before !== undefined && before !== bits) throw new Error(`a conversion of ${from} to ${type} is not read`)
      const value = term(parameters()[0])
      return before !== undefined && before <= bits ? value : this.terms.low(value, bits)
    }
    if (node['kind'] === 'structConstructorCall') {
      const struct = this.declarations.get(Number(called['referencedDeclaration']))
      if (struct === undefined) throw new Error('no struct')
      const values = parameters()
      const members = children(struct, 'members').map((member) => word(member, 'name'))
      const names = node['names'] as readonly string[] | undefined
      const given = names !== undefined && names.length > 0 ? names : members
      return new Map(members.map((name): [string, Value] => [name, values[given.indexOf(name)] ?? this.terms.number(0n)]))
    }
    if (['wrap', 'unwrap'].includes(word(called, 'memberName'))) return term(parameters()[0])
    const definition = this.declarations.get(Number(called['referencedDeclaration']))
    if (definition?.nodeType !== 'FunctionDefinition') throw new Error(`a call at ${node.src} is not read`)
    const base = called.nodeType === 'MemberAccess' ? need(called, 'expression') : undefined
    const bound = base !== undefined && !typeOf(base).startsWith('t_type$') ? [this.expression(state, base)] : []
    const { values, reverts } = this.call(definition, [...bound, ...parameters()], state.live)
    this.fail(state, reverts)
    const [first] = values
    return values.length === 1 && first !== undefined ? first : values
  }

  #assembly(state: State, node: Node): void {
    const references = new Map(
      (node['externalReferences'] as readonly { src: string; declaration: number }[]).map((one) => [one.src, one.declaration]),
    )
    const declarationOf = (identifier: Node): number => {
      const id = references.get(identifier.src)
      if (id === undefined) throw new Error(`${word(identifier, 'name')} in assembly is not read`)
      return id
    }
    const value = (at: Node): Term => {
      if (at.nodeType === 'YulLiteral') return this.terms.number(BigInt(word(at, 'value')))
      if (at.nodeType === 'YulIdentifier') return term(state.variables.get(declarationOf(at)))
      if (at.nodeType !== 'YulFunctionCall') throw new Error(`${at.nodeType} is not read`)
      return yul(this.terms, word(need(at, 'functionName'), 'name'), children(at, 'arguments').map(value))
    }
    for (const entry of children(need(node, 'AST'), 'statements')) {
      const [target, ...more] = children(entry, 'variableNames')
      if (entry.nodeType !== 'YulAssignment' || target === undefined || more.length > 0) throw new Error(`${entry.nodeType} is not read`)
      this.assign(state, declarationOf(target), value(need(entry, 'value')))
    }
  }
}
