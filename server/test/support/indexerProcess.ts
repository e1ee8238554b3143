/** The real indexer as a separate process, to be killed. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawnServer } from './serverProgram.ts'
import { waitFor } from './wait.ts'
import type { Deployment } from '@galx/protocol/deployment'

export type IndexerProcess = {
  child: ChildProcess
  /** all its output */
  output(): string
  exited: Promise<number | null>
  /** waits until the output matches; fails at once, with the output, if the process ends first */
  saw(what: string, isThere: (output: string) => boolean, limit?: number): Promise<void>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

export async function writeDeploymentFile(folder: string, deployment: Deployment): Promise<string> {
  const path = join(folder, 'deployment.json')
  await writeFile(path, JSON.stringify(deployment))
  return path
}

/** @param input of the process: nothing, or a pipe from `child.stdin` */
export function startServerProcess(
  command: string,
  environment: Record<string, string>,
  input: 'ignore' | 'pipe' = 'ignore',
): IndexerProcess {
  const child = spawnServer(command, environment, [input, 'pipe', 'pipe'])
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    exited,
    async saw(what, isThere, limit) {
      let over = false
      await waitFor(
        `the ${command} process ${what}`,
        () => {
          if (isThere(output)) return Promise.resolve(true)
          over = child.exitCode !== null || child.signalCode !== null
          return Promise.resolve(over)
        },
        limit,
      )
      if (over) throw new Error(`the ${command} process ended before: ${what}\n${output}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
