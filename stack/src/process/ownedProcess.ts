/**
 * Child processes that end with their parent, even if the parent is killed. Each is registered with one watchdog process,
 * which stops them when its stdin from the parent closes (see watchdog.mjs).
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type OwnedProcess = {
  readonly name: string
  readonly pid: number
  readonly child: ChildProcess
  /** settles when the process has ended, for any reason */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** sends the stop signal, waits, and kills the process after the grace period */
  stop(): Promise<void>
}

export type OwnedProcessOptions = SpawnOptions & {
  /** name in messages */
  name: string
  /** the signal that ends it cleanly; default SIGTERM */
  stopSignal?: NodeJS.Signals
  /** milliseconds between that signal and SIGKILL; default 5 000 */
  graceMs?: number
}

let watchdog: ChildProcess | undefined

/** The watchdog of this process, started at its first use. Tests and the supervisor watch it like any other child. */
export function startWatchdog(): ChildProcess {
  if (watchdog && watchdog.exitCode === null && watchdog.signalCode === null) return watchdog
  const path = fileURLToPath(new URL('../../../stack/src/process/watchdog.mjs', import.meta.url))
  // Its own process group: Ctrl-C in the terminal must reach only the supervisor.
  watchdog = spawn(process.execPath, [path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  watchdog.stdin!.on('error', () => {}) // it was killed; its watcher reports that
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref(): void }).unref()
  return watchdog
}

/**
 * Starts a program that ends when this process ends.
 * @throws if the program cannot be started (missing, not executable)
 */
export async function startOwned(
  command: string,
  parameters: readonly string[],
  { name, stopSignal = 'SIGTERM', graceMs = 5_000, ...options }: OwnedProcessOptions,
): Promise<OwnedProcess> {
  const guard = startWatchdog()
  const child = spawn(command, parameters, { detached: true, ...options })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined) guard.stdin!.write(`release ${child.pid}\n`)
      resolve({ code, signal })
    })
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error]
    throw new Error(`${name} could not be started: ${error.message}`)
  }
  const pid = child.pid
  guard.stdin!.write(`own ${pid} ${stopSignal} ${graceMs}\n`)

  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(stopSignal)
      const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(killer)
    })())
  return { name, pid, child, ended, stop }
}
