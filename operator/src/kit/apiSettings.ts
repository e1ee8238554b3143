/**
 * Variables that a hosts file may set: variables of both APIs as `apiEnvironment`, variables of the indexer as `indexerEnvironment`. The
 * kit sets all others. docs/environment.md explains them.
 */
import { Type } from 'typebox'

const Count = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const CallsPerSecond = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,6}(?:\\.[0-9]{1,6})?$' })
const Seconds = Type.String({ pattern: '^[0-9]{1,4}$' })

export const ApiSettingsSchema = Type.Partial(
  Type.Object({
    RATE_PER_IP: Count,
    RATE_SIGN_IN_PER_IP: Count,
    RATE_PER_ACCOUNT: Count,
    RATE_NODE_CALLS_PER_CALLER: Count,
    RATE_NODE_CALLS_PER_NETWORK: Count,
    RATE_NODE_CALLS: Count,
    RATE_CSV_LINES: Count,
    RATE_ROWS: Count,
    CALLS_UNDER_WAY: Count,
    CALLS_UNDER_WAY_PER_CALLER: Count,
    // PostgreSQL reserves a connection for each of them.
    DATABASE_CONNECTIONS: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
    SHUTDOWN_SERVE_SECONDS: Seconds,
    SHUTDOWN_DRAIN_SECONDS: Seconds,
    LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  { additionalProperties: false },
)

export const IndexerSettingsSchema = Type.Partial(
  Type.Object({
    RPC_CALLS_PER_SECOND: CallsPerSecond,
    RPC_PEER_CALLS_PER_SECOND: CallsPerSecond,
    RPC_TRUST_UNKNOWN_HEADERS: Type.Enum(['true', 'false']),
    RPC_TIMEOUT_MS: Count,
    CHECKSUM_SECONDS: Count,
  }),
  { additionalProperties: false },
)
