import { INVITE_CODE_ALPHABET } from '@galx/protocol/http/common'
import { randomPart } from '../../platform/random.ts'

const LENGTH = 8
// Bytes above the largest multiple of the alphabet's size would make the first characters of the alphabet likelier.
const FAIR_LIMIT = 256 - (256 % INVITE_CODE_ALPHABET.length)

/** A fresh invite code, uniform over the alphabet: 30^8, some 6.6e11. The database's unique index decides on clashes. */
export function makeInviteCode(random: (size: number) => Uint8Array = randomPart): string {
  let code = ''
  while (code.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < FAIR_LIMIT && code.length < LENGTH)
        code += INVITE_CODE_ALPHABET[byte % INVITE_CODE_ALPHABET.length]
  return code
}

/** Turns a typed code into the stored form: without surrounding space, in capitals. Null if the text cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  const code = typed.trim().toUpperCase()
  if (code.length !== LENGTH) return null
  for (const character of code) if (!INVITE_CODE_ALPHABET.includes(character)) return null
  return code
}
