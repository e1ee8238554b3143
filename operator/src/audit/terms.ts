/** An audit's data from the deployment file: the chain, the contracts, the rulesets. EpochLog must have the rulesets' hashes. */
import type { Address, Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { WorldTerms } from './world.ts'

export function termsOf(deployment: Deployment, contracts: readonly Address[]): WorldTerms {
  const { chainId, genesisHash, epochDuration, rulesets } = deployment
  return {
    chainId,
    genesisHash: genesisHash as Hex,
    contracts,
    epochDuration: BigInt(epochDuration),
    rulesets: rulesets.map(rulesetOf),
  }
}

/** The file has numbers as decimal text. */
function rulesetOf(json: Deployment['rulesets'][number]): Ruleset {
  return {
    number: json.number,
    firstEpoch: BigInt(json.firstEpoch),
    programs: json.programs.map(({ key, id, rule, pools, vault }) => ({
      key,
      rule,
      vault,
      id: BigInt(id),
      pools: pools.map(BigInt),
    })),
    power: json.power.map(({ pool, coefficient }) => ({
      pool: BigInt(pool),
      coefficient: BigInt(coefficient),
    })),
    vaultCoefficient: BigInt(json.vaultCoefficient),
    qualifying: json.qualifying.map(({ pool, amount }) => ({ pool: BigInt(pool), amount: BigInt(amount) })),
    ladder: json.ladder.map(({ members, amount }) => ({ members, amount: BigInt(amount) })),
  }
}
