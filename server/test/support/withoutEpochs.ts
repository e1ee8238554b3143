/** A deployment file for worlds of many hours: on the embedded chain each of their minutes would be an epoch to close. */
import type { Deployment } from '@galx/protocol/deployment'

/** The first epoch of bonuses. No test reaches it. */
const NEVER = 2n ** 31n

export function withoutEpochs(deployment: Deployment): Deployment {
  const [first] = deployment.rulesets
  return { ...deployment, rulesets: [{ ...first!, firstEpoch: NEVER.toString() }] }
}
