/** The valid names of a pass: the rules of contracts/src/libraries/PassNames.sol, checked while a person types. */

/** In characters (code points). */
export const NAME_LENGTH = 32

export type NameProblem =
  { kind: 'empty' } | { kind: 'tooLong' } | { kind: 'edge' } | { kind: 'forbidden'; codePoint: number }

export function nameLength(name: string): number {
  return [...name].length
}

/** The reason why the contract would refuse the name; null for a valid name. */
export function nameProblem(name: string): NameProblem | null {
  if (EDGE.test(name)) return { kind: 'edge' }
  const characters = [...name]
  const found = characters.slice(0, NAME_LENGTH).find(isForbidden)?.codePointAt(0)
  if (found !== undefined) return { kind: 'forbidden', codePoint: found }
  if (characters.length > NAME_LENGTH) return { kind: 'tooLong' }
  return UNSEEN.test(name) ? { kind: 'empty' } : null
}

const EDGE = /^[\u200c\u200d\ufe0e\ufe0f]*[ \u3000]|[ \u3000][\u200c\u200d\ufe0e\ufe0f]*$/u

/** Spaces, joiners and variation selectors: allowed only beside other characters. */
const UNSEEN = /^[ \u3000\u200c\u200d\ufe0e\ufe0f]*$/u

/** Control characters, other spaces, invisible characters, characters that change the writing direction, and lone surrogates. */
const FORBIDDEN =
  /[\0-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u

function isForbidden(character: string): boolean {
  // the last two code points of each plane are not characters
  return FORBIDDEN.test(character) || ((character.codePointAt(0) ?? 0) & 0xfffe) === 0xfffe
}
