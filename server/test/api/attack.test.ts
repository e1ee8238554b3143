/** One address that pipelines as much as it can, at the limits of a process by default, and another caller beside it. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_RATE_LIMITS } from '../../src/api/limits.ts'
import { waitFor } from '../support/wait.ts'
import { USER_INFO } from './limitedCalls.ts'
import { startWorld, type Client, type World } from './world.ts'

const CONNECTIONS = 16
const REQUESTS = 10_000

let world: World
let api: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api', { limits: DEFAULT_RATE_LIMITS })
})
afterAll(() => world?.stop())

/** Sends all its requests at once. */
function attack() {
  const { port, hostname } = new URL(api.url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' })
  const answered = { ok: 0, refused: 0, closed: false }
  socket.on('error', () => {}).once('close', () => (answered.closed = true))
  socket.setEncoding('latin1').on('data', (text: string) => {
    answered.ok += text.split('HTTP/1.1 200').length - 1
    answered.refused += text.split('HTTP/1.1 429').length - 1
  })
  socket.write(`GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS))
  return { socket, answered }
}

it('leaves another caller its answers and the process its health, and gets no more than its share', async () => {
  const sockets: Socket[] = []
  let handled = 0
  api.api.app.server.on('request', () => (handled += 1))
  const attacks = Array.from({ length: CONNECTIONS }, attack)
  sockets.push(...attacks.map(({ socket }) => socket))
  try {
    // Each answer of the other caller is here before the attacker has had more than its connections allow it meanwhile.
    for (let call = 0; call < 20; call += 1) {
      expect((await fetch(`${api.url}/health/live`)).status).toBe(200)
      expect((await fetch(api.url + USER_INFO)).status).toBe(200)
    }
    await waitFor('every connection to be closed', () =>
      Promise.resolve(attacks.every(({ answered }) => answered.closed)),
    )
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  const sum = (of: 'ok' | 'refused') => attacks.reduce((total, { answered }) => total + answered[of], 0)
  expect(sum('ok')).toBe(DEFAULT_RATE_LIMITS.perIp)
  expect(sum('refused')).toBeLessThanOrEqual(CONNECTIONS)
  // Of 160 000 requests nothing was begun but what was answered.
  expect(handled).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.perIp + CONNECTIONS + 40)
})
