/** Starts of a database that fail: the line names the cause, and the way out. */
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeDatabase, startDatabase } from '../src/database/startDatabase.ts'
import { clusterFolder } from '../src/database/unprivilegedUser.ts'

let folder: string
let dataDirectory: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-database-'))
  dataDirectory = join(folder, 'database')
  const database = await startDatabase({ dataDirectory })
  await database.stop()
}, 60_000)
afterAll(() => {
  removeDatabase(dataDirectory)
  rmSync(folder, { recursive: true })
})

it('a taken port is named, and no loss of data is proposed', async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await expect(startDatabase({ dataDirectory, port })).rejects.toThrow(
    /^The embedded database did not start: could not bind [^;]*: Address already in use$/,
  )
  server.close()
})

it('damaged files are named in one line, with the command that makes a new database', async () => {
  truncateSync(join(clusterFolder(dataDirectory), 'global/pg_control'), 10)
  await expect(startDatabase({ dataDirectory })).rejects.toThrow(
    /^The embedded database did not start: PANIC: .*pg_control.*; if the database's files are damaged, start again with: npm start -- --fresh$/,
  )
})
