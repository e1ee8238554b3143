/**
 * `npm start`: the whole product on one machine, owned by this one process. With `npm run dev` each change of web or server also takes effect
 * at once. Everything stops with Ctrl-C, when any part ends, and when this process itself ends or is killed (see process/watchdog.mjs).
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { removeDatabase } from './database/startDatabase.ts'
import { ProcessGroup } from './supervisor/processGroup.ts'
import { releaseLock, takeLock } from './supervisor/lock.ts'
import { assertPortsFree } from './supervisor/ports.ts'
import { runStack } from './supervisor/runStack.ts'
import { makeFolders, readSettings, type Settings } from './supervisor/settings.ts'
import { StackError } from './supervisor/stackError.ts'

function say(line: string) {
  return void process.stdout.write(`${line}\n`)
}
function complain(error: unknown) {
  return void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

// If this process is root, the database runs as another user, whom a strict umask would lock out of new folders.
if (process.getuid?.() === 0) process.umask(0o022)

let settings: Settings
let development: boolean
try {
  const { fresh, dev } = readArguments()
  development = dev
  settings = readSettings(process.env)
  await assertPortsFree(settings.ports)
  makeFolders(settings)
  takeLock(settings.paths.lock, settings.dataDirectory)
  if (fresh) forget(settings)
} catch (error) {
  complain(error)
  process.exit(1)
}

let ending: Promise<never> | undefined
const processes = new ProcessGroup(settings.paths.logs, (line) => {
  complain(line)
  void end(1)
})

/** Stops everything, once. */
function end(code: number): Promise<never> {
  return (ending ??= processes.stop().then(() => {
    releaseLock(settings.paths.lock)
    process.exit(code)
  }))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!ending) say('stopping …')
    void end(0)
  })
}
endWithNpm()

try {
  await runStack(settings, processes, { say, development })
} catch (error) {
  // During a stop, all work in progress fails. The reason is already on the screen.
  if (!ending) complain(error)
  await end(1)
}

function readArguments(): { fresh: boolean; dev: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ options: { fresh: flag, dev: flag } }).values
  } catch (error) {
    throw new StackError(`${(error as Error).message.split('.')[0]}; npm start accepts only: -- --fresh`)
  }
}

/** Removes only the stack's own files. The folder may contain others. */
function forget({ paths }: Settings): void {
  removeDatabase(paths.database)
  for (const path of [dirname(paths.chainState), paths.deployment, paths.webConfig, paths.sessionSecret])
    rmSync(path, { recursive: true, force: true })
  makeFolders(settings)
}

/** npm forwards signals, but a killed npm cannot. This process has then lost its parent and ends as well. */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!ending) complain('npm has ended; stopping everything')
    void end(1)
  }, 500)
  timer.unref()
}
