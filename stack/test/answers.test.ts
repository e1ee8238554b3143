import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilAnswers } from '../src/supervisor/answers.ts'

test('a part that breaks off its answer, or answers that it is not ready, is asked again', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    if (asked === 1) {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half', () => response.destroy())
    } else response.writeHead(asked === 2 ? 503 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await untilAnswers(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => false)
    expect(asked).toBe(3)
  } finally {
    server.close()
  }
})
