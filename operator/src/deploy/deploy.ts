/**
 * Deploys the product to a network: the same plan, salt and key give the same addresses, completed steps are skipped, every
 * role ends at the timelock, and the result is read back from the chain before the deployment is returned.
 */
import type { Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { localKey, type TransactionKey } from '../chain/transactionKey.ts'
import type { NetworkConfiguration } from '../networks/networkConfiguration.ts'
import { firstLine } from '../verify/findings.ts'
import { verifyDeployment } from '../verify/verifyDeployment.ts'
import { DeploymentError, isProgramFault } from './deploymentError.ts'
import { describeDeployment } from './describe.ts'
import { assertEmbedded, ensureMulticall3, ensureMulticall3OnAnvil } from './embeddedChain.ts'
import { readJournal, removeJournal, writeJournal } from './journal.ts'
import { planDeployment } from './plan.ts'
import type { PlanContext } from './planContext.ts'
import { assertReady } from './preflight.ts'
import { nodeName, openSession, withoutKeys, type Session } from './session.ts'
import { isDone, type Step } from './steps.ts'
import { isFinished } from './steps/handOver.ts'

export type DeployOptions = {
  rpcUrl: string
  /** the deployer's key, or what signs with it */
  privateKey: Hex | TransactionKey
  configuration: NetworkConfiguration
  /** the file in which an interrupted run leaves its first block; without this file a resumed deployment names block 0 */
  journal?: string | undefined
  /** wei a unit of gas: nothing is sent while gas costs more */
  maxGasPrice?: bigint | undefined
  /** receives one line for each completed action */
  log?: ((line: string) => void) | undefined
}

/**
 * Can be run again after any interruption; a second run of a finished deployment sends nothing.
 * @throws only DeploymentError: for a wrong chain, a failing node, a refused transaction (with its error's name), or wiring unlike the plan
 */
export async function deploy(options: DeployOptions): Promise<Deployment> {
  try {
    return await carryThrough(options)
  } catch (error) {
    if (error instanceof DeploymentError || isProgramFault(error)) throw error
    // Any other error comes from the node. The deployment can then be run again.
    const line = `${nodeName(options.rpcUrl)}: ${withoutKeys(firstLine(error), options.rpcUrl)}`
    throw new DeploymentError(line, { cause: error })
  }
}

async function carryThrough({
  rpcUrl,
  privateKey,
  configuration,
  journal,
  maxGasPrice,
  log = () => {},
}: DeployOptions): Promise<Deployment> {
  const { chainId, development } = configuration
  const key = typeof privateKey === 'string' ? localKey(privateKey) : privateKey
  const session = await openSession({ rpcUrl, key, chainId, development, maxGasPrice, log })
  if (development) {
    await assertEmbedded(session)
    await ensureMulticall3(session)
  } else if (configuration.standIns) {
    await ensureMulticall3OnAnvil(session)
  }
  const { reader } = session
  const { timestamp } = await reader.getBlock()
  const { context, steps } = planDeployment(configuration, session.account, timestamp)

  const finished = await isFinished(context, reader)
  const open = finished ? [] : await openSteps(session, steps)
  if (!finished) await assertReady(reader, context, open, maxGasPrice)
  const deployBlock = await firstBlock(session, context, open, journal)
  // All steps before the first open step are done, because steps are done in order.
  if (open[0]) for (const step of steps.slice(steps.indexOf(open[0]))) await execute(session, step)

  const deployment = await describeDeployment(reader, context, deployBlock)
  const { wrong, unchecked } = await verifyDeployment(reader, deployment)
  for (const { what, fault } of unchecked) log(`not checked: ${what}: ${fault}`)
  if (wrong.length > 0)
    throw new DeploymentError(
      `deployed, but wrongly: ${wrong.map(({ what, fault }) => `${what}: ${fault}`).join('; ')}`,
    )
  if (journal) removeJournal(journal)
  return deployment
}

/** The steps whose result the chain does not show yet. */
async function openSteps({ reader }: Session, steps: readonly Step[]): Promise<readonly Step[]> {
  const done = await Promise.all(steps.map((step) => isDone(step, reader)))
  return steps.filter((_, index) => !done[index])
}

/** @returns the first block that can hold one of the deployment's logs: the next block, or the block in the journal */
async function firstBlock(
  { reader, log }: Session,
  { book }: PlanContext,
  open: readonly Step[],
  journal: string | undefined,
): Promise<number> {
  const genesis = await reader.getBlock({ blockNumber: 0n })
  const mark = { genesisHash: genesis.hash!, plan: book.contracts.StakingPools }
  const remembered = journal ? readJournal(journal, mark) : undefined
  if (remembered) return remembered.deployBlock
  if (open.filter(({ kind }) => kind === 'create').length <= book.creations.length) {
    log(
      'the first block of this deployment is not known: the file names block 0, from which indexing is correct but slow',
    )
    return 0
  }
  const deployBlock = toBlockNumber(await reader.getBlockNumber()) + 1
  if (journal) writeJournal(journal, { ...mark, deployBlock })
  return deployBlock
}

async function execute(session: Session, step: Step): Promise<void> {
  if (await isDone(step, session.reader)) return
  if (step.kind === 'create') await session.create(step.what, step.creation)
  else await session.call(step.what, (await step.readCall?.(session.reader)) ?? step.call)
  if (!(await isDone(step, session.reader)))
    throw new DeploymentError(
      `${step.what}: the transaction succeeded, but the chain does not show its result`,
    )
}

function toBlockNumber(block: bigint): number {
  return Number.parseInt(block.toString(), 10)
}
