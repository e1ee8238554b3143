/** Properties of every call: envelope, language, headers, origins, limits, document, health, metrics, log. */
import { PRODUCTS, type ServerName } from '@galx/protocol/products'
import { createConnection } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { btcApiRoutes, mainApiRoutes } from '../../src/api/routeLists.ts'
import { newAccount, ORIGIN, signIn, startWorld, type Client, type World } from './world.ts'
import { READ, whileBlockRead } from '../support/blockRead.ts'
import { spawnServer } from '../support/serverProgram.ts'
import { waitFor } from '../support/wait.ts'

let world: World
let api: Client
let btcApi: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
  btcApi = await world.start('btc-api')
})
afterAll(() => world?.stop())

const unknown = `0x${'1'.repeat(40)}`
const userInfo = `/api/getAAAUserInfo?address=${unknown}`

describe('the envelope', () => {
  it('is code, message, data; 200 is success', async () => {
    const { text } = await api.get('/api/announcements')
    expect(JSON.parse(text)).toEqual({ code: 200, message: 'OK', data: { list: [] } })
  })

  it('a fault has a request id, no internals, and its cause only in the log', async () => {
    const broken = await world.start('api')
    Object.assign(broken.api.context, {
      read: Object.assign(() => Promise.reject(new Error('password=hunter2 at secret.ts:12')), {}),
    })
    const answer = await broken.get(userInfo)
    expect(answer).toMatchObject({ status: 500, code: 500, message: 'System error, try again later' })
    expect(answer.data.requestId).toBe(answer.headers.get('x-request-id'))
    expect(answer.text).not.toMatch(/hunter2|secret\.ts|Error:/)
  })

  it('a lost database is 503, and the service recovers by itself', async () => {
    const lonely = await world.start('api')
    await lonely.api.databases.end()
    expect(await lonely.get(userInfo)).toMatchObject({ status: 503, code: 503 })
    expect((await lonely.get('/health/ready')).data.status).toBe('unavailable')
    expect(await lonely.get('/health/live')).toMatchObject({ status: 200 })
  })
})

