/** Invite codes as people type and share them. */

/** Characters of a code; without those that are mistaken for one another (0 O 1 I L U). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 8

/** What was typed or pasted as a code's characters: upper case, full-width forms folded, at most eight, the rest dropped. */
export function cleanCode(raw: string): string {
  return Array.from(raw.normalize('NFKC').toUpperCase())
    .filter((character) => ALPHABET.includes(character))
    .slice(0, CODE_LENGTH)
    .join('')
}

/** Whether `code` has the form of an invite code; whether somebody has it only the server knows. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH && cleanCode(code) === code
}

/** The link that `Copy Link` puts on the clipboard: the site's origin, then exactly `/#/start?inviteCode=` and the code. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#/start?inviteCode=${code}`
}

/** A whole code out of what was pasted into the field: a code itself, or a link that carries one. */
export function codeFromPaste(text: string): string {
  const inLink = /[?&](?:inviteCode|invite)=([^&#\s]+)/.exec(text)?.[1]
  return cleanCode(inLink ?? text)
}
