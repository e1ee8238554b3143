/** HAProxies with exactly the kit's files, on addresses of this machine, with listeners in place of their targets. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { connect as connectTcp, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { createServer as createSecureServer, request as secureRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, vi } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { STANDARD_PORTS, type Ports } from '../../src/kit/hostsFile.ts'
import { layOut } from '../../src/kit/layOut.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { certificateOf, makePlan, type Host, type Plan } from '../../src/kit/plan.ts'
import { commandsOf } from '../../src/kit/services/commands.ts'
import { end, proves, start } from '../support/debian.ts'
import { HA } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-haproxy-'))
afterAll(() => rmSync(folder, { recursive: true }))
const TIMEOUT = { timeout: 20_000, interval: 100 }

/** Stands in for Prometheus: answers with the requested method and path. */
async function listen(): Promise<Server> {
  const server = createServer(({ method, url }, answer) => answer.end(`${method} ${url}`))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function ports(prometheus: number): Promise<Ports> {
  const own: Ports = structuredClone(STANDARD_PORTS)
  for (const [name, standard] of Object.entries(own))
    Object.assign(own, {
      [name]: Array.isArray(standard) ? [await freePort(), await freePort()] : await freePort(),
    })
  return { ...own, prometheus }
}

type Answer = { status: number; text: string }

function answerOf(call: ReturnType<typeof request>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call.once('error', reject).once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve({ status: answer.statusCode!, text }))
    })
    call.end()
  })
}

/** Writes the files of three hosts. @param prometheus the port of the monitor's Prometheus */
async function trial(name: string, prometheus: number): Promise<Plan> {
  const file = structuredClone(HA)
  for (const [index, host] of file.hosts.entries()) {
    const own = join(folder, name, host.name)
    host.address = `127.0.0.${index + 2}`
    host.ports = await ports(host.name === 'c' ? prometheus : await freePort())
    host.directories = Object.fromEntries(
      ['etc', 'lib', 'log', 'run', 'opt'].map((directory) => [directory, join(own, directory)]),
    )
  }
  const secrets = await completeSecrets('ha', file, null)
  const plan = makePlan('ha', file, secrets, JSON.stringify(PAPER_DEPLOYMENT))
  await layOut(plan, folder, { mimeTypes: null })
  return plan
}

function startOn(plan: Plan, host: Host, program: string) {
  const { run } = commandsOf(plan, host).find(({ unit }) => unit === 'haproxy')!
  return start(program, run.slice(1))
}

describe('HAProxy', () => {
  proves(
    'haproxy',
    'leads a host that serves to the monitor’s Prometheus, and no call for the APIs',
    async (program) => {
      const prometheus = await listen()
      const plan = await trial('entry', (prometheus.address() as AddressInfo).port)
      const [serving, , monitor] = plan.hosts
      const children = [serving!, monitor!].map((host) => startOn(plan, host, program))
      const ask = (path: string, method = 'GET') =>
        answerOf(request({ host: '127.0.0.1', port: serving!.ports.prometheus, path, method }))
      try {
        await vi.waitFor(
          async () =>
            expect(await ask('/api/v1/query?query=up')).toEqual({
              status: 200,
              text: 'GET /api/v1/query?query=up',
            }),
          TIMEOUT,
        )
        expect((await ask('/-/quit')).status).toBe(503)
        expect((await ask('/api/v1/admin/tsdb/snapshot', 'POST')).status).toBe(503)

        // An edge forwards a request from the internet with its own certificate and with a host name that nginx accepts.
        const { certificate, key } = certificateOf(plan, serving!, 'haproxy')
        const trust = { ca: plan.secrets.authority.certificate, cert: certificate, key }
        const place = { host: monitor!.address, port: monitor!.ports.internal, path: '/api/v1/query' }
        const headers = { host: plan.settings.apiDomain }
        expect(
          (await answerOf(secureRequest({ ...place, ...trust, servername: monitor!.name, headers }))).status,
        ).toBe(503)
      } finally {
        await Promise.all(children.map((child) => end(child)))
        prometheus.close()
      }
    },
  )

  proves('haproxy', 'takes reads back from the primary once a replica is there', async (program) => {
    const plan = await trial('replica', await freePort())
    const [host] = plan.hosts
    const members = plan.hosts.slice(0, 2)
    let isReplicaThere = false
    const says = (name: string, path: string) =>
      name === 'a' ? path.startsWith('/primary') : isReplicaThere && path.startsWith('/replica')
    const servers = members.flatMap((member) => {
      const { certificate, key } = certificateOf(plan, member, 'postgres')
      const patroni = createSecureServer({ cert: certificate, key }, ({ url }, answer) =>
        answer.writeHead(says(member.name, url!) ? 200 : 503).end(),
      )
      // The stand-in for PostgreSQL sends its host's name and keeps the connection open.
      const postgres = createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.write(member.name)
      })
      patroni.listen(member.ports.patroni, member.address)
      postgres.listen(member.ports.postgres, member.address)
      return [patroni, postgres]
    })
    const child = startOn(plan, host!, program)
    /** Connects like a pool for reads. @returns the connection, and in `who` the name of the host at its other end */
    const read = async () => {
      const socket = connectTcp(host!.ports.balancerReplica, '127.0.0.1')
      socket.on('error', () => {})
      const ended = once(socket, 'close')
      const who = await Promise.race([
        once(socket, 'data').then(([data]) => String(data)),
        ended.then(() => null),
      ])
      return { socket, ended, who }
    }
    try {
      const first = await vi.waitFor(async () => {
        const found = await read()
        expect(found.who).toBe('a')
        return found
      }, TIMEOUT)
      isReplicaThere = true
      await first.ended
      const next = await read()
      expect(next.who).toBe('b')
      next.socket.destroy()
    } finally {
      await end(child)
      for (const server of servers) server.close()
    }
  })

  proves('haproxy', 'without a primary is named by check.sh, though its port accepts', async (program) => {
    const plan = await trial('primary', await freePort())
    const [host] = plan.hosts
    const complaints = () =>
      new Promise<string>((resolve) =>
        execFile('bash', [`${host!.directories.etc}/galx/check-host.sh`], (_error, text) => resolve(text)),
      )
    const { certificate, key } = certificateOf(plan, host!, 'postgres')
    const patroni = createSecureServer({ cert: certificate, key }, (_call, answer) => answer.end())
    const child = startOn(plan, host!, program)
    try {
      const statistics = { host: '127.0.0.1', port: host!.ports.balancerStatistics, path: '/' }
      await vi.waitFor(async () => expect((await answerOf(request(statistics))).status).toBe(200), TIMEOUT)
      await vi.waitFor(
        async () => expect(await complaints()).toMatch(/^a: HAProxy finds no primary of the database/m),
        TIMEOUT,
      )
      patroni.listen(host!.ports.patroni, host!.address)
      await once(patroni, 'listening')
      await vi.waitFor(async () => expect(await complaints()).not.toContain('no primary'), TIMEOUT)
    } finally {
      await end(child)
      patroni.close()
    }
  })
})
