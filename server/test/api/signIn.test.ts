import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSignInMessage } from '../../src/accounts/signIn/eip4361.ts'
import { addressOf, fingerprint, newAccount, signIn, startWorld, type Client, type World } from './world.ts'

let world: World
let api: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
})
afterAll(() => world?.stop())

async function nonceOf(address: string): Promise<string> {
  return (await api.post(`/api/user/public/nonce/${address}`)).data
}
function authenticate(address: string, signature: string) {
  return api.post(`/api/user/public/auth/${address}`, { signature })
}

describe('the text to sign', () => {
  it('is an EIP-4361 message with this domain, address, chain, a nonce and five minutes', async () => {
    const account = newAccount()
    const parsed = parseSignInMessage(await nonceOf(addressOf(account)))
    if (!parsed.ok) throw new Error(parsed.problem)
    const { message } = parsed
    expect(message).toMatchObject({
      domain: 'galx.example',
      uri: 'https://galx.example',
      address: account.address,
      chainId: 56,
      version: '1',
    })
    expect(message.expirationTime! - message.issuedAt).toBe(300_000)
    expect(Math.abs(message.issuedAt - world.clock.now)).toBeLessThan(1_000)
  })

  it('has a new nonce each time', async () => {
    const { address } = newAccount()
    const texts = await Promise.all(Array.from({ length: 5 }, () => nonceOf(address)))
    expect(new Set(texts).size).toBe(5)
  })
})

describe('signing in', () => {
  it('returns a working token, an invite code, and the same code each later time', async () => {
    const first = await signIn(api)
    const info = await api.get(`/api/getAAAUserInfo?address=${first.address}`, first.token)
    expect(info.data.invite_code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$/)
    expect(info.data.registeredAt).toBe(Math.floor(world.clock.now / 1000))
    const again = await signIn(api, first.account)
    expect(again.token).not.toBe(first.token)
    const later = await api.get(`/api/getAAAUserInfo?address=${first.address}`, `Bearer ${again.token}`)
    expect(later.data.invite_code).toBe(info.data.invite_code)
  })

  it('also accepts the 64-byte form of EIP-2098', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    const s = BigInt(`0x${signature.slice(66, 130)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n)
    const compact = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`
    expect(await authenticate(account.address, compact)).toMatchObject({ status: 200, code: 200 })
  })

  it('keeps several texts open, so that nobody can remove another person’s text by requesting one', async () => {
    const account = newAccount()
    const first = await nonceOf(account.address)
    await nonceOf(account.address)
    const signature = await account.signMessage({ message: first })
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
  })

  it('a text stays open until it expires, however many others are requested at once', async () => {
    const account = newAccount()
    const mine = await nonceOf(account.address)
    const signature = await account.signMessage({ message: mine })
    const theirs: string[] = []
    for (let minute = 0; minute < 5; minute++) {
      theirs.push(...(await Promise.all(Array.from({ length: 40 }, () => nonceOf(account.address)))))
      world.clock.now += 59_000
    }
    // A text that a person gets meanwhile works as well, and is valid for at least a minute.
    const late = theirs.at(-1)!
    const parsed = parseSignInMessage(late)
    expect(parsed.ok && parsed.message.expirationTime! - world.clock.now).toBeGreaterThanOrEqual(1_000)
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
    const lateSignature = await account.signMessage({ message: late })
    expect(await authenticate(account.address, lateSignature)).toMatchObject({ code: 200 })
    expect(new Set(theirs).size).toBeLessThanOrEqual(20)
  })
})

