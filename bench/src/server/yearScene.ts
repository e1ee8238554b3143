/** The product's contracts on a long and sparse chain that ends now, with nodes that serve it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BLOCK_MILLISECONDS } from '@galx/modelchain/chain'
import type { Limits } from '@galx/modelchain/limits'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { writeDeploymentFile } from '../../../server/test/support/indexerProcess.ts'
import {
  startModelWorld,
  transactAt,
  transactBetween,
  type ModelWorld,
} from '../../../server/test/support/modelWorld.ts'
import { chance } from '../../../server/test/support/wait.ts'

const PEOPLE = 40
/** The seconds on anvil's clock, with a margin, that the deployment takes, including people's tokens and allowances. */
const PREPARATION_SECONDS = 3_600

export type YearScene = {
  model: ModelWorld
  /** blocks from the deployment to the head */
  blocks: number
  /** the number of blocks with our logs, and the number of those logs */
  eventBlocks: number
  logs: number
  deploymentFile: string
  /**
   * Sends random calls until one of them succeeds. Each call is mined a moment from now, in a block that no node has shown yet.
   * @returns the number of the block with the logs
   */
  transact(): Promise<number>
  startNodes(count: number, limits?: Partial<Limits>): Promise<ModelNode[]>
  stop(): Promise<void>
}

/**
 * @param events the number of blocks with people's calls; the blocks are evenly spaced
 * @param segment the number of blocks in a linked segment of the model chain
 */
export async function startYearScene(blocks: number, events: number, segment?: number): Promise<YearScene> {
  const begin = Math.floor(Date.now() / 1000 - (blocks * BLOCK_MILLISECONDS) / 1000)
  const model = await startModelWorld(PEOPLE, { since: begin, ...(segment && { segment }) })
  const { chain, deployment } = model
  const folder = await mkdtemp(join(tmpdir(), 'galx-year-'))
  const dice = chance(blocks)
  const first = begin + PREPARATION_SECONDS
  await transactBetween(model, [first, Date.now() / 1000 - 60], events, dice)
  await model.show()
  /** unix seconds of the newest call */
  let latest = 0
  const now = () => chain.firstAt(Date.now() / 1000) - 1
  chain.moveTo(now())
  chain.run()
  const logs = chain.logs(deployment.deployBlock, chain.head)
  return {
    model,
    blocks: chain.head - deployment.deployBlock + 1,
    eventBlocks: new Set(logs.map(({ block }) => block)).size,
    logs: logs.length,
    deploymentFile: await writeDeploymentFile(folder, deployment),
    async transact() {
      for (;;) {
        // The model has at most two blocks in a second. With more, the times in its headers would differ from the contracts' times.
        latest = Math.max(Math.ceil(Date.now() / 1000) + 1, latest + 2)
        await transactAt(model, latest, dice)
        const block = await model.feed.take(chain)
        if (chain.logs(block, block).length > 0) return block
      }
    },
    startNodes: (count, limits = {}) =>
      Promise.all(
        Array.from({ length: count }, () =>
          startModelNode(chain, { blocks: 10_000, keptState: 128, ...limits }),
        ),
      ),
    async stop() {
      await model.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
