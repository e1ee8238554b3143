/** Limits of an API's influence: a command waits as long as a refusal asks, but it limits an answer's time and size and follows no redirect. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { filesOfApi } from '../src/audit/io/publishedFiles.ts'
import { fetchWithRetry } from '../src/fetchWithRetry.ts'

let server: Server
let url: string
/** `Retry-After` of the remaining refusals; null: a refusal without this header */
let refusals: (string | null)[]
let requests: number
/** the test's answer to every request; null: the refusals, then the file */
let answer: ((response: ServerResponse) => unknown) | null

beforeEach(async () => {
  ;[refusals, requests, answer] = [[], 0, null]
  server = createServer((_, response) => {
    requests += 1
    if (answer !== null) return answer(response)
    const retryAfter = refusals.shift()
    if (retryAfter === undefined) return response.end('the file')
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter)
    response.statusCode = 429
    return response.end('too many requests')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

it.each([
  ['7', 7_000],
  ['0', 1_000],
  ['3600', 60_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 1_000],
  ['soon', 1_000],
  [null, 1_000],
])('waits if Retry-After is %s', async (retryAfter, milliseconds) => {
  refusals = [retryAfter, retryAfter]
  const waits: number[] = []
  const response = await fetchWithRetry(url, (wait) => Promise.resolve(waits.push(wait)))
  expect(await response.text()).toBe('the file')
  expect(waits).toEqual([milliseconds, milliseconds])
  expect(requests).toBe(3)
})

it('the audit reads its files from an API that refuses at first', async () => {
  refusals = ['1']
  expect(await filesOfApi(url).header(1n)).toBe('the file')
  expect(requests).toBe(2)
})

function never(): Promise<never> {
  return Promise.reject(new Error('there is nothing to wait for'))
}
const LIMITS = { milliseconds: 100, bytes: 1_000 }

it.each([
  ['at once', () => {}],
  ['in the middle of the file', (response: ServerResponse) => response.write('the f')],
])('gives up on an API that stops answering %s', async (_when, begin) => {
  answer = begin
  await expect(fetchWithRetry(url, never, LIMITS)).rejects.toThrow('no answer in time')
})

it('cuts off an endless answer', async () => {
  const cut = new Promise((resolve) => {
    answer = (response) => {
      const part = Buffer.alloc(600)
      const more = () => void response.write(part, (error) => error ?? more())
      response.on('close', resolve)
      more()
    }
  })
  const patient = { ...LIMITS, milliseconds: 60_000 }
  await expect(fetchWithRetry(url, never, patient)).rejects.toThrow('the answer is longer than 1000 bytes')
  await cut
})

it('follows no redirect of an API', async () => {
  answer = (response) => {
    answer = null
    response.writeHead(307, { location: `${url}/elsewhere` }).end()
  }
  await expect(filesOfApi(url).header(1n)).rejects.toThrow(/does not answer: it redirects/)
  expect(requests).toBe(1)
})

it('names the reason why an API cannot be reached', async () => {
  answer = null
  await new Promise((resolve) => server.close(resolve))
  await expect(filesOfApi(url).header(1n)).rejects.toThrow(
    /^http:\/\/\S+ does not answer: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  )
})
