/** Requests that HTTP allows and forbids, byte by byte, on all listeners. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '@galx/protocol/http/errors'
import { answersTo, USER_INFO } from './limitedCalls.ts'
import { newAccount, signIn, startWorld, type Client, type World } from './world.ts'

let world: World
let api: Client
let listeners: Record<string, { url: string; path: string }>
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
  const btcApi = await world.start('btc-api')
  listeners = {
    api: { url: api.url, path: USER_INFO },
    'btc-api': { url: btcApi.url, path: '/api/getBtcLevel' },
    metrics: { url: new URL(api.api.metricsUrl!).origin, path: '/metrics' },
  }
})
afterAll(() => world?.stop())

/** Sends a head and this body, and closes its side if the server does not. @returns status, headers and body of the only answer */
async function ask(url: string, head: string, body = '') {
  const answers = await answersTo(url, `${head}\r\n\r\n${body}`)
  expect(answers).toHaveLength(1)
  return answers[0]!
}

function expectRefusal(answer: { status: number; body: string }, want: keyof typeof ERRORS): void {
  const { status, code } = ERRORS[want]
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toMatchObject({ code, data: null })
}

describe.each(['api', 'btc-api', 'metrics'])('%s: a request', (name) => {
  it.each([
    ['two hosts', 'Host: a\r\nHost: a', '1.1'],
    ['two hosts, one of them in capitals', 'Host: a\r\nHOST: b', '1.1'],
    ['two hosts before HTTP/1.1', 'Host: a\r\nHost: b', '1.0'],
    ['a list of hosts', 'Host: a, b', '1.1'],
    ['a host with a path', 'Host: a/b', '1.1'],
    ['no host', 'Accept: */*', '1.1'],
    ['a second host behind thousands of headers', `Host: a\r\n${'x:\r\n'.repeat(2_500)}Host: b`, '1.1'],
  ])('with %s is refused', async (_what, header, version) => {
    const { url, path } = listeners[name]!
    const answer = await ask(url, `GET ${path} HTTP/${version}\r\n${header}\r\nConnection: close`)
    expectRefusal(answer, 'badRequest')
  })

  it('of HTTP/1.0 needs no host', async () => {
    const { url } = listeners[name]!
    const path = name === 'metrics' ? '/metrics' : '/health/live'
    expect((await ask(url, `GET ${path} HTTP/1.0`)).status).toBe(200)
  })

  it.each(['DELETE', 'PUT', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
    'by %s is refused with the allowed methods',
    async (method) => {
      const { url, path } = listeners[name]!
      const answer = await ask(url, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close`)
      expectRefusal(answer, 'methodNotAllowed')
      expect(answer.headers).toMatch(/^allow: GET, HEAD/im)
    },
  )

  it('by CONNECT is refused, and its connection is closed even if the caller keeps its side open', async () => {
    const { url } = listeners[name]!
    const answer = await ask(url, 'CONNECT x:80 HTTP/1.1\r\nHost: x:80', 'bytes for the tunnel')
    expectRefusal(answer, 'methodNotAllowed')
    expect(answer.headers).toMatch(/^allow: GET, HEAD\r?$/im)
    const socket = connect({
      port: Number(new URL(url).port),
      host: new URL(url).hostname,
      allowHalfOpen: true,
    })
    socket.write('CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n')
    await once(socket.on('error', () => {}).resume(), 'end')
    // A reset answers bytes to a connection that the server has closed.
    const closed = new Promise((resolve) => void socket.once('close', resolve))
    const sending = setInterval(() => socket.write('x'), 10)
    await closed.finally(() => clearInterval(sending))
  })

  it('with an encoding behind thousands of headers is refused with 415', async () => {
    const { url, path } = listeners[name]!
    const many = 'x:\r\n'.repeat(2_500)
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${many}Content-Encoding: gzip`
    expectRefusal(await ask(url, head), 'unsupportedEncoding')
  })

  it('whose headers are too large is refused with 431', async () => {
    const { url, path } = listeners[name]!
    const answer = await ask(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`)
    expectRefusal(answer, 'headersTooLarge')
    expect(answer.headers).toMatch(/^connection: close/im)
  })

  it('by HEAD gets the head of a GET, and no body', async () => {
    const { url } = listeners[name]!
    const path = name === 'metrics' ? '/metrics' : '/health/live'
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => ask(url, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close`)),
    )
    expect([head!.status, head!.body]).toEqual([200, ''])
    expect(get!.body).not.toBe('')
    const typeOf = ({ headers }: { headers: string }) => /^content-type: .*$/im.exec(headers)?.[0]
    expect(typeOf(head!)).toBe(typeOf(get!))
    expect(head!.headers).toMatch(/^content-length: [1-9]/im)
  })
})

