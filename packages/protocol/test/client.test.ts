/** The client's types are those of docs/openapi. server/test/api/client.test.ts calls the servers with it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENT_FILE, clientText } from '../script/clientText.ts'

it('has the types of the committed documents; if not: npm run client -w @galx/protocol', async () => {
  expect(readFileSync(CLIENT_FILE, 'utf8')).toBe(await clientText())
})
