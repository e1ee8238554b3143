/** What `audit --follow` and the co-signer share: both run the second engine at the chain's head. */
import { BaseError } from 'viem'
import { firstLine } from '../verify/findings.ts'
import type { EpochRecord } from '../audit/epochRecord.ts'
import { BlockMissing, StateDroppedError } from '../audit/events.ts'
import type { ClosedEpoch } from '../audit/world.ts'

/** Milliseconds between two polls of the chain. */
const POLL_MS = { least: 2_000, most: 10_000 }

/** @returns milliseconds until the next poll: few polls before an epoch's end is near @param secondsToEnd of the epoch, by the chain's time */
export function pollIn(secondsToEnd: number): number {
  return Math.min(Math.max(1_000 * secondsToEnd, POLL_MS.least), POLL_MS.most)
}

/** The verdict that the signer waits for. If EpochLog has other rules than those of the epoch: why there is no verdict. */
export function verdictLine(
  { epoch, hash, ruleset }: Pick<ClosedEpoch, 'epoch' | 'hash' | 'ruleset'>,
  record: EpochRecord,
): string {
  if (!record.isDisputed(ruleset.number)) return JSON.stringify({ epoch: Number(epoch), hash })
  const disputed = [...record.disputedRulesets].join(', ')
  return JSON.stringify({
    difference: `epoch ${epoch} gets no verdict: EpochLog has another ruleset ${disputed}`,
  })
}

const WAITS = [BaseError, BlockMissing, StateDroppedError]

/**
 * A node that does not answer now, lacks a block or may have dropped a state, is asked again at the next poll; anything that is wrong ends the audit.
 * @returns what `poll` returns; false where a node has to be waited for
 */
export async function waitForNode(
  poll: () => Promise<boolean>,
  complain: (line: string) => void,
): Promise<boolean> {
  try {
    return await poll()
  } catch (error) {
    if (!WAITS.some((kind) => error instanceof kind)) throw error
    complain(`waiting for the node: ${firstLine(error)}`)
    return false
  }
}
