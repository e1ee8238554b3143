/** Many requests at once on a connection, on a real listener, with all possible divisions of their bytes. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limitPipelining } from '../../src/platform/http/pipelining.ts'
import { waitFor } from '../support/wait.ts'

type Begun = { request: IncomingMessage; response: ServerResponse; body: string }
let begun: Begun[] = []
let answer: (one: Begun) => void
const sockets: Socket[] = []

const server = createServer((request, response) => {
  const one: Begun = { request, response, body: '' }
  begun.push(one)
  request.setEncoding('latin1').on('data', (text: string) => (one.body += text))
  request.once('end', () => answer(one))
})
limitPipelining(server)

beforeEach(async () => {
  begun = []
  answer = ({ request, body, response }) => void response.end(`<${request.url} ${body}>`)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  const closed = once(server, 'close')
  server.close()
  // A connection with an unanswered request is not read, and does not notice that its client has gone.
  server.closeAllConnections()
  await closed
})

/** Opens a connection that records its bytes. */
function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  const connection = { socket, heard: '' }
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (text: string) => (connection.heard += text))
  return connection
}

/** The bodies of all answers, in their order. */
function answersOf({ heard }: { heard: string }): string[] {
  return [...heard.matchAll(/<([^>]*)>/g)].map(([, text]) => text!)
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
}

const WITH_LENGTH = 'POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\nGET\r\n\r\n /b\r\n'
const IN_CHUNKS =
  'POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n8\r\na\r\n\r\nb\r\n\r\n2;x=y\r\ncd\r\n0\r\nTrailer: z\r\n\r\n'
const MIXED = [
  get('/1'),
  WITH_LENGTH,
  '\r\n\r\n',
  get('/2'),
  IN_CHUNKS,
  get('/3'),
  WITH_LENGTH,
  get('/4'),
].join('')
const MIXED_ANSWERS = [
  '/1 ',
  '/length GET\r\n\r\n /b\r\n',
  '/2 ',
  '/chunks a\r\n\r\nb\r\ncd',
  '/3 ',
  '/length GET\r\n\r\n /b\r\n',
  '/4 ',
]

describe('requests that arrive at once', () => {
  it('begin one after another, each after the answer to the previous one, and are all answered in order', async () => {
    let [underWay, most] = [0, 0]
    answer = ({ request, response }) => {
      underWay += 1
      most = Math.max(most, underWay)
      setImmediate(() => {
        underWay -= 1
        response.end(`<${request.url}>`)
      })
    }
    const connection = open()
    const paths = Array.from({ length: 3_000 }, (_, index) => `/${index}`)
    connection.socket.write(paths.map(get).join(''))
    await waitFor('all answers', () => Promise.resolve(answersOf(connection).length === paths.length))
    expect(answersOf(connection)).toEqual(paths)
    expect(most).toBe(1)
  })

  it('wait on the connection, which is not read meanwhile', async () => {
    answer = () => {}
    const { socket } = open()
    const [connection] = (await once(server, 'connection')) as [Socket]
    const megabytes = get('/').repeat(300_000)
    const sent = new Promise((resolve) => void socket.write(megabytes, resolve))
    await waitFor('the first', () => Promise.resolve(begun.length === 1))
    // The system accepts no more from the client, although the server has read very little.
    await waitFor('a full connection', () => {
      const written = socket.bytesWritten - socket.writableLength
      return Promise.resolve(socket.writableNeedDrain && written < megabytes.length)
    })
    expect(connection.bytesRead).toBeLessThan(500_000)
    expect(begun).toHaveLength(1)
    begun[0]!.response.end()
    await waitFor('the second', () => Promise.resolve(begun.length === 2))
    expect(connection.bytesRead).toBeLessThan(500_000)
    socket.destroy()
    await sent
  })

  it.each([1, 2, 3, 5, 7, 64, MIXED.length])(
    'are the same requests if their bytes arrive in pieces of %i: bodies of both kinds, empty lines between them',
    async (size) => {
      const connection = open()
      connection.socket.setNoDelay(true)
      for (let at = 0; at < MIXED.length; at += size)
        await new Promise((resolve) => void connection.socket.write(MIXED.slice(at, at + size), resolve))
      await waitFor('all answers', () =>
        Promise.resolve(answersOf(connection).length === MIXED_ANSWERS.length),
      )
      expect(answersOf(connection)).toEqual(MIXED_ANSWERS)
    },
  )

  it('do not begin after an answer that closes the connection', async () => {
    answer = ({ response }) => void response.setHeader('connection', 'close').end('<last>')
    const connection = open()
    connection.socket.write(get('/').repeat(2_000))
    await once(connection.socket, 'close')
    expect(answersOf(connection)).toEqual(['last'])
    expect(begun).toHaveLength(1)
  })

  it('do not begin after bytes that are not a request', async () => {
    server.once('clientError', (_fault, socket) => void socket.end('<none>'))
    const connection = open()
    connection.socket.write(`${get('/1')}NONSENSE\r\n\r\n${get('/2')}`)
    await once(connection.socket, 'close')
    expect(answersOf(connection)).toEqual(['/1 ', 'none'])
  })
})

describe('a request', () => {
  it.each([
    ['waits to be asked for its body', 'Expect: 100-continue', '100 Continue'],
    ['has an unknown expectation', 'Expect: the-moon', '200 OK'],
    ['requests another protocol', 'Connection: Upgrade\r\nUpgrade: websocket', '200 OK'],
  ])('that %s is answered, and so is the next request', async (_how, header, status) => {
    const connection = open()
    const body = 'Content-Length: 2\r\n\r\nab'
    connection.socket.write(`POST /1 HTTP/1.1\r\nHost: x\r\n${header}\r\n${body}${get('/2')}`)
    await waitFor('both answers', () => Promise.resolve(answersOf(connection).length === 2))
    expect(answersOf(connection)).toEqual(['/1 ab', '/2 '])
    expect(connection.heard).toContain(`HTTP/1.1 ${status}`)
  })

  it('that is answered before its body arrives is followed by its body and the next request', async () => {
    answer = () => {}
    server.prependOnceListener('request', (_request, response) => void response.end('<early>'))
    const connection = open()
    connection.socket.write('POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
    await waitFor('the early answer', () => Promise.resolve(answersOf(connection).length === 1))
    answer = ({ request, response }) => {
      if (!response.writableEnded) response.end(`<${request.url}>`)
    }
    connection.socket.write(`cd${get('/2')}`)
    await waitFor('the next answer', () => Promise.resolve(answersOf(connection).length === 2))
    expect(answersOf(connection)).toEqual(['early', '/2'])
  })

  it('whose body is not read for a while arrives completely once it is read', async () => {
    const long = 'x'.repeat(400_000)
    let unread: IncomingMessage | undefined
    server.prependOnceListener('request', (request: IncomingMessage) => {
      unread = request.pause()
    })
    const connection = open()
    connection.socket.write(
      `POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${long.length}\r\n\r\n${long}${get('/2')}`,
    )
    await waitFor('the connection to pause', () => Promise.resolve(unread?.socket.isPaused() === true))
    unread!.resume()
    await waitFor('both answers', () => Promise.resolve(answersOf(connection).length === 2))
    expect(answersOf(connection)).toEqual([`/1 ${long}`, '/2 '])
  })

  it('learns that its connection broke before the answer', async () => {
    answer = () => {}
    const { socket } = open()
    socket.write(get('/'))
    await waitFor('the request', () => Promise.resolve(begun.length === 1))
    const closed = once(begun[0]!.response, 'close')
    socket.resetAndDestroy()
    await closed
  })
})
