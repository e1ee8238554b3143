/** A server that lets a caller have only so many requests: the operator's commands wait as long as it asks, and no longer. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { filesOfApi } from '../src/audit/io/publishedFiles.ts'
import { fetchWithRetry } from '../src/fetchWithRetry.ts'

let server: Server
let url: string
/** `Retry-After` of the refusals that are left; null: a refusal without one */
let refusals: (string | null)[]
let requests: number

beforeEach(async () => {
  ;[refusals, requests] = [[], 0]
  server = createServer((_, response) => {
    requests += 1
    const retryAfter = refusals.shift()
    if (retryAfter === undefined) return response.end('the file')
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter)
    response.statusCode = 429
    return response.end('too many requests')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

it.each([
  ['7', 7_000],
  ['0', 1_000],
  ['3600', 60_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 1_000],
  ['soon', 1_000],
  [null, 1_000],
])('waits where Retry-After is %s', async (retryAfter, milliseconds) => {
  refusals = [retryAfter, retryAfter]
  const waits: number[] = []
  const response = await fetchWithRetry(url, (wait) => Promise.resolve(waits.push(wait)))
  expect(await response.text()).toBe('the file')
  expect(waits).toEqual([milliseconds, milliseconds])
  expect(requests).toBe(3)
})

it('the audit gets its files from an API that refuses at first', async () => {
  refusals = ['1']
  expect(await filesOfApi(url).header(1n)).toBe('the file')
  expect(requests).toBe(2)
})
