/** From a host that serves to the monitor's Prometheus: two HAProxies with exactly the kit's files, and a listener in Prometheus's place. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request as secureRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, vi } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { STANDARD_PORTS, type Ports } from '../../src/kit/hostsFile.ts'
import { layOut } from '../../src/kit/layOut.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { certificateOf, makePlan } from '../../src/kit/plan.ts'
import { commandsOf } from '../../src/kit/services/commands.ts'
import { end, proves, start } from '../support/debian.ts'
import { HA } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-door-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Prometheus's place: says which path it was asked for. */
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

describe('the door to Prometheus', () => {
  proves(
    'haproxy',
    'leads from a host that serves to the monitor, and no call for the APIs there',
    async (haproxy) => {
      const prometheus = await listen()
      const file = structuredClone(HA)
      const given = (prometheus.address() as AddressInfo).port
      for (const [index, host] of file.hosts.entries()) {
        const own = join(folder, host.name)
        host.address = `127.0.0.${index + 2}`
        host.ports = await ports(host.name === 'c' ? given : await freePort())
        host.directories = Object.fromEntries(
          ['etc', 'lib', 'log', 'run', 'opt'].map((name) => [name, join(own, name)]),
        )
      }
      const plan = makePlan(
        'ha',
        file,
        await completeSecrets('ha', file, null),
        JSON.stringify(PAPER_DEPLOYMENT),
      )
      await layOut(plan, folder, { mimeTypes: null })
      const [serving, , monitor] = plan.hosts
      const children = [serving!, monitor!].map((host) => {
        const { run } = commandsOf(plan, host).find(({ unit }) => unit === 'haproxy')!
        return start(haproxy, run.slice(1))
      })
      const ask = (path: string, method = 'GET') =>
        answerOf(request({ host: '127.0.0.1', port: serving!.ports.prometheus, path, method }))
      try {
        await vi.waitFor(async () => expect((await ask('/api/v1/query?query=up')).status).toBe(200), 20_000)
        expect(await ask('/api/v1/query?query=up')).toEqual({
          status: 200,
          text: 'GET /api/v1/query?query=up',
        })
        expect((await ask('/-/quit')).status).toBe(503)
        expect((await ask('/api/v1/admin/tsdb/snapshot', 'POST')).status).toBe(503)

        // As an edge hands on what comes from the internet: its certificate, and the host that nginx lets through.
        const { certificate, key } = certificateOf(plan, serving!, 'haproxy')
        const trust = { ca: plan.secrets.authority.certificate, cert: certificate, key }
        const place = { host: monitor!.address, port: monitor!.ports.internal, path: '/api/v1/query' }
        const foreign = await answerOf(
          secureRequest({ ...place, ...trust, servername: monitor!.name, headers: { host: file.apiDomain } }),
        )
        expect(foreign).not.toMatchObject({ text: expect.stringContaining('GET') })
        expect(foreign.status).toBe(503)
      } finally {
        await Promise.all(children.map((child) => end(child)))
        prometheus.close()
      }
    },
  )
})