describe('threat 29: sign-in phishing and replay', () => {
  it('50 parallel logins with one nonce: exactly one wins', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => authenticate(account.address, signature)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1001)).toHaveLength(49)
    const [row] = await world.sql`
      select count(*) as sessions from galx.sessions s join galx.accounts a on a.id = s.account_id
      where a.address = ${addressOf(account)}`
    expect(row!.sessions).toBe(1)
  })

  it('a used nonce is always refused', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
    const before = await fingerprint(world.sql)
    expect(await authenticate(account.address, signature)).toMatchObject({
      status: 200,
      code: 1001,
      data: null,
    })
    world.clock.now += 3_600_000
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 1001 })
    expect(await fingerprint(world.sql)).toBe(before)
  })

  it('a nonce works for five minutes and not a second longer', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    const issued = Math.floor(world.clock.now / 1000) * 1000
    const before = await fingerprint(world.sql)
    world.clock.now = issued + 300_000
    expect(await authenticate(account.address, signature)).toMatchObject({ status: 200, code: 1002 })
    expect(await fingerprint(world.sql)).toBe(before)
    world.clock.now = issued + 299_999
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
  })

  it('without a text nobody can sign in', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: 'anything' })
    expect(await authenticate(account.address, signature)).toMatchObject({ status: 200, code: 1001 })
  })

  const changes: [string, (text: string) => string][] = [
    ['domain', (text) => text.replace('galx.example wants', 'galx.evil wants')],
    ['address', (text) => text.replace(/^0x\w+$/m, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')],
    ['statement', (text) => text.replace('moves no funds', 'moves all funds')],
    ['URI', (text) => text.replace('URI: https://galx.example', 'URI: https://galx.evil')],
    ['version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['chain id', (text) => text.replace('Chain ID: 56', 'Chain ID: 97')],
    ['nonce', (text) => text.replace(/Nonce: ./, 'Nonce: x')],
    ['issued at', (text) => text.replace(/Issued At: \d{4}/, 'Issued At: 2020')],
    ['expiration time', (text) => text.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2099')],
    ['a line more', (text) => `${text}\nNot Before: 2020-01-01T00:00:00.000Z`],
  ]
  it.each(changes)('a signature over a text with another %s is refused', async (_field, change) => {
    const account = newAccount()
    const text = await nonceOf(account.address)
    expect(change(text)).not.toBe(text)
    const before = await fingerprint(world.sql)
    const signature = await account.signMessage({ message: change(text) })
    expect(await authenticate(account.address, signature)).toMatchObject({ status: 200, code: 1003 })
    expect(await fingerprint(world.sql)).toBe(before)
    // The refusal uses up nothing: the right signature still works.
    const right = await account.signMessage({ message: text })
    expect(await authenticate(account.address, right)).toMatchObject({ code: 200 })
  })

  it('texts for another domain or chain are refused after the configuration changed', async () => {
    const other = await world.start('api')
    const { signIn: place } = other.api.context
    for (const change of [{ domain: 'other.example' }, { chainId: 97 }]) {
      const account = newAccount()
      const text = await nonceOf(account.address)
      // So many texts are requested that a further request would return one of them if they were still valid.
      for (let more = 0; more < 12; more++) await nonceOf(account.address)
      Object.assign(place, { domain: 'galx.example', chainId: 56 }, change)
      const authenticateThere = async (message: string) => {
        const signature = await account.signMessage({ message })
        return other.post(`/api/user/public/auth/${account.address}`, { signature })
      }
      expect(await authenticateThere(text)).toMatchObject({ status: 200, code: 1003 })
      const { data: now } = await other.post(`/api/user/public/nonce/${account.address}`)
      expect(await authenticateThere(now)).toMatchObject({ code: 200 })
    }
  })

  it('another account’s signature is refused', async () => {
    const [victim, attacker] = [newAccount(), newAccount()]
    const signature = await attacker.signMessage({ message: await nonceOf(victim.address) })
    expect(await authenticate(victim.address, signature)).toMatchObject({ status: 200, code: 1003 })
    // The victim's text does not sign the attacker in either.
    expect(await authenticate(attacker.address, signature)).toMatchObject({ code: 1001 })
  })
})

describe('threat 20: malleable signatures', () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  it('the mirrored signature (high s) is refused, in both forms', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    const s = (ORDER - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const flipped = `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
    expect(await authenticate(account.address, flipped)).toMatchObject({ status: 200, code: 1003 })
    expect(await authenticate(account.address, flipped.slice(0, 130))).toMatchObject({ code: 1003 })
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
  })

  it('a nonce is used up whatever the form of the signature', async () => {
    const account = newAccount()
    const signature = await account.signMessage({ message: await nonceOf(account.address) })
    expect(await authenticate(account.address, signature)).toMatchObject({ code: 200 })
    const zeroBased = `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    expect(await authenticate(account.address, zeroBased)).toMatchObject({ code: 1001 })
  })

  it('r = s = 0 recovers no address', async () => {
    const account = newAccount()
    await nonceOf(account.address)
    expect(await authenticate(account.address, `0x${'00'.repeat(64)}1b`)).toMatchObject({ code: 1003 })
    await nonceOf(`0x${'0'.repeat(40)}`)
    expect(await authenticate(`0x${'0'.repeat(40)}`, `0x${'00'.repeat(64)}1b`)).toMatchObject({ code: 1003 })
  })
})
