/** The answer to a connection that sends no request, or an incomplete one, on a real listener with short limits. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseBytes } from '../../src/platform/http/errorHandler.ts'

const server = createServer(
  { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 },
  (request, response) => {
    if (request.method === 'GET') response.end('answered')
  },
)
server.on('clientError', refuseBytes)

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
})

/** @returns all bytes that the server sends to a connection that sends only these bytes, until the server closes it */
async function heard(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  if (bytes !== '') socket.write(bytes)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  await once(socket, 'close')
  return answer
}

it('a connection that sent nothing gets nothing, because a browser that opened it early would mistake bytes for an answer', async () => {
  expect(await heard('')).toBe('')
})

it('a connection that sent half a request is told that it was too slow', async () => {
  expect(await heard('GET / HTTP/1.1\r\nHost: x')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
})

it('a request whose rest arrives too late gets only that refusal, and the call is not executed', async () => {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  const came = new Promise((resolve) => {
    server.once('connection', (connection) => connection.once('close', () => resolve('its end')))
    server.once('request', (request) => request.resume().once('end', () => resolve('the rest')))
  })
  socket.on('error', () => {}).resume()
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{')
  await once(socket, 'end')
  socket.write('}')
  expect(await came).toBe('its end')
  socket.destroy()
})

it('a connection that sent bytes that are not a request is told that they are invalid', async () => {
  const answer = await heard('these are no headers\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: 400, data: null })
})
