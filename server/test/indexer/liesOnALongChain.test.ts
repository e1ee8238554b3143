/** One false log anywhere on a long and sparse chain is noticed, and nothing may be signed. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Lie } from '@galx/modelchain/limits'
import { startSparseScene, type Indexing, type SparseScene } from '../support/sparseScene.ts'
import { chance, waitFor } from '../support/wait.ts'
import { NIGHTLY } from '../support/nightly.ts'

/** Five days of BNB Smart Chain: a hundred ranges of the largest size. */
const BLOCKS = 1_000_000
const EVENT_BLOCKS = 120
/** The second word of `Staked`, the only event with six words, is the amount. */
const STAKE_DATA = 2 + 6 * 64
const AMOUNT = 1

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let scene: SparseScene
let stakes: { block: number; place: number }[]
const running: Indexing[] = []

beforeAll(async () => {
  scene = await startSparseScene(BLOCKS, EVENT_BLOCKS)
  const { chain, deployment } = scene.model
  const logs = chain.logs(deployment.deployBlock, scene.final)
  stakes = logs
    .map((log) => ({ ...log, place: logs.filter(({ block }) => block === log.block).indexOf(log) }))
    .filter(({ data }) => data.length === STAKE_DATA)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexing) => indexing.stop()))
})
afterAll(() => scene?.stop())

async function index(urls: readonly string[]): Promise<Indexing> {
  const indexing = await scene.index(urls, { CHECKSUM_SECONDS: '1' })
  running.push(indexing)
  return indexing
}

/** A stake at a random position in a third of the chain. */
function stakeIn(third: number, seed: number): { block: number; place: number } {
  const dice = chance(seed)
  return stakes[Math.floor(((third + dice.next()) / 3) * stakes.length)]!
}

const THIRDS = ['first', 'second', 'last'] as const
const HOW = {
  'leaves a log out': { how: 'leaveOut' },
  'invents a log': { how: 'invent' },
  'changes an amount': { how: 'amount', word: AMOUNT },
} as const
/** By night (THOROUGH=1) each lie is told in each third, by day each lie in one third. */
const CASES = THIRDS.flatMap((name, third) =>
  Object.entries(HOW)
    .map(([lie, how], kind) => ({ lie, how, kind }))
    .filter(({ kind }) => NIGHTLY || kind === third)
    .map(({ lie, how, kind }) => [lie, name, { third, how, seed: 1 + third * 3 + kind }] as const),
)

describe('a node', () => {
  test('that is honest fills tables that equal the contracts', async () => {
    const indexing = await index([(await scene.node()).url])
    await waitFor('a comparison', async () => (await passedBlock(indexing)) !== null, 60_000)
  })

  test.each(CASES)(
    'that is the only node and %s in the %s third is noticed',
    async (_lie, _name, { third, how, seed }) => {
      const indexing = await index([await lyingNode(third, seed, how)])
      // A difference counts when it is found at two blocks.
      const isNoticed = async () => {
        scene.model.chain.advance()
        return (await isHalted(indexing)) || (await differences(indexing)) > 0
      }
      await waitFor('a halt, or a difference from the contracts', isNoticed, 60_000, 500).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}\n${indexing.output().slice(-2_000)}`)
        },
      )
      expect(await passedBlock(indexing)).toBeNull()
    },
  )

  test.each(CASES)(
    'that %s in the %s third is noticed beside an honest node',
    async (_lie, _name, { third, how, seed }) => {
      const urls = [await lyingNode(third, seed + 100, how), (await scene.node()).url]
      const indexing = await index(seed % 2 === 0 ? urls : urls.toReversed())
      await indexing.saw(
        'to notice',
        (output) => output.includes('"disagreement"') || output.includes('"wrong"'),
      )
      expect(await passedBlock(indexing)).toBeNull()
    },
  )
})

async function lyingNode(third: number, seed: number, how: (typeof HOW)[keyof typeof HOW]): Promise<string> {
  const lie: Lie = { ...stakeIn(third, seed), ...how }
  return (await scene.node({ lies: [lie] })).url
}

/** Indexing halts if later logs contradict the false one, for example if they withdraw from an omitted stake. */
async function isHalted({ sql }: Indexing): Promise<boolean> {
  return (await sql`select 1 from galx.indexer_halt`).length > 0
}

/** Figures of the tables that differ from the contracts. */
async function differences({ sql }: Indexing): Promise<number> {
  const [row] = await sql<{ differences: unknown[] }[]>`select differences from galx.checksum`
  return row?.differences.length ?? 0
}

/** The block at which the tables matched the contracts. Without it nothing is signed. */
async function passedBlock({ sql }: Indexing): Promise<number | null> {
  const [row] = await sql<{ passed: number | null }[]>`select passed_block as passed from galx.checksum`
  return row?.passed ?? null
}
