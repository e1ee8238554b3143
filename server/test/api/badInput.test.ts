/** Every request that should not be done: the right answer, and every table as it was. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorName } from '@galx/protocol/http/errors'
import {
  fingerprint,
  newAccount,
  ORIGIN,
  signIn,
  startWorld,
  type CallOptions,
  type Client,
  type SignedIn,
  type World,
} from './world.ts'

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

const ADDRESS = newAccount().address.toLowerCase()
const HASH = `0x${'ab'.repeat(32)}`
const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

type Case = {
  name: string
  on?: 'btc'
  call: [method: 'GET' | 'POST', path: string]
  options?: CallOptions
  signedIn?: boolean
  want: ErrorName
  field?: string
}

const nonce = `/api/user/public/nonce/${ADDRESS}`
const auth = `/api/user/public/auth/${ADDRESS}`

const cases: Case[] = [
  {
    name: 'malformed JSON',
    call: ['POST', auth],
    options: { rawBody: '{"signature":' },
    want: 'malformedJson',
  },
  {
    name: 'JSON that pollutes prototypes',
    call: ['POST', auth],
    options: { rawBody: '{"__proto__":{"a":1}}' },
    want: 'malformedJson',
  },
  {
    name: 'a list for a body',
    call: ['POST', auth],
    options: { body: [] },
    want: 'invalidField',
    field: 'body',
  },
  {
    name: 'a text for a body',
    call: ['POST', auth],
    options: { body: 'x' },
    want: 'invalidField',
    field: 'body',
  },
  {
    name: 'null for a body',
    call: ['POST', auth],
    options: { rawBody: 'null' },
    want: 'missingField',
    field: 'signature',
  },
  { name: 'no body', call: ['POST', auth], want: 'missingField', field: 'signature' },
  {
    name: 'a field missing',
    call: ['POST', auth],
    options: { body: {} },
    want: 'missingField',
    field: 'signature',
  },
  {
    name: 'a number for a text',
    call: ['POST', auth],
    options: { body: { signature: 1 } },
    want: 'invalidField',
    field: 'signature',
  },
  {
    name: 'null for a text',
    call: ['POST', auth],
    options: { body: { signature: null } },
    want: 'invalidField',
    field: 'signature',
  },
  {
    name: 'a signature that is no hex',
    call: ['POST', auth],
    options: { body: { signature: '0xzz' } },
    want: 'invalidField',
    field: 'signature',
  },
  {
    name: 'a signature of half a byte',
    call: ['POST', auth],
    options: { body: { signature: '0xabc' } },
    want: 'invalidField',
    field: 'signature',
  },
  {
    name: 'an unknown field',
    call: ['POST', auth],
    options: { body: { signature: '0xab', admin: true } },
    want: 'unknownField',
    field: 'admin',
  },
  {
    name: 'a field named like a script',
    call: ['POST', auth],
    options: { body: { signature: '0xab', '<script>': 1 } },
    want: 'unknownField',
    field: '?script?',
  },
  {
    name: 'a body where none belongs',
    call: ['POST', nonce],
    options: { body: { address: ADDRESS } },
    want: 'unknownField',
    field: 'address',
  },
  {
    name: 'an oversized body',
    call: ['POST', auth],
    options: { body: { signature: `0x${'ab'.repeat(20_000)}` } },
    want: 'bodyTooLarge',
  },
  {
    name: 'a form',
    call: ['POST', auth],
    options: { rawBody: 'signature=0x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    want: 'unsupportedMediaType',
  },
  {
    name: 'plain text, as a form of another site sends without asking',
    call: ['POST', auth],
    options: { rawBody: '{}', headers: { 'content-type': 'text/plain' } },
    want: 'unsupportedMediaType',
  },
  {
    name: 'XML',
    call: ['POST', auth],
    options: { rawBody: '<a/>', headers: { 'content-type': 'application/xml' } },
    want: 'unsupportedMediaType',
  },
  {
    name: 'an address one digit short',
    call: ['POST', nonce.slice(0, -1)],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'an address without 0x',
    call: ['POST', nonce.replace('0x', '')],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'an address that is a name',
    call: ['POST', '/api/user/public/nonce/vitalik.eth'],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'an address with a wrong checksum',
    call: ['POST', '/api/user/public/nonce/0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'an address with SQL behind it',
    call: ['POST', `${nonce}%27%20or%201=1`],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'a path parameter of 200 characters',
    call: ['POST', `/api/user/public/nonce/${'a'.repeat(200)}`],
    want: 'addressTooLong',
  },
  {
    name: 'user info of nobody',
    call: ['GET', '/api/getAAAUserInfo'],
    want: 'missingField',
    field: 'address',
  },
  {
    name: 'user info of two',
    call: ['GET', `/api/getAAAUserInfo?address=${ADDRESS}&address=${ADDRESS}`],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'an unknown query parameter',
    call: ['GET', `/api/getAAAUserInfo?address=${ADDRESS}&debug=1`],
    want: 'unknownField',
    field: 'debug',
  },
  {
    name: 'full-width digits in an address',
    call: ['GET', `/api/getAAAUserInfo?address=${encodeURIComponent(ADDRESS.replace(/\d/, '１'))}`],
    want: 'invalidField',
    field: 'address',
  },
  {
    name: 'a limit of 0',
    call: ['GET', '/api/getFans1?limit=0'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'a limit of 101',
    call: ['GET', '/api/getFans1?limit=101'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'a negative limit',
    call: ['GET', '/api/getFans1?limit=-1'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'a limit of 1e1',
    call: ['GET', '/api/getFans1?limit=1e1'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'a limit in hexadecimal',
    call: ['GET', '/api/getFans1?limit=0x10'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'a limit with a fraction',
    call: ['GET', '/api/getFans1?limit=1.5'],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'an empty limit',
    call: ['GET', '/api/getFans1?limit='],
    signedIn: true,
    want: 'invalidField',
    field: 'limit',
  },
  {
    name: 'another order',
    call: ['GET', '/api/getFans1?sort=address'],
    signedIn: true,
    want: 'invalidField',
    field: 'sort',
  },
  {
    name: 'an empty cursor',
    call: ['GET', '/api/getFans1?cursor='],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor that is a word',
    call: ['GET', '/api/getFans1?cursor=abc'],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor of the other order',
    call: ['GET', `/api/getFans1?cursor=${cursorOf('hashPower:1:1')}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor with a negative place',
    call: ['GET', `/api/getFans1?cursor=${cursorOf('joined:-1:1')}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor beyond 64 bits',
    call: ['GET', `/api/getFans1?cursor=${cursorOf('joined:99999999999999999999:1')}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor with SQL in it',
    call: ['GET', `/api/activity?cursor=${cursorOf('1:1);drop table galx.accounts')}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor that is not what we write',
    call: ['GET', `/api/activity?cursor=${cursorOf('007:1')}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'a cursor of 129 characters',
    call: ['GET', `/api/activity?cursor=${'a'.repeat(129)}`],
    signedIn: true,
    want: 'invalidField',
    field: 'cursor',
  },
  {
    name: 'an invite code of nobody',
    call: ['POST', '/api/bindSuggest1'],
    options: { body: { inviteCode: '23456789' } },
    signedIn: true,
    want: 'inviteCodeUnknown',
    field: 'inviteCode',
  },
  {
    name: 'an invite code of other letters',
    call: ['POST', '/api/bindSuggest1'],
    options: { body: { inviteCode: "'; drop--" } },
    signedIn: true,
    want: 'inviteCodeUnknown',
    field: 'inviteCode',
  },
  {
    name: 'an empty invite code',
    call: ['POST', '/api/bindSuggest1'],
    options: { body: { inviteCode: '' } },
    signedIn: true,
    want: 'invalidField',
    field: 'inviteCode',
  },
  {
    name: 'a preview of an unknown code',
    call: ['GET', '/api/invitePreview?code=23456789'],
    want: 'inviteCodeUnknown',
    field: 'code',
  },
  {
    name: 'revoking nothing',
    call: ['POST', '/api/sessions/revoke'],
    options: { body: {} },
    signedIn: true,
    want: 'missingField',
    field: 'id',
  },
  {
    name: 'revoking one and all',
    call: ['POST', '/api/sessions/revoke'],
    options: { body: { id: '0'.repeat(32), all: true } },
    signedIn: true,
    want: 'invalidField',
    field: 'all',
  },
  {
    name: 'revoking not all',
    call: ['POST', '/api/sessions/revoke'],
    options: { body: { all: false } },
    signedIn: true,
    want: 'invalidField',
    field: 'all',
  },
  {
    name: 'revoking a session of nobody',
    call: ['POST', '/api/sessions/revoke'],
    options: { body: { id: '0'.repeat(32) } },
    signedIn: true,
    want: 'sessionUnknown',
    field: 'id',
  },
  {
    name: 'a hash one digit short',
    on: 'btc',
    call: ['POST', '/api/galxStake'],
    options: { body: { txHash: HASH.slice(0, -1) } },
    signedIn: true,
    want: 'invalidField',
    field: 'txHash',
  },
  {
    name: 'a hash that no node knows',
    on: 'btc',
    call: ['POST', '/api/galxStake'],
    options: { body: { txHash: HASH } },
    signedIn: true,
    want: 'transactionUnknown',
    field: 'txHash',
  },
  { name: 'a call that is not there', call: ['GET', '/api/nothing'], want: 'notFound' },
  { name: 'a call of the specification that is not built', call: ['GET', '/api/getRank'], want: 'notFound' },
  { name: 'the other server’s call', call: ['POST', '/api/galxStake'], signedIn: true, want: 'notFound' },
  { name: 'the other method', call: ['GET', nonce], want: 'notFound' },
  {
    name: 'a call by another case',
    call: ['GET', `/api/getaaauserinfo?address=${ADDRESS}`],
    want: 'notFound',
  },
  { name: 'a path above', call: ['GET', '/api/..%2f..%2fetc/passwd'], want: 'notFound' },
  { name: 'a broken escape in the path', call: ['GET', '/api/%zz'], want: 'notFound' },
  ...['/api/getFans1', '/api/activity', '/api/activity.csv', '/api/sessions'].map((path): Case => ({
    name: `${path} without a token`,
    call: ['GET', path],
    want: 'unauthorised',
  })),
  ...['/api/bindSuggest1', '/api/sessions/revoke'].map((path): Case => ({
    name: `${path} without a token`,
    call: ['POST', path],
    options: { body: {} },
    want: 'unauthorised',
  })),
  ...['/api/galxStake', '/api/galxMcmStake'].map((path): Case => ({
    name: `${path} without a token`,
    on: 'btc',
    call: ['POST', path],
    options: { body: {} },
    want: 'unauthorised',
  })),
  {
    name: 'a word for a token',
    call: ['GET', '/api/sessions'],
    options: { token: 'undefined' },
    want: 'unauthorised',
  },
  {
    name: 'a token of another form',
    call: ['GET', '/api/sessions'],
    options: { token: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    want: 'unauthorised',
  },
  {
    name: 'a dead token where none is needed',
    call: ['GET', `/api/getAAAUserInfo?address=${ADDRESS}`],
    options: { token: 'x' },
    want: 'unauthorised',
  },
  {
    name: 'a foreign origin',
    call: ['POST', nonce],
    options: { headers: { origin: 'https://galx.evil' } },
    want: 'foreignOrigin',
  },
  {
    name: 'an origin that begins alike',
    call: ['POST', nonce],
    options: { headers: { origin: `${ORIGIN}.evil` } },
    want: 'foreignOrigin',
  },
  {
    name: 'our origin without encryption',
    call: ['POST', nonce],
    options: { headers: { origin: 'http://galx.example' } },
    want: 'foreignOrigin',
  },
  {
    name: 'the null origin of a sandboxed frame',
    call: ['POST', nonce],
    options: { headers: { origin: 'null' } },
    want: 'foreignOrigin',
  },
  {
    name: 'a foreign origin with a good token',
    call: ['GET', '/api/sessions'],
    options: { headers: { origin: 'https://galx.evil' } },
    signedIn: true,
    want: 'foreignOrigin',
  },
]

describe('API7: refused with the right code, the name of the field, in both languages, and nothing changes', () => {
  it.each(cases)('$name', async ({ on, call: [method, path], options = {}, signedIn, want, field }) => {
    const { code, status, ...texts } = ERRORS[want]
    for (const language of ['zh_CN', 'en_US'] as const) {
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
  })
})

describe('tokens', () => {
  it('one whose account, expiry, id or mac is changed by a bit is refused', async () => {
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
