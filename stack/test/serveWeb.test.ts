/** The server of the built app, as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
let server: ChildProcess
let url: string

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galx-site-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  const config = join(folder, 'config.json')
  await writeFile(config, '{}')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../src/web/serveWeb.ts')], {
    env: {
      ...process.env,
      WEB_PORT: String(port),
      WEB_ROOT: folder,
      WEB_CONFIG_FILE: config,
      CONNECT_ORIGINS: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout!, 'data')
})
afterAll(async () => {
  server.kill()
  await once(server, 'exit')
  await rm(folder, { recursive: true })
})

it.each([
  ['/%23/start?inviteCode=ABCD2345', '/#/start?inviteCode=ABCD2345'],
  ['/%23%2Fstart%3FinviteCode%3DABCD2345', '/#%2Fstart%3FinviteCode%3DABCD2345'],
  ['/%2523%252Fstart%253FinviteCode%253DABCD2345', '/#%252Fstart%253FinviteCode%253DABCD2345'],
])('redirects to the app if a messenger has escaped the #: %s', async (path, location) => {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(location)
})

it.each([
  ['/', 200],
  ['/start', 404],
  ['/a%23/start', 404],
])('answers %s with %i', async (path, status) => {
  expect((await fetch(`${url}${path}`, { redirect: 'manual' })).status).toBe(status)
})
