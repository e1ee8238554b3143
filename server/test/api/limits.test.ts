/** The callers that are counted together, and the counted requests. */
import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileBlockRead } from '../support/blockRead.ts'
import { waitFor } from '../support/wait.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../src/http/limits.ts'
import { networkOf } from '../../src/platform/limits/network.ts'
import { open, startBehindProxy, statuses, USER_INFO } from './limitedCalls.ts'
import { newAccount, ORIGIN, signIn, type Client, type SignedIn, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startBehindProxy()
})
afterAll(() => world?.stop())

function start(limits: Partial<RateLimits>) {
  return world.start('api', { limits })
}

describe('a network', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['64:ff9b::203.0.113.7', '203.0.113.7', true],
    ['64:ff9b::203.0.113.7', '64:ff9b::203.0.113.8', false],
    ['2002:cb00:7107:1::1', '203.0.113.7', true],
    ['2002:cb00:7107:1::1', '2002:cb00:7108:1::1', false],
    ['2001:0:4136:e378:8000:63bf:34ff:8ef8', '203.0.113.7', true],
    ['2001:0:5ef5:79fb:8000:63bf:34ff:8ef8', '2001:0:4136:e378:8000:63bf:34ff:8ef8', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['fe80::1%eth0', 'fe80::2', true],
  ])('%s and %s count as one network: %s', (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same)
  })

  it('of IPv6 gets no more answers than an IPv4 address, whatever addresses it uses', async () => {
    const api = await start({ perIp: 5, signInPerIp: 2 })
    const many = Array.from({ length: 8 }, (_, index) => `2001:db8:7:${index.toString(16)}::1`)
    expect(await statuses(api, many)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(await statuses(api, ['2001:db8:8:7::1'])).toEqual([200])
    expect(
      await statuses(
        api,
        Array.from({ length: 6 }, () => '::ffff:203.0.113.7'),
      ),
    ).toEqual([...Array.from({ length: 5 }, () => 200), 429])
    expect(await statuses(api, ['203.0.113.7'])).toEqual([429])
    const nonces: number[] = []
    for (const address of many.slice(0, 4)) {
      const headers = { 'x-forwarded-for': address }
      nonces.push(
        (await api.call('POST', `/api/user/public/nonce/${newAccount().address}`, { headers })).status,
      )
    }
    expect(nonces).toEqual([200, 200, 429, 429])
  })
})

describe('rows', () => {
  it('of an account’s own history in sums are counted before they are read', async () => {
    const api = await start({ rows: 7_000 })
    const user = await signIn(api)
    await world.sql`
      insert into galx.activity (block_number, log_index, account_id, contract, kind, amount, tx_hash, at)
      select n, 0, id, 'ZnVault', 'deposit', 1, decode(repeat('ab', 32), 'hex'), 1
      from galx.accounts cross join generate_series(1, 2500) n where address = ${user.address}`
    const ask = async () => (await statuses(api, ['203.0.113.32'], '/api/activityTotals', user.token))[0]!
    // The requests are sent at once, so none of them is sent after another request was counted.
    const all = await Promise.all(Array.from({ length: 6 }, ask))
    expect(all.sort()).toEqual([200, 200, 429, 429, 429, 429])
    // This limit does not apply to other calls of the account.
    expect(await statuses(api, ['203.0.113.32'], '/api/activity', user.token)).toEqual([200])
    const other = await signIn(api)
    expect(await statuses(api, ['203.0.113.32'], '/api/activityTotals', other.token)).toEqual([200])
    // Rows of another account count for the caller's network, with or without a token.
    const path = `/api/accountTotals?address=${user.address}`
    expect(await statuses(api, ['203.0.113.33'], path, other.token)).toEqual([200])
    expect(await statuses(api, ['203.0.113.33', '203.0.113.33', '203.0.113.34'], path)).toEqual([
      200, 429, 200,
    ])
  })

  it('of an epoch file are counted for a network before they are read, with and without a token', async () => {
    const header = `GALX epoch 1\nepoch 7\npart 00 999 0x${'0'.repeat(64)}\npart 01 2500 0x${'0'.repeat(64)}\npart 02 900000 0x${'0'.repeat(64)}\n`
    await world.sql`
      insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
      values (7, 1, 0, convert_to(${header}, 'UTF8'), decode(repeat('ab', 32), 'hex'), 0)`
    await whileBlockRead(world.sql, async () => {
      const api = await start({ rows: 7_000 })
      const { token } = await signIn(api)
      const ask = (part: string, address: string, count: number, as?: string) =>
        statuses(
          api,
          Array.from({ length: count }, () => address),
          `/api/epochs/7/parts/${part}`,
          as,
        )
      // The table has no rows of these parts. The numbers of rows in the header are counted.
      expect(await ask('00', '203.0.113.30', 4)).toEqual([404, 404, 404, 404])
      expect(await ask('00', '203.0.113.30', 4, token)).toEqual([404, 404, 404, 429])
      expect(await ask('01', '203.0.113.31', 3)).toEqual([404, 404, 429])
      // The part has more rows than the limit of a minute. Half of the limit is counted, so that the part can be fetched at all.
      expect(await ask('02', '203.0.113.33', 3)).toEqual([404, 404, 429])
      // A part without rows costs nothing.
      expect(await ask('03', '203.0.113.30', 1)).toEqual([404])
    })
  })
})

