/**
 * Maps the driver's errors to our families (platform/faults.ts). Only this file reads their codes. All other code distinguishes errors by class. An
 * error that belongs to no family stays as the driver threw it: one of our statements is at fault.
 */
import postgres from 'postgres'
import { InvariantViolationError, FatalError, RetryableError } from '../faults.ts'

/** The database is unreachable, overloaded, recovering, or a standby. It cannot be read or written now. */
export class DatabaseUnavailableError extends RetryableError {
  override name = 'DatabaseUnavailableError'
}
/** Every connection of a pool has been in use for too long. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  override name = 'DatabaseBusyError'
}
/** A transaction was aborted in favour of another transaction, or waited too long for a lock. */
export class TransactionConflictError extends RetryableError {
  override name = 'TransactionConflictError'
}
/** A constraint or a type of the tables refuses the data. */
export class DataRejectedError extends InvariantViolationError {
  override name = 'DataRejectedError'
  /** the constraint's name; null if the error has none */
  readonly constraint: string | null
  constructor(message: string, constraint: string | null, options: ErrorOptions) {
    super(message, options)
    this.constraint = constraint
  }
}
/** Wrong password, name or address. Waiting does not help. */
export class DatabaseConfigurationError extends FatalError {
  override name = 'DatabaseConfigurationError'
}

type Family = 'away' | 'conflict' | 'refused' | 'misconfigured'

/** By PostgreSQL's class, the first two characters of a SQLSTATE. */
const CLASSES: Readonly<Record<string, Family>> = {
  '08': 'away', // connection exceptions
  '53': 'away', // insufficient resources, such as too many connections
  '57': 'away', // an operator's intervention, a server that starts or recovers
  '22': 'refused',
  '23': 'refused',
  '28': 'misconfigured', // wrong role or password
  '3D': 'misconfigured', // no such database
  '40': 'conflict',
}
/** Single states that differ from their class. */
const STATES: Readonly<Record<string, Family>> = {
  '25006': 'away', // read-only: a standby, or a primary before the end of its promotion
  '55000': 'away', // the database accepts no connections now
  '55P03': 'conflict', // lock_timeout
  '57014': 'conflict', // statement_timeout
}
/** No server at the other end, or a server that is gone: the driver's codes and Node's. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])
/** No such host or socket now. Occurs only during a connection attempt, never on a connection that worked. */
const NOT_FOUND_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code ?? '')
}

function familyOf(error: unknown): Family | null {
  const code = codeOf(error)
  if (error instanceof postgres.PostgresError) return STATES[code] ?? CLASSES[code.slice(0, 2)] ?? null
  return CONNECTION_CODES.has(code) || NOT_FOUND_CODES.has(code) ? 'away' : null
}

/**
 * The number of characters of PostgreSQL's message that are kept. A message may quote a long list of values, and appears in logs and in the halt's
 * reason.
 */
const MESSAGE = 500

function shortened(message: string): string {
  return message.length <= MESSAGE ? message : `${message.slice(0, MESSAGE)}…`
}

/** Converts the error of a statement for all code outside the driver. */
export function databaseFault(error: unknown): unknown {
  const message = error instanceof Error ? shortened(error.message) : ''
  switch (familyOf(error)) {
    case 'away':
      return new DatabaseUnavailableError(message || codeOf(error), { cause: error })
    case 'conflict':
      return new TransactionConflictError(message, { cause: error })
    case 'misconfigured':
      return new DatabaseConfigurationError(message, { cause: error })
    case 'refused':
      return new DataRejectedError(message, (error as postgres.PostgresError).constraint_name ?? null, {
        cause: error,
      })
    case null:
      return error
  }
}

/**
 * Whether the connection itself is lost. Narrower than `DatabaseUnavailableError`: a server that is short of memory refuses a
 * statement and keeps the connection. Wider in one case: after a FATAL or PANIC the server closes the connection.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return isConnectionLost(error.cause)
  return error instanceof postgres.PostgresError
    ? error.severity === 'FATAL' || error.severity === 'PANIC'
    : CONNECTION_CODES.has(codeOf(error))
}

/** Codes of a connection that was accepted and then closed: the server stops, or a balancer has no server behind it. */
const TAKEN_CODES = new Set(['CONNECTION_CLOSED', 'ECONNRESET'])

/** Whether something listens at the address: a server that starts, recovers or is a standby, or a balancer in front of a server. */
export function isReached({ cause }: DatabaseUnavailableError): boolean {
  return cause === undefined || cause instanceof postgres.PostgresError || TAKEN_CODES.has(codeOf(cause))
}
