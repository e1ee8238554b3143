/** The checkpoints at which the light client can begin. A separate file, because the page needs these facts before it loads the light client. */
import type { Checkpoint } from '@galx/protocol/release'

/** Seconds for which a validator's stake stays locked after the validator leaves. An older set could sign another history and keep its stake. */
export const UNBONDING = 7 * 86_400

/** The first blocks of BNB Smart Chain and of its testnet. A private chain may have the same chain id, and has no validators. */
const WITH_VALIDATORS = [
  '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
  '0x6d3c66c5357ec91d5c43af47e234a939b22557cbb552dc45bebbceeed90fbe34',
]

export function hasValidators(genesisHash: string): boolean {
  return WITH_VALIDATORS.includes(genesisHash)
}

/** @param now unix seconds */
export function isTooOld({ time }: Checkpoint, now: number): boolean {
  return now - time > UNBONDING
}
