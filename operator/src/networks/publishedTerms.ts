/** The plans of this repository (`operator/plans/`) by the name of their network. */
import embedded from '../../plans/embedded.json' with { type: 'json' }
import mainnet from '../../plans/mainnet.json' with { type: 'json' }
import testnet from '../../plans/testnet.json' with { type: 'json' }
import type { PlanTerms } from './networkConfiguration.ts'
import { parsePlan, planTerms } from './planFile.ts'

const FILES = { mainnet, testnet, embedded }

type PublishedNetwork = keyof typeof FILES

export function publishedPlan(network: PublishedNetwork): PlanTerms {
  return planTerms(parsePlan(FILES[network], `operator/plans/${network}.json`))
}

/** @returns mainnet's plan for a rehearsal; undefined for a network without a plan in this repository */
export function publishedTerms(network: string): PlanTerms | undefined {
  if (network === 'rehearsal') return publishedPlan('mainnet')
  return Object.hasOwn(FILES, network) ? publishedPlan(network as PublishedNetwork) : undefined
}
