/** Which names a pass may have: the rules of contracts/src/libraries/PassNames.sol, checked while somebody types. */

/** In characters (code points). */
export const NAME_LENGTH = 32

export type NameProblem =
  { kind: 'empty' } | { kind: 'tooLong' } | { kind: 'edge' } | { kind: 'forbidden'; codePoint: number }

export function nameLength(name: string): number {
  return [...name].length
}

/** What the contract would refuse the name for, the first of its reasons; null for a name it takes. */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return { kind: 'empty' }
  if (name.startsWith(' ') || name.endsWith(' ')) return { kind: 'edge' }
  const codePoints = [...name].map((character) => character.codePointAt(0) ?? 0)
  const found = codePoints.slice(0, NAME_LENGTH).find(isForbidden)
  if (found !== undefined) return { kind: 'forbidden', codePoint: found }
  return codePoints.length > NAME_LENGTH ? { kind: 'tooLong' } : null
}

function isForbidden(codePoint: number): boolean {
  const between = (low: number, high: number) => codePoint >= low && codePoint <= high
  return (
    // control characters
    codePoint < 0x20 ||
    between(0x7f, 0x9f) ||
    // line and paragraph separators; what turns the direction of writing
    between(0x2028, 0x202e) ||
    between(0x2066, 0x2069) ||
    // what cannot be seen: two names could look alike
    [0x61c, 0x200b, 0x200e, 0x200f, 0xfeff].includes(codePoint) ||
    between(0x2060, 0x2064) ||
    // half of a surrogate pair, which is no character; noncharacters
    between(0xd800, 0xdfff) ||
    (codePoint & 0xfffe) === 0xfffe
  )
}
