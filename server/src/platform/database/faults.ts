/** What an error says about the database: that a connection is gone, or that the database is not there to be used. */
import postgres from 'postgres'

/** Nobody at the other end, or no longer: the driver's own codes and Node's. */
const NO_CONNECTION =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ERR_STREAM)/
/** No such host or socket at the moment: met while connecting, so never by a connection that worked. */
const NOT_FOUND = /^(ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** PostgreSQL's classes: connection exceptions, insufficient resources (too many connections), an operator's intervention. */
const AWAY_STATES = /^(08|53|57)/

const codeOf = (error: unknown): string =>
  String((error as { code?: unknown } | null | undefined)?.code ?? '')

/**
 * Whether the connection itself is gone. Narrower than `isDatabaseAway`: a server that is short of memory refuses a statement
 * and keeps the connection. Wider in one way: whatever is FATAL (or a PANIC) is the server's last word on its connection.
 */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof postgres.PostgresError
    ? /^(FATAL|PANIC)$/.test(error.severity)
    : NO_CONNECTION.test(codeOf(error))

/**
 * Whether the database is away or overwhelmed, which passes without anybody's doing: worth waiting for, and no fault of the
 * request that met it. A wrong password or database name does not pass.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = codeOf(error)
  return error instanceof postgres.PostgresError
    ? AWAY_STATES.test(code)
    : NO_CONNECTION.test(code) || NOT_FOUND.test(code)
}
