/**
 * The server's processes, one codebase: `main.ts api|btc-api|indexer|migrate|reindex`, configured by environment alone.
 * Exit codes: 0 stopped as asked, 1 fault (one line on stderr says which), 3 indexing has halted (see indexer/halt.ts).
 */
import { ConfigurationError } from './platform/environment.ts'
import { SchemaError } from './platform/database/migrate.ts'

/** A command starts its process and resolves with the exit code once that has ended. */
type Command = (environment: NodeJS.ProcessEnv) => Promise<number>

const COMMANDS: Record<string, () => Promise<Command>> = {
  api: async () => (await import('./api/command.ts')).api,
  'btc-api': async () => (await import('./api/command.ts')).btcApi,
  indexer: async () => (await import('./indexer/command.ts')).indexer,
  reindex: async () => (await import('./indexer/reindexCommand.ts')).reindex,
  migrate: async () => (await import('./platform/database/migrateCommand.ts')).migrateCommand,
}

const [name = '', ...rest] = process.argv.slice(2)
const load = COMMANDS[name]
if (!load || rest.length) {
  process.stderr.write(`usage: main.ts ${Object.keys(COMMANDS).join('|')}\n`)
  process.exit(1)
}
try {
  const command = await load()
  process.exitCode = await command(process.env)
} catch (error) {
  process.stderr.write(`${name}: ${describe(error)}\n`)
  process.exitCode = 1
}

/** Where a database's address comes from. */
function databaseVariables(): string {
  return process.env.DATABASE_DIRECT_URL?.trim() ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL'
}

/** One line for an operator; the stack only for what should not be possible. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigurationError || error instanceof SchemaError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT')
    return `${databaseVariables()}: the database does not answer (${code})`
  if (code === 'EADDRINUSE') return `the port is taken: ${error.message}`
  if (code && /^(28|3D)/.test(code)) return `${databaseVariables()}: ${error.message}`
  return error.message
}
