import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readApiConfiguration } from '../../src/api/configuration.ts'
import { startApi } from '../../src/api/startApi.ts'
import type { Sql } from '../../src/platform/database/connection.ts'
import { REMEMBERED_MS, watchSessions } from '../../src/http/sessions/liveSessions.ts'
import { clientOf, newAccount, signIn, startWorld, type Client, type SignedIn, type World } from './world.ts'
import { spawnServer } from '../support/serverProgram.ts'

let world: World
let api: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
})
afterAll(() => world?.stop())

const children: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(
    children.splice(0).map((child) => {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      return ended
    }),
  )
})

/** A separate API process, like in production. */
async function startProcess(name: 'api' | 'btc-api') {
  const child = spawnServer(name, { ...world.environment, LOG_LEVEL: 'info' }, ['ignore', 'pipe', 'inherit'])
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk) => {
      text += chunk
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
      if (match) resolve(match[0])
    })
    child.on('exit', () => reject(new Error(text)))
  })
  return clientOf(url, () => {})
}

/** Milliseconds after which a process asks the database again if no message arrives. A message arrives within some hundredths of this time. */
const UNHEARD = 3_000

/** Asks until the answer is as expected. @returns the milliseconds it took */
async function until(question: () => Promise<boolean>, timeout = 10_000): Promise<number> {
  const started = performance.now()
  while (!(await question())) {
    if (performance.now() - started > timeout) throw new Error('the expected answer never came')
    await new Promise((resolve) => setImmediate(resolve)) // lets sockets be read
  }
  return performance.now() - started
}

