/**
 * Every packed word. A getter reads the bits that the word's own comment names. A function that sets a field leaves all other fields
 * unchanged, and the field then has the written value, cut to the field's bits. For all words and all values, in range or not.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { contractsDirectory } from '../script/forge.ts'
import { isTerm, term, type Value } from './evaluate.ts'
import type { Term } from './terms.ts'
import type { Proof, Statement, Theorem } from './theorem.ts'

export type Field = { readonly name: string; readonly bits: number; readonly offset: number }

const repositoryDirectory = dirname(contractsDirectory)

/** @returns the fields that the type's comment names, from the highest bit to the lowest: `name bits | name bits` */
function layoutOf(file: string, type: string): readonly Field[] {
  const text = readFileSync(join(repositoryDirectory, 'contracts/src', file), 'utf8')
  const comment = text.slice(0, text.indexOf(`\ntype ${type} is uint256;`))
  const list = [...comment.matchAll(/`(\w+ \d+(?: \| \w+ \d+)+)`/g)].at(-1)?.[1]
  if (list === undefined) throw new Error(`${file} does not say where the fields of ${type} are`)
  let offset = 0
  return list
    .split(' | ')
    .reverse()
    .map((part) => {
      const [name = '', bits = '0'] = part.split(' ')
      const field = { name, bits: Number(bits), offset }
      offset += field.bits
      return field
    })
    .concat(offset < 256 ? [{ name: 'rest', bits: 256 - offset, offset }] : [])
}

function read(proof: Proof, word: Term, { bits, offset }: Field): Term {
  return proof.terms.low(proof.terms.arithmetic('>>', word, proof.number(BigInt(offset))), bits)
}

/** The effect of a function on a word: the fields that it sets, by name, computed from the word before and the parameters. All other fields stay. */
type Setter = {
  readonly function: string
  readonly sets: (at: Fields, ...parameters: readonly Term[]) => Readonly<Record<string, Term>>
  /** the conditions that its callers must guarantee */
  readonly given?: (at: Fields, ...parameters: readonly Term[]) => readonly Term[]
  /** the condition under which it reverts; by default never */
  readonly reverts?: (at: Fields, ...parameters: readonly Term[]) => Term
  /** the condition under which it clears the word instead */
  readonly cleared?: (at: Fields, ...parameters: readonly Term[]) => Term
  /** whether it creates a word instead of changing a word */
  readonly makes?: boolean
}

/** The value of a getter that is not the field of the same name. */
type Getter = { readonly function: string; readonly is: (at: Fields, ...parameters: readonly Term[]) => Term; readonly given?: Setter['given'] }

export type Word = {
  readonly file: string
  /** the type's name, if the file has another name */
  readonly type?: string
  readonly setters: readonly Setter[]
  readonly getters?: readonly Getter[]
}

/** The word before a change, field by field, with functions for terms about the word after it. */
export class Fields {
  readonly proof: Proof
  readonly word: Term
  readonly #layout: readonly Field[]

  constructor(proof: Proof, layout: readonly Field[], word: Term) {
    this.proof = proof
    this.#layout = layout
    this.word = word
  }

  of(name: string): Term {
    const field = this.#layout.find((one) => one.name === name)
    if (field === undefined) throw new Error(`no field ${name}`)
    return read(this.proof, this.word, field)
  }

  is(a: Term, operator: string, b: Term): Term {
    return ['&&', '||'].includes(operator) ? this.proof.terms[operator === '&&' ? 'and' : 'or'](a, b) : this.proof.terms.compare(operator, a, b)
  }

  do(a: Term, operator: string, b: Term): Term {
    return this.proof.terms.arithmetic(operator, a, b)
  }

  number(value: bigint): Term {
    return this.proof.number(value)
  }
}

export function below(at: Fields, value: Term, bits: number): Term {
  return at.is(value, '<', at.number(1n << BigInt(bits)))
}
function parametersOf(values: readonly Value[]): readonly Term[] {
  return values.filter(isTerm)
}

/** @returns the theorems about one kind of word */
export function theoremsOf({ file, type = basename(file, '.sol'), setters, getters = [] }: Word, functions: ReadonlySet<string>): readonly Theorem[] {
  const layout = layoutOf(file, type)
  const others = new Set(getters.map((getter) => getter.function))
  const theorems: Theorem[] = []
  for (const field of layout) {
    if (!functions.has(field.name) || others.has(field.name)) continue
    theorems.push({
      name: `${type}.${field.name} reads its ${field.bits} bits from bit ${field.offset}`,
      reading: 'bits',
      state: (proof) => {
        const word = proof.any('word')
        return { claim: proof.terms.equal(proof.value(file, field.name, [word]), read(proof, word, field)) }
      },
    })
  }
  for (const getter of getters) {
    theorems.push({
      name: `${type}.${getter.function} is what its fields say`,
      reading: 'bits',
      state: (proof): Statement => {
        const values = proof.anyParameters(file, getter.function)
        const [word, ...parameters] = parametersOf(values)
        const at = new Fields(proof, layout, term(word))
        const claim = proof.terms.equal(proof.value(file, getter.function, values), getter.is(at, ...parameters))
        return { given: getter.given?.(at, ...parameters) ?? [], claim }
      },
    })
  }
  for (const setter of setters) {
    theorems.push({
      name: `${type}.${setter.function} sets what it says and leaves the rest`,
      reading: 'bits',
      state: (proof): Statement => {
        const { terms } = proof
        const values = proof.anyParameters(file, setter.function)
        const all = parametersOf(values)
        const before = setter.makes === true ? proof.number(0n) : term(all[0])
        const parameters = setter.makes === true ? all : all.slice(1)
        const at = new Fields(proof, layout, before)
        const sets = setter.sets(at, ...parameters)
        for (const name of Object.keys(sets)) at.of(name)
        let expected = before
        for (const { name, bits, offset } of layout) {
          const value = sets[name]
          if (value === undefined) continue
          const mask = ((1n << BigInt(bits)) - 1n) << BigInt(offset)
          const kept = terms.arithmetic('&', expected, terms.invert(proof.number(mask)))
          expected = terms.arithmetic('|', kept, terms.arithmetic('<<', terms.low(value, bits), proof.number(BigInt(offset))))
        }
        const cleared = setter.cleared?.(at, ...parameters)
        if (cleared !== undefined) expected = terms.choose(cleared, proof.number(0n), expected)
        const { values: results, reverts } = proof.run(file, setter.function, values)
        const refused = setter.reverts?.(at, ...parameters) ?? terms.boolean(false)
        const right = terms.equal(term(results[0]), expected)
        const claim = terms.and(terms.choose(refused, reverts, terms.not(reverts)), terms.or(refused, right))
        return { given: setter.given?.(at, ...parameters) ?? [], claim }
      },
    })
  }
  return theorems
}
