/** Reads a process's configuration from its environment. Every fault is one line that names the variable. */
import { readFile } from 'node:fs/promises'
import { FatalError } from './faults.ts'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { nodeNamedTwice } from '@galx/protocol/nodes'

/** A fault of the configuration. The process prints it as one line and exits with 1. */
export class ConfigurationError extends FatalError {
  override name = 'ConfigurationError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** @throws ConfigurationError if the variable is missing or empty */
export function required(environment: Environment, name: string): string {
  const value = environment[name]?.trim()
  if (!value) throw new ConfigurationError(`${name} is missing`)
  return value
}

/** A TCP port; 0 lets the system choose. @throws ConfigurationError if the value is not a port, or is missing without a default */
export function port(environment: Environment, name: string, standard?: number): number {
  const text = environment[name]?.trim()
  if (!text && standard !== undefined) return standard
  const value = /^\d{1,5}$/.test(text ?? '') ? Number(text) : NaN
  if (!(value <= 65_535)) throw new ConfigurationError(`${name} must be a port number, not "${text ?? ''}"`)
  return value
}

/** HOST, the address to listen on; by default the loopback address. */
export function host(environment: Environment): string {
  return environment.HOST?.trim() || '127.0.0.1'
}

/** A whole number above 0. @throws ConfigurationError for any other value */
export function count(environment: Environment, name: string, standard: number): number {
  const text = environment[name]?.trim() || String(standard)
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ConfigurationError(`${name} must be a whole number above 0, not "${text}"`)
  return Number.parseInt(text, 10)
}

/** A number above 0, such as 0.5. @throws ConfigurationError for any other value */
export function perSecond(environment: Environment, name: string, standard: number): number {
  const text = environment[name]?.trim() || String(standard)
  const value = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (value <= 0) throw new ConfigurationError(`${name} must be a number above 0, not "${text}"`)
  return value
}

/** @throws ConfigurationError for any value except true and false */
export function flag(environment: Environment, name: string): boolean {
  const text = environment[name]?.trim() || 'false'
  if (text !== 'true' && text !== 'false')
    throw new ConfigurationError(`${name} must be true or false, not "${text}"`)
  return text === 'true'
}

/** Whole seconds, 0 or more. @throws ConfigurationError for any other value */
export function seconds(environment: Environment, name: string, standard: number): number {
  const text = environment[name]?.trim() || String(standard)
  if (!/^\d{1,4}$/.test(text))
    throw new ConfigurationError(`${name} must be whole seconds from 0 to 9999, not "${text}"`)
  return Number.parseInt(text, 10)
}

/** REDIS_URL; null if it is not set. @throws ConfigurationError for a value that is not a Redis address */
export function redisUrl(environment: Environment): string | null {
  const text = environment.REDIS_URL?.trim()
  if (!text) return null
  // The value may contain a password, so the message must not quote it.
  if (!/^rediss?:\/\/./.test(text) || !URL.canParse(text))
    throw new ConfigurationError('REDIS_URL must be a Redis address such as redis://host:6379')
  return text
}

/** http(s) addresses, separated by commas. @throws ConfigurationError that names the faulty address by its position */
export function httpUrls(environment: Environment, name: string): string[] {
  return required(environment, name)
    .split(',')
    .map((text, index) => {
      const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
      if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
        // The value may contain a provider's key, so the message must not quote it.
        throw new ConfigurationError(`${name} must be http(s) addresses, but number ${index + 1} is not`)
      return text.trim()
    })
}

/** RPC_URL. @throws ConfigurationError for a value that is not an address, or that appears twice: two nodes must be different nodes */
export function nodeUrls(environment: Environment): string[] {
  const urls = httpUrls(environment, 'RPC_URL')
  if (nodeNamedTwice(urls) !== null) throw new ConfigurationError('RPC_URL names a node twice')
  return urls
}

function databaseAddress(environment: Environment, name: string): string {
  const text = required(environment, name)
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(text))
    throw new ConfigurationError(
      `${name} must be a PostgreSQL address such as postgres://user@host:5432/galx`,
    )
  return text
}

/** DATABASE_URL. @throws ConfigurationError for a value that is not a PostgreSQL address */
export function databaseUrl(environment: Environment): string {
  return databaseAddress(environment, 'DATABASE_URL')
}

/** DATABASE_READ_URL, the address of a replica; null if it is not set. @throws ConfigurationError for a value that is not a PostgreSQL address */
export function readDatabaseUrl(environment: Environment): string | null {
  return environment.DATABASE_READ_URL?.trim() ? databaseAddress(environment, 'DATABASE_READ_URL') : null
}

/** DATABASE_PREPARE; false behind PgBouncer in transaction mode, where a prepared statement outlives its connection. */
export function prepares(environment: Environment): boolean {
  return environment.DATABASE_PREPARE?.trim() !== 'false'
}

/**
 * DATABASE_DIRECT_URL: the database without a pooler, for commands that need their own session (LISTEN, advisory locks). A
 * pooler in transaction mode accepts such a command, applies it to another client's session and reports nothing. Revoked
 * sessions would then stay live. Without a pooler, DATABASE_URL is used.
 * @throws ConfigurationError if there is a pooler and the variable is missing, or for a value that is not a PostgreSQL address
 */
export function directDatabaseUrl(environment: Environment): string {
  if (environment.DATABASE_DIRECT_URL?.trim()) return databaseAddress(environment, 'DATABASE_DIRECT_URL')
  if (!prepares(environment))
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL is missing: with DATABASE_PREPARE=false it must name the database without the pooler',
    )
  return databaseUrl(environment)
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** LOG_LEVEL; `info` by default. @throws ConfigurationError for an unknown level */
export function logLevel(environment: Environment): LogLevel {
  const text = environment.LOG_LEVEL?.trim() || 'info'
  const level = LOG_LEVELS.find((known) => known === text)
  if (!level) throw new ConfigurationError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
  return level
}

/** The deployment file at DEPLOYMENT_FILE. @throws ConfigurationError if it cannot be read or is not valid */
export async function deployment(environment: Environment): Promise<Deployment> {
  const path = required(environment, 'DEPLOYMENT_FILE')
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigurationError(`DEPLOYMENT_FILE ${path} cannot be read: ${error.message}`)
  })
  try {
    return parseDeployment(text)
  } catch (error) {
    throw new ConfigurationError(
      `DEPLOYMENT_FILE ${path} is not a deployment file: ${(error as Error).message}`,
    )
  }
}
