/** The EVM's operations by their names in assembly. */
import type { Terms, Term } from './terms.ts'

/** @returns the operation's result for its operands */
export function yul(terms: Terms, name: string, [a, b]: readonly Term[]): Term {
  const zero = terms.number(0n)
  const [x, y] = [a ?? zero, b ?? zero]
  const signs: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', div: '/', mod: '%', and: '&', or: '|', xor: '^' }
  const sign = signs[name]
  if (sign !== undefined) return terms.arithmetic(sign, x, y)
  if (name === 'shl') return terms.arithmetic('<<', y, x)
  if (name === 'shr') return terms.arithmetic('>>', y, x)
  if (name === 'gt') return terms.flag(terms.compare('>', x, y))
  if (name === 'lt') return terms.flag(terms.compare('<', x, y))
  if (name === 'eq') return terms.flag(terms.equal(x, y))
  if (name === 'iszero') return terms.flag(terms.equal(x, zero))
  throw new Error(`${name} in assembly is not read`)
}

