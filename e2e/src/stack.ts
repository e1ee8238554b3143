/** Starts and stops the whole product by `npm start`'s script, as a person does, on its own ports and in its own folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The addresses of a running stack. The set-up hands them to the tests through the environment, so they are plain data. */
export type StackAddress = {
  webUrl: string
  apiUrl: string
  btcApiUrl: string
  rpcUrl: string
  databaseUrl: string
  dataDirectory: string
}

export type RunningStack = {
  /** Milliseconds from the command to its `ready:` line. */
  readyAfter: number
  stop(): Promise<void>
} & StackAddress

export type StackOptions = {
  /** First of the five ports taken: web, API, btc API, chain, database. */
  portBase: number
  /** The folder of the state; by default a temporary folder, which is removed at the end. */
  dataDirectory?: string
  fresh?: boolean
  /** how many accounts a new demo world has; by default as many as with `npm start` */
  demoAccounts?: number
  logFile?: string
}

const READY_WITHIN = 300_000
const STOPPED_WITHIN = 30_000

/** Resolves at the `ready:` line; rejects with the command's output if the command ends or takes too long before that line. */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const base = options.portBase
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'galx-e2e-')))
  const startedAt = Date.now()
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts/start.mjs'), ...(options.fresh === false ? [] : ['--fresh'])],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The stack has its own process group: Ctrl-C in the terminal must not reach the stack twice.
      detached: true,
      env: {
        ...process.env,
        WEB_PORT: String(base),
        API_PORT: String(base + 1),
        BTC_API_PORT: String(base + 2),
        RPC_PORT: String(base + 3),
        DB_PORT: String(base + 4),
        GALX_DATA_DIR: dataDirectory,
        // Tests let weeks pass, and each epoch of these weeks is closed, signed and computed again. An epoch of one day keeps the number of epochs small.
        EPOCH_SECONDS: String(24 * 3_600),
        ...(options.demoAccounts === undefined ? {} : { DEMO_ACCOUNTS: String(options.demoAccounts) }),
      },
    },
  )
  const removeOwnFolder = async () => {
    if (options.dataDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true })
  }
  let databaseUrl = ''
  const heard = (line: string) => {
    const [, address, passwordFile] = /(postgres:\/\/\S+) \(its password is in (.+)\)/.exec(line) ?? []
    if (address === undefined || passwordFile === undefined) return
    databaseUrl = Object.assign(new URL(address), {
      password: readFileSync(passwordFile, 'utf8').trim(),
    }).href
  }
  try {
    await untilReady(child, heard, options.logFile)
  } catch (error) {
    await stopChild(child)
    await removeOwnFolder()
    throw error
  }
  return {
    webUrl: `http://localhost:${base}`,
    apiUrl: `http://localhost:${base + 1}`,
    btcApiUrl: `http://localhost:${base + 2}`,
    rpcUrl: `http://127.0.0.1:${base + 3}`,
    databaseUrl,
    dataDirectory,
    readyAfter: Date.now() - startedAt,
    stop: async () => {
      await stopChild(child)
      await removeOwnFolder()
    },
  }
}

function untilReady(
  child: ChildProcess,
  each: (line: string) => void,
  logFile: string | undefined,
): Promise<void> {
  const log = logFile === undefined ? undefined : createWriteStream(logFile)
  const lastLines: string[] = []
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`the stack did not start: ${why}\n${lastLines.join('\n')}`))
    const limit = setTimeout(() => fail(`no ready line within ${READY_WITHIN / 1000} s`), READY_WITHIN)
    const heard = (line: string) => {
      log?.write(`${line}\n`)
      each(line)
      lastLines.push(line)
      if (lastLines.length > 40) lastLines.shift()
      if (!line.includes('ready: http')) return
      clearTimeout(limit)
      resolve()
    }
    // Both streams are read to the end of the run: a full pipe would stop the stack.
    createInterface({ input: child.stdout! }).on('line', heard)
    createInterface({ input: child.stderr! }).on('line', heard)
    child.once('exit', (code, signal) => {
      clearTimeout(limit)
      fail(`it ended with ${signal ?? `code ${code}`}`)
    })
  })
}

/** Sends SIGINT, as Ctrl-C does. Sends SIGKILL to the whole group only if the stack does not end in time. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const limit = setTimeout(() => {
    process.stderr.write(`the stack did not stop within ${STOPPED_WITHIN / 1000} s of SIGINT: killing it\n`)
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, STOPPED_WITHIN)
  await ended
  clearTimeout(limit)
}
