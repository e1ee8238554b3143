/** Starts every part in order, and reports when all of them answer. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  EMBEDDED_COSIGNER_KEY,
  EMBEDDED_PUBLISHER_KEY,
  EMBEDDED_SIGNER_KEY,
} from '@galx/operator/networks/embedded'
import { webConfigOf } from '@galx/protocol/webConfigOf'
import { rpc } from '../chain/rpc.ts'
import { startDatabase, type Database } from '../database/startDatabase.ts'
import { freePort } from '../process/freePort.ts'
import { buildOnce, SERVER, WEB } from '../build/build.ts'
import { writeWebConfig } from '../web/configFile.ts'
import { untilAnswers } from './answers.ts'
import { databaseIsAhead, clearPublished, untilIndexed } from './chainConsistency.ts'
import type { ProcessGroup } from './processGroup.ts'
import { prepareChain } from './preparedChain.ts'
import { repositoryRoot, type Settings } from './settings.ts'

const SERVER_PROGRAM = 'server/dist/main.js'
/** The server that is built again after each change. */
const CHANGING_SERVER = 'node_modules/.cache/galx-dev/server'
/** Built by stack/build.mjs, together with this program. */
const WEB_PROGRAM = 'stack/dist/programs/serveWeb.js'
const OPERATOR_PROGRAM = 'stack/dist/programs/operator.js'

/** @throws StackError and the parts' own one-line errors */
export async function runStack(
  settings: Settings,
  processes: ProcessGroup,
  { say, development }: { say: (line: string) => void; development: boolean },
): Promise<void> {
  const { ports, paths } = settings
  const [{ chain, deployment }, database, webRoot] = await together([
    prepareChain(settings, processes, say),
    prepareDatabase(settings, processes),
    development ? Promise.resolve(null) : buildOnce(repositoryRoot, WEB, say),
    buildOnce(repositoryRoot, SERVER, say),
    development ? startServerBuild(processes) : Promise.resolve(),
  ])
  if (processes.stopping) return

  const environment = serverEnvironment(settings, database.url, chain.rpcUrl)
  await processes.run('migrations', SERVER_PROGRAM, ['migrate'], environment)
  if (await databaseIsAhead(database.url, chain.rpcUrl)) {
    say('the chain was killed before its last blocks were on disk: indexing the whole chain again')
    await processes.run('forget', SERVER_PROGRAM, ['forget'], environment)
    await clearPublished(database.url)
  }
  const { apiUrl, btcApiUrl, rpcUrl, webUrl } = addressesOf(settings)
  await writeWebConfig(
    paths.webConfig,
    webConfigOf({
      deployment,
      apiUrl,
      btcApiUrl,
      rpcUrl,
      demoWallet: true,
      choices: { internationalVersion: settings.internationalVersion },
    }),
  )
  if (processes.stopping) return
  await startPrograms(settings, processes, { environment, webRoot, development })
  const stopped = () => processes.stopping
  const finalized = await rpc<{ number: string }>(chain.rpcUrl, 'eth_getBlockByNumber', 'finalized', false)
  await together([
    untilIndexed(database.url, BigInt(finalized.number), stopped),
    untilAnswers(`http://127.0.0.1:${ports.API_PORT}/health/ready`, stopped),
    untilAnswers(`http://127.0.0.1:${ports.BTC_API_PORT}/health/ready`, stopped),
    untilAnswers(`http://127.0.0.1:${ports.WEB_PORT}/`, stopped),
  ])
  if (processes.stopping) return
  say(`web       ${webUrl}`)
  say(`main API  ${apiUrl}/docs`)
  say(`btc API   ${btcApiUrl}/docs`)
  say(`chain     ${rpcUrl} (id ${deployment.chainId}, development keys: worthless anywhere else)`)
  // More people can read the terminal and its logs than the password file.
  const shown = Object.assign(new URL(database.url), { password: '' })
  say(`database  ${shown.href} (its password is in ${database.passwordFile})`)
  say(`state     ${settings.dataDirectory} (logs in logs/)`)
  say(`ready: ${webUrl}`)
}

/** The addresses of the parts, in the browser's form. */
function addressesOf({ ports }: Settings) {
  return {
    webUrl: `http://localhost:${ports.WEB_PORT}`,
    apiUrl: `http://localhost:${ports.API_PORT}`,
    btcApiUrl: `http://localhost:${ports.BTC_API_PORT}`,
    rpcUrl: `http://localhost:${ports.RPC_PORT}`,
  }
}

