/** The environment of the API's tests: a real database, a real node with the deployed contracts, real listeners. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@galx/protocol/deployment'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { copyDatabase, type TestDatabase } from '@galx/stack/testing/databaseCluster'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { readApiConfiguration, type ApiName } from '../../src/api/configuration.ts'
import type { RateLimits } from '../../src/http/limits.ts'
import { startApi, type RunningApi, type StartOptions } from '../../src/api/startApi.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import { withoutEpochs } from '../support/withoutEpochs.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'
import { answerCheckOf, type AnswerCheck } from './openApiCheck.ts'
import { OWN_NODE_ENVIRONMENT } from '../support/ownNode.ts'

export const ORIGIN = 'https://galx.example'
export const SECRET = 'a sufficiently long secret of the tests'

const UNLIMITED: RateLimits = {
  perIp: 1e6,
  signInPerIp: 1e6,
  perAccount: 1e6,
  nodeCallsPerCaller: 1e6,
  nodeCallsPerNetwork: 1e6,
  nodeCalls: 1e6,
  csvLines: 1e9,
  rows: 1e9,
}

export type World = {
  database: TestDatabase
  chain: Chain
  deployment: Deployment
  sql: Sql
  /** for a separate process */
  environment: Record<string, string>
  /** the current time of every API of this world; moved by hand */
  clock: { now: number }
  start(name: ApiName, options?: StartOptions): Promise<Client>
  stop(): Promise<void>
}

export type WorldOptions = {
  blockTime?: number | 'manual'
  /** false: a deployment file whose contracts are on no chain, for tests that never call them */
  contracts?: boolean
  /** false: no epoch is closed, for worlds of many hours */
  epochs?: boolean
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'galx-api-test-'))
  const blockTime = options.blockTime ?? 1
  const [database, { chain, deployment: deployed }] = await Promise.all([
    copyDatabase(process.env.TEST_CLUSTER_URL!),
    options.contracts
      ? startDeployedChain({ blockTime })
      : startChain({ blockTime }).then((bare) => ({ chain: bare, deployment: PAPER_DEPLOYMENT })),
  ])
  const deployment = options.epochs === false ? withoutEpochs(deployed) : deployed
  const deploymentFile = join(directory, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(deployment))
  const sql = connect(database.url, { name: 'galx test', max: 4 })
  const clock = { now: Date.now() }
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: chain.rpcUrl,
    ...OWN_NODE_ENVIRONMENT,
    DEPLOYMENT_FILE: deploymentFile,
    API_PORT: '0',
    BTC_API_PORT: '0',
    HOST: '127.0.0.1',
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: ORIGIN,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    API_METRICS_PORT: '0',
    BTC_API_METRICS_PORT: '0',
    SHUTDOWN_SERVE_SECONDS: '0',
  }
  const running: RunningApi[] = []
  return {
    database,
    chain,
    deployment,
    sql,
    environment,
    clock,
    start: async (name, startOptions = {}) => {
      const configuration = await readApiConfiguration(name, environment)
      const api = await startApi(configuration, {
        now: () => clock.now,
        ...startOptions,
        limits: { ...UNLIMITED, ...startOptions.limits },
      })
      running.push(api)
      return createClient(api.url, api)
    },
    stop: async () => {
      await Promise.all(running.map((api) => api.stop()))
      await sql.end()
      await Promise.all([database.stop(), chain.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Answer = {
  status: number
  headers: Headers
  /** of the envelope */
  code: number
  message: string
  // The tests check `data` by expectations. The document's schemas check its shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any
  text: string
}

export type CallOptions = {
  body?: unknown
  /** sent unchanged, instead of `body` */
  rawBody?: string | Uint8Array
  token?: string
  headers?: Record<string, string>
}

export type Client = {
  url: string
  api: RunningApi
  call(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Answer>
  get(path: string, token?: string): Promise<Answer>
  post(path: string, body?: unknown, token?: string): Promise<Answer>
}

async function createClient(url: string, api: RunningApi): Promise<Client> {
  const document = await (await fetch(`${url}/docs/json`)).text()
  const client = clientOf(url, answerCheckOf(document))
  return { ...client, api }
}

/** A client that checks every answer against the document. */
export function clientOf(url: string, check: AnswerCheck): Omit<Client, 'api'> {
  const call: Client['call'] = async (method, path, options = {}) => {
    const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body))
    const response = await fetch(url + path, {
      method,
      body: body as RequestInit['body'] & null,
      headers: {
        'accept-language': 'en_US',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: options.token }),
        ...options.headers,
      },
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type') ?? ''
    const json = contentType.startsWith('application/json') ? (JSON.parse(text) as Answer) : undefined
    check(method, path.split('?')[0]!, response.status, contentType, json ?? text)
    return {
      status: response.status,
      headers: response.headers,
      code: json?.code ?? Number.NaN,
      message: json?.message ?? '',
      data: json?.data,
      text,
    }
  }
  return {
    url,
    call,
    get: (path, token) => call('GET', path, token === undefined ? {} : { token }),
    post: (path, body, token) =>
      call('POST', path, {
        ...(body === undefined ? {} : { body }),
        ...(token === undefined ? {} : { token }),
      }),
  }
}

export type SignedIn = { account: PrivateKeyAccount; address: `0x${string}`; token: string }

export function newAccount() {
  return privateKeyToAccount(generatePrivateKey())
}

export function addressOf(account: PrivateKeyAccount) {
  return account.address.toLowerCase() as `0x${string}`
}

/** Signs in like the app. */
export async function signIn(
  client: Pick<Client, 'post'>,
  account: PrivateKeyAccount = newAccount(),
): Promise<SignedIn> {
  const { data: message } = await client.post(`/api/user/public/nonce/${account.address}`)
  const signature = await account.signMessage({ message })
  const { data, code } = await client.post(`/api/user/public/auth/${account.address}`, { signature })
  if (code !== 200) throw new Error(`the sign-in was refused with ${code}`)
  return { account, address: addressOf(account), token: data.token }
}

/**
 * A fingerprint of the contents of every table, or of the named tables. Equal fingerprints mean that nothing changed.
 * Beside a running indexer only the API's own tables stay unchanged.
 */
export async function fingerprint(sql: Sql, only?: readonly string[]): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'galx'
      ${only === undefined ? sql`` : sql`and table_name in ${sql(only)}`} order by 1`
  // One statement reads all tables, because some tests take a fingerprint before and after each of their cases.
  const contents = tables.map(
    ({ name }) =>
      `select '${name}' as name, string_agg(t::text, chr(10) order by t::text) as content from galx.${name} t`,
  )
  const rows = await sql.unsafe<{ name: string; content: string | null }[]>(
    `${contents.join(' union all ')} order by 1`,
  )
  const hash = createHash('sha256')
  for (const { name, content } of rows) hash.update(`${name}:${content ?? ''}\n`)
  return hash.digest('hex')
}