describe('a database without writes, such as one during its promotion', () => {
  const readOnly = (on: boolean) =>
    world.sql.begin('read write', async (sql) => {
      const name = new URL(world.database.url).pathname.slice(1)
      await sql.unsafe(`alter database ${name} set default_transaction_read_only = ${on}`)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'galx %api%'`
    })
  afterEach(() => readOnly(false))

  it('gives writes 503, in the envelope and readable by the app, and reads their answers; it recovers by itself', async () => {
    await readOnly(true)
    const { address } = newAccount()
    const write = () => api.call('POST', `/api/user/public/nonce/${address}`, { headers: { origin: ORIGIN } })
    await waitFor('a read', async () => (await api.get(userInfo)).status === 200)
    // The first calls may see the loss of their connections.
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await write()).status).toBe(503)
    const refused = await write()
    expect(refused).toMatchObject({ status: 503, code: 503 })
    expect(refused.data.requestId).toMatch(/^[0-9a-f]{16}$/)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect((await api.get('/health/ready')).data.checks.database).toEqual({ ok: true })
    await readOnly(false)
    await waitFor('a write', async () => (await write()).status === 200)
  })
})

describe('the language', () => {
  const codes = [
    [undefined, '成功'],
    ['zh_CN', '成功'],
    ['zh-CN', '成功'],
    ['zh', '成功'],
    ['en_US', 'OK'],
    ['en-US', 'OK'],
    ['en', 'OK'],
    ['en-GB,en;q=0.9', 'OK'],
    ['fr,en;q=0.5,zh;q=0.4', 'OK'],
    ['en;q=0.3, zh-TW;q=0.8', '成功'],
    ['vi_VN', 'Thành công'],
    ['vi-VN,vi;q=0.9,en;q=0.8', 'Thành công'],
    ['fr', '成功'],
    ['*', '成功'],
    ['en;q=bogus', '成功'],
  ] as const
  it.each(codes)('%s → %s', async (header, message) => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    const response = await fetch(`${api.url}/api/announcements`, { headers })
    // fetch itself adds `*`
    expect(await response.json()).toMatchObject({ code: 200, message })
  })
})

describe('getAAAUserInfo', () => {
  it('gives an unknown address the same shape with nulls and zeros', async () => {
    const nothing = {
      address: unknown,
      FAddress: null,
      inviterStatus: null,
      invite_code: null,
      level: null,
      node: null,
      registeredAt: null,
    }
    const read = async () => (await api.get(userInfo)).data
    // Zero appears after blocks are indexed and teams are summed. Before, the values are unknown.
    expect(await read()).toEqual({
      ...nothing,
      team: { direct: null, total: null, hashPower: null, asOf: null },
      hashPower: null,
      asOf: null,
    })
    await whileBlockRead(world.sql, async (sum) => {
      expect(await read()).toEqual({
        ...nothing,
        team: { direct: 0, total: null, hashPower: null, asOf: null },
        hashPower: '0',
        asOf: READ,
      })
      await sum()
      expect(await read()).toEqual({
        ...nothing,
        team: { direct: 0, total: 0, hashPower: '0', asOf: READ },
        hashPower: '0',
        asOf: READ,
      })
    })
  })

  it('returns level 0 only after the levels are indexed', async () => {
    const levelOf = async () => (await api.get(userInfo)).data.level
    expect(await levelOf()).toBeNull()
    await world.sql`
      insert into galx.indexer_sources (name, fingerprint) values ('Levels', ${`0x${'ab'.repeat(32)}`})`
    expect(await levelOf()).toBe(0)
    await world.sql`delete from galx.indexer_sources`
  })

  it('returns the invite code only to its account', async () => {
    const [one, other] = [await signIn(api), await signIn(api)]
    const path = `/api/getAAAUserInfo?address=${one.account.address}`
    expect((await api.get(path, one.token)).data.invite_code).toMatch(/^\w{8}$/)
    expect((await api.get(path, other.token)).data.invite_code).toBeNull()
    expect((await api.get(path)).data.invite_code).toBeNull()
  })
})

/** Sends this text unchanged. @returns all bytes of the answer */
function answerTo(text: string): Promise<string> {
  const { port, hostname } = new URL(api.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('headers and origins', () => {
  it('every answer carries the security headers, refusals included', async () => {
    for (const path of [userInfo, '/api/nothing', '/health/live', '/api/sessions']) {
      const { headers } = await fetch(api.url + path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/)
      expect(headers.get('x-powered-by')).toBeNull()
    }
    expect((await fetch(api.url + userInfo)).headers.get('cache-control')).toBe('no-store')
  })

  it('the app’s origin may call, with its headers; no other origin passes the preflight', async () => {
    const preflight = (origin: string) =>
      fetch(`${api.url}/api/bindSuggest1`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,accept-language,content-type',
        },
      })
    const allowed = await preflight(ORIGIN)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const foreign = await preflight('https://galx.evil')
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    const get = await api.call('GET', userInfo, { headers: { origin: ORIGIN } })
    expect(get.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(get.headers.get('vary')).toContain('Origin')
  })

  it('an answer to a request with the full URL, as proxies send it, is not cached either', async () => {
    const answer = await answerTo(`GET http://x${userInfo} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^cache-control: no-store\r$/im)
  })

  it('bytes that are not HTTP get the envelope too', async () => {
    const answer = await answerTo('NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 400, data: null })
  })
})

describe('rate limits', () => {
  it('answer 429 with Retry-After, per IP', async () => {
    // four: the request for the document was the first
    const strict = await world.start('api', { limits: { perIp: 4, signInPerIp: 2, perAccount: 100 } })
    for (let asked = 1; asked <= 3; asked++) expect((await strict.get(userInfo)).status).toBe(200)
    const refused = await strict.get(userInfo)
    expect(refused).toMatchObject({ status: 429, code: 429, data: null })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.message).toMatch(/^Too many requests, try again in \d+ s$/)
    // A monitor of the process is not limited.
    expect((await strict.get('/health/live')).status).toBe(200)
  })

  it('sign-in calls have a lower limit', async () => {
    const strict = await world.start('api', { limits: { perIp: 1000, signInPerIp: 2, perAccount: 100 } })
    const path = `/api/user/public/nonce/${newAccount().address}`
    expect((await strict.post(path)).status).toBe(200)
    expect((await strict.post(path)).status).toBe(200)
    expect((await strict.post(path)).status).toBe(429)
    expect((await strict.get(userInfo)).status).toBe(200)
  })

  it('a signed-in account has its own limit, whatever its IP address', async () => {
    const strict = await world.start('api', { limits: { perIp: 1000, signInPerIp: 100, perAccount: 2 } })
    const [one, other] = [await signIn(strict), await signIn(strict)]
    expect((await strict.get('/api/sessions', one.token)).status).toBe(200)
    expect((await strict.get('/api/sessions', one.token)).status).toBe(200)
    const refused = await strict.get('/api/sessions', one.token)
    expect(refused).toMatchObject({ status: 429, code: 429 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await strict.get('/api/sessions', other.token)).status).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  type Operation = { requestBody: { content: Record<string, { schema: object }> }; responses: object }
  type Document = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, object> }
  }
  /** The reports, logs and sign calls of a server in the registry. */
  const registered = (server: ServerName): string[] =>
    Object.values(PRODUCTS).flatMap(({ reports, log, sign }) => [
      ...Object.entries<{ server: ServerName }>(reports)
        .filter(([, report]) => report.server === server)
        .map(([call]) => `/api/${call}`),
      ...(log !== null && log.server === server ? [`/api/${log.call}`] : []),
      ...(sign !== null && sign.server === server ? [`/api/${sign.call}`] : []),
    ])
  const pathsOf = (routes: readonly Route[]): string[] =>
    routes.map(({ path }) => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const documentOf = async ({ url }: Client) => (await (await fetch(`${url}/docs/json`)).json()) as Document

  it('is version 3.1 and describes the calls of each server with their parameters and answers', async () => {
    const document = await documentOf(api)
    expect(document.openapi).toBe('3.1.0')
    expect(pathsOf(mainApiRoutes)).toEqual(expect.arrayContaining(registered('main')))
    expect(pathsOf(btcApiRoutes)).toEqual(expect.arrayContaining(registered('btc')))
    const health = ['/health/accepting', '/health/live', '/health/ready']
    expect(Object.keys(document.paths).sort()).toEqual([...pathsOf(mainApiRoutes), ...health].sort())
    const other = await documentOf(btcApi)
    expect(Object.keys(other.paths).sort()).toEqual([...pathsOf(btcApiRoutes), ...health].sort())
    const auth = document.paths['/api/user/public/auth/{address}']!.post!
    expect(auth.requestBody.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/AuthBody',
    })
    expect(document.components.schemas.AuthBody).toMatchObject({
      required: ['signature'],
      additionalProperties: false,
    })
    expect(Object.keys(auth.responses).sort()).toEqual(
      ['200', '400', '403', '413', '414', '415', '429', '500', '503'].sort(),
    )
  })

  it('contains the ten agreed calls of the main server and the eighteen of the second, each with its method', async () => {
    const main = [
      'post /api/user/public/nonce/{address}',
      'post /api/user/public/auth/{address}',
      'get /api/getAAAUserInfo',
      'post /api/bindSuggest1',
      'post /api/stake',
      'get /api/getFans1',
      'post /api/transferNft',
      'post /api/getNft',
      'get /api/getRank',
      'get /api/getFundInvestLogs',
    ]
    const second = [
      'post /api/mcmStake',
      'get /api/getBtcLevel',
      'post /api/buyLevel',
      'post /api/stakeA',
      'get /api/getSign',
      'get /api/getBtcStakeLog',
      'get /api/getASign',
      'post /api/getMcmSign',
      'post /api/mcfStake',
      'get /api/getMcfSign',
      'get /api/getMcfStakeLog',
      'post /api/znStake',
      'get /api/getznStakeLog',
      'get /api/getznSign',
      'post /api/mcmNode',
      'post /api/galxStake',
      'post /api/getGalxSign',
      'post /api/galxMcmStake',
    ]
    expect([main.length, second.length]).toEqual([10, 18])
    for (const [client, calls] of [
      [api, main],
      [btcApi, second],
    ] as const) {
      const { paths } = (await documentOf(client)) as { paths: Record<string, object> }
      const documented = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`),
      )
      expect(documented).toEqual(expect.arrayContaining(calls))
    }
  })

  it('has a browsable page, under a policy without unsafe-inline', async () => {
    const page = await fetch(`${api.url}/docs/`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const html = await page.text()
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
    expect(html).not.toMatch(/(?:src|href)="https?:/)
  })
})

describe('health and metrics', () => {
  it('readiness returns database, head and indexer; without a cursor it is degraded, not down', async () => {
    const { status, data } = await api.get('/health/ready')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      status: 'degraded',
      checks: {
        database: { ok: true },
        chain: { ok: true },
        indexer: { ok: false, block: null, halted: null, differences: null },
      },
    })
    expect(data.checks.chain.head).toBeGreaterThanOrEqual(0)
  })

  it('follows the indexer’s cursor and shows a halt', async () => {
    const { sql, clock } = world
    const now = Math.floor(clock.now / 1000)
    const word = `0x${'0'.repeat(64)}`
    await sql`insert into galx.cursor (number, hash, timestamp, genesis_hash, staking_pools)
      values (0, ${word}, ${now - 1}, ${word}, ${`0x${'6'.repeat(40)}`})`
    clock.now += 2_000
    expect((await api.get('/health/ready')).data.status).toBe('degraded')
    await sql`insert into galx.checksum (block_number, at, differences) values (0, ${now}, '[]')`
    clock.now += 2_000
    expect((await api.get('/health/ready')).data.status).toBe('ready')
    await sql`update galx.checksum set differences = '[{}]'`
    clock.now += 2_000
    const differing = (await api.get('/health/ready')).data
    expect(differing).toMatchObject({ status: 'degraded', checks: { indexer: { differences: 1 } } })
    await sql`update galx.checksum set differences = '[]'`
    clock.now += 2_000
    const metrics = await (await fetch(api.api.metricsUrl!)).text()
    expect(metrics).toMatch(/^galx_indexer_cursor_block\{api="api"\} 0$/m)
    expect(metrics).toMatch(/^galx_indexer_halted\{api="api"\} 0$/m)
    expect(metrics).toMatch(/galx_http_request_seconds_count\{.*route="\/api\/getAAAUserInfo"/)
    expect(metrics).not.toContain(unknown)
    await sql`insert into galx.indexer_halt (at, reason, block_number) values (${now}, 'parent mismatch', 1)`
    clock.now += 2_000
    expect((await api.get('/health/ready')).data).toMatchObject({
      status: 'degraded',
      checks: { indexer: { halted: 'parent mismatch' } },
    })
    expect(await (await fetch(api.api.metricsUrl!)).text()).toMatch(/^galx_indexer_halted\{api="api"\} 1$/m)
    await sql`delete from galx.indexer_halt`
    clock.now += 400_000
    expect((await api.get('/health/ready')).data).toMatchObject({ status: 'degraded' })
    await sql`delete from galx.cursor`
  })
})

describe('a separate process', () => {
  const start = (environment: Record<string, string>) => {
    const child = spawnServer('api', environment)
    const output = { text: '' }
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output.text += chunk))
    return { child, output, ended: new Promise<number | null>((resolve) => child.on('exit', resolve)) }
  }

  it.each([
    ['SESSION_SECRET', ''],
    ['SESSION_SECRET', 'short'],
    ['APP_ORIGINS', 'https://galx.example/app'],
    ['APP_DOMAIN', 'https://galx.example'],
    ['APP_DOMAIN', 'galx.example:443'],
    ['API_PORT', '99999'],
    ['TRUSTED_PROXIES', '127.0.0.1, balancer'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['DATABASE_URL', 'mysql://x'],
    ['RPC_URL', 'ws://x'],
    ['RPC_URL', 'http://127.0.0.1:9,http://127.0.0.1:9/'],
    ['DEPLOYMENT_FILE', '/nowhere.json'],
  ])('refuses a wrong %s (%s) with one line that names it', async (name, value) => {
    const { output, ended } = start({ ...world.environment, [name]: value })
    expect(await ended).toBe(1)
    expect(output.text.trim().split('\n')).toHaveLength(1)
    expect(output.text).toContain(name)
    expect(output.text).not.toContain(world.environment.SESSION_SECRET)
  })

  it.each([
    ['is missing', ''],
    ['must be a PostgreSQL address', 'mysql://x'],
    ['does not answer', 'postgres://x@127.0.0.1:1/x'],
  ])('behind a pooler refuses to start when the direct address %s', async (what, value) => {
    const { output, ended } = start({
      ...world.environment,
      DATABASE_PREPARE: 'false',
      DATABASE_DIRECT_URL: value,
    })
    expect(await ended).toBe(1)
    expect(output.text.trim().split('\n')).toHaveLength(1)
    expect(output.text).toContain('DATABASE_DIRECT_URL')
    expect(output.text).toContain(what)
  })

  it('logs requests without tokens, signatures or query strings, and stops cleanly on SIGTERM', async () => {
    const { child, output, ended } = start({ ...world.environment, LOG_LEVEL: 'info' })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout!.on('data', () => {
        const match = /http:\/\/127\.0\.0\.1:\d+/.exec(output.text)
        if (match) resolve(match[0])
      })
      void ended.then(() => reject(new Error(output.text)))
    })
    const token = 'a-token-that-must-not-be-logged'
    await fetch(`${url}${userInfo}`, { headers: { authorization: `Bearer ${token}` } })
    await fetch(`${url}/api/user/public/auth/${unknown}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signature: `0x${'5e'.repeat(65)}` }),
    })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    const lines = output.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; route?: string; reqId?: string })
    expect(lines.map(({ msg }) => msg)).toContain('This process counts limits alone: REDIS_URL is not set')
    for (const { msg, reqId } of lines)
      if (msg === 'Answered a request') expect(reqId).toMatch(/^[0-9a-f]{16}$/)
    expect(lines.filter(({ msg }) => msg === 'Answered a request').map(({ route }) => route)).toEqual([
      '/api/getAAAUserInfo',
      '/api/user/public/auth/:address',
    ])
    for (const secret of [token, '5e5e5e5e', unknown, world.environment.SESSION_SECRET!])
      expect(output.text).not.toContain(secret)
  })
})
