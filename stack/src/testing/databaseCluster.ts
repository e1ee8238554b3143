/** One database server for many tests. Each test has its own database, a copy of a database that is prepared once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { removeDatabase, startDatabase } from '../database/startDatabase.ts'

const TEMPLATE = 'galx'

/**
 * For databases that are not needed after a test: commits are not forced to the disk. A killed server loses nothing by that; only a power
 * failure loses data.
 */
export const NOT_FORCED_TO_DISK = { fsync: 'off', full_page_writes: 'off' } as const

type DatabaseCluster = {
  /** of the template database */
  readonly url: string
  stop(): Promise<void>
}

/** @param prepare fills the template database, and must close its connections */
export async function startDatabaseCluster(
  prepare: (url: string) => Promise<unknown>,
): Promise<DatabaseCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'galx-cluster-'))
  const dataDirectory = join(folder, 'database')
  // Connections of an ended test file may still be open when the next begins, including the pools of two APIs.
  const settings = { ...NOT_FORCED_TO_DISK, max_connections: '400' }
  const database = await startDatabase({ dataDirectory, settings })
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

/** @param clusterUrl a cluster's `url`, perhaps of another process */
export function copyDatabase(clusterUrl: string): Promise<TestDatabase> {
  return createDatabase(clusterUrl, TEMPLATE)
}

/** A database without a schema. @param clusterUrl like in `copyDatabase` */
export function emptyDatabase(clusterUrl: string): Promise<TestDatabase> {
  return createDatabase(clusterUrl, 'template0')
}

async function createDatabase(clusterUrl: string, template: string): Promise<TestDatabase> {
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
  await asAdministrator(`create database ${name} template ${template}`)
  return { url: address(name), stop: () => asAdministrator(`drop database ${name} with (force)`) }
}
