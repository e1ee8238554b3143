/** A second pair of API processes and a web server beside the stack, on its chain and database, for tests that kill them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebConfig } from '@galx/protocol/webConfig'
import { ROOT, type StackAddress } from './stack.ts'

export type OwnServers = {
  webUrl: string
  apiUrl: string
  btcApiUrl: string
  killApis(): Promise<void>
  startApis(): Promise<void>
  stop(): Promise<void>
}

const UP_WITHIN = 30_000

/** The browser's message after a server was killed: no process listens, or a kept-alive connection has ended. */
export const SERVER_AWAY =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE/

/** A web server beside the stack's, with the same build. `changes` replace fields of its /config.json. Needs only the stack's folder. */
export async function startWeb(
  stack: Pick<StackAddress, 'webUrl' | 'dataDirectory'>,
  changes: Partial<WebConfig> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = Number(new URL(stack.webUrl).port) + 10
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'galx-web-'))
  const configFile = join(folder, 'config.json')
  const config = {
    ...(JSON.parse(await readFile(join(stack.dataDirectory, 'config.json'), 'utf8')) as WebConfig),
    ...changes,
  }
  await writeFile(configFile, JSON.stringify(config))
  const web = run('stack/dist/programs/serveWeb.js', [], {
    WEB_PORT: String(port),
    HOST: '127.0.0.1',
    WEB_ROOT: join(ROOT, 'web/dist'),
    WEB_CONFIG_FILE: configFile,
    CONNECT_ORIGINS: [config.apiUrl, config.btcApiUrl, config.rpcUrl]
      .map((one) => new URL(one).origin)
      .join(','),
  })
  await answers(url)
  return {
    url,
    stop: async () => {
      await end(web, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts API servers and a web server. `changes`: fields of the web's configuration, besides the servers' addresses. */
export async function startServers(
  stack: StackAddress,
  changes: Partial<WebConfig> = {},
): Promise<OwnServers> {
  const base = Number(new URL(stack.webUrl).port) + 10
  const [apiUrl, btcApiUrl] = [`http://localhost:${base + 1}`, `http://localhost:${base + 2}`]
  const web = await startWeb(stack, { ...changes, apiUrl, btcApiUrl })
  const environment = {
    DATABASE_URL: stack.databaseUrl,
    RPC_URL: stack.rpcUrl,
    DEPLOYMENT_FILE: join(stack.dataDirectory, 'deployment.json'),
    API_PORT: String(base + 1),
    BTC_API_PORT: String(base + 2),
    HOST: '127.0.0.1',
    APP_DOMAIN: new URL(web.url).host,
    APP_ORIGINS: web.url,
    SESSION_SECRET: 'a sufficiently long secret of this test run',
    LOG_LEVEL: 'warn',
  }
  let apis: ChildProcess[] = []
  const startApis = async () => {
    apis = ['api', 'btc-api'].map((name) => run('server/dist/main.js', [name], environment))
    await Promise.all([answers(`${apiUrl}/health/ready`), answers(`${btcApiUrl}/health/ready`)])
  }
  const killApis = async () => {
    await Promise.all(apis.map((child) => end(child, 'SIGKILL')))
  }
  await startApis()
  return {
    webUrl: web.url,
    apiUrl,
    btcApiUrl,
    startApis,
    killApis,
    stop: async () => {
      await Promise.all([killApis(), web.stop()])
    },
  }
}

function run(script: string, parameters: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(ROOT, script), ...parameters], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await ended
}

/** Waits until the address answers without an error. */
async function answers(url: string): Promise<void> {
  const until = Date.now() + UP_WITHIN
  for (;;) {
    const good = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (good) return
    if (Date.now() > until) throw new Error(`${url} did not answer within ${UP_WITHIN / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
