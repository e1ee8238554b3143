/** A contract's storage: for each member of one word, an array over the keys that lead to the member. */
import { child, typeOf, type Node } from '../script/syntaxTree.ts'
import { bitsOf, isTerm, type Place, type Value } from './values.ts'
import type { Term, Terms } from './terms.ts'

/** A write, in the form in which theorems can count it. */
export type Write = {
  readonly live: Term
  readonly path: string
  readonly keys: readonly Term[]
  readonly before: Term
  readonly after: Term
}

export class Storage {
  readonly #terms: Terms
  readonly #declarations: ReadonlyMap<number, Node>
  readonly #leaves = new Map<string, { readonly keys: number; now: Term }>()
  readonly #onWrite: (write: Write) => void

  constructor(terms: Terms, declarations: ReadonlyMap<number, Node>, onWrite: (write: Write) => void = () => undefined) {
    this.#terms = terms
    this.#declarations = declarations
    this.#onWrite = onWrite
  }

  #leaf(path: string, keys: number): { now: Term } {
    const known = this.#leaves.get(path)
    if (known !== undefined) return known
    const leaf = { keys, now: this.#any(path, keys) }
    this.#leaves.set(path, leaf)
    return leaf
  }

  #any(path: string, keys: number): Term {
    const name = path.replace(/\W/g, '_')
    return keys === 0 ? this.#terms.fresh(name, 256) : this.#terms.array(name, keys)
  }

  /** From now on the storage may have any values. */
  forget(): void {
    for (const [path, leaf] of this.#leaves) leaf.now = this.#any(path, leaf.keys)
  }

  /** The number at a path, below 2^bits. */
  number(path: string, keys: readonly Term[], bits: number): Term {
    const { now } = this.#leaf(path, keys.length)
    const value = keys.length === 0 ? now : this.#terms.select(now, keys)
    const bound = this.#terms.number(bits === 0 ? 1n : (1n << BigInt(bits)) - 1n)
    this.#terms.assume(this.#terms.and(this.#terms.compare('>=', value, this.#terms.number(0n)), this.#terms.compare('<=', value, bound)))
    return value
  }

  /** The number at a path without a bound by a type: a number that a theorem counts. */
  any(path: string, keys: readonly Term[]): Term {
    return this.#terms.select(this.#leaf(path, keys.length).now, keys)
  }

  /** @param live the condition under which the number is written */
  setNumber(live: Term, path: string, keys: readonly Term[], value: Term): void {
    const leaf = this.#leaf(path, keys.length)
    const before = keys.length === 0 ? leaf.now : this.#terms.select(leaf.now, keys)
    const after = this.#terms.choose(live, value, before)
    leaf.now = keys.length === 0 ? after : this.#terms.store(leaf.now, keys, after)
    this.#onWrite({ live, path, keys, before, after })
  }

  /** @returns the value at the place; the place itself if its value is neither one word nor a struct of words */
  read(place: Place): Value {
    const { path, keys, type } = place
    const bits = bitsOf(typeOf(type))
    if (bits !== undefined) {
      const value = this.number(path, keys, bits)
      return bits === 0 ? this.#terms.compare('==', value, this.#terms.number(1n)) : value
    }
    return place
  }

  write(live: Term, place: Place, value: Value): void {
    if (!isTerm(value)) throw new Error(`a value for ${place.path} is not read`)
    const number = value.sort === 'boolean' ? this.#terms.flag(value) : value
    this.setNumber(live, place.path, place.keys, number)
  }

  struct(type: Node): Node {
    const named = child(type, 'pathNode') ?? type
    const struct = this.#declarations.get(Number(named['referencedDeclaration']))
    if (struct?.nodeType !== 'StructDefinition') throw new Error(`${typeOf(type)} is no struct`)
    return struct
  }
}
