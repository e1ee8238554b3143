/** What expressions are made of: numbers, structs, places in storage and lists. */
import { children, need, word, type Node } from '../script/syntaxTree.ts'
import type { Term } from './terms.ts'

/** What an expression is: a number or truth value, a struct's members by name, several values, a place in storage or a list in memory. */
export type Value = Term | ReadonlyMap<string, Value> | readonly Value[] | Place | List

export function isTerm(value: Value | undefined): value is Term {
  return value !== undefined && 'text' in value
}

export function term(value: Value | undefined): Term {
  if (!isTerm(value)) throw new Error('a number was expected')
  return value
}

/** @returns how many bits a value of that type has; 0: a truth value; undefined: no value of one word */
export function bitsOf(type: string): number | undefined {
  if (type === 't_bool') return 0
  if (/^t_(address|contract)/.test(type)) return 160
  if (type.startsWith('t_userDefinedValueType')) return 256
  if (/^t_enum/.test(type)) return 8
  const [, kind, size] = /^t_(uint|bytes)(\d+)$/.exec(type) ?? []
  return size === undefined ? undefined : Number(size) * (kind === 'bytes' ? 8 : 1)
}

/** Where something is: the names and keys that lead there from the contract's variables, and the type of what is there. */
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

/** A list in memory or in the call's data, of which nothing is known but its length: each look at an element may show any. */
export class List {
  readonly length: Term
  readonly element: Node

  constructor(length: Term, element: Node) {
    this.length = length
    this.element = element
  }
}
