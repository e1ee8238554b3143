import type { CheckResult } from './checkBonus.ts'
import type { CheckInput } from './input.ts'

/** Runs the check in a worker and ends the worker afterwards. @throws Error if this browser cannot start a worker */
export function runCheck(input: CheckInput): Promise<CheckResult> {
  // A classic worker: the build makes it one file, which the oldest supported browsers can run.
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  return new Promise<CheckResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckResult>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(input)
  }).finally(() => worker.terminate())
}
