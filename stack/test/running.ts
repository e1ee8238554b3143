/** Starts whole stacks the way a person does, and looks at their processes. Linux: it reads /proc. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repositoryRoot } from '../src/supervisor/settings.ts'

export type RunningStack = {
  pid: number
  lines: string[]
  ended: Promise<number | null>
  /** the first line that matches, now or later; rejects when the stack ends without it */
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

const started = new Set<ChildProcess>()

export function startStack(
  environment: Record<string, string>,
  parameters: string[] = [],
  user: { uid: number; gid: number } | Record<string, never> = {},
): RunningStack {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...parameters], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  started.add(child)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((text) => pattern.test(text))
        if (found !== undefined) {
          waiting.delete(look)
          resolve(found)
        }
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`ended without ${pattern.source}:\n${lines.join('\n')}`)))
    })
  return { pid: child.pid!, lines, ended, line }
}

export async function stopStack(stack: RunningStack): Promise<number | null> {
  process.kill(stack.pid, 'SIGINT')
  return stack.ended
}

/** For the end of a test file, whatever went wrong before. */
export async function stopAll(): Promise<void> {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGINT')
    await new Promise((resolve) => child.once('close', resolve))
  }
}

/** Name → pid of a supervisor's children. */
export function childrenOf(supervisor: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(join('/proc', entry, 'stat'), 'utf8')
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
      if (parent !== String(supervisor)) continue
      const name = nameOf(readFileSync(join('/proc', entry, 'cmdline'), 'utf8').split('\0'))
      if (name) found.set(name, Number.parseInt(entry, 10))
    } catch {
      // it has ended while we looked
    }
  }
  return found
}

function nameOf(words: string[]): string | undefined {
  if (words[0]?.endsWith('/anvil')) return 'chain'
  if (words[0]?.endsWith('/postgres')) return 'database'
  if (words.some((word) => word.endsWith('watchdog.mjs'))) return 'watchdog'
  if (words.some((word) => word.endsWith('serveWeb.js'))) return 'web'
  if (words.some((word) => word.endsWith('operator.js'))) return 'auditor'
  const main = words.findIndex((word) => word.endsWith('server/dist/main.js'))
  return main > 0 ? words[main + 1] : undefined
}

/** Waits until none of the processes is left; the test's own time limit ends it otherwise. */
export async function untilGone(pids: Iterable<number>): Promise<void> {
  for (const pid of pids) while (isAlive(pid)) await delay(20)
}

export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return false
  }
}
