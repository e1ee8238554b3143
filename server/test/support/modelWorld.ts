/** The contracts and their users on the model of BNB Smart Chain: their blocks lie far apart among other blocks. */
import { deploy } from '@galx/operator/deploy/deploy'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork } from '@galx/operator/networks/embedded'
import { withoutFirstStakes } from '@galx/stack/testing/withoutFirstStakes'
import type { Deployment } from '@galx/protocol/deployment'
import { BLOCK_MILLISECONDS, FINALITY, ModelChain, type ModelChainOptions } from '@galx/modelchain/chain'
import { AnvilFeed } from '@galx/modelchain/feeds/anvil'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { chainWorldOn, transactAtRandom, type ChainWorld } from './chainWorld.ts'
import type { chance } from './wait.ts'

const DAY = 86_400
/** Not a multiple of a segment, so that the first block of each day has its parent's hash. */
const ANCHOR_BLOCK = 100_000_263

export type ModelWorld = {
  /** sends to anvil; `world.mine()` mines at the clock's time */
  world: ChainWorld
  chain: ModelChain
  feed: AnvilFeed
  /** the deployment on the model chain */
  deployment: Deployment
  /** mines the sent transactions in a block of that second (unix) */
  mineAt(second: number): Promise<void>
  /**
   * shows the mined blocks on the model chain, and moves its head to this many blocks after the newest of them
   * @returns the block of the last transaction
   */
  show(blocksAfter?: number): Promise<number>
  stop(): Promise<void>
}

/**
 * @param since unix seconds at which the contracts are deployed, with epochs of a day; by default they are deployed already, with epochs of a minute
 * @param forkAfter blocks from the deployment to the first block with a header field that clients do not know yet; by default none
 */
export async function startModelWorld(
  people: number,
  {
    since,
    forkAfter,
    ...options
  }: { since?: number; forkAfter?: number | undefined } & Omit<
    Partial<ModelChainOptions>,
    'feed' | 'forkAt'
  > = {},
): Promise<ModelWorld> {
  const world = await chainWorldOn(
    since === undefined ? await startDeployedChain() : await deployAt(since),
    people,
  )
  const { timestamp } = await rpc<{ timestamp: string }>(
    world.rpcUrl,
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  const day = Math.floor(Number(timestamp) / DAY) * DAY
  const feed = new AnvilFeed(world.rpcUrl)
  const anchor = { number: ANCHOR_BLOCK, time: 1000 * day }
  const deployedAt = ANCHOR_BLOCK + Math.ceil((1000 * (Number(timestamp) - day)) / BLOCK_MILLISECONDS)
  const fork = forkAfter === undefined ? {} : { forkAt: deployedAt + forkAfter }
  const chain = new ModelChain({ feed, anchor, head: 0, ...fork, ...options })
  const show = async (blocksAfter = 10) => {
    const newest = await feed.take(chain)
    chain.moveTo(Math.max(chain.head, newest + blocksAfter))
    return newest
  }
  await show()
  return {
    world,
    chain,
    feed,
    deployment: {
      ...world.deployment,
      genesisHash: chain.hashOf(0),
      deployBlock: feed.blockOf(world.deployment.deployBlock),
    },
    mineAt: (second) => rpc(world.rpcUrl, 'evm_mine', { timestamp: second }),
    show,
    stop: () => world.stop(),
  }
}

/** Seconds between two blocks with transactions. `show` moves the head by less than this time. */
const MINED_EVERY = 6

/** The world as a node of the model shows it. Each mined block is shown at once, and far enough from the block before. */
export async function worldOn(
  { world, chain, deployment, show }: ModelWorld,
  rpcUrl: string,
): Promise<ChainWorld> {
  await rpc(world.rpcUrl, 'anvil_setBlockTimestampInterval', MINED_EVERY)
  const mine = async (blocks = 1) => {
    for (let index = 0; index < blocks; index += 1) {
      await world.mine()
      await show()
    }
  }
  const finalise = async () => {
    const { pending } = await rpc<{ pending: string }>(world.rpcUrl, 'txpool_status')
    if (Number(pending) > 0) await mine()
    return chain.head - FINALITY
  }
  return { ...world, rpcUrl, deployment, mine, finalise }
}

/** One random call of one person, mined in a block of that second (unix). */
export function transactAt(
  model: ModelWorld,
  second: number,
  dice: ReturnType<typeof chance>,
): Promise<void> {
  return transactAtRandom({ ...model.world, mine: () => model.mineAt(second) }, dice, 1)
}

/** Random calls in this many blocks at even distances between two seconds (unix). @throws Error if they do not fit */
export async function transactBetween(
  model: ModelWorld,
  [first, last]: readonly [number, number],
  blocks: number,
  dice: ReturnType<typeof chance>,
): Promise<void> {
  const distance = (last - first) / blocks
  if (distance < 1) throw new Error(`${blocks} blocks do not fit into ${last - first} seconds`)
  for (let index = 1; index <= blocks; index += 1)
    await transactAt(model, Math.floor(first + index * distance), dice)
}

async function deployAt(since: number) {
  const chain = await startChain({ blockTime: 'manual', timestamp: since })
  try {
    // The model has two blocks in a second. With more, the times in its headers would differ from the contracts' times.
    await rpc(chain.rpcUrl, 'anvil_setBlockTimestampInterval', 1)
    const deployment = await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: { ...withoutFirstStakes(embeddedNetwork), epochDuration: DAY },
    })
    return { chain, deployment }
  } catch (error) {
    await chain.stop()
    throw error
  }
}
