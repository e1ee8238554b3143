/** Reports a transaction to a server once a node knows it. The server refuses a transaction that it cannot look up. */
import type { HexString } from '@galx/protocol/webConfig'
import type { Intent } from './intent.ts'

/** The milliseconds between two attempts, and the number of attempts. Nodes lag behind each other by a block or two. */
const RETRY_DELAY = 3_000
const ATTEMPTS = 5

/** @returns a function that reports each hash once, with retries while the server does not know it. Never throws */
export function createReporter(report: Intent['report']): (hash: HexString) => void {
  const reported = new Set<HexString>()
  return (hash) => {
    if (report === undefined || reported.has(hash)) return
    reported.add(hash)
    attempt(report, hash).catch(() => {})
  }
}

async function attempt(report: NonNullable<Intent['report']>, hash: HexString): Promise<void> {
  for (let attempts = 1; !(await report(hash)) && attempts < ATTEMPTS; attempts += 1)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
}
