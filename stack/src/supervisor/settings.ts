/** Ports and folders of one stack, from the environment. */
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StackError } from './stackError.ts'

export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

/** Variable → the part that listens there, and the default port. */
export const PORTS = {
  WEB_PORT: ['web', 5173],
  API_PORT: ['main API', 8080],
  BTC_API_PORT: ['btc API', 8081],
  RPC_PORT: ['chain', 8545],
  DB_PORT: ['database', 54_329],
} as const
const MINUTE = 60
const DAY = 86_400

export type PortName = keyof typeof PORTS

export type Settings = {
  readonly ports: Readonly<Record<PortName, number>>
  /** the length of an epoch of bonuses; an existing world keeps its length */
  readonly epochSeconds: number
  /** number of accounts in a new demo world */
  readonly demoAccounts: number
  /** whether the app's globe switches the language */
  readonly internationalVersion: boolean
  readonly dataDirectory: string
  readonly paths: {
    readonly logs: string
    readonly chainState: string
    readonly database: string
    readonly deployment: string
    readonly webConfig: string
    readonly sessionSecret: string
    readonly lock: string
  }
}

/** @throws StackError that names the wrong variable, or a port that appears twice */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries(PORTS).map(
    ([name, [, standard]]) => [name, readPort(environment, name, standard)] as const,
  )
  for (const [name, port] of entries) {
    const twin = entries.find(([other, otherPort]) => other !== name && otherPort === port)
    if (twin) throw new StackError(`${name} and ${twin[0]} are both ${port}: give each its own port`)
  }
  const dataDirectory = resolve(repositoryRoot, environment.GALX_DATA_DIR?.trim() || '.data')
  const path = (name: string) => join(dataDirectory, name)
  return {
    ports: Object.fromEntries(entries) as Settings['ports'],
    epochSeconds: readEpochSeconds(environment.EPOCH_SECONDS?.trim()),
    demoAccounts: readDemoAccounts(environment.DEMO_ACCOUNTS?.trim()),
    internationalVersion: readSwitch('INTERNATIONAL_VERSION', environment.INTERNATIONAL_VERSION?.trim()),
    dataDirectory,
    paths: {
      logs: path('logs'),
      chainState: path('chain/state.json.gz'),
      database: path('database'),
      deployment: path('deployment.json'),
      webConfig: path('config.json'),
      sessionSecret: path('session-secret'),
      lock: path('running.json'),
    },
  }
}

/** @throws StackError if the data folder cannot be made or written */
export function makeFolders({ dataDirectory, paths }: Settings): void {
  try {
    for (const folder of [dataDirectory, paths.logs, dirname(paths.chainState)])
      mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StackError(
      `the data folder ${dataDirectory} (GALX_DATA_DIR) cannot be used: ${(error as Error).message}`,
    )
  }
}

function readPort(environment: NodeJS.ProcessEnv, name: string, standard: number): number {
  const text = environment[name]?.trim()
  if (!text) return standard
  const port = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : 0
  if (port < 1 || port > 65_535) throw new StackError(`${name} must be a port from 1 to 65535, not "${text}"`)
  return port
}

function readEpochSeconds(text: string | undefined): number {
  if (!text) return MINUTE
  const seconds = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : 0
  if (seconds < MINUTE || seconds > DAY || seconds % MINUTE !== 0)
    throw new StackError(`EPOCH_SECONDS must be whole minutes from 60 to 86400 seconds, not "${text}"`)
  return seconds
}

/** With fewer than ten accounts some products would stay empty. */
function readDemoAccounts(text: string | undefined): number {
  if (!text) return 200
  const accounts = /^\d{1,3}$/.test(text) ? Number.parseInt(text, 10) : 0
  if (accounts < 10 || accounts > 200)
    throw new StackError(`DEMO_ACCOUNTS must be a number from 10 to 200, not "${text}"`)
  return accounts
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (!text) return false
  if (text !== 'true' && text !== 'false')
    throw new StackError(`${name} must be true or false, not "${text}"`)
  return text === 'true'
}
