/** The server's processes like in production: from its build, which the run made before its first test. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'

/** @param stdio of the child; the caller reads its output */
export function spawnServer(
  command: string,
  environment: Record<string, string>,
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): ChildProcess {
  const program = process.env.TEST_SERVER_PROGRAM
  if (program === undefined) throw new Error('TEST_SERVER_PROGRAM: the run has built no server')
  return spawn(process.execPath, ['--enable-source-maps', program, command], {
    env: { PATH: process.env.PATH, ...environment },
    stdio,
  })
}
