/** The parts of expressions: numbers, structs, places in storage and lists. */
import { children, need, word, type Node } from '../script/syntaxTree.ts'
import type { Term } from './terms.ts'

/** The value of an expression: a number or boolean, a struct's members by name, several values, a place in storage or a list in memory. */
export type Value = Term | ReadonlyMap<string, Value> | readonly Value[] | Place | List

export function isTerm(value: Value | undefined): value is Term {
  return value !== undefined && 'text' in value
}

export function term(value: Value | undefined): Term {
  if (!isTerm(value)) throw new Error('a number was expected')
  return value
}

/** @returns the number of bits of a value of the type; 0: a boolean; undefined: not a value of one word */
export function bitsOf(type: string): number | undefined {
  if (type === 't_bool') return 0
  if (/^t_(address|contract)/.test(type)) return 160
  if (type.startsWith('t_userDefinedValueType')) return 256
  if (/^t_enum/.test(type)) return 8
  const [, kind, size] = /^t_(uint|bytes)(\d+)$/.exec(type) ?? []
  return size === undefined ? undefined : Number(size) * (kind === 'bytes' ? 8 : 1)
}

/** A place in storage: the names and keys that lead there from the contract's variables, and the type of the place. */
export class Place {
  readonly path: string
  readonly keys: readonly Term[]
  readonly type: Node

  constructor(path: string, keys: readonly Term[], type: Node) {
    this.path = path
    this.keys = keys
    this.type = type
  }

  at(key: Term): Place {
    const { path, keys, type } = this
    return new Place(`${path}[]`, [...keys, key], type.nodeType === 'Mapping' ? need(type, 'valueType') : need(type, 'baseType'))
  }

  member(name: string, struct: Node): Place {
    const member = children(struct, 'members').find((one) => word(one, 'name') === name)
    if (member === undefined) throw new Error(`no member ${name}`)
    return new Place(`${this.path}.${name}`, this.keys, need(member, 'typeName'))
  }

  same(other: Place): boolean {
    return this.path === other.path && this.keys.every(({ text }, index) => text === other.keys[index]?.text)
  }
}

/** A list in memory or in the call's data. Only its length is known: each read of an element may give any value. */
export class List {
  readonly length: Term
  readonly element: Node

  constructor(length: Term, element: Node) {
    this.length = length
    this.element = element
  }
}