describe('a signed-in account', () => {
  it('is not locked out by a neighbour behind the same address, and has one share in all networks', async () => {
    const api = await start({ perIp: 5, perAccount: 4 })
    const user = await signIn(api)
    const address = '203.0.113.20'
    await statuses(
      api,
      Array.from({ length: 8 }, () => address),
    )
    expect(await statuses(api, [address])).toEqual([429])
    expect(
      await statuses(
        api,
        Array.from({ length: 5 }, () => address),
        '/api/sessions',
        user.token,
      ),
    ).toEqual([200, 200, 200, 200, 429])
    // The account has used up its own limit, in every network. The other network's limit is not used up.
    expect(await statuses(api, ['198.51.100.1'], '/api/sessions', user.token)).toEqual([429])
    expect(await statuses(api, ['198.51.100.1'])).toEqual([200])
  })

  it('’s share cannot be used up with a revoked or forged token', async () => {
    const api = await start({ perIp: 1000, perAccount: 3 })
    const thief = await signIn(api)
    const again = await signIn(api, thief.account)
    await api.post('/api/sessions/revoke', { id: await sessionIdOf(api, again.token, false) }, again.token)
    const stolen = await statuses(
      api,
      Array.from({ length: 6 }, () => '203.0.113.30'),
      USER_INFO,
      thief.token,
    )
    expect(stolen).toEqual(Array.from({ length: 6 }, () => 401))
    expect(await statuses(api, ['203.0.113.31'], USER_INFO, again.token)).toEqual([200])
  })

  it('that has used up its share costs the database nothing more, even without revocation notices', async () => {
    const line = await startLine(world.database.url)
    world.environment.DATABASE_DIRECT_URL = line.url
    const api = await start({ perAccount: 3 }).finally(() => delete world.environment.DATABASE_DIRECT_URL)
    const user = await signIn(api)
    line.cut()
    await waitFor('the loss to be known', () => Promise.resolve(!api.api.context.sessions.synchronised()))
    const ask = (length: number) =>
      statuses(
        api,
        Array.from({ length }, () => '203.0.113.34'),
        '/api/sessions',
        user.token,
      )
    expect(await ask(4)).toEqual([200, 200, 200, 429])
    // The driver cannot reserve a connection of a pool that has not opened a connection yet.
    await world.sql`select`
    const held = await world.sql.reserve()
    await held`begin`
    await held`lock table galx.sessions in access exclusive mode`
    try {
      // A query would wait for the table, and end with 503.
      expect(await ask(2)).toEqual([429, 429])
    } finally {
      await held`rollback`
      held.release()
    }
  })
})

