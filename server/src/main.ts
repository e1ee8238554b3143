/**
 * The server's processes, one codebase: `main.ts api|btc-api|indexer|signer|verdicts|migrate|reindex|forget`. Only the environment configures them.
 * Exit codes: 0 stopped as asked, 1 fault (one line on stderr names the fault), 3 indexing has halted (see indexer/engine/cursor.ts).
 */
import { DatabaseConfigurationError, DatabaseUnavailableError } from './platform/database/faults.ts'
import { createRedactor } from './platform/secrets.ts'

/** A command starts its process, and resolves with the exit code when that process has ended. */
type Command = (environment: NodeJS.ProcessEnv) => Promise<number>

const COMMANDS: Record<string, () => Promise<Command>> = {
  api: async () => (await import('./api/command.ts')).api,
  'btc-api': async () => (await import('./api/command.ts')).btcApi,
  indexer: async () => (await import('./indexer/command.ts')).indexer,
  signer: async () => (await import('./signer/command.ts')).signer,
  verdicts: async () => (await import('./signer/verdictsCommand.ts')).verdicts,
  reindex: async () => {
    const { reindex } = await import('./indexer/reindexCommand.ts')
    return (environment) => reindex(environment)
  },
  forget: async () => (await import('./indexer/reindexCommand.ts')).wipe,
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
  process.stderr.write(`${name}: ${createRedactor(process.env)(describe(error))}\n`)
  process.exitCode = 1
} finally {
  // Nothing is left to do. A connection, an input or a thread that does not end must not keep the process alive.
  setTimeout(() => process.exit(), 500).unref()
}

/** The variables that contain the database's address. */
function databaseVariables(): string {
  return process.env.DATABASE_DIRECT_URL?.trim() ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL'
}

/** One line for an operator. Only an unexpected fault prints its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailableError)
    return `${databaseVariables()}: ${error.cause === undefined ? error.message : `the database does not answer (${codeOf(error.cause)})`}`
  if (error instanceof DatabaseConfigurationError) return `${databaseVariables()}: ${error.message}`
  if (codeOf(error) === 'EADDRINUSE') return `the port is taken: ${error.message}`
  return error.message
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? 'no code')
}
