/** Brings the embedded chain up: continued from its state, or new with the product deployed and the demo world in it. */
import { rmSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { deploy } from '@galx/operator/deploy/deploy'
import { readDeployment, writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { embeddedNetwork, EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '../chain/rpc.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { seedDemo } from '../demo/seedDemo.ts'
import { assertDeploymentOnChain } from './chainConsistency.ts'
import type { Household } from './household.ts'
import type { Settings } from './settings.ts'
import { isWhole, restoreBackup } from './stateBackup.ts'
import { StackError } from './stackError.ts'

/** How much of the past the demo world fills, seconds. */
const SIMULATED_PAST = 30 * 86_400
/** How long before now the bonus programs begin, seconds: an epoch is a minute here, and a month of them would be 43 200. */
const PROGRAMS_PAST = 6 * 3_600
/** Seconds between blocks from now on. */
const LIVE_BLOCK_TIME = 1

export type PreparedChain = { chain: Chain; deployment: Deployment }

/** @throws StackError, DeploymentError: one line each */
export async function prepareChain(
  settings: Settings,
  household: Household,
  say: (line: string) => void,
): Promise<PreparedChain> {
  const { paths, ports } = settings
  const known = knownDeployment(paths.deployment)
  if (known && restoreBackup(paths.chainState, paths.chainBackup))
    say('the chain was killed while it wrote its state: going on from the copy of some seconds before')
  if (known && !isWhole(paths.chainState))
    throw new StackError(
      `the chain's state ${paths.chainState} is lost: begin anew with: npm start -- --fresh`,
    )
  // A first start that was interrupted left a chain without a deployment file: nobody has used it.
  if (!known) for (const path of [paths.chainState, paths.chainBackup]) rmSync(path, { force: true })

  const now = Math.floor(Date.now() / 1000)
  const chain = household.adopt(
    await startChain({
      port: ports.RPC_PORT,
      stateFile: paths.chainState,
      blockTime: 'manual',
      ...(known ? {} : { timestamp: now - SIMULATED_PAST }),
      log: household.log('chain'),
    }),
  )
  const deployment = known ?? (await makeWorld(chain.rpcUrl, say))
  if (known) await assertDeploymentOnChain(known, chain.rpcUrl, paths.deployment)
  await goLive(chain.rpcUrl)
  if (!known) {
    await untilWritten(paths.chainState, household)
    writeDeployment(paths.deployment, deployment)
  }
  return { chain, deployment }
}

/** @throws StackError when the file is none that this version understands: one of an older version, or a damaged one */
function knownDeployment(path: string): Deployment | undefined {
  try {
    return readDeployment(path)
  } catch (error) {
    throw new StackError(`${(error as Error).message}; begin anew with: npm start -- --fresh`)
  }
}

async function makeWorld(rpcUrl: string, say: (line: string) => void): Promise<Deployment> {
  say('deploying the contracts …')
  const now = Math.floor(Date.now() / 1000)
  const deployment = await deploy({
    rpcUrl,
    privateKey: EMBEDDED_DEPLOYER_KEY,
    configuration: { ...embeddedNetwork, programsStart: now - PROGRAMS_PAST },
  })
  say('making the demo world …')
  await seedDemo({ rpcUrl, deployment, now: Math.floor(Date.now() / 1000), log: say })
  return deployment
}

/** From here on the chain makes a block every second, at the time it is. */
async function goLive(rpcUrl: string): Promise<void> {
  const tip = await rpc<{ timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', 'latest', false)
  const next = Math.max(Math.floor(Date.now() / 1000), Number.parseInt(tip.timestamp, 16) + 1)
  await rpc(rpcUrl, 'evm_setNextBlockTimestamp', next)
  await rpc(rpcUrl, 'evm_mine')
  await rpc(rpcUrl, 'evm_setIntervalMining', LIVE_BLOCK_TIME)
}

/** Waits for a state file that was begun after this moment and is whole: the second one from now. */
async function untilWritten(path: string, household: Household): Promise<void> {
  let seen = 0
  let last = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  while (!household.stopping) {
    await delay(50)
    const now = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (now !== last) {
      last = now
      seen += 1
    }
    if (seen >= 2 && isWhole(path)) return
  }
}
