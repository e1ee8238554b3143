/** The cost of one network's connections: on a real listener, from several addresses of the loopback network. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limitConnections } from '../../src/platform/http/connections.ts'
import { refuseBytes } from '../../src/platform/http/errorHandler.ts'
import { limitPipelining } from '../../src/platform/http/pipelining.ts'
import { waitFor } from '../support/wait.ts'

const [CALLER, OTHER, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
/** Ten times the number of turns within the longest wait. */
const MANY = 400

const REFUSED = 'GET /refuse HTTP/1.1\r\nHost: x\r\n\r\n'
const ANSWERED = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const ANSWERED_LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

let server: Server
/** when each request began */
let begun: number[]
/** milliseconds by which the server's clock is ahead */
let ahead: number
const sockets: Socket[] = []

beforeEach(async () => {
  begun = []
  ahead = 0
  server = createServer((request, response) => {
    begun.push(performance.now())
    if (request.url === '/refuse') response.writeHead(429, { connection: 'close' })
    response.end('<answer>')
  })
  const isProxy = (address: string) => address === PROXY
  limitPipelining(
    server,
    limitConnections(server, isProxy, () => performance.now() + ahead),
  )
  server.on('clientError', refuseBytes)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

/** Opens a connection that sends this at once and records the answer. */
function open(from: string, bytes = '') {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  const connection = { socket, heard: '' }
  socket.on('error', () => {}).setEncoding('latin1')
  socket.on('data', (text: string) => (connection.heard += text))
  if (bytes !== '') socket.write(bytes)
  return connection
}

function countAnswers({ heard }: { heard: string }): number {
  return heard.split('<answer>').length - 1
}

/** Sends this over this many connections at once. @returns the number of answers when the server has closed them all */
async function sendOver(connections: number, from: string, bytes: string): Promise<number> {
  const opened = Array.from({ length: connections }, () => open(from, bytes))
  await waitFor('the server to close every connection', () =>
    Promise.resolve(opened.every(({ socket }) => socket.closed)),
  )
  return opened.reduce((sum, connection) => sum + countAnswers(connection), 0)
}

describe('new connections of a network that was refused', () => {
  it('are read one after another, at least 50 ms apart', async () => {
    await sendOver(1, CALLER, REFUSED)
    begun = []
    const started = performance.now()
    expect(await sendOver(8, CALLER, ANSWERED_LAST)).toBe(8)
    // Timers count whole milliseconds, so the limit has a margin.
    expect(begun.at(-1)! - started).toBeGreaterThan(7 * 50 - 10)
  })

  it('are cut if too many others wait, while those of other networks are all answered', async () => {
    await sendOver(1, CALLER, REFUSED)
    const [own, others] = await Promise.all([
      sendOver(MANY, CALLER, ANSWERED_LAST),
      sendOver(MANY, OTHER, ANSWERED_LAST),
    ])
    expect(own).toBeGreaterThan(30)
    expect(own).toBeLessThan(MANY)
    expect(others).toBe(MANY)
  })

  it('are never delayed or cut if they come from a proxy', async () => {
    await sendOver(1, PROXY, REFUSED)
    expect(await sendOver(MANY, PROXY, ANSWERED_LAST)).toBe(MANY)
  })

  it('do not affect the network’s open connections', async () => {
    const neighbour = open(CALLER, ANSWERED)
    await waitFor('the first answer', () => Promise.resolve(countAnswers(neighbour) === 1))
    await sendOver(1, CALLER, REFUSED)
    const reconnecting = sendOver(MANY, CALLER, ANSWERED_LAST)
    for (let call = 2; call < 20; call += 1) {
      neighbour.socket.write(ANSWERED)
      await waitFor('the next answer', () => Promise.resolve(countAnswers(neighbour) === call))
    }
    await reconnecting
  })

  it('are read at once again when the refusal is 10 s old', async () => {
    await sendOver(1, CALLER, REFUSED)
    ahead = 10_001
    expect(await sendOver(MANY, CALLER, ANSWERED_LAST)).toBe(MANY)
  })

  it('are also delayed after bytes that are not a request, which no limit counts', async () => {
    await sendOver(1, CALLER, 'NONSENSE\r\n\r\n')
    expect(await sendOver(MANY, CALLER, ANSWERED_LAST)).toBeLessThan(MANY)
  })
})

describe('open connections', () => {
  it('of a network are limited: more are cut until some have closed; those of a proxy are not limited', async () => {
    const own = Array.from({ length: 1_000 }, () => open(CALLER))
    await waitFor('all of them', () => Promise.resolve(own.every(({ socket }) => !socket.connecting)))
    const one = open(CALLER, ANSWERED)
    await waitFor('another connection to be cut', () => Promise.resolve(one.socket.closed))
    expect(one.heard).toBe('')
    own[0]!.socket.write(ANSWERED)
    await waitFor('an answer on an open connection', () => Promise.resolve(countAnswers(own[0]!) === 1))
    own[1]!.socket.destroy()
    await waitFor('a place', async () => (await sendOver(1, CALLER, ANSWERED_LAST)) === 1)
    const proxied = Array.from({ length: 1_001 }, () => open(PROXY))
    await waitFor('its connections', () => Promise.resolve(proxied.every(({ socket }) => !socket.connecting)))
    proxied[1_000]!.socket.write(ANSWERED)
    await waitFor('an answer', () => Promise.resolve(countAnswers(proxied[1_000]!) === 1))
  })
})

describe('requests sent before the answer to an earlier request', () => {
  it('begin at least 10 ms apart, over all connections of their network together', async () => {
    const started = performance.now()
    const own = Array.from({ length: 4 }, () => open(CALLER, ANSWERED.repeat(10)))
    await waitFor('all answers', () => Promise.resolve(own.every((one) => countAnswers(one) === 10)))
    // The first request of each connection came before any answer.
    expect(begun.at(-1)! - started).toBeGreaterThan(35 * 10 - 10)
  })

  it('begin at the answer if they come from a proxy', async () => {
    const { heard } = await sendPipelined(PROXY)
    expect(heard).toBe(300)
    const times: number[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) times.push((await sendPipelined(PROXY)).milliseconds)
    // If the requests waited for turns, they would take 3 s each time.
    expect(Math.min(...times)).toBeLessThan(2_900)
  })
})

async function sendPipelined(from: string): Promise<{ heard: number; milliseconds: number }> {
  const connection = open(from, ANSWERED.repeat(300))
  const started = performance.now()
  await waitFor('all answers', () => Promise.resolve(countAnswers(connection) === 300))
  return { heard: countAnswers(connection), milliseconds: performance.now() - started }
}
