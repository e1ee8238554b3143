/** Starts the embedded chain: from its saved state, or new with the deployed product and the demo world. */
import { existsSync, rmSync } from 'node:fs'
import { deploy } from '@galx/operator/deploy/deploy'
import { readDeployment, writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { embeddedNetworkWithEpochs, EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import type { Deployment } from '@galx/protocol/deployment'
import { openGateway } from '../chain/gateway.ts'
import { startMiner } from '../chain/miner.ts'
import { rpc } from '../chain/rpc.ts'
import { startChain, type Chain } from '../chain/startChain.ts'
import { adoptPlainState, ChainStateDamagedError } from '../chain/stateFile.ts'
import { seedDemo } from '../demo/seedDemo.ts'
import { assertDeploymentOnChain } from './chainConsistency.ts'
import type { ProcessGroup } from './processGroup.ts'
import type { Settings } from './settings.ts'
import { StackError } from './stackError.ts'

/** The length of the demo world's past, seconds. */
const SIMULATED_PAST = 30 * 86_400
/**
 * The bonus programs begin this many epochs before now, but never before the chain, because an epoch that ends before the first block has no
 * last block. The first start closes all of these epochs.
 */
const PAST_EPOCHS = 45

export type PreparedChain = {
  /** its `rpcUrl` is for our own servers; users connect to RPC_PORT, which keeps the chain awake */
  chain: Chain
  deployment: Deployment
}

/** @throws StackError, DeploymentError: one line each */
export async function prepareChain(
  settings: Settings,
  processes: ProcessGroup,
  say: (line: string) => void,
): Promise<PreparedChain> {
  const { paths, ports } = settings
  const known = knownDeployment(paths.deployment)
  adoptPlainState(paths.chainState)
  if (known && !existsSync(paths.chainState))
    throw new StackError(
      `the chain's state ${paths.chainState} is lost: start again with: npm start -- --fresh`,
    )
  // An interrupted first start left a chain without a deployment file. This chain was never in use.
  if (!known) rmSync(paths.chainState, { force: true })

  const now = Math.floor(Date.now() / 1000)
  const chain = processes.adopt(
    await startChain({
      stateFile: paths.chainState,
      blockTime: 'manual',
      ...(known ? {} : { timestamp: now - SIMULATED_PAST }),
      log: processes.log('chain'),
    }).catch((error: unknown) => {
      if (error instanceof ChainStateDamagedError)
        throw new StackError(`${error.message}; start again with: npm start -- --fresh`)
      throw error
    }),
  )
  const deployment = known ?? (await makeWorld(chain.rpcUrl, settings, say))
  if (known) await assertDeploymentOnChain(known, chain.rpcUrl, paths.deployment)
  await goLive(chain, ports.RPC_PORT)
  if (!known) {
    await chain.save()
    writeDeployment(paths.deployment, deployment)
  }
  return { chain, deployment }
}

/** @throws StackError if this version cannot read the file: it is damaged or belongs to an older version */
function knownDeployment(path: string): Deployment | undefined {
  try {
    return readDeployment(path)
  } catch (error) {
    throw new StackError(`${(error as Error).message}; start again with: npm start -- --fresh`)
  }
}

async function makeWorld(
  rpcUrl: string,
  { epochSeconds, demoAccounts }: Settings,
  say: (line: string) => void,
): Promise<Deployment> {
  say('deploying the contracts …')
  const now = Math.floor(Date.now() / 1000)
  const deployment = await deploy({
    rpcUrl,
    privateKey: EMBEDDED_DEPLOYER_KEY,
    configuration: {
      ...embeddedNetworkWithEpochs(epochSeconds),
      programsStart: now - Math.min(PAST_EPOCHS * epochSeconds, SIMULATED_PAST),
    },
  })
  say('making the demo world …')
  const end = Math.floor(Date.now() / 1000)
  await seedDemo({ rpcUrl, deployment, now: end, accounts: demoAccounts, log: say })
  return deployment
}

/** From now on the chain follows the clock, and users reach it at `port`. */
async function goLive(chain: Chain, port: number): Promise<void> {
  const tip = await rpc<{ timestamp: string }>(chain.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
  const next = Math.max(Math.floor(Date.now() / 1000), Number.parseInt(tip.timestamp, 16) + 1)
  await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', next)
  await rpc(chain.rpcUrl, 'evm_mine')
  const miner = startMiner(chain)
  const gateway = await openGateway(port, chain.port, miner)
  chain.beforeStop(async () => {
    await Promise.all([gateway.stop(), miner.stop()])
  })
}
