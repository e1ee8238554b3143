/** nginx with exactly the kit's files of `single`, on this machine, with listeners in place of the APIs. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type ClientHttp2Session } from 'node:http2'
import { connect as connectPlain, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, describe, expect, vi } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { layOut } from '../../src/kit/layOut.ts'
import type { HostsFile } from '../../src/kit/hostsFile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan, type Plan } from '../../src/kit/plan.ts'
import { commandsOf } from '../../src/kit/services/commands.ts'
import { DEBIAN_ROOT, proves, start } from '../support/debian.ts'
import { SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-nginx-'))
// nginx's worker processes run as another user, which must be able to read the folder.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))
const TIMEOUT = { timeout: 20_000, interval: 100 }
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Writes the files of the only host. @param api ports of the main API's processes */
async function trial(name: string, api: number[], changes: Partial<HostsFile> = {}): Promise<Plan> {
  const file = { ...structuredClone(SINGLE), ...changes }
  const [host] = file.hosts
  host!.ports = { http: await freePort(), https: await freePort(), api }
  host!.directories = Object.fromEntries(
    ['etc', 'lib', 'log', 'run', 'opt'].map((directory) => [directory, join(folder, name, directory)]),
  )
  const plan = makePlan(
    'single',
    file,
    await completeSecrets('single', file, null),
    JSON.stringify(PAPER_DEPLOYMENT),
  )
  const mimeTypes = [DEBIAN_ROOT, ''].map((root) => `${root}/etc/nginx/mime.types`).find(existsSync)!
  await layOut(plan, folder, { mimeTypes })
  return plan
}

function startOn(plan: Plan, program: string) {
  const { run } = commandsOf(plan, plan.hosts[0]!).find(({ unit }) => unit === 'nginx')!
  return start(program, run.slice(1))
}

/** Stops nginx by SIGTERM, so that its worker processes end, too. SIGKILL would leave them running. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  await ended
}

/** Connects to one of the host's names, like a browser. @param from the browser's address */
async function visit(plan: Plan, name: string, from = '127.0.0.1'): Promise<ClientHttp2Session> {
  const port = plan.hosts[0]!.ports.https
  const session = connect(`https://${name}`, {
    createConnection: () =>
      connectTls({
        socket: connectPlain({ host: from.includes(':') ? '::1' : '127.0.0.1', port, localAddress: from }),
        servername: name,
        ca: plan.secrets.authority.certificate,
        ALPNProtocols: ['h2'],
      }),
  })
  await once(session, 'connect')
  return session
}

async function statusOf(session: ClientHttp2Session, path: string): Promise<number> {
  const call = session.request({ ':path': path })
  const [headers] = (await once(call, 'response')) as [{ ':status': number }]
  call.resume()
  await once(call, 'close')
  return headers[':status']
}

