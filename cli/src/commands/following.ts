/** The shared part of `audit --follow` and the co-signer: both run the second engine at the chain's head. */
import { BaseError } from 'viem'
import { firstLine } from '@galx/operator/verify/findings'
import type { EpochRecord } from '@galx/operator/audit/epochRecord'
import { BlockMissingError, StateDroppedError } from '@galx/operator/audit/events'
import type { ClosedEpoch } from '@galx/operator/audit/world'

/** Milliseconds between two polls of the chain. */
const POLL_MS = { least: 2_000, most: 10_000 }

/** Polls less often while the epoch's end is far away. @param secondsToEnd by the chain's time @returns milliseconds until the next poll */
export function pollIn(secondsToEnd: number): number {
  return Math.min(Math.max(1_000 * secondsToEnd, POLL_MS.least), POLL_MS.most)
}

/** An epoch's verdict as a line of JSON, for which the signer waits. If EpochLog has another ruleset, the line says why there is no verdict. */
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

const WAITS = [BaseError, BlockMissingError, StateDroppedError]

/**
 * If a node does not answer, lacks a block or has dropped a state, the next poll asks again. Every other error is thrown.
 * @returns the result of `poll`; false if the program must wait for the node
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
