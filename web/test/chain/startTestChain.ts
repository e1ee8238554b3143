import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type RunningChain = {
  rpcUrl: string
  stop(): Promise<void>
}

/** Starts chainProcess.ts and waits for its address. @throws an error with the exit code if the process ends first */
export async function startTestChain(): Promise<RunningChain> {
  const script = join(import.meta.dirname, 'chainProcess.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const rpcUrl = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the chain ended with code ${code}`)))
  })
  return {
    rpcUrl,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
