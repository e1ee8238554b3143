import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress, hashMessage, recoverAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { INVITE_CODE_ALPHABET } from '@galx/protocol/http/common'
import { hashOfText, withChecksum } from '../../src/chain/signedText.ts'
import { parseTokenKeys, readToken, signToken, type TokenKeys } from '../../src/http/sessions/token.ts'
import { makeInviteCode, normaliseInviteCode } from '../../src/accounts/signIn/inviteCode.ts'
import { recoverSigner } from '../../src/chain/verifySignature.ts'

function random(size: number): Hex {
  return bytesToHex(randomBytes(size))
}

describe('recovering a signer', () => {
  it('returns the same as viem, for many keys and hashes', async () => {
    for (let round = 0; round < 50; round++) {
      const account = privateKeyToAccount(generatePrivateKey())
      const hash = random(32)
      const signature = await account.sign({ hash })
      expect(recoverSigner(hash, signature)).toBe(account.address.toLowerCase())
      expect(recoverSigner(hash, signature)).toBe((await recoverAddress({ hash, signature })).toLowerCase())
    }
  })

  it('gives null, and never throws, for any other bytes', () => {
    const hash = random(32)
    for (let size = 0; size <= 130; size++) {
      const signer = recoverSigner(hash, size === 0 ? '0x' : random(size))
      if (size !== 64 && size !== 65) expect(signer).toBeNull()
    }
    for (const v of [2, 3, 26, 29, 31, 255]) {
      const signature = `${random(32)}${'00'.repeat(31)}01${v.toString(16).padStart(2, '0')}` as Hex
      expect(recoverSigner(hash, signature)).toBeNull()
    }
    expect(recoverSigner(hash, `0x${'ff'.repeat(32)}${'00'.repeat(31)}011b`)).toBeNull()
    expect(recoverSigner(hash, `0x${'00'.repeat(65)}`)).toBeNull()
  })
})

describe('texts and addresses', () => {
  it('are hashed and written as viem does', () => {
    for (let round = 0; round < 200; round++) {
      const address = random(20)
      expect(withChecksum(address)).toBe(getAddress(address))
      const text = `${address} “签名” ${'x'.repeat(round)}`
      expect(hashOfText(text)).toBe(hashMessage(text))
    }
  })
})

describe('session tokens', () => {
  const keysOf = (secrets: string): TokenKeys => {
    const keys = parseTokenKeys(secrets)
    if (typeof keys === 'string') throw new Error(keys)
    return keys
  }
  const keys = keysOf('a sufficiently long secret of the tests')
  const session = { id: 'ab'.repeat(16), address: `0x${'cd'.repeat(20)}` as const, expiresAt: 2_000_000_000 }

  it('are read back unchanged, until their expiry', () => {
    const token = signToken(session, keys)
    expect(token).toHaveLength(100)
    expect(readToken(token, keys, 1_999_999_999)).toEqual(session)
    expect(readToken(token, keys, 2_000_000_000)).toBeNull()
  })

  it('are refused with a changed bit, cut short, lengthened, or signed with another key', () => {
    const token = signToken(session, keys)
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const forged = Buffer.from(bytes)
      forged[bit >> 3]! ^= 1 << (bit & 7)
      expect(readToken(forged.toString('base64url'), keys, 0)).toBeNull()
    }
    for (const other of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      `${token.slice(0, -1)}=`,
      ` ${token.slice(1)}`,
    ])
      expect(readToken(other, keys, 0)).toBeNull()
    expect(
      readToken(token, keysOf('another secret of the tests, long enough'.replace(',', '')), 0),
    ).toBeNull()
  })

  it('refuse a short secret at any place in the list', () => {
    expect(parseTokenKeys('short')).toMatch(/at least 32 characters/)
    expect(parseTokenKeys(`${'x'.repeat(32)},short`)).toMatch(/at least 32/)
    expect(parseTokenKeys(`${'x'.repeat(32)},`)).toMatch(/at least 32/)
  })
})

describe('invite codes', () => {
  it('are eight characters that do not look alike, all with equal probability', () => {
    const counts = new Map<string, number>()
    for (let round = 0; round < 5_000; round++)
      for (const character of makeInviteCode()) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect([...counts.keys()].sort().join('')).toBe([...INVITE_CODE_ALPHABET].sort().join(''))
    expect(INVITE_CODE_ALPHABET).not.toMatch(/[01OILU]/)
    // 40 000 characters over 30: 1 333 each, give or take seven standard deviations
    for (const count of counts.values()) expect(Math.abs(count - 40_000 / 30)).toBeLessThan(260)
  })

  it('are read as people type them', () => {
    expect(normaliseInviteCode(' abcd2345\n')).toBe('ABCD2345')
    for (const typed of ['', 'ABCD234', 'ABCD23456', 'ABCD234O', 'ABCD234０', 'ABCD 345'])
      expect(normaliseInviteCode(typed)).toBeNull()
  })
})
