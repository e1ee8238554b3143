/**
 * Numbers the faults of one source, and writes code in which the chosen fault replaces the original text. Marks with the fault's number
 * surround each faulty text, so that a fault that does not compile can be found.
 */
import type { Operator } from './edits.ts'

/** One fault of the contracts' code. */
export type Mutant = {
  /** its number in the copy */
  readonly number: number
  /** identifies the fault in every run: file, function, kind, text before and after, and its position among equal faults */
  readonly key: string
  /** below contracts/src */
  readonly file: string
  /** contract or library, and function */
  readonly place: string
  readonly operator: Operator
  readonly original: string
  readonly replacement: string
}

/** A text that can replace the text of which it is a variant. */
export type Variant = { readonly text: string; readonly operator: Operator; readonly original: string; readonly replacement: string }

/** Assigns numbers, and leaves out faults that do not compile. */
export type Register = {
  readonly mutants: Mutant[]
  /** keys of faults that the compiler refuses */
  readonly refused: ReadonlySet<string>
}

/** @returns the text in one line, with single spaces */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The choices of one source. */
export class Choices {
  /** contract or library, and function, of the next faults */
  place = ''
  readonly file: string
  readonly #register: Register
  /** the number of times that each description was used, including faults that the compiler refuses */
  readonly #seen = new Map<string, number>()

  constructor(file: string, register: Register) {
    this.file = file
    this.#register = register
  }

  numbered(variants: readonly Variant[]): readonly (Variant & { readonly number: number })[] {
    const { file, place } = this
    const register = this.#register
    return variants.flatMap((variant) => {
      const { operator } = variant
      const [original, replacement] = [flat(variant.original), flat(variant.replacement)]
      const alike = `${file} ${place}: ${operator}: ${original} → ${replacement || 'nothing'}`
      const count = (this.#seen.get(alike) ?? 0) + 1
      this.#seen.set(alike, count)
      const key = count === 1 ? alike : `${alike} (${count})`
      if (register.refused.has(key)) return []
      const number = register.mutants.length + 1
      register.mutants.push({ number, key, file, place, operator, original, replacement })
      return [{ ...variant, number }]
    })
  }

  /** A statement: the chosen one of `variants`, or `original`. */
  statement(variants: readonly Variant[], original: string): string {
    const faults = this.numbered(variants)
    const [first, last] = [faults.at(0)?.number, faults.at(-1)?.number]
    if (first === undefined || last === undefined) return original
    const chain = faults.map(({ number, text }) => {
      const test = number === last ? '' : `if (mutantIs(${number})) `
      return `${test}{ /*<${number}*/ ${text} /*${number}>*/ }`
    })
    return `if (mutantWithin(${first}, ${last})) { ${chain.join(' else ')} } else { ${original} }`
  }

  /** A value: the chosen one of `variants`, or `original`. */
  value(variants: readonly Variant[], original: string): string {
    const faults = this.numbered(variants)
    const [first, last] = [faults.at(0)?.number, faults.at(-1)?.number]
    if (first === undefined || last === undefined) return original
    const chain = faults.map(({ number, text }) => `mutantIs(${number}) ? (/*<${number}*/ ${text} /*${number}>*/) : `)
    return `(mutantWithin(${first}, ${last}) ? (${chain.join('')}(${original})) : (${original}))`
  }
}
