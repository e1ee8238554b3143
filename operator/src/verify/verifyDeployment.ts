/**
 * Compares a live deployment with its deployment file and with the published build: code, roles, wiring, terms, and whether
 * every contract holds its debts. Facts that are on the chain are always read from the chain. The result names every fault, notes
 * facts that are allowed but deserve a look, and answers a holder's first questions.
 */
import type { PublicClient } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { Deployment } from '@galx/protocol/deployment'
import { KNOWN_CHAINS, knownNetwork, publicNetworkOf } from '../networks/knownChains.ts'
import type { PlanTerms } from '../networks/networkConfiguration.ts'
import { publishedTerms } from '../networks/publishedTerms.ts'
import { verifyCode } from './code.ts'
import { Findings, firstLine } from './findings.ts'
import { verifyStreamsAreStaked } from './firstStakes.ts'
import { readHistories } from './history.ts'
import { pendingOperations, ROLE_IDS, type PendingOperation } from './operations.ts'
import { LogReader } from './logs.ts'
import { openPlace, renewPlace, type Place } from './place.ts'
import { notePlan } from './planNotes.ts'
import { judgePower, readPower } from './power.ts'
import { reportSections } from './report.ts'
import { verifyRoles } from './roles.ts'
import {
  verifyPassSolvency,
  verifyPoolSolvency,
  verifyVaultSolvency,
  verifyVoucherSolvency,
} from './solvency.ts'
import { nameOf, readPools, readPrograms, readVault, type PoolOnChain, type VaultOnChain } from './state.ts'
import { readSupply, verifySupply } from './supply.ts'
import { verifyPools, verifyPrograms } from './terms.ts'
import { dateText } from './text.ts'
import { verifyTimelock } from './timelockRoles.ts'
import { verifyRulesets } from './rulesets.ts'
import { verifyWiring } from './wiring.ts'
import { namesOf } from './words.ts'

export type VerifyOptions = {
  /** the greatest number of blocks in one request for logs */
  logRange?: bigint | undefined
  /** the plan to compare with (default: this repository's plan for the network) */
  plan?: PlanTerms | undefined
}

/** @throws only if the node does not answer at all */
export async function verifyDeployment(
  reader: PublicClient,
  deployment: Deployment,
  { logRange, plan = publishedTerms(deployment.network) }: VerifyOptions = {},
): Promise<Findings> {
  const findings = new Findings()
  const place = await openPlace(reader, deployment, findings, new LogReader(reader, logRange))
  await verifyChain(place)
  // On another chain, or without the contracts, all further faults would only follow from this fault.
  if (findings.wrong.length > 0) return findings
  if (!(await verifyCode(place))) return findings
  await verifyParts(place, plan)
  return findings
}

async function verifyChain({ reader, deployment, findings }: Place): Promise<void> {
  const genesis = await reader.getBlock({ blockNumber: 0n })
  const chainId = await reader.getChainId()
  findings.expect('chain id', chainId, deployment.chainId)
  findings.expect('genesis block', genesis.hash, deployment.genesisHash)
  const claimed = knownNetwork(deployment.network)
  const actual = publicNetworkOf({ chainId, genesisHash: genesis.hash! })
  findings.checked++
  if (claimed !== actual)
    findings.fault(
      'network',
      `is ${deployment.network} in the deployment file; the first block belongs to ${actual ? KNOWN_CHAINS[actual].name : 'no public chain'}`,
    )
}

/**
 * A wrong contract may not even answer. The other parts are still checked. Logs are read first: this may take longer than nodes keep the
 * state of a block, so everything else is read at a newer block.
 */
async function verifyParts(opened: Place, plan: PlanTerms | undefined): Promise<void> {
  const { deployment, findings } = opened
  const names = namesOf(deployment, ROLE_IDS)
  const attempt = async <Result>(what: string, part: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await part()
    } catch (error) {
      findings.fault(what, `could not be checked completely: ${firstLine(error)}`)
      return undefined
    }
  }
  const histories = await readHistories(opened, [
    { abi: timelockAbi, name: 'Timelock', birth: 'RoleGranted', events: ['CallScheduled'] },
    { abi: stakingPoolsAbi, name: 'StakingPools', birth: 'OwnershipTransferred', events: ['Staked'] },
  ])
  const place = await renewPlace(opened)
  await histories.continueTo(place)
  const announced = histories.of('Timelock')
  const [supply, pools, programs, vault] = await Promise.all([
    attempt('tokens', () => readSupply(place)),
    attempt('pools', () => readPools(place)),
    attempt('programs', () => readPrograms(place)),
    attempt('ZnVault', () => readVault(place)),
  ])
  await attempt('roles', () => verifyRoles(place))
  const timelock = await attempt('Timelock', () => verifyTimelock(place, announced))
  const operations =
    announced && (await attempt('announced operations', () => pendingOperations(place, announced, names)))
  const power = timelock && (await attempt('roles', () => readPower(place, timelock)))
  if (power) judgePower(place, power, timelock)
  await attempt('wiring', () => verifyWiring(place))
  if (supply) verifySupply(place, supply)
  if (pools) verifyPools(place, pools)
  if (pools && vault) verifyStreamsAreStaked(place, pools, vault)
  if (programs) await attempt('programs', () => verifyPrograms(place, programs))

  await attempt('rulesets', () => verifyRulesets(place))

  if (vault) await attempt('ZnVault solvency', () => verifyVaultSolvency(place, names, vault))
  if (programs) await attempt('RewardVouchers solvency', () => verifyVoucherSolvency(place, names, programs))
  await attempt('NodePass solvency', () => verifyPassSolvency(place, names))
  if (pools && histories.of('StakingPools'))
    await attempt('StakingPools solvency', async () => {
      // Reads every staker, which may take as long as all earlier checks together.
      const newest = await renewPlace(place)
      await histories.continueTo(newest)
      const staked = histories.of('StakingPools')
      if (staked) await verifyPoolSolvency(newest, names, await readPools(newest), staked)
    })

  noteOperations(findings, operations ?? [])
  if (pools && vault && power) notePauses(findings, pools, vault, power.claimsPausedUntil)
  notePlan(place, names, plan, { delay: timelock?.delay, supply, pools, programs })
  findings.facts.push(
    ...reportSections(place, names, { timelock, operations, power, supply, pools, programs, vault }),
  )
}

function noteOperations(findings: Findings, operations: readonly PendingOperation[]): void {
  for (const { from, calls } of operations)
    findings.note('Timelock', `has announced for ${dateText(from)} or later: ${calls.join('; then ')}`)
}

function notePauses(
  findings: Findings,
  pools: readonly PoolOnChain[],
  vault: VaultOnChain,
  claimsPausedUntil: bigint,
): void {
  for (const pool of pools)
    if (pool.state.stakingPausedUntil > 0n)
      findings.note(
        nameOf('pool', pool),
        `takes no new stakes: paused until ${dateText(pool.state.stakingPausedUntil)}`,
      )
  const { depositsPausedUntil } = vault.state
  if (depositsPausedUntil > 0n)
    findings.note('ZnVault', `takes no new deposits: paused until ${dateText(depositsPausedUntil)}`)
  if (claimsPausedUntil > 0n)
    findings.note('RewardVouchers', `pays no vouchers: paused until ${dateText(claimsPausedUntil)}`)
}
