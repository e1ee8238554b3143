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

/** A whole code from text that was pasted into the field: a code itself, or a link with a code. */
export function codeFromPaste(text: string): string {
  const inLink = /[?&](?:inviteCode|invite)=([^&#\s]+)/.exec(text)?.[1]
  return cleanCode(inLink ?? text)
}
