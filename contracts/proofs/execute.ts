/**
 * Executes a contract's function over its storage, including modifiers, calls and libraries. `Outside` describes other contracts. Anything
 * unknown may have any value. For a loop, the theorem's invariant is used, for any number of rounds.
 */
import { child, children, need, typeOf, walk, word, type Node } from '../script/syntaxTree.ts'
import { Evaluator, type Replacement, type State } from './evaluate.ts'
import { Storage, type Write } from './storage.ts'
import { bitsOf, isTerm, List, Place, term, type Value } from './values.ts'
import type { Contract } from './contract.ts'
import type { Term, Terms } from './terms.ts'

/** Replaces a function that calls other contracts. @returns its value; undefined if it returns none */
export type Outside = (execution: Execution, state: State, parameters: readonly Value[]) => Value | undefined

export type World = {
  readonly replacements?: ReadonlyMap<string, Replacement>
  readonly outside: ReadonlyMap<string, Outside>
  /** modifiers whose body is left out, because their conditions are premises */
  readonly granted: ReadonlySet<string>
  readonly timestamp: Term
  readonly read: Set<string>
  readonly contract: Contract
  readonly onWrite?: (execution: Execution, write: Write) => void
  readonly onEmit?: (execution: Execution, state: State, event: string, values: readonly Value[]) => void
  /** holds before each round of a loop and after it */
  readonly invariant?: (execution: Execution) => Term
}

/** The rest of a function, which a modifier surrounds. */
type Rest = () => void

export class Execution extends Evaluator {
  readonly storage: Storage
  readonly sender: Term
  readonly self: Term
  /** conditions for rounds of loops that must hold, like the theorem's claim */
  readonly duties: Term[] = []
  readonly #world: World
  readonly #rests: Rest[] = []
  #continued: Term

  constructor(terms: Terms, declarations: ReadonlyMap<number, Node>, world: World) {
    super(terms, declarations, world)
    this.#world = world
    this.storage = new Storage(terms, declarations, (write) => world.onWrite?.(this, write))
    this.sender = terms.fresh('sender', 160)
    this.self = terms.fresh('self', 160)
    this.#continued = terms.boolean(false)
  }

  /** Reverts if `condition` holds. */
  refuse(state: State, condition: Term): void {
    this.fail(state, condition)
  }

  // ------------------------------------------------------------------------------------------------------ values of any kind

  /** @returns any value of the type of a declaration or of a list's element */
  any(type: Node, name = 'any'): Value {
    const bits = bitsOf(typeOf(type))
    if (bits !== undefined) return this.terms.fresh(name, bits)
    if (typeOf(type).startsWith('t_struct')) {
      const members = children(this.storage.struct(type), 'members')
      return new Map(members.map((member) => [word(member, 'name'), this.any(need(member, 'typeName'), word(member, 'name'))]))
    }
    if (type.nodeType === 'ArrayTypeName') return new List(this.terms.fresh('length', 64), need(type, 'baseType'))
    throw new Error(`any ${typeOf(type)} is not read`)
  }

  /** @returns parameters of the function with any values */
  anyParameters(definition: Node): readonly Value[] {
    return children(need(definition, 'parameters'), 'parameters').map((one) => this.any(need(one, 'typeName'), word(one, 'name')))
  }

