import type { CheckResult } from './checkBonus.ts'
import type { CheckInput } from './input.ts'

/** Checks in a worker, which ends afterwards. @throws Error where this browser starts no worker */
export function runCheck(input: CheckInput): Promise<CheckResult> {
  // A classic worker: the build makes one file of it, which the oldest browsers run, too.
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  return new Promise<CheckResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckResult>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(input)
  }).finally(() => worker.terminate())
}
