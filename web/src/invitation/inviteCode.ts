/** Invite codes in the forms in which people type and share them. */

/** Characters of a code, without easily confused characters (0 O 1 I L U). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 8

/** Typed or pasted text as a code's characters: upper case, full-width forms folded, at most eight, the rest dropped. */
export function cleanCode(raw: string): string {
  return Array.from(raw.normalize('NFKC').toUpperCase())
    .filter((character) => ALPHABET.includes(character))
    .slice(0, CODE_LENGTH)
    .join('')
}

/** Whether `code` has the form of an invite code; only the server knows whether the code exists. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH && cleanCode(code) === code
}

/** The link that `Copy Link` puts on the clipboard: the site's origin, then exactly `/#/start?inviteCode=` and the code. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#/start?inviteCode=${code}`
}

/** A whole code from text that was pasted into the field: a code itself, a link with a code (also an escaped link), or a sentence with a code. */
export function codeFromPaste(text: string): string {
  // A link that was forwarded several times may be escaped several times.
  const plain = text.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  const inLink = /[?&](?:inviteCode|invite)=([^&#\s]+)/.exec(plain)?.[1]
  // Whole words: a word of the sentence may consist of the same characters as a code, but nearly every code has a digit.
  const words = plain
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^A-Z\d-]+/)
  const codes = words.map((word) => word.replace(/-/g, '')).filter(isWholeCode)
  return cleanCode(inLink ?? codes.find((code) => /\d/.test(code)) ?? codes[0] ?? plain)
}