  /** @returns any value of an expression's type, given by the compiler's name */
  #anyOf(node: Node): Value {
    const bits = bitsOf(typeOf(node))
    // Bytes in memory are only hashed.
    return this.terms.fresh('any', bits ?? 256)
  }

  protected override zero(declaration: Node): Value {
    const type = child(declaration, 'typeName')
    return type?.nodeType === 'ArrayTypeName' ? new List(this.terms.number(0n), need(type, 'baseType')) : super.zero(declaration)
  }

  protected override choose(condition: Term, then: Value, otherwise: Value): Value {
    if (then instanceof Place && otherwise instanceof Place && then.same(otherwise)) return then
    if (then instanceof List && otherwise instanceof List) {
      return new List(this.terms.choose(condition, then.length, otherwise.length), then.element)
    }
    return super.choose(condition, then, otherwise)
  }

  // --------------------------------------------------------------------------------------------------------------- functions

  protected override body(state: State, definition: Node): void {
    const used = children(definition, 'modifiers').filter((one) => {
      const modifier = this.#modifier(one)
      return modifier?.nodeType === 'ModifierDefinition' && !this.#world.granted.has(word(modifier, 'name'))
    })
    const enter = (index: number): void => {
      const use = used[index]
      const modifier = use === undefined ? undefined : this.#modifier(use)
      if (use === undefined || modifier === undefined) return super.body(state, definition)
      if (children(need(modifier, 'parameters'), 'parameters').length > 0) throw new Error(`${word(modifier, 'name')} takes parameters`)
      this.#rests.push(() => enter(index + 1))
      this.statement(state, need(modifier, 'body'))
      this.#rests.pop()
    }
    enter(0)
  }

  #modifier(use: Node): Node | undefined {
    return this.declarations.get(Number(need(use, 'modifierName')['referencedDeclaration']))
  }

  // -------------------------------------------------------------------------------------------------------------- statements

  protected override statement(state: State, node: Node): void {
    const { terms } = this
    switch (node.nodeType) {
      case 'EmitStatement': {
        const event = need(node, 'eventCall')
        const values = children(event, 'arguments').map((part) => this.expression(state, part))
        this.#world.onEmit?.(this, state, word(need(event, 'expression'), 'name'), values)
        return
      }
      case 'PlaceholderStatement':
        this.#rests.at(-1)?.()
        return
      case 'Continue':
        this.#continued = terms.or(this.#continued, state.live)
        state.live = terms.boolean(false)
        return
      case 'ForStatement':
        return this.#loop(state, node)
      default:
        return super.statement(state, node)
    }
  }

  /** Proves a loop by its invariant: executes one round from any state with the invariant, then continues from any such state. */
  #loop(state: State, node: Node): void {
    const { terms } = this
    const { invariant } = this.#world
    const first = child(node, 'initializationExpression')
    const step = child(node, 'loopExpression')
    if (first !== undefined) this.statement(state, first)
    const changed = new Set<number>()
    walk(node, (at) => {
      if (at.nodeType === 'Return' || at.nodeType === 'Break') throw new Error(`a ${at.nodeType} in a loop is not read`)
      const target =
        at.nodeType === 'Assignment' ? need(at, 'leftHandSide') : at.nodeType === 'UnaryOperation' ? need(at, 'subExpression') : undefined
      for (const part of target?.nodeType === 'TupleExpression' ? children(target, 'components') : [target]) {
        if (part?.nodeType === 'Identifier') changed.add(Number(part['referencedDeclaration']))
      }
    })
    const owe = (): void => void this.duties.push(terms.or(terms.not(state.live), invariant?.(this) ?? terms.boolean(true)))
    const forget = (): void => {
      this.storage.forget()
      for (const id of changed) {
        const before = state.variables.get(id)
        if (isTerm(before)) state.variables.set(id, terms.fresh('round', before.sort === 'boolean' ? 0 : 256))
      }
      if (invariant !== undefined) terms.assume(terms.or(terms.not(state.live), invariant(this)))
    }
    owe()
    forget()
    const condition = term(this.expression(state, need(node, 'condition')))
    const outer = this.#continued
    this.#continued = terms.boolean(false)
    this.under(state, condition, () => {
      this.statement(state, need(node, 'body'))
      state.live = terms.or(state.live, this.#continued)
      if (step !== undefined) this.statement(state, step)
      owe()
    })
    this.#continued = outer
    forget()
    const over = terms.not(term(this.expression(state, need(node, 'condition'))))
    terms.assume(terms.or(terms.not(state.live), over))
  }

  // ------------------------------------------------------------------------------------------------------------- expressions

  protected override expression(state: State, node: Node): Value {
    const place = this.#place(state, node)
    if (place instanceof Place) return this.storage.read(place)
    if (node.nodeType === 'IndexAccess' && place instanceof List) return this.any(place.element, 'element')
    return super.expression(state, node)
  }

  /** @returns the expression's place in storage, or the list whose element it is; undefined for any other expression */
  #place(state: State, node: Node): Place | List | undefined {
    if (node.nodeType === 'Identifier') {
      const known = state.variables.get(Number(node['referencedDeclaration']))
      if (known !== undefined) return known instanceof Place ? known : undefined
      const declaration = this.declarations.get(Number(node['referencedDeclaration']))
      if (declaration?.['stateVariable'] !== true || declaration['constant'] === true) return undefined
      return new Place(word(declaration, 'name'), [], need(declaration, 'typeName'))
    }
    if (node.nodeType === 'IndexAccess') {
      const base = this.expression(state, need(node, 'baseExpression'))
      const index = term(this.expression(state, need(node, 'indexExpression')))
      if (base instanceof List) {
        this.fail(state, this.terms.compare('>=', index, base.length))
        return base
      }
      if (!(base instanceof Place)) throw new Error(`an index at ${node.src} is not read`)
      if (base.type.nodeType === 'ArrayTypeName') this.fail(state, this.terms.compare('>=', index, this.#length(base)))
      return base.at(index)
    }
    if (
      node.nodeType === 'MemberAccess' &&
      typeOf(need(node, 'expression')).startsWith('t_struct') &&
      typeOf(need(node, 'expression')).includes('storage')
    ) {
      const base = this.expression(state, need(node, 'expression'))
      return base instanceof Place ? base.member(word(node, 'memberName'), this.storage.struct(base.type)) : undefined
    }
    return undefined
  }

  #length({ path, keys, type }: Place): Term {
    const fixed = child(type, 'length')
    return fixed === undefined ? this.storage.number(`${path}.length`, keys, 64) : this.terms.number(this.constant(fixed))
  }

  protected override assignTo(state: State, target: Node, value: Value): void {
    if (target.nodeType === 'Identifier' && state.variables.get(Number(target['referencedDeclaration'])) instanceof Place)
      return super.assignTo(state, target, value)
    const place = this.#place(state, target)
    if (place instanceof Place) this.storage.write(state.live, place, value)
    else if (!(place instanceof List)) super.assignTo(state, target, value)
  }

  protected override member(state: State, node: Node): Value {
    const base = need(node, 'expression')
    const [name, type] = [word(node, 'memberName'), typeOf(base)]
    if (name === 'sender' && type === 't_magic_message') return this.sender
    if (name === 'length') {
      if (base.nodeType === 'MemberAccess' && word(base, 'memberName') === 'code') return this.terms.fresh('codeLength', 64)
      const list = this.expression(state, base)
      if (list instanceof List) return list.length
      if (list instanceof Place) return this.#length(list)
    }
    return super.member(state, node)
  }

  protected override unary(state: State, node: Node): Term {
    if (word(node, 'operator') !== 'delete') return super.unary(state, node)
    this.assignTo(state, need(node, 'subExpression'), this.terms.number(0n))
    return this.terms.number(0n)
  }

  protected override variable(state: State, node: Node): Value {
    return word(node, 'name') === 'this' ? this.self : super.variable(state, node)
  }

  protected override called(state: State, node: Node): Value {
    const called = need(node, 'expression')
    const name = word(called, called.nodeType === 'MemberAccess' ? 'memberName' : 'name')
    const parameters = (): Value[] => children(node, 'arguments').map((part) => this.expression(state, part))
    if (called.nodeType === 'NewExpression') {
      return new List(term(parameters()[0]), need(need(called, 'typeName'), 'baseType'))
    }
    const definition = this.declarations.get(Number(called['referencedDeclaration']))
    const base = called.nodeType === 'MemberAccess' ? need(called, 'expression') : undefined
    const outside = this.#world.outside.get(name)
    if (outside !== undefined && definition?.nodeType === 'FunctionDefinition') {
      const bound = base !== undefined && !typeOf(base).startsWith('t_type$') ? [this.expression(state, base)] : []
      return outside(this, state, [...bound, ...parameters()]) ?? []
    }
    if (name === 'push' && base !== undefined) {
      const list = this.expression(state, base)
      if (!(list instanceof Place)) throw new Error('push: only a list in storage can be read')
      const length = this.#length(list)
      this.storage.write(state.live, list.at(length), parameters()[0] ?? this.terms.number(0n))
      this.storage.setNumber(state.live, `${list.path}.length`, list.keys, this.terms.arithmetic('+', length, this.terms.number(1n)))
      return []
    }
    // A call by name alone executes the function of the most derived contract that has it.
    const resolved = base === undefined && definition?.['virtual'] === true ? this.#world.contract.resolve(definition) : definition
    if (resolved !== undefined && resolved !== definition) {
      const { values, reverts } = this.call(resolved, parameters(), state.live)
      this.fail(state, reverts)
      const [first] = values
      return values.length === 1 && first !== undefined ? first : values
    }
    // The compiler's built-in functions of bytes.
    if (definition === undefined && node['kind'] === 'functionCall' && !['wrap', 'unwrap'].includes(name)) {
      parameters()
      return this.#anyOf(node)
    }
    return super.called(state, node)
  }
}
