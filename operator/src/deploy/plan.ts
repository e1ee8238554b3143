/**
 * A deployment as an ordered list of transactions. Pure: the same inputs give the same list, so that the list can be printed before
 * anything is sent, and an interrupted run continues at the first step that the chain does not show.
 */
import type { Address } from 'viem'
import type { NetworkConfiguration } from '../networks/networkConfiguration.ts'
import { addressBook } from './addressBook.ts'
import type { Creation } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import type { PlanContext } from './planContext.ts'
import { exchangeSteps } from './steps/exchange.ts'
import { faucetSteps } from './steps/faucet.ts'
import { assertFirstStakes } from './steps/firstStakes.ts'
import { handOverSteps } from './steps/handOver.ts'
import { poolSteps } from './steps/pools.ts'
import { programSteps } from './steps/programs.ts'
import { mintSteps, restSteps } from './steps/tokens.ts'
import { rulesetStep } from './steps/ruleset.ts'
import { vaultSteps } from './steps/vault.ts'
import type { Step } from './steps.ts'

export type Plan = { context: PlanContext; steps: readonly Step[] }

/**
 * @throws DeploymentError if the configuration lacks a required value, gives the deployer a role that it must not keep, funds a stream
 * without a first stake of the treasury, or spends more than it mints
 */
export function planDeployment(configuration: NetworkConfiguration, deployer: Address, now: bigint): Plan {
  assertNoRoleFor(deployer, configuration)
  assertFirstStakes(configuration)
  const context: PlanContext = { configuration, deployer, book: addressBook(configuration, deployer), now }
  const create = (creation: Creation): Step => ({ kind: 'create', what: creation.name, creation })
  const steps = [
    ...context.book.creations.map(create),
    ...mintSteps(context),
    ...poolSteps(context),
    ...programSteps(context),
    create(context.book.epochLog),
    rulesetStep(context),
    ...vaultSteps(context),
    ...exchangeSteps(context),
    ...faucetSteps(context),
  ]
  return { context, steps: [...steps, ...restSteps(context, steps), ...handOverSteps(context)] }
}

function assertNoRoleFor(
  deployer: Address,
  { guardian, voucherSigner, voucherCoSigner, epochPublisher, timelock }: NetworkConfiguration,
): void {
  const roles: [string, readonly Address[]][] = [
    ['guardian', [guardian]],
    ['voucher signer', [voucherSigner]],
    ['voucher co-signer', [voucherCoSigner]],
    ['epoch publisher', [epochPublisher]],
    ['timelock proposer', timelock.proposers],
    ['timelock executor', timelock.executors],
  ]
  for (const [role, holders] of roles)
    if (holders.some((holder) => holder.toLowerCase() === deployer.toLowerCase()))
      throw new DeploymentError(
        `the deployer ${deployer} is the plan's ${role}, but the deployer must keep no role`,
      )
}