describe('nginx', () => {
  proves(
    'nginx',
    'serves on with both processes after each has refused one kind of call with 503',
    async (program) => {
      const processes = await Promise.all(
        [1, 2].map(() => listen((call, answer) => answer.writeHead(call.url === '/busy' ? 503 : 200).end())),
      )
      const plan = await trial('refusing', processes.map(portOf))
      const child = startOn(plan, program)
      try {
        const session = await vi.waitFor(() => visit(plan, plan.settings.apiDomain), TIMEOUT)
        for (let times = 0; times < 3; times++) {
          expect(await statusOf(session, '/busy')).toBe(503)
          expect(await statusOf(session, '/well')).toBe(200)
        }
        // nginx skips a dead API process at once.
        processes[0]!.close()
        processes[0]!.closeAllConnections()
        for (let times = 0; times < 4; times++) expect(await statusOf(session, '/well')).toBe(200)
        session.destroy()
      } finally {
        await stop(child)
        for (const server of processes) server.close()
      }
    },
  )

  proves(
    'nginx',
    'gives a network a limit of requests at once, and does not count another network against it',
    async (program) => {
      const open: (() => void)[] = []
      const api = await listen((_call, answer) => open.push(() => answer.end()))
      const plan = await trial('crowded', [portOf(api)])
      const child = startOn(plan, program)
      try {
        const first = await vi.waitFor(() => visit(plan, plan.settings.apiDomain), TIMEOUT)
        const sessions = [
          first,
          ...(await Promise.all([1, 2, 3, 4].map(() => visit(plan, plan.settings.apiDomain)))),
        ]
        const answered: number[] = []
        // A connection carries 128 requests at once.
        for (const session of sessions)
          for (let times = 0; times < 105; times++)
            void statusOf(session, '/slow').then(
              (status) => answered.push(status),
              () => {},
            )
        await vi.waitFor(() => expect(open).toHaveLength(512), TIMEOUT)
        await vi.waitFor(() => expect(answered).toEqual(Array<number>(525 - 512).fill(503)), TIMEOUT)
        for (const address of ['127.0.0.2', ...(HAS_IPV6 ? ['::1'] : [])]) {
          const other = await visit(plan, plan.settings.apiDomain, address)
          const before = open.length
          const status = statusOf(other, '/slow')
          await vi.waitFor(() => expect(open).toHaveLength(before + 1), TIMEOUT)
          open.at(-1)!()
          expect(await status, address).toBe(200)
          other.destroy()
        }
        for (const session of sessions) session.destroy()
      } finally {
        await stop(child)
        api.closeAllConnections()
        api.close()
      }
    },
  )

  proves(
    'nginx',
    'takes the caller’s address from trusted proxies, and believes the header of nobody else',
    async (program) => {
      const seen: (string | undefined)[] = []
      const api = await listen((call, answer) => {
        seen.push(call.headers['x-forwarded-for'] as string | undefined)
        answer.end()
      })
      const callers = async (plan: Plan, from: string, headers: Record<string, string>) => {
        const session = await vi.waitFor(() => visit(plan, plan.settings.apiDomain, from), TIMEOUT)
        const before = seen.length
        const call = session.request({ ':path': '/', ...headers })
        await once(call, 'response')
        call.resume()
        await once(call, 'close')
        session.destroy()
        return seen.slice(before)
      }
      const addresses = ['127.0.0.2', '127.0.0.16/28', '2400:cb00::/32']
      for (const [name, header, read] of [
        ['proxied', 'X-Forwarded-For', { 'x-forwarded-for': '192.0.2.66, 198.51.100.7, 127.0.0.17' }],
        ['cloudflare', 'CF-Connecting-IP', { 'cf-connecting-ip': '198.51.100.7' }],
      ] as const) {
        const plan = await trial(name, [portOf(api)], { trustedProxies: { addresses, header } })
        const child = startOn(plan, program)
        try {
          expect(await callers(plan, '127.0.0.2', read)).toEqual(['198.51.100.7'])
          expect(await callers(plan, '127.0.0.1', read)).toEqual(['127.0.0.1'])
          expect(await callers(plan, '127.0.0.2', {})).toEqual(['127.0.0.2'])
        } finally {
          await stop(child)
        }
      }
      api.closeAllConnections()
      api.close()
    },
  )

  proves('nginx', 'serves security.txt if the hosts file names a contact', async (program) => {
    const securityContact = { contact: 'mailto:security@galx.test', expires: '2027-06-30' }
    for (const [name, changes] of [
      ['silent', {}],
      ['told', { securityContact }],
    ] as const) {
      const plan = await trial(name, [await freePort()], changes)
      const child = startOn(plan, program)
      try {
        const session = await vi.waitFor(() => visit(plan, plan.settings.domain), TIMEOUT)
        const call = session.request({ ':path': '/.well-known/security.txt' })
        const [headers] = (await once(call, 'response')) as [Record<string, unknown>]
        let text = ''
        for await (const chunk of call) text += String(chunk)
        session.destroy()
        if (name === 'silent') {
          expect(headers[':status']).toBe(404)
          continue
        }
        expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/plain; charset=utf-8' })
        expect(text).toBe(`Contact: mailto:security@galx.test
Expires: 2027-06-30T00:00:00Z
Preferred-Languages: en, zh
Canonical: https://galx.test/.well-known/security.txt
`)
      } finally {
        await stop(child)
      }
    }
  })

  proves('nginx', 'has the files of the version that another edge may give out already', async (program) => {
    const plan = await trial('edges', [await freePort()])
    const { opt } = plan.hosts[0]!.directories
    for (const [link, version] of [
      ['previous', 'a'],
      ['app', 'b'],
      ['next', 'c'],
    ] as const) {
      const web = join(opt, `releases/${version}/web/dist`)
      mkdirSync(join(web, 'assets'), { recursive: true })
      for (const name of ['index.html', `assets/${version}.js`]) writeFileSync(join(web, name), version)
      symlinkSync(`releases/${version}`, join(opt, link))
    }
    const child = startOn(plan, program)
    try {
      const session = await vi.waitFor(() => visit(plan, plan.settings.domain), TIMEOUT)
      const statuses = ['/', '/assets/a.js', '/assets/b.js', '/assets/c.js', '/assets/d.js', '/c.js']
      expect(await Promise.all(statuses.map((path) => statusOf(session, path)))).toEqual([
        200, 200, 200, 200, 404, 404,
      ])
      for (const start of ['/%23/start', '/%2523/start'])
        expect(await statusOf(session, `${start}?inviteCode=ABCD2345`)).toBe(302)
      session.destroy()
    } finally {
      await stop(child)
    }
  })
})