/** A connection to the database that can be cut for good. */
async function startLine(databaseUrl: string): Promise<{ url: string; cut(): void }> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const line = createServer((client) => {
    const server = createConnection(Number(port), hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(server).pipe(client)
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut: () => {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('requests to nodes', () => {
  it('of many accounts behind one address leave enough for another network’s accounts', async () => {
    const { nodeCallsPerCaller, nodeCallsPerNetwork, nodeCalls } = DEFAULT_RATE_LIMITS
    const limits = { nodeCallsPerCaller, nodeCallsPerNetwork, nodeCalls }
    const [api, btcApi] = [await start(limits), await world.start('btc-api', { limits })]
    const report = async (token: string, from: string) => {
      const body = { txHash: `0x${'ab'.repeat(32)}` }
      const headers = { 'x-forwarded-for': from }
      return btcApi.call('POST', '/api/galxStake', { body, token, headers })
    }
    const crowd: SignedIn[] = []
    for (let account = 0; account < 17; account += 1) crowd.push(await signIn(api))
    expect(crowd.length * nodeCallsPerCaller).toBeGreaterThan(nodeCalls)
    const answered = await Promise.all(
      crowd.map(async ({ token }) => {
        let passed = 0
        for (let asked = 0; asked < nodeCallsPerCaller; asked += 1)
          if ((await report(token, '203.0.113.80')).status === 200) passed += 1
        return passed
      }),
    )
    expect(answered.reduce((sum, passed) => sum + passed, 0)).toBe(nodeCallsPerNetwork)
    expect(await report(crowd[0]!.token, '203.0.113.80')).toMatchObject({ status: 429 })
    const other = await signIn(api)
    expect(await report(other.token, '203.0.113.81')).toMatchObject({ status: 200, code: 1201 })
  })

  it('of all accounts together are limited, whatever networks they use; callers without a token have their own limit', async () => {
    const [api, btcApi] = [await start({}), await world.start('btc-api', { limits: { nodeCalls: 5 } })]
    const from = ['203.0.113.82', '198.51.100.82', '2001:db8:82:1::1']
    const accounts = [await signIn(api), await signIn(api), await signIn(api)]
    const txHash = `0x${'ab'.repeat(32)}` as const
    const answers: number[] = []
    // The accounts take turns. No account asks more than three times, so only the shared limit can be used up.
    for (let round = 0; round < 3; round += 1)
      for (const [place, { token }] of accounts.entries()) {
        const headers = { 'x-forwarded-for': from[place]! }
        answers.push(
          (await btcApi.call('POST', '/api/galxStake', { body: { txHash }, token, headers })).status,
        )
      }
    expect(answers).toEqual([200, 200, 200, 200, 200, 503, 503, 503, 503])
    const { limits } = btcApi.api.context
    const withoutToken = from.concat(from).map((network) => limits.chainFor({ session: null, network }))
    const found: unknown[] = []
    for (const chain of withoutToken)
      found.push(await chain.transaction(txHash).catch((fault: Error) => fault.message))
    expect(found).toEqual([
      ...Array.from({ length: 5 }, () => null),
      'this minute’s requests to nodes are used up',
    ])
  })
})

describe('the computation of a bonus', () => {
  it('is answered one at a time for a network', async () => {
    const api = await start({})
    const path = `/api/epochs/1/account/0x${'1'.repeat(40)}`
    const end = await api.api.context.limits.calculationLock.acquire('203.0.113.90')
    expect(await statuses(api, ['203.0.113.90', '203.0.113.91'], path)).toEqual([429, 404])
    end!()
    // The lock ends with the answer, even a refusal.
    expect(await statuses(api, ['203.0.113.90', '203.0.113.90'], path)).toEqual([404, 404])
  })
})

async function sessionIdOf(api: Client, token: string, current: boolean): Promise<string> {
  const { data } = await api.get('/api/sessions', token)
  return data.list.find((row: { current: boolean }) => row.current === current).id
}

describe('the limits count', () => {
  it('unknown calls and invalid addresses', async () => {
    const api = await start({ perIp: 4 })
    const from = Array.from({ length: 6 }, () => '203.0.113.40')
    expect(await statuses(api, from, '/api/nothing')).toEqual([404, 404, 404, 404, 429, 429])
    const other = Array.from({ length: 6 }, () => '203.0.113.41')
    expect(await statuses(api, other, '/api/%zz')).toEqual([404, 404, 404, 404, 429, 429])
    const third = Array.from({ length: 6 }, () => '203.0.113.42')
    expect(await statuses(api, third, '/health/nothing')).toEqual([404, 404, 404, 404, 429, 429])
    expect(await statuses(api, third, '/health/live')).toEqual(third.map(() => 200))
  })

  it('no preflight of a browser, because a neighbour could lock out a signed-in page with preflights', async () => {
    const api = await start({ perIp: 2 })
    await statuses(
      api,
      Array.from({ length: 4 }, () => '203.0.113.50'),
    )
    const preflight = await fetch(`${api.url}/api/sessions`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
        'x-forwarded-for': '203.0.113.50',
      },
    })
    expect(preflight.status).toBe(204)
    // The calling page can read a refusal.
    const refused = await api.call('GET', USER_INFO, {
      headers: { origin: ORIGIN, 'x-forwarded-for': '203.0.113.50' },
    })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  })

  it('requests and preflights of other sites’ pages, by network, before they are refused', async () => {
    const api = await start({ perIp: 4, perAccount: 1 })
    const user = await signIn(api)
    const ask = async (method: string, address: string, path: string, headers = {}) => {
      const found: number[] = []
      for (let asked = 0; asked < 6; asked += 1) {
        const foreign = { origin: 'https://galx.evil', 'access-control-request-method': 'GET' }
        const sent = { ...foreign, 'x-forwarded-for': address, ...headers }
        found.push((await fetch(api.url + path, { method, headers: sent })).status)
      }
      return found
    }
    const counted = [403, 403, 403, 403, 429, 429]
    expect(await ask('GET', '203.0.113.51', USER_INFO)).toEqual(counted)
    expect(await ask('OPTIONS', '203.0.113.52', '/api/sessions')).toEqual(counted)
    expect(await ask('POST', '203.0.113.53', `/api/user/public/nonce/${newAccount().address}`)).toEqual(
      counted,
    )
    // Refused requests do not count for an account.
    expect(await ask('GET', '203.0.113.54', USER_INFO, { authorization: user.token })).toEqual(counted)
    expect(await statuses(api, ['203.0.113.55'], '/api/sessions', user.token)).toEqual([200])
    expect(await ask('GET', '203.0.113.54', '/health/live')).toEqual(counted.map(() => 403))
  })

  it('no request for metrics, which have their own port', async () => {
    const api = await start({ perIp: 3 })
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404)
    for (let asked = 0; asked < 10; asked++) expect((await fetch(api.api.metricsUrl!)).status).toBe(200)
    const { origin } = new URL(api.api.metricsUrl!)
    for (const path of ['/', USER_INFO, '/health/live']) expect((await fetch(origin + path)).status).toBe(404)
  })
})

describe('a file of the history', () => {
  it('is sent one at a time for an account, and a caller that disconnects early releases its lock', async () => {
    const api = await start({})
    const [user, other] = [await signIn(api), await signIn(api)]
    const end = await api.api.context.limits.csvLock.acquire(user.address)
    const refused = await api.get('/api/activity.csv', user.token)
    expect(refused).toMatchObject({ status: 429, code: 429 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.get('/api/activity.csv', other.token)).status).toBe(200)
    end!()
    for (let leaving = 0; leaving < 5; leaving++) {
      const { port, hostname } = new URL(api.url)
      const socket = createConnection(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(`GET /api/activity.csv HTTP/1.1\r\nHost: x\r\nAuthorization: ${user.token}\r\n\r\n`, () =>
        socket.destroy(),
      )
      await waitFor(
        'the lock to be free again',
        async () => (await api.get('/api/activity.csv', user.token)).status === 200,
      )
    }
  })

  it('is read only for a GET: a HEAD gets the head, releases the lock and uses no line', async () => {
    const api = await start({})
    const user = await signIn(api)
    let lines = 0
    const { csvLines } = api.api.context.limits
    const { take } = csvLines
    csvLines.take = (key, points) => ((lines += points ?? 1), take(key, points))
    const asked = { method: 'HEAD', headers: { authorization: user.token } }
    for (let time = 0; time < 3; time += 1) {
      const head = await fetch(`${api.url}/api/activity.csv`, asked)
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(await head.text()).toBe('')
    }
    expect(lines).toBe(0)
    expect((await api.get('/api/activity.csv', user.token)).status).toBe(200)
    expect(lines).toBeGreaterThan(0)
    // A monitor may send HEAD.
    expect((await fetch(`${api.url}/health/live`, { method: 'HEAD' })).status).toBe(200)
  })

  it('is counted by its lines: a long history is sent completely, the next file waits', async () => {
    const api = await start({ csvLines: 1_200 })
    const user = await signIn(api)
    await world.sql`
      insert into galx.activity (block_number, log_index, account_id, kind, contract, subject, amount, tx_hash, at)
      select block, 0, a.id, 'claim', 'Levels', 1, 1, ${`0x${'ab'.repeat(32)}`}, 1700000000
      from galx.accounts a, generate_series(1, 1500) block where a.address = ${user.address}`
    expect((await api.get('/api/activity.csv', user.token)).status).toBe(200)
    expect(await api.get('/api/activity.csv', user.token)).toMatchObject({ status: 429 })
    // The file of another account counts by its own lines, and these are few.
    const other = await signIn(api)
    for (let file = 0; file < 5; file++)
      expect((await api.get('/api/activity.csv', other.token)).status).toBe(200)
  })
})

describe('a file requested behind another call', () => {
  it('does not start before that call is answered, and takes no lock if its connection is closed', async () => {
    const api = await start({})
    const user = await signIn(api)
    const { csvLock } = api.api.context.limits
    const { acquire: begin } = csvLock
    let begun = 0
    csvLock.acquire = (key) => ((begun += 1), begin(key))
    // The driver cannot reserve a connection of a pool that has not opened a connection yet.
    await world.sql`select`
    const held = await world.sql.reserve()
    await held`begin`
    await held`lock table galx.announcements in access exclusive mode`
    try {
      const file = `GET /api/activity.csv HTTP/1.1\r\nHost: x\r\nAuthorization: ${user.token}\r\n\r\n`
      const socket = open(api, `GET /api/announcements HTTP/1.1\r\nHost: x\r\n\r\n${file}`)
      await waitFor('the call to wait for the table', async () => {
        const [row] = await world.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return row !== undefined
      })
      expect(begun).toBe(0)
      socket.resetAndDestroy()
    } finally {
      await held`rollback`
      held.release()
    }
    expect((await api.get('/api/activity.csv', user.token)).status).toBe(200)
  })
})
