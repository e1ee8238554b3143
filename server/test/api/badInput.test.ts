/** Every request that must be refused gets the right answer, and every table stays unchanged. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ERRORS } from '@galx/protocol/http/errors'
import { LANGUAGE_NAMES } from '@galx/protocol/languages'
import { bodies } from './badInput/bodies.ts'
import { callsAndCallers } from './badInput/callsAndCallers.ts'
import { parameters } from './badInput/parameters.ts'
import { fingerprint, signIn, startWorld, type Client, type SignedIn, type World } from './world.ts'

let world: World
let api: Client
let btcApi: Client
let user: SignedIn
let before: string
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
  btcApi = await world.start('btc-api')
  user = await signIn(api)
})
afterAll(() => world?.stop())
beforeEach(async () => {
  before = await fingerprint(world.sql)
})
afterEach(async () => {
  expect(await fingerprint(world.sql)).toBe(before)
})

describe('API7: bad input is refused with the right code and the name of the field, in each language, and changes nothing', () => {
  it.each([...bodies, ...parameters, ...callsAndCallers])(
    '$name',
    async ({ on, call: [method, path], options = {}, signedIn, want, field }) => {
      const { code, status, ...texts } = ERRORS[want]
      for (const language of LANGUAGE_NAMES) {
        const answer = await (on === 'btc' ? btcApi : api).call(method, path, {
          ...options,
          ...(signedIn ? { token: user.token } : {}),
          headers: { ...options.headers, 'accept-language': language },
        })
        const message = texts[language].replace('{field}', field ?? '')
        expect(answer).toMatchObject({ status, code, message, data: field === undefined ? null : { field } })
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(answer.headers.get('x-powered-by')).toBeNull()
        if (want === 'foreignOrigin') expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )
})

describe('tokens', () => {
  it('a token with one changed bit in account, expiry, id or mac is refused', async () => {
    const bytes = Buffer.from(user.token, 'base64url')
    for (const place of [0, 5, 20, 40, bytes.length - 1]) {
      const forged = Buffer.from(bytes)
      forged[place]! ^= 1
      expect(await api.get('/api/sessions', forged.toString('base64url'))).toMatchObject({
        status: 401,
        code: 401,
      })
    }
  })

  it('works until its expiry and not after', async () => {
    const now = world.clock.now
    world.clock.now = now + 7 * 86_400_000 - 2_000
    expect(await api.get('/api/sessions', user.token)).toMatchObject({ status: 200 })
    world.clock.now = now + 7 * 86_400_000 + 1_000
    expect(await api.get('/api/sessions', user.token)).toMatchObject({ status: 401 })
    world.clock.now = now
  })
})