describe('every call that is read', () => {
  it('is answered by HEAD with the status and the headers of a GET', async () => {
    const { token } = await signIn(api)
    for (const path of [USER_INFO, '/api/announcements', '/api/sessions', '/api/activity', '/api/nothing']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(api.url + path, { method, headers: { authorization: token } })),
      )
      expect(head!.status, path).toBe(get!.status)
      for (const name of ['content-type', 'content-length', 'cache-control'])
        expect(head!.headers.get(name), `${path} ${name}`).toBe(get!.headers.get(name))
      expect(await head!.text()).toBe('')
    }
  })

  it('needs its token by HEAD too', async () => {
    expect((await fetch(`${api.url}/api/sessions`, { method: 'HEAD' })).status).toBe(401)
  })
})

describe('a method that a call does not have', () => {
  it('is refused with the call’s methods, even if its address has parameters', async () => {
    const wrong = await fetch(`${api.url}/api/user/public/nonce/${newAccount().address}`, { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    const documents = await fetch(`${api.url}/docs/json`, { method: 'POST' })
    expect([documents.status, documents.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const folder = await fetch(`${api.url}/docs/`, { method: 'DELETE' })
    expect([folder.status, folder.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await fetch(`${api.url}/api/nothing`, { method: 'DELETE' })).status).toBe(404)
  })

  it('is refused before its body is checked', async () => {
    const body = { body: '{', headers: { 'content-type': 'application/json' } }
    expect((await fetch(api.url + USER_INFO, { method: 'PUT', ...body })).status).toBe(405)
    expect((await fetch(`${api.url}/api/nothing`, { method: 'POST', ...body })).status).toBe(404)
  })
})

describe('a body', () => {
  it.each(['gzip', 'br', 'nonsense', 'identity, gzip'])(
    'in the encoding %s is refused with 415',
    async (encoding) => {
      const { address } = newAccount()
      const answer = await api.call('POST', `/api/user/public/nonce/${address}`, {
        body: {},
        headers: { 'content-encoding': encoding },
      })
      expect(answer).toMatchObject({ status: 415, code: ERRORS.unsupportedEncoding.code })
    },
  )

  it.each(['identity', 'Identity', ''])('in the encoding "%s" is accepted', async (encoding) => {
    const answer = await api.call('POST', `/api/user/public/nonce/${newAccount().address}`, {
      body: {},
      headers: { 'content-encoding': encoding },
    })
    expect(answer.status).toBe(200)
  })
})

describe('a refusal', () => {
  it('with 429 closes its connection: further requests on it are not read', async () => {
    const strict = await world.start('api', { limits: { perIp: 2 } })
    const request = `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`
    const answers = await answersTo(strict.url, request.repeat(100))
    // The request for the document was the first.
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    expect(answers[1]!.headers).toMatch(/^connection: close\r?$/im)
  })

  it('with 429 arrives even if the request has a large body', async () => {
    const strict = await world.start('api', { limits: { perIp: 1 } })
    for (let time = 0; time < 20; time += 1) {
      const answer = await strict.call('POST', '/api/bindSuggest1', { rawBody: ' '.repeat(30_000) })
      expect(answer.status).toBe(429)
    }
  })

  it('with 503 closes its connection', async () => {
    const lonely = await world.start('api')
    await lonely.api.databases.end()
    const answers = await answersTo(lonely.url, `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3))
    expect(answers.map(({ status }) => status)).toEqual([503])
  })
})
