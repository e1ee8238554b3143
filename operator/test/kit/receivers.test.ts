/** The kit's Alertmanager, started, with listeners in place of the services: each service gets an alert in its own form. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, vi } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan } from '../../src/kit/plan.ts'
import { alertmanager } from '../../src/kit/services/alertReceivers.ts'
import { end, proves, start } from '../support/debian.ts'
import { SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const TOKEN = '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const folder = mkdtempSync(join(tmpdir(), 'galx-receivers-'))
let server: Server | undefined
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true })
})

/** Debian's build reads its templates from here, also if the program is unpacked elsewhere. */
const TEMPLATES = '/usr/share/prometheus/alertmanager/default.tmpl'
const isInstalled = existsSync(TEMPLATES)
if (!isInstalled && process.env.DEBIAN_PROGRAMS_REQUIRED) throw new Error(`${TEMPLATES} is missing`)
if (!isInstalled) console.log(`not proven here: ${TEMPLATES} is missing`)

describe.skipIf(!isInstalled)('the kit’s Alertmanager', () => {
  proves('prometheus-alertmanager', 'gives every receiver the alert in its form', async (program) => {
    const got = new Map<string, Record<string, unknown>>()
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        got.set(request.url!, JSON.parse(body) as Record<string, unknown>)
        response.writeHead(request.url === '/pagerduty' ? 202 : 200, { 'content-type': 'application/json' })
        response.end('{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":-100123,"type":"group"}}}')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const file = {
      ...SINGLE,
      alerts: {
        runbook: SINGLE.alerts.runbook,
        webhook: [`${here}/one`, `${here}/two`],
        telegram: { chat: -100_123 },
        slack: {},
        pagerduty: true as const,
      },
    }
    const given = { telegram: TOKEN, slack: `${here}/slack`, pagerduty: '0123456789abcdef0123456789abcdef' }
    const secrets = await completeSecrets('single', file, null, given)
    const configuration = alertmanager(
      makePlan('single', file, secrets, JSON.stringify(PAPER_DEPLOYMENT)),
    ) as {
      receivers: Record<string, Record<string, unknown>[]>[]
    }
    // The only difference from the kit's file: both services are on this machine.
    const [operator] = configuration.receivers
    operator!.telegram_configs![0]!.api_url = here
    operator!.pagerduty_configs![0]!.url = `${here}/pagerduty`
    const path = join(folder, 'alertmanager.yml')
    writeFileSync(path, JSON.stringify(configuration))
    const port = await freePort()
    const child = start(program, [
      `--config.file=${path}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ])
    try {
      const alert = {
        labels: { alertname: 'GalxHalted', severity: 'critical' },
        annotations: {
          summary: 'the indexer halted: a < b & c_d',
          runbook_url: 'https://docs.galx.test/r.md#x',
        },
      }
      await vi.waitFor(
        async () => {
          const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify([alert]),
          })
          expect(answer.status).toBe(200)
        },
        { timeout: 15_000, interval: 200 },
      )
      await vi.waitFor(() => expect(got.size).toBe(5), { timeout: 30_000, interval: 200 })
    } finally {
      await end(child)
    }
    const line = 'firing: GalxHalted: the indexer halted: a < b & c_d\nhttps://docs.galx.test/r.md#x'
    for (const one of ['/one', '/two'])
      expect(got.get(one)).toMatchObject({ status: 'firing', commonLabels: { alertname: 'GalxHalted' } })
    const telegram = got.get(`/bot${TOKEN}/sendMessage`)!
    expect(telegram.text).toMatch(new RegExp(`^${line.replaceAll('.', '\\.')}\\n?$`))
    expect(String(telegram.chat_id)).toBe('-100123')
    expect(telegram.parse_mode ?? '').toBe('')
    expect(got.get('/slack')).toMatchObject({
      attachments: [{ title: 'firing: GalxHalted', color: 'danger' }],
    })
    expect(JSON.stringify(got.get('/slack'))).toContain('the indexer halted')
    expect(got.get('/pagerduty')).toMatchObject({
      routing_key: given.pagerduty,
      event_action: 'trigger',
      payload: {
        severity: 'critical',
        summary: 'firing: GalxHalted: the indexer halted: a < b & c_d',
      },
    })
  })
})
