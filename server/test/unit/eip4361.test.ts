import { readFileSync } from 'node:fs'
import { SiweMessage } from 'siwe'
import { getAddress } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import {
  checkSignInMessage,
  formatSignInMessage,
  parseDateTime,
  parseSignInMessage,
  type SignInMessage,
} from '../../src/accounts/signIn/eip4361.ts'

type Opinion = 'accepts' | 'refuses'
type Vector = { name: string; lines: string[]; problem?: string; siwe: Opinion; viem: Opinion; why?: string }
type Checks = {
  expected: { domain: string; address: string; chainId: number; nonce: string; now: string }
  cases: { name: string; message: Record<string, string & number>; problem: string | null }[]
}

function read<T>(name: string) {
  return JSON.parse(readFileSync(new URL(`../api/eip4361/${name}.json`, import.meta.url), 'utf8')) as T
}
const good = read<Vector[]>('good')
const bad = read<Vector[]>('bad')
const checks = read<Checks>('checks')

function opinionOfSiwe(text: string): Opinion {
  const { warn } = console
  console.warn = () => {} // the library warns of lowercase addresses
  try {
    new SiweMessage(text)
    return 'accepts'
  } catch {
    return 'refuses'
  } finally {
    console.warn = warn
  }
}

/** viem's parser returns the fields and leaves the validation to its caller. Here: every required field, and valid times. */
function opinionOfViem(text: string): Opinion {
  const message = parseSiweMessage(text)
  const required = [
    message.domain,
    message.address,
    message.uri,
    message.chainId,
    message.nonce,
    message.issuedAt,
  ]
  const times = [message.issuedAt, message.expirationTime, message.notBefore]
  const fit =
    required.every((field) => field !== undefined && field !== '') &&
    message.version === '1' &&
    times.every((time) => time === undefined || !Number.isNaN(time.getTime()))
  return fit ? 'accepts' : 'refuses'
}

describe('EIP-4361: the published set', () => {
  it.each(good)('accepts: $name', ({ lines, siwe, viem, why }) => {
    const text = lines.join('\n')
    expect(parseSignInMessage(text)).toMatchObject({ ok: true })
    expect({ siwe: opinionOfSiwe(text), viem: opinionOfViem(text) }).toEqual({ siwe, viem })
    if (siwe !== 'accepts' || viem !== 'accepts') expect(why).toBeTruthy()
  })

  it.each(bad)('refuses: $name', ({ lines, problem, siwe, viem, why }) => {
    const text = lines.join('\n')
    expect(parseSignInMessage(text)).toEqual({ ok: false, problem })
    expect({ siwe: opinionOfSiwe(text), viem: opinionOfViem(text) }).toEqual({ siwe, viem })
    if (siwe !== 'refuses' || viem !== 'refuses') expect(why).toBeTruthy()
  })

  it('reads the same fields as siwe and viem', () => {
    for (const { lines } of good.filter(({ viem }) => viem === 'accepts')) {
      const text = lines.join('\n')
      const ours = parseSignInMessage(text)
      if (!ours.ok) throw new Error('refused')
      const siwe = new SiweMessage(text)
      const viem = parseSiweMessage(text)
      for (const other of [siwe, viem]) {
        expect(ours.message.domain).toBe(other.domain)
        expect(ours.message.address).toBe(other.address)
        expect(ours.message.statement ?? undefined).toBe(other.statement ?? undefined)
        expect(ours.message.uri).toBe(other.uri)
        expect(ours.message.chainId).toBe(other.chainId)
        expect(ours.message.nonce).toBe(other.nonce)
        expect(ours.message.issuedAt).toBe(new Date(other.issuedAt!).getTime())
      }
    }
  })
})

describe('EIP-4361: the checks of a message', () => {
  const expected = { ...checks.expected, now: Date.parse(checks.expected.now) }

  it.each(checks.cases)('$name', ({ message, problem }) => {
    const time = (text: string | null) => (text === null ? null : Date.parse(text))
    const whole: SignInMessage = {
      scheme: null,
      statement: null,
      uri: 'https://galx.example',
      version: '1',
      requestId: null,
      resources: [],
      domain: message.domain!,
      address: getAddress(message.address!),
      chainId: message.chainId!,
      nonce: message.nonce!,
      issuedAt: Date.parse(message.issuedAt!),
      expirationTime: time(message.expirationTime!),
      notBefore: time(message.notBefore!),
    }
    const parsed = parseSignInMessage(formatSignInMessage(whole))
    expect(parsed).toEqual({ ok: true, message: whole })
    expect(checkSignInMessage(whole, expected)).toBe(problem)
  })
})

describe('RFC 3339 times', () => {
  it('counts offsets, fractions and leap seconds', () => {
    expect(parseDateTime('2026-11-20T18:00:00.5+08:00')).toBe(Date.parse('2026-11-20T10:00:00.500Z'))
    expect(parseDateTime('2026-11-20t10:00:00z')).toBe(Date.parse('2026-11-20T10:00:00Z'))
    expect(parseDateTime('2016-12-31T23:59:60Z')).toBe(Date.parse('2017-01-01T00:00:00Z'))
    expect(parseDateTime('0001-01-01T00:00:00Z')).toBe(Date.parse('0001-01-01T00:00:00Z'))
  })
})
