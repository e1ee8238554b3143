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
/** Time on anvil's clock to deploy and to equip people, with a margin. */
const PREPARATION_SECONDS = 3_600

export type YearScene = {
  model: ModelWorld
  /** blocks from the deployment to the head */
  blocks: number
  /** blocks with our logs, and the logs */
  eventBlocks: number
  logs: number
  deploymentFile: string
  /** sends a random call and mines it one to two seconds from now, in a block that no node has shown yet @returns the block's number in the model */
  transact(): Promise<number>
  startNodes(count: number, limits?: Partial<Limits>): Promise<ModelNode[]>
  stop(): Promise<void>
}

/**
 * @param events blocks with calls of people, at even distances
 * @param segment of the model chain
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
      await transactAt(model, Math.ceil(Date.now() / 1000) + 1, dice)
      return model.feed.take(chain)
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
