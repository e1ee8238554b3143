/** The questions for the solver, and the Solidity functions that they are about. */
import { children, isNode, need, typeOf, walk, word, type Node } from '../script/syntaxTree.ts'
import { Evaluator, isTerm, term, type Replacement, type Result, type Value } from './evaluate.ts'
import { Terms, type Reading, type Term } from './terms.ts'

export type Theorem = {
  readonly name: string
  readonly reading: Reading
  readonly state: (proof: Proof) => Statement
}

/** `claim` must hold whenever all of `given` hold. */
export type Statement = { readonly given?: readonly Term[]; readonly claim: Term }

/** The functions of the sources. */
export class Sources {
  readonly declarations = new Map<number, Node>()
  readonly read = new Set<string>()
  readonly #trees: ReadonlyMap<string, Node>

  constructor(trees: ReadonlyMap<string, Node>) {
    this.#trees = trees
    for (const tree of trees.values()) walk(tree, (node) => void this.declarations.set(node.id, node))
  }

  tree(file: string): Node {
    const tree = this.#trees.get(file.startsWith('node_modules/') ? file : `contracts/src/${file}`)
    if (tree === undefined) throw new Error(`${file} is not there`)
    return tree
  }

  /** @returns the functions of a file, by name */
  functions(file: string): ReadonlyMap<string, Node> {
    const found = new Map<string, Node>()
    walk(this.tree(file), (node) => {
      // Of several functions with the same name, the first, which takes unsigned numbers.
      if (node.nodeType !== 'FunctionDefinition' || !isNode(node['body']) || found.has(word(node, 'name'))) return
      found.set(word(node, 'name'), node)
    })
    return found
  }

  /** @returns the value of a constant of the file */
  constant(file: string, name: string): bigint {
    let value: bigint | undefined
    walk(this.tree(file), (node) => {
      if (node.nodeType !== 'VariableDeclaration' || word(node, 'name') !== name || node['constant'] !== true) return
      value = new Evaluator(new Terms('bits'), this.declarations).constant(need(node, 'value'))
    })
    if (value === undefined) throw new Error(`${name} is no constant of ${file}`)
    return value
  }
}

/** A theorem under construction: its variables, and the results of its functions. */
export class Proof {
  readonly terms: Terms
  readonly timestamp: Term
  readonly sources: Sources
  #parameters = 0

  constructor(sources: Sources, reading: Reading) {
    this.sources = sources
    this.terms = new Terms(reading)
    this.timestamp = this.terms.variable('timestamp', 256)
  }

  /** Any number of `bits` bits; for 0, any boolean. */
  any(name: string, bits = 256): Term {
    return this.terms.variable(name, bits)
  }

  number(value: bigint): Term {
    return this.terms.number(value)
  }

  /** @returns any value of a parameter's declared type */
  anyOf(parameter: Node): Value {
    const type = typeOf(parameter)
    const bits = type === 't_bool' ? 0 : type.startsWith('t_address') ? 160 : Number(/^t_uint(\d+)$/.exec(type)?.[1] ?? 256)
    const name = `${word(parameter, 'name') || 'value'}_${(this.#parameters += 1)}`
    if (!type.startsWith('t_struct')) return this.any(name, bits)
    const struct = this.sources.declarations.get(Number(need(parameter, 'typeName')['referencedDeclaration']))
    if (struct === undefined) throw new Error(`no struct ${type}`)
    return new Map(children(struct, 'members').map((member) => [word(member, 'name'), this.anyOf(member)]))
  }

  /** @returns the parameters of the function, with any values */
  anyParameters(file: string, name: string): readonly Value[] {
    return children(need(this.#function(file, name), 'parameters'), 'parameters').map((parameter) => this.anyOf(parameter))
  }

  #function(file: string, name: string): Node {
    const found = this.sources.functions(file).get(name)
    if (found === undefined) throw new Error(`${file} has no function ${name}`)
    return found
  }

  /** @param replacements of functions that have their own theorem */
  run(file: string, name: string, parameters: readonly Value[], replacements?: ReadonlyMap<string, Replacement>): Result {
    const options = {
      timestamp: this.timestamp,
      read: this.sources.read,
      ...(replacements && { replacements }),
    }
    return new Evaluator(this.terms, this.sources.declarations, options).call(this.#function(file, name), parameters)
  }

  /** @returns the number that the function returns. The claim then includes that the function does not revert */
  value(file: string, name: string, parameters: readonly Value[], replacements?: ReadonlyMap<string, Replacement>): Term {
    const { values, reverts } = this.run(file, name, parameters, replacements)
    this.reverts.push(reverts)
    return term(values[0])
  }

  /** The reverts of functions whose value was used: no such revert may happen. */
  readonly reverts: Term[] = []

  /** @returns whether two values are the same */
  same(a: Value | undefined, b: Value | undefined): Term {
    if (isTerm(a) && isTerm(b)) return this.terms.equal(a, b)
    if (!(a instanceof Map) || !(b instanceof Map)) throw new Error('values of two kinds')
    const other = b as ReadonlyMap<string, Value>
    return this.terms.and(...[...(a as ReadonlyMap<string, Value>)].map(([key, value]) => this.same(value, other.get(key))))
  }

  implies(condition: Term, claim: Term): Term {
    return this.terms.or(this.terms.not(condition), claim)
  }

  /** @returns the script for the solver: unsatisfiable if the theorem holds */
  script({ given = [], claim }: Statement): string {
    const { terms } = this
    const whole = terms.and(claim, ...this.reverts.map((reverts) => terms.not(reverts)))
    const negated = terms.not(whole)
    const asserted = given.map(({ text }) => `(assert ${text})`)
    return [terms.script, ...asserted, `(assert ${negated.text})`].join('\n')
  }

  /** @returns the script without the claim: satisfiable if the premises are possible */
  premises({ given = [] }: Statement): string {
    return [this.terms.script, ...given.map(({ text }) => `(assert ${text})`)].join('\n')
  }
}
