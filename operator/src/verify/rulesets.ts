/** Checks that EpochLog has the hashes of the file's rulesets, and that the rulesets name the file's programs and pools. */
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { programSources, parseRulesets, rulesetHash, type Ruleset } from '@galx/protocol/rulesets'
import type { Deployment } from '@galx/protocol/deployment'
import { contractAddress, type Place } from './place.ts'

export async function verifyRulesets({ deployment, findings, read }: Place): Promise<void> {
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  const rulesets = parseRulesets(deployment.rulesets)
  const count = await read({ ...log, functionName: 'rulesetCount' })
  findings.expect('EpochLog number of rulesets', count, rulesets.length)
  for (const ruleset of rulesets) {
    const what = `ruleset ${ruleset.number}`
    const index = BigInt(ruleset.number - 1)
    if (index < count) {
      const found = await read({ ...log, functionName: 'rulesetAt', args: [index] })
      findings.expect(`${what} hash`, found.hash, rulesetHash(ruleset))
      findings.expect(`${what} first epoch`, found.firstEpoch, ruleset.firstEpoch)
    }
    for (const name of strangers(deployment, ruleset))
      findings.fault(what, `names ${name}, which is not in the deployment file`)
    for (const { key, id, rule, pools, vault } of ruleset.programs) {
      const sources = programSources(key)
      const ids = sources.pools.flatMap((pool) => deployment.pools[pool]?.id ?? [])
      findings.expect(`${what} program ${key}`, id, deployment.programs[key]?.id)
      findings.expect(
        `${what} program ${key} counts`,
        `${rule} ${pools.join(',')} ${vault}`,
        `${sources.rule} ${ids.sort(ascending).join(',')} ${sources.vault}`,
      )
    }
  }
}

/** @returns the pools of a ruleset that the file does not know */
function strangers(deployment: Deployment, { power, qualifying }: Ruleset): string[] {
  const known = new Set(Object.values(deployment.pools).map(({ id }) => id))
  const named = new Set([...power, ...qualifying].map(({ pool }) => pool.toString()))
  return [...named].filter((id) => !known.has(id)).map((id) => `the pool ${id}`)
}

function ascending(one: string, other: string): number {
  return BigInt(one) < BigInt(other) ? -1 : 1
}
