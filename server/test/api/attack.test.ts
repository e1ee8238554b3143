/** One address pipelines as many requests as it can, at the default limits of a process. Another caller calls at the same time. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_RATE_LIMITS } from '../../src/http/limits.ts'
import { waitFor } from '../support/wait.ts'
import { answersTo, open, startBehindProxy, USER_INFO } from './limitedCalls.ts'
import { signIn, startWorld, type Client, type World } from './world.ts'

const CONNECTIONS = 16
const REQUESTS = 10_000

let world: World
let api: Client
beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api', { limits: DEFAULT_RATE_LIMITS })
})
afterAll(() => world?.stop())

/** Sends all requests at once. */
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

it('an attack leaves other callers their answers and the process ready, and gets only its share', async () => {
  const sockets: Socket[] = []
  let handled = 0
  api.api.app.server.on('request', () => (handled += 1))
  const attacks = Array.from({ length: CONNECTIONS }, attack)
  sockets.push(...attacks.map(({ socket }) => socket))
  try {
    // Each answer to the other caller arrives before the attacker can exceed the share of its connections.
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
  // Of 160 000 requests the process started only those that it answered.
  expect(handled).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.perIp + CONNECTIONS + 40)
})

describe('a caller that reconnects after each refusal', () => {
  it('denies no signed-in neighbour behind the same address an answer', async () => {
    const strict = await world.start('api', { limits: { perIp: 3 } })
    const user = await signIn(strict)
    const request = `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\n`
    const refused = await answersTo(strict.url, `${request}\r\n`.repeat(4))
    expect(refused.at(-1)?.status).toBe(429)
    const sockets = Array.from({ length: 20 }, () => open(strict, `${request}\r\n`))
    const answer = await answersTo(
      strict.url,
      `${request}Authorization: ${user.token}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.map(({ status }) => status)).toEqual([200])
    for (const socket of sockets) socket.destroy()
  })

  it('does not affect other callers behind its proxy: no connection of the proxy is cut or delayed', async () => {
    const proxied = await startBehindProxy()
    try {
      const strict = await proxied.start('api', { limits: { perIp: 3 } })
      const ask = async (from: string) => {
        const head = `GET ${USER_INFO} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: ${from}`
        return (await answersTo(strict.url, `${head}\r\n\r\n`)).map(({ status }) => status)
      }
      const attacker = await Promise.all(Array.from({ length: 200 }, () => ask('203.0.113.1')))
      expect(attacker.flat().sort()).toEqual([200, 200, 200, ...Array.from({ length: 197 }, () => 429)])
      expect(await ask('203.0.113.2')).toEqual([200])
    } finally {
      await proxied.stop()
    }
  })
})
