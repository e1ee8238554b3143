/** One database server for many tests, each with a database of its own, copied from one that is prepared once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { removeDatabase, startDatabase } from '../database/startDatabase.ts'

const TEMPLATE = 'galx'

type DatabaseCluster = {
  /** of the database that copies are made of */
  readonly url: string
  stop(): Promise<void>
}

/** @param prepare fills the database that copies are made of, and leaves no connection to it */
export async function startDatabaseCluster(
  prepare: (url: string) => Promise<unknown>,
): Promise<DatabaseCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'galx-cluster-'))
  const dataDirectory = join(folder, 'database')
  const database = await startDatabase({ dataDirectory })
  const stop = async () => {
    await database.stop()
    removeDatabase(dataDirectory)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await prepare(database.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: database.url, stop }
}

export type TestDatabase = { readonly url: string; stop(): Promise<void> }

/** @param clusterUrl a cluster's `url`, also one that another process started */
export async function copyDatabase(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const address = (database: string) => Object.assign(new URL(clusterUrl), { pathname: `/${database}` }).href
  const asAdministrator = async (statement: string) => {
    const sql = postgres(address('postgres'), { max: 1, onnotice: () => {} })
    try {
      await sql.unsafe(statement)
    } finally {
      await sql.end()
    }
  }
  await asAdministrator(`create database ${name} template ${TEMPLATE}`)
  return { url: address(name), stop: () => asAdministrator(`drop database ${name} with (force)`) }
}
