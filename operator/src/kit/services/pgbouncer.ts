/** PgBouncer shares few connections to the primary among an app host's API processes. Only in `ha`. */
import { tlsPaths, type Host, type Plan } from '../plan.ts'
import type { Service } from '../rendered.ts'

/** Seconds for which a request waits for a connection to the primary before it is refused. */
export const QUERY_WAIT_SECONDS = 10

/** Connections to the primary that the API processes of an app host share. */
export const POOL_SIZE = 20

/**
 * The greatest number of client connections. Each API process has a pool for writes, a pool for reads that must see a call's own earlier writes,
 * and one connection that monitors both.
 */
function clients({ settings }: Plan, { ports: { api, btcApi } }: Host): number {
  const pool = Number(settings.apiEnvironment?.DATABASE_CONNECTIONS ?? 10)
  return Math.max(500, (api.length + btcApi.length) * (2 * pool + 1) + 50)
}

export const pgbouncer: Service = (plan, host) => {
  if (plan.profile !== 'ha' || !host.roles.includes('app')) return []
  const { authority, certificate, key } = tlsPaths(host, 'postgres')
  const folder = `${host.directories.etc}/pgbouncer`
  const { ports } = host
  const content = `[databases]
galx = host=127.0.0.1 port=${ports.balancerPrimary} dbname=galx

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/userlist.txt
client_tls_sslmode = require
client_tls_ca_file = ${authority}
client_tls_cert_file = ${certificate}
client_tls_key_file = ${key}
server_tls_sslmode = verify-full
server_tls_ca_file = ${authority}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = ${clients(plan, host)}
server_round_robin = 0
server_lifetime = 3600
server_check_delay = 5
server_check_query = select 1
query_wait_timeout = ${QUERY_WAIT_SECONDS}
server_connect_timeout = 3
server_login_retry = 0.25
ignore_startup_parameters = extra_float_digits
admin_users = galx
`
  const { galx } = plan.secrets.passwords
  const owner = 'postgres'
  return [
    { target: `${folder}/pgbouncer.ini`, content, owner, restarts: ['pgbouncer'] },
    { target: `${folder}/userlist.txt`, content: `"galx" "${galx}"\n`, owner, reloads: ['pgbouncer'] },
  ]
}