describe('sessions', () => {
  it('are listed newest first, with the current session marked, and never those of another account', async () => {
    const first = await signIn(api)
    world.clock.now += 2_000
    const second = await signIn(api, first.account)
    await signIn(api)
    const { data } = await api.get('/api/sessions', second.token)
    expect(data.list).toHaveLength(2)
    expect(data.list.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
    expect(data.list[0]).toMatchObject({ userAgent: 'node' })
    expect(data.list[0].expiresAt - data.list[0].createdAt).toBe(7 * 86_400)
  })

  it('a revoked session gets 401 at the very next request, the others continue', async () => {
    const first = await signIn(api)
    const second = await signIn(api, first.account)
    const { data } = await api.get('/api/sessions', second.token)
    const other = data.list.find(({ current }: { current: boolean }) => !current)
    expect((await api.post('/api/sessions/revoke', { id: other.id }, second.token)).data).toEqual({
      revoked: 1,
    })
    expect(await api.get('/api/sessions', first.token)).toMatchObject({ status: 401, code: 401 })
    expect((await api.get('/api/sessions', second.token)).data.list).toHaveLength(1)
    // The session is already revoked, so the second call has nothing to revoke.
    expect((await api.post('/api/sessions/revoke', { id: other.id }, second.token)).code).toBe(1004)
  })

  it('of another account cannot be revoked', async () => {
    const [mine, victim] = [await signIn(api), await signIn(api)]
    const { data } = await api.get('/api/sessions', victim.token)
    const answer = await api.post('/api/sessions/revoke', { id: data.list[0].id }, mine.token)
    expect(answer).toMatchObject({ status: 200, code: 1004 })
    expect((await api.get('/api/sessions', victim.token)).status).toBe(200)
  })

  it('all can be revoked at once, including the current one', async () => {
    const first = await signIn(api)
    const second = await signIn(api, first.account)
    expect((await api.post('/api/sessions/revoke', { all: true }, second.token)).data).toEqual({ revoked: 2 })
    for (const { token } of [first, second]) expect((await api.get('/api/sessions', token)).status).toBe(401)
  })

  it('a secret is replaced without signing anybody out, and the removal of the old secret ends its sessions', async () => {
    const user = await signIn(api)
    const { SESSION_SECRET: old } = world.environment
    world.environment.SESSION_SECRET = `the secret that comes after the old one, ${old}`.replaceAll(
      ', ',
      ' and ',
    )
    const foreign = await world.start('api')
    expect((await foreign.get('/api/sessions', user.token)).status).toBe(401)
    world.environment.SESSION_SECRET = `${world.environment.SESSION_SECRET},${old}`
    const rotated = await world.start('api')
    expect((await rotated.get('/api/sessions', user.token)).status).toBe(200)
    const fresh = await signIn(rotated, newAccount())
    expect((await foreign.get('/api/sessions', fresh.token)).status).toBe(200)
    expect((await api.get('/api/sessions', fresh.token)).status).toBe(401)
    world.environment.SESSION_SECRET = old!
  })
})

async function sessionIdOf(address: string): Promise<string> {
  const [row] = await world.sql<{ id: string }[]>`
    select encode(s.id, 'hex') as id from galx.sessions s join galx.accounts a on a.id = s.account_id
    where a.address = ${address}`
  return row!.id
}

/** Revokes a session without a message to anybody. */
async function revokeUnheard(id: string): Promise<void> {
  await withoutMessages(
    (sql) => sql`update galx.sessions set revoked_at = created_at where id = decode(${id}, 'hex')`,
  )
}
async function withoutMessages(work: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = postgres(world.database.url, { max: 1 })
  await admin`set session_replication_role = replica` // no triggers
  await work(admin)
  await admin.end()
}

/** The world's connections, and their bytes. */
function watchStatements() {
  const asked: string[] = []
  const watched = new Proxy(world.sql, {
    apply: (sql, _this, given) => {
      asked.push('a statement')
      return Reflect.apply(sql, undefined, given) as unknown
    },
  })
  return { watched, asked }
}

/** Sends a call without the last bytes of its body. @returns a function that sends them and returns the answer */
function sendHeldBack(path: string, token: string, body: string, chunked: boolean) {
  const socket = createConnection(Number(new URL(api.url).port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  const bytes = chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\n${length}\r\n` +
      `Connection: close\r\n\r\n${bytes.slice(0, -1)}`,
  )
  return async () => {
    expect(heard).toBe('')
    socket.write(bytes.slice(-1))
    await once(socket, 'close')
    const [head, answer] = heard.split('\r\n\r\n')
    return { status: Number(head!.split(' ')[1]), ...(JSON.parse(answer!) as { code: number }) }
  }
}

describe('a call that writes asks the database', () => {
  const bind = (token: string) => api.post('/api/bindSuggest1', { inviteCode: '22222222' }, token)

  it('a revoked token is refused at the very next call, even without a message', async () => {
    const user = await signIn(api)
    expect(await bind(user.token)).toMatchObject({ status: 200, code: 1101 })
    await revokeUnheard(await sessionIdOf(user.address))
    expect(await bind(user.token)).toMatchObject({ status: 401 })
  })

  it('a token is refused once its session’s row is removed', async () => {
    const user = await signIn(api)
    expect((await api.get('/api/sessions', user.token)).status).toBe(200)
    const id = await sessionIdOf(user.address)
    await withoutMessages((sql) => sql`delete from galx.sessions where id = decode(${id}, 'hex')`)
    expect(await bind(user.token)).toMatchObject({ status: 401 })
    // A process that has not seen the token before does not accept it for a read either.
    const other = await world.start('api')
    expect(await other.get('/api/sessions', user.token)).toMatchObject({ status: 401 })
  })

  it.each([
    ['in one piece', false],
    ['in chunks', true],
  ])('a token that is revoked before the last byte of a body sent %s is refused', async (_, chunked) => {
    const [inviter, owner, other] = [await signIn(api), await signIn(api), await signIn(api)]
    const info = async ({ address, token }: SignedIn) =>
      (await api.get(`/api/getAAAUserInfo?address=${address}`, token)).data
    const body = JSON.stringify({ inviteCode: (await info(inviter)).invite_code })
    const [endStolen, endOther] = [owner, other].map(({ token }) =>
      sendHeldBack('/api/bindSuggest1', token, body, chunked),
    )
    // These calls were sent later and are answered, so the two calls that are held back wait only for their bodies.
    for (const { token } of [owner, other]) expect((await bind(token)).code).toBe(1101)
    const again = await signIn(api, owner.account)
    expect((await api.post('/api/sessions/revoke', { all: true }, again.token)).code).toBe(200)
    expect(await endStolen!()).toEqual({ status: 401, code: 401, message: expect.any(String), data: null })
    expect(await endOther!()).toMatchObject({ status: 200, code: 200 })
    expect((await info(await signIn(api, owner.account))).FAddress).toBeNull()
    expect((await info(other)).FAddress).toBe(inviter.address)
  })

  it('a token that expires during the call is refused', async () => {
    const { token } = await signIn(api)
    const end = sendHeldBack('/api/bindSuggest1', token, JSON.stringify({ inviteCode: 'AAAAAAAA' }), false)
    expect((await bind(token)).code).toBe(1101)
    const { now } = world.clock
    world.clock.now += 365 * 86_400_000
    try {
      expect(await end()).toMatchObject({ status: 401, code: 401 })
    } finally {
      world.clock.now = now
    }
  })

  it('a read refuses a token whose row is removed like a revoked token', async () => {
    const user = await signIn(api)
    expect((await api.get('/api/sessions', user.token)).status).toBe(200)
    await world.sql`delete from galx.sessions where id = decode(${await sessionIdOf(user.address)}, 'hex')`
    expect(await until(async () => (await api.get('/api/sessions', user.token)).status === 401)).toBeLessThan(
      UNHEARD,
    )
  })
})

describe('revocation reaches every process', () => {
  it('a token revoked on one process is 401 on the others at once', async () => {
    const [first, second] = await Promise.all([startProcess('api'), startProcess('btc-api')])
    const user = await signIn(first)
    const txHash = `0x${'ab'.repeat(32)}`
    const onSecond = () => second.post('/api/galxStake', { txHash }, user.token)
    expect((await onSecond()).code).toBe(1201)
    expect((await first.post('/api/sessions/revoke', { all: true }, user.token)).data).toEqual({ revoked: 1 })
    expect((await first.get('/api/sessions', user.token)).status).toBe(401)
    const milliseconds = await until(async () => (await onSecond()).status === 401)
    expect(milliseconds).toBeLessThan(UNHEARD)
    // A process that starts later knows the revocation from the first request.
    const third = await startProcess('api')
    expect((await third.get('/api/sessions', user.token)).status).toBe(401)
  })

  it('behind a pooler the listening connection is direct, and the others send nothing that the pooler refuses', async () => {
    await world.sql`create role galx_direct superuser login`
    await world.sql`alter role galx_direct password 'direct'`
    const direct = new URL(world.database.url)
    direct.username = 'galx_direct'
    direct.password = 'direct'
    const settings = { DATABASE_PREPARE: 'false', DATABASE_DIRECT_URL: direct.href }
    const configuration = await readApiConfiguration('api', { ...world.environment, ...settings })
    await expect(startApi(configuration)).rejects.toThrow(
      /alter role "\w+" set statement_timeout = '5s'; alter role "\w+" set lock_timeout = '2s'/,
    )
    for (const setting of ["statement_timeout = '5s'", "lock_timeout = '2s'"])
      await world.sql`alter database ${world.sql(new URL(world.database.url).pathname.slice(1))} set ${world.sql.unsafe(setting)}`
    const pooled = await startApi(configuration)
    try {
      const roles = await world.sql`select usename from pg_stat_activity
        where application_name = 'galx revocations' and usename = 'galx_direct'`
      expect(roles).toHaveLength(1)
      const idleOf = async (sql: Sql) =>
        (await sql`show tcp_keepalives_idle`)[0]!.tcp_keepalives_idle as string
      expect(await idleOf(world.sql)).toBe('2')
      expect(await idleOf(pooled.context.read)).not.toBe('2')
    } finally {
      await pooled.stop()
    }
  })

  it('a revocation by an operator’s own SQL statement also counts', async () => {
    const user = await signIn(api)
    await world.sql`update galx.sessions s set revoked_at = ${Math.floor(world.clock.now / 1000)}
      from galx.accounts a where a.id = s.account_id and a.address = ${user.address}`
    await until(async () => (await api.get('/api/sessions', user.token)).status === 401)
  })

  it('a cut listening connection fails closed: requests ask the database until it listens again', async () => {
    const seen: boolean[] = []
    const sessions = watchSessions({
      databaseUrl: world.database.url,
      sql: world.sql,
      onChange: (synchronised) => seen.push(synchronised),
    })
    await sessions.ready()
    const user = await signIn(api)
    const id = await sessionIdOf(user.address)
    expect(await sessions.isLive(id)).toBe(true)
    expect(sessions.isLive(id)).toBe(true) // from memory
    const admin = postgres(world.database.url, { max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'galx revocations' and datname = current_database()`
    await until(async () => seen.includes(false))
    await revokeUnheard(id)
    expect(await sessions.isLive(id)).toBe(false)
    await until(async () => sessions.synchronised())
    expect(await sessions.isLive(id)).toBe(false)
    expect(seen.slice(0, 3)).toEqual([true, false, true])
    await admin.end()
    await sessions.stop()
  })

  it('a silent connection counts as lost when its lease is over', async () => {
    let now = 0
    const sessions = watchSessions({ databaseUrl: world.database.url, sql: world.sql, clock: () => now })
    await sessions.ready()
    expect(sessions.synchronised()).toBe(true)
    const id = await sessionIdOf((await signIn(api)).address)
    expect(await sessions.isLive(id)).toBe(true)
    await revokeUnheard(id)
    expect(sessions.isLive(id)).toBe(true) // from memory, until the end of the lease
    now += 3_000
    expect(sessions.synchronised()).toBe(false)
    expect(await sessions.isLive(id)).toBe(false) // from the database
    await sessions.stop()
  })

  it('a connection that becomes silent before it listens is replaced', async () => {
    const { hostname, port } = new URL(world.database.url)
    let connections = 0
    const proxy = createServer((client) => {
      const isFirst = ++connections === 1
      const server = createConnection(Number(port), hostname)
      for (const socket of [client, server]) socket.on('error', () => {})
      client.on('close', () => server.destroy())
      client.on('data', (data) => {
        if (!(isFirst && data.includes('listen'))) server.write(data)
      })
      server.pipe(client)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const through = new URL(world.database.url)
    through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const sessions = watchSessions({ databaseUrl: through.href, sql: world.sql })
    try {
      await until(async () => connections > 1)
      await sessions.ready()
      expect(sessions.synchronised()).toBe(true)
    } finally {
      await sessions.stop()
      proxy.close()
    }
  })

  it('cached sessions expire after a minute', async () => {
    let now = 0
    const sessions = watchSessions({ databaseUrl: world.database.url, sql: world.sql, clock: () => now })
    await sessions.ready()
    const [first, second] = [
      await sessionIdOf((await signIn(api)).address),
      await sessionIdOf((await signIn(api)).address),
    ]
    expect(await sessions.isLive(first)).toBe(true)
    sessions.markRevoked(['ab'.repeat(16)])
    expect(sessions.size()).toBe(2)
    now += REMEMBERED_MS + 1
    await until(async () => sessions.synchronised())
    expect(await sessions.isLive(second)).toBe(true)
    expect(sessions.size()).toBe(1)
    await sessions.stop()
  })

  it('an ended token costs one statement, however often it is sent', async () => {
    const id = await sessionIdOf((await signIn(api)).address)
    await revokeUnheard(id)
    const { watched, asked } = watchStatements()
    const sessions = watchSessions({ databaseUrl: world.database.url, sql: watched })
    await sessions.ready()
    for (let request = 0; request < 1_000; request += 1) expect(await sessions.isLive(id)).toBe(false)
    expect(asked).toHaveLength(1)
    expect(sessions.size()).toBe(1)
    await sessions.stop()
  })

  it('a start reads no sessions, however many there are', async () => {
    const { watched, asked } = watchStatements()
    const sessions = watchSessions({ databaseUrl: world.database.url, sql: watched })
    await sessions.ready()
    expect(asked).toEqual([])
    expect(sessions.size()).toBe(0)
    await sessions.stop()
  })

  it('without a database no token passes', async () => {
    const user = await signIn(api)
    const lonely = await world.start('api')
    await lonely.api.context.sessions.stop()
    await lonely.api.databases.end()
    expect((await lonely.get('/api/sessions', user.token)).status).toBe(503)
  })
})
