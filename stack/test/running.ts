/** Starts whole stacks like a person does, and inspects their processes. Linux only: it reads /proc. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repositoryRoot } from '../src/supervisor/settings.ts'

export type RunningStack = {
  pid: number
  lines: string[]
  ended: Promise<number | null>
  /** the first matching line, now or later; rejects if the stack ends without it */
  line(pattern: RegExp): Promise<string>
}

export function portsFrom(base: number) {
  return {
    WEB_PORT: String(base),
    API_PORT: String(base + 1),
    BTC_API_PORT: String(base + 2),
    RPC_PORT: String(base + 3),
    DB_PORT: String(base + 4),
  }
}

type Started = { child: ChildProcess; stack: RunningStack; dataDirectory: string }

const started: Started[] = []
/** The start time of each process that a test has seen, because the kernel reuses process ids after some time. */
const beginnings = new Map<number, string>()

/** @param environment with GALX_DATA_DIR */
export function startStack(
  environment: Record<string, string> & { GALX_DATA_DIR: string },
  parameters: string[] = [],
  user: { uid: number; gid: number } | Record<string, never> = {},
): RunningStack {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...parameters], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const line = async (pattern: RegExp) => {
    const found = await new Promise<string>((resolve, reject) => {
      const look = () => {
        const match = lines.find((text) => pattern.test(text))
        if (match === undefined) return
        waiting.delete(look)
        resolve(match)
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`ended without ${pattern.source}:\n${lines.join('\n')}`)))
    })
    if (process.platform === 'linux') childrenOf(child.pid!)
    return found
  }
  const stack = { pid: child.pid!, lines, ended, line }
  started.push({ child, stack, dataDirectory: environment.GALX_DATA_DIR })
  return stack
}

export async function stopStack(stack: RunningStack): Promise<number | null> {
  process.kill(stack.pid, 'SIGINT')
  return stack.ended
}

/** Forgets the stacks that have ended, so that `report` covers only later stacks. */
export function forgetEnded(): void {
  for (let index = started.length - 1; index >= 0; index -= 1)
    if (hasEnded(started[index]!.child)) started.splice(index, 1)
}

/** Kills every running stack, and all processes that a stack has left. */
export async function endAll(): Promise<void> {
  const running = started.filter(({ child }) => !hasEnded(child))
  for (const { child } of running) {
    if (process.platform === 'linux') childrenOf(child.pid!)
    child.kill('SIGKILL')
  }
  for (const pid of beginnings.keys()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await untilGone(beginnings.keys())
  await Promise.all(running.map(({ stack }) => stack.ended))
  started.length = 0
  beginnings.clear()
}

const LAST_LINES = 12

/** The output of the stacks since `forgetEnded`, and the last lines of their logs. */
export function report(): string {
  const folders = new Set(started.map(({ dataDirectory }) => join(dataDirectory, 'logs')))
  return [
    ...started.map(({ child, stack }) => {
      const state = hasEnded(child) ? `ended with ${child.exitCode ?? child.signalCode}` : 'still runs'
      return [`── the stack of process ${stack.pid}, which ${state}, said:`, ...stack.lines].join('\n')
    }),
    ...[...folders].filter(existsSync).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => !name.includes('.previous.'))
        .map((name) => {
          const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
          return [`── last lines of ${join(folder, name)}:`, ...lines.slice(-LAST_LINES)].join('\n')
        }),
    ),
  ].join('\n')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** The process ids of a supervisor's children, by name. */
export function childrenOf(supervisor: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const pid = Number.parseInt(entry, 10)
    const fields = fieldsOf(pid)
    if (fields?.parent !== supervisor) continue
    const name = nameOf(pid)
    if (!name) continue
    found.set(name, pid)
    beginnings.set(pid, fields.startedAt)
  }
  return found
}

/** The fields of a process; undefined if it has ended, even if its parent has not collected it yet. */
function fieldsOf(pid: number): { parent: number; startedAt: string } | undefined {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : { parent: Number(fields[1]), startedAt: fields[19]! }
  } catch {
    return undefined
  }
}

function nameOf(pid: number): string | undefined {
  let words: string[]
  try {
    words = readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8').split('\0')
  } catch {
    return undefined // it has ended meanwhile
  }
  if (words[0]?.endsWith('/anvil')) return 'chain'
  if (words[0]?.endsWith('/postgres')) return 'database'
  if (words.some((word) => word.endsWith('watchdog.mjs'))) return 'watchdog'
  if (words.some((word) => word.endsWith('serveWeb.js'))) return 'web'
  if (words.some((word) => word.endsWith('operator.js')))
    return words.includes('cosign') ? 'co-signer' : 'auditor'
  const main = words.findIndex((word) => word.endsWith('server/dist/main.js'))
  return main > 0 ? words[main + 1] : undefined
}

/** Waits until all processes have ended. The test's own timeout limits the wait. */
export async function untilGone(pids: Iterable<number>): Promise<void> {
  for (const pid of pids) while (isAlive(pid)) await delay(20)
}

/** @param pid of a stack's child that a test has seen, or of any process */
export function isAlive(pid: number): boolean {
  const fields = fieldsOf(pid)
  const known = beginnings.get(pid)
  return fields !== undefined && (known === undefined || known === fields.startedAt)
}
