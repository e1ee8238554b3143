/** Telling a server of a transaction, once a node knows it: what the server cannot look up it can only refuse. */
import type { HexString } from '@galx/protocol/webConfig'
import type { Intent } from './intent.ts'

/** Nodes lag behind each other by a block or two; milliseconds between two tellings, and how many there are. */
const TOLD_AGAIN_AFTER = 3_000
const TELLINGS = 5

/** @returns tells of each hash once, and again while the server does not know it. Never throws */
export function teller(report: Intent['report']): (hash: HexString) => void {
  const told = new Set<HexString>()
  return (hash) => {
    if (report === undefined || told.has(hash)) return
    told.add(hash)
    tell(report, hash).catch(() => {})
  }
}

async function tell(report: NonNullable<Intent['report']>, hash: HexString): Promise<void> {
  for (let telling = 1; !(await report(hash)) && telling < TELLINGS; telling += 1)
    await new Promise((resolve) => setTimeout(resolve, TOLD_AGAIN_AFTER))
}
