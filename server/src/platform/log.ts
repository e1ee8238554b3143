/** The log of a process: one line of JSON for each entry, without the environment's secrets. */
import { pino, type Logger } from 'pino'
import { logLevel, type Environment } from './environment.ts'
import { createRedactor } from './secrets.ts'

/** @throws ConfigurationError for an unknown LOG_LEVEL */
export function createLog(environment: Environment, name: string): Logger {
  return pino({
    level: logLevel(environment),
    name,
    hooks: { streamWrite: createRedactor(environment) },
  })
}