function serverEnvironment(settings: Settings, databaseUrl: string, nodeUrl: string) {
  const { ports, paths } = settings
  return {
    DATABASE_URL: databaseUrl,
    RPC_URL: nodeUrl,
    // Our own node costs nothing, and the app should show a transaction at once.
    RPC_CALLS_PER_SECOND: '160',
    DEPLOYMENT_FILE: paths.deployment,
    HOST: '127.0.0.1',
    APP_DOMAIN: `localhost:${ports.WEB_PORT}`,
    APP_ORIGINS: `${addressesOf(settings).webUrl},http://127.0.0.1:${ports.WEB_PORT}`,
    SESSION_SECRET: sessionSecret(paths.sessionSecret),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    // A person who exports all epochs of their own stack should not have to wait like a stranger.
    ...(process.env.RATE_PER_IP && { RATE_PER_IP: process.env.RATE_PER_IP }),
    API_PORT: String(ports.API_PORT),
    BTC_API_PORT: String(ports.BTC_API_PORT),
    // There is no balancer that has to notice the stop. Slow work is cut before the supervisor's timeout.
    SHUTDOWN_SERVE_SECONDS: '0',
    SHUTDOWN_DRAIN_SECONDS: '2',
  }
}

/** Starts our own programs. @param webRoot the folder of the built app; null: the app is served from its sources */
async function startPrograms(
  settings: Settings,
  processes: ProcessGroup,
  {
    environment,
    webRoot,
    development,
  }: {
    environment: ReturnType<typeof serverEnvironment>
    webRoot: string | null
    development: boolean
  },
): Promise<void> {
  const { ports, paths } = settings
  const { apiUrl, btcApiUrl, rpcUrl } = addressesOf(settings)
  const coSigner = `127.0.0.1:${await freePort()}`
  const server = (name: string, more: NodeJS.ProcessEnv = {}) => ({
    name,
    script: development ? `${CHANGING_SERVER}/main.js` : SERVER_PROGRAM,
    parameters: [name],
    environment: { ...environment, ...more },
    watched: development,
  })
  await together([
    processes.start(server('indexer')),
    processes.startPair(
      {
        name: 'auditor',
        script: OPERATOR_PROGRAM,
        parameters: [
          'audit',
          '--follow',
          '--headers',
          'needed',
          '--rpc',
          environment.RPC_URL,
          '--deployment',
          paths.deployment,
        ],
        environment: {},
      },
      // This program reads the auditor's output, so it starts only with the auditor.
      { name: 'verdicts', script: SERVER_PROGRAM, parameters: ['verdicts'], environment },
    ),
    processes.start({
      name: 'co-signer',
      script: OPERATOR_PROGRAM,
      parameters: [
        'cosign',
        '--rpc',
        environment.RPC_URL,
        '--deployment',
        paths.deployment,
        '--listen',
        coSigner,
      ],
      environment: { COSIGNER_PRIVATE_KEY: EMBEDDED_COSIGNER_KEY },
    }),
    processes.start(
      server('signer', {
        COSIGNER_URL: `http://${coSigner}`,
        SIGNER_PRIVATE_KEY: EMBEDDED_SIGNER_KEY,
        PUBLISHER_PRIVATE_KEY: EMBEDDED_PUBLISHER_KEY,
        SIGNER_THREADS: '1',
      }),
    ),
    processes.start(server('api')),
    processes.start(server('btc-api')),
    processes.start(
      webRoot === null
        ? viteServer(settings)
        : {
            name: 'web',
            script: WEB_PROGRAM,
            parameters: [],
            environment: {
              WEB_PORT: String(ports.WEB_PORT),
              HOST: '127.0.0.1',
              WEB_ROOT: webRoot,
              WEB_CONFIG_FILE: paths.webConfig,
              CONNECT_ORIGINS: [apiUrl, btcApiUrl, rpcUrl].join(','),
            },
          },
    ),
  ])
}

/** Builds the server after each change, and waits for the first build. */
async function startServerBuild(processes: ProcessGroup): Promise<void> {
  const main = join(repositoryRoot, CHANGING_SERVER, 'main.js')
  rmSync(main, { force: true })
  await processes.start({
    name: 'server-build',
    script: 'server/build.mjs',
    parameters: ['--watch', '--outDir', join(repositoryRoot, CHANGING_SERVER)],
    environment: {},
  })
  while (!existsSync(main) && !processes.stopping) await delay(20)
}

/** The app from its sources, so that a change is visible at once. */
function viteServer({ ports, paths }: Settings) {
  return {
    name: 'web',
    script: 'node_modules/vite/bin/vite.js',
    parameters: ['web', '--host', '127.0.0.1', '--port', String(ports.WEB_PORT)],
    environment: { NODE_ENV: 'development', WEB_CONFIG_FILE: paths.webConfig },
  }
}

async function prepareDatabase({ paths, ports }: Settings, processes: ProcessGroup): Promise<Database> {
  const log = processes.log('database')
  return processes.adopt(await startDatabase({ dataDirectory: paths.database, port: ports.DB_PORT, log }))
}

/**
 * Promise.all that waits for all promises even if one fails, so that the group knows every started process before
 * it is stopped.
 */
async function together<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  const results = await Promise.allSettled(parts)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never
}

/** Signs only the sessions of this data folder, and survives a restart, so that nobody has to sign in again. */
function sessionSecret(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}
