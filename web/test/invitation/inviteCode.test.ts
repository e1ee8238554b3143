import { INVITE_CODE_ALPHABET } from '@galx/protocol/http/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/core/api/client.ts'
import { cleanCode, codeFromPaste, inviteLink, isWholeCode } from '../../src/invitation/inviteCode.ts'
import { previewFailure } from '../../src/invitation/useInvitePreview.ts'

const code = fc
  .array(fc.constantFrom(...INVITE_CODE_ALPHABET), { minLength: 8, maxLength: 8 })
  .map((characters) => characters.join(''))

describe('invite codes', () => {
  it('accepts every code of the server, however it is typed', () => {
    fc.assert(
      fc.property(code, (made) => {
        expect(cleanCode(` ${made.toLowerCase().slice(0, 4)}-${made.slice(4)} `)).toBe(made)
        expect(isWholeCode(made)).toBe(true)
      }),
    )
  })

  it('finds the code in a pasted link', () => {
    fc.assert(
      fc.property(code, (made) => {
        expect(codeFromPaste(inviteLink('https://galx.example', made))).toBe(made)
      }),
    )
  })

  it.each([
    ['https://galx.example/#%2Fstart%3FinviteCode%3DABCD2345', 'ABCD2345'],
    ['https://galx.example/#/start%3FinviteCode=ABCD2345', 'ABCD2345'],
    ['https://galx.example/%2523%252Fstart%253FinviteCode%253DABCD2345%2526a%253D1', 'ABCD2345'],
    ['My code: ABCD2345', 'ABCD2345'],
    ['REMEMBER my code abcd-2345!', 'ABCD2345'],
    ['我的邀请码：ＡＢＣＤ２３４５。', 'ABCD2345'],
    ['the code is ABCDEFGH', 'ABCDEFGH'],
    ['abcd 2345', 'ABCD2345'],
    ['100% AB', 'AB'],
  ])('finds the code in the pasted text %s', (text, found) => {
    expect(codeFromPaste(text)).toBe(found)
  })

  it('writes the link in the agreed form', () => {
    expect(inviteLink('https://galx.example', 'ABCD2345')).toBe(
      'https://galx.example/#/start?inviteCode=ABCD2345',
    )
  })

  it('folds full-width characters and drops characters that no code contains', () => {
    expect(cleanCode('ＡＢ２３')).toBe('AB23')
    expect(cleanCode('0O1ILU<script>')).toBe('SCRPT')
    expect(cleanCode('ABCDEFGHJKM')).toHaveLength(8)
    expect(isWholeCode('ABCD234')).toBe(false)
  })

  it('distinguishes an unknown code from a server that does not answer', () => {
    expect(previewFailure(new ApiError(1101, 'x', 'refused'))).toBe('invalid')
    expect(previewFailure(new ApiError(0, 'x', 'unreachable'))).toBe('unreachable')
    expect(previewFailure(new ApiError(503, 'x', 'http'))).toBe('unreachable')
  })
})
