/** Env files of the product's processes: each file has only the needed variables. systemd reads them as root. */
import { coSignerUrl, tlsPaths, type Host, type Plan } from '../plan.ts'
import { environmentFile, type HostFile, type Service } from '../rendered.ts'
import { redisUrl } from './redis.ts'

export function galxFolder({ directories }: Host): string {
  return `${directories.etc}/galx`
}

export function deploymentPath(host: Host): string {
  return `${galxFolder(host)}/deployment.json`
}

function databaseUrl({ secrets }: Plan, port: number, parameters: string): string {
  return `postgres://galx:${secrets.passwords.galx}@127.0.0.1:${port}/galx?sslmode=verify-full${parameters}`
}

/** The primary without a pooler. A standby that is still being promoted is refused. */
function directUrl(plan: Plan, { ports }: Host): string {
  return plan.profile === 'single'
    ? databaseUrl(plan, ports.postgres, '')
    : databaseUrl(plan, ports.balancerPrimary, '&target_session_attrs=primary')
}

function common(plan: Plan, host: Host): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // The kit's authority, which signs the certificates of PostgreSQL and Redis.
    NODE_EXTRA_CA_CERTS: tlsPaths(host, 'postgres').authority,
    DATABASE_URL: directUrl(plan, host),
    RPC_URL: host.nodes.join(','),
    DEPLOYMENT_FILE: deploymentPath(host),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  }
}

/** The programs that compute hashes of headers themselves, without the indexer's other settings. */
function trust({ settings }: Plan): Record<string, string> {
  const trusts = settings.indexerEnvironment?.RPC_TRUST_UNKNOWN_HEADERS
  return trusts === undefined ? {} : { RPC_TRUST_UNKNOWN_HEADERS: trusts }
}

function apiVariables(plan: Plan, host: Host): Record<string, string> {
  const { settings, secrets } = plan
  return {
    ...common(plan, host),
    ...(plan.profile === 'ha'
      ? {
          DATABASE_URL: databaseUrl(plan, host.ports.pgbouncer, ''),
          DATABASE_DIRECT_URL: directUrl(plan, host),
          DATABASE_READ_URL: databaseUrl(plan, host.ports.balancerReplica, ''),
          DATABASE_PREPARE: 'false',
        }
      : {}),
    APP_ORIGINS: `https://${settings.domain}`,
    APP_DOMAIN: settings.domain,
    SESSION_SECRET: secrets.sessions.join(','),
    TRUSTED_PROXIES: '127.0.0.1',
    REDIS_URL: redisUrl(plan),
    METRICS_HOST: '127.0.0.1',
    ...settings.apiEnvironment,
  }
}

/** Instances are numbered from 1, like systemd's units. */
function instances(
  folder: string,
  name: string,
  ports: readonly number[],
  metrics: readonly number[],
): HostFile[] {
  const prefix = name === 'api' ? 'API' : 'BTC_API'
  return ports.map((port, index) => ({
    target: `${folder}/${name}-${index + 1}.env`,
    content: environmentFile({
      [`${prefix}_PORT`]: String(port),
      [`${prefix}_METRICS_PORT`]: String(metrics[index]),
    }),
  }))
}

export const environments: Service = (plan, host) => {
  const folder = galxFolder(host)
  const { ports, roles } = host
  const files: HostFile[] = []
  const add = (name: string, values: Record<string, string>) =>
    files.push({ target: `${folder}/${name}.env`, content: environmentFile(values) })
  if (roles.includes('app') || roles.includes('signer') || roles.includes('cosigner'))
    files.push({ target: deploymentPath(host), content: plan.deployment, mode: 0o644 })
  if (roles.includes('app')) {
    add('api', apiVariables(plan, host))
    files.push(...instances(folder, 'api', ports.api, ports.apiMetrics))
    files.push(...instances(folder, 'btc-api', ports.btcApi, ports.btcApiMetrics))
    add('indexer', {
      ...common(plan, host),
      INDEXER_PORT: String(ports.indexer),
      ...plan.settings.indexerEnvironment,
    })
  }
  if (roles.includes('signer')) {
    add('signer', {
      ...common(plan, host),
      SIGNER_PORT: String(ports.signer),
      COSIGNER_URL: coSignerUrl(plan),
    })
    add('verdicts', { ...common(plan, host), ...trust(plan), VERDICTS_PORT: String(ports.verdicts) })
  }
  if (roles.includes('cosigner')) {
    // The co-signer does not know the database's address.
    const { NODE_ENV, RPC_URL, DEPLOYMENT_FILE } = common(plan, host)
    add('cosigner', {
      NODE_ENV: NODE_ENV!,
      RPC_URL: RPC_URL!,
      DEPLOYMENT_FILE: DEPLOYMENT_FILE!,
      ...trust(plan),
    })
  }
  return files
}
