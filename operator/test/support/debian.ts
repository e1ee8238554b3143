/** Debian's programs, for tests that start them: from an unpacked folder, or where the system has them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'

/** A folder with unpacked Debian packages; without it the system's own programs are used. */
export const DEBIAN_ROOT = process.env.DEBIAN_ROOT ?? ''

/** The environment in which a program of that folder finds its libraries. */
export const DEBIAN_ENVIRONMENT = {
  PATH: process.env.PATH,
  ...(DEBIAN_ROOT === '' ? {} : { LD_LIBRARY_PATH: `${DEBIAN_ROOT}/usr/lib/x86_64-linux-gnu` }),
}

/** @returns the program's path; null, with a message, if it is missing. @throws with DEBIAN_PROGRAMS_REQUIRED, which makes the program mandatory */
export function programOf(name: string): string | null {
  const folders = ['/usr/bin', '/usr/sbin'].flatMap((folder) => [DEBIAN_ROOT + folder, folder])
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined && process.env.DEBIAN_PROGRAMS_REQUIRED) throw new Error(`${name} is not installed`)
  if (found === undefined) console.log(`not proven here: ${name} is not installed`)
  return found ?? null
}

/** Adds a test that needs a program. The test is skipped if the program is not installed. */
export function proves(name: string, title: string, test: (program: string) => void | Promise<void>): void {
  const program = programOf(name)
  it.skipIf(program === null)(`${name}: ${title}`, () => test(program!), 60_000)
}

/** Starts the program and drops its output. */
export function start(program: string, parameters: readonly string[]): ChildProcess {
  return spawn(program, parameters, { env: DEBIAN_ENVIRONMENT, stdio: 'ignore' })
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}
