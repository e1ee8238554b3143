/** GET /api/getRank?type=epoch on a chain whose epochs the indexer closes. */
import { encodeFunctionData, type Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import type { BonusesData, BonusHistoryData } from '@galx/protocol/http/bonuses'
import type { RankData } from '@galx/protocol/http/rank'
import { readApiConfiguration } from '../../src/api/configuration.ts'
import { startApi, type RunningApi } from '../../src/api/startApi.ts'
import { rankBoard } from '../../src/community/ranks.ts'
import { startSignerScene, type SignerScene } from '../signer/signerScene.ts'
import { ETHER } from '../support/chainWorld.ts'
import { waitFor } from '../support/wait.ts'
import { answerCheckOf } from './openApiCheck.ts'
import { clientOf, ORIGIN, SECRET } from './world.ts'

let scene: SignerScene
let api: RunningApi
let client: ReturnType<typeof clientOf>
/** Two holders of a pass with one member each. The second holder's member has more power. */
let holders: [Address, Address]

beforeAll(async () => {
  scene = await startSignerScene(4)
  const { world } = scene
  const [first, second, member, other] = world.people as [Address, Address, Address, Address]
  holders = [first, second]
  const mint = encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: ['北斗'] })
  for (const holder of holders) {
    await world.send(holder, world.deployment.contracts.NodePass.address as Address, mint)
    await world.stake(holder, 'galx', ETHER)
  }
  await world.stake(member, 'galx', 3n * ETHER, first)
  await world.stake(other, 'galx', 7n * ETHER, second)
  await world.mine()
  const configuration = await readApiConfiguration('api', {
    ...scene.environment,
    API_PORT: '0',
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: ORIGIN,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    SHUTDOWN_SERVE_SECONDS: '0',
  })
  api = await startApi(configuration)
  client = clientOf(api.url, answerCheckOf(await (await fetch(`${api.url}/docs/json`)).text()))
}, 240_000)
afterAll(async () => {
  await api?.stop()
  await scene?.stop()
})

async function rank(query = ''): Promise<RankData> {
  return (await client.get(`/api/getRank?type=epoch${query}`)).data as RankData
}

/** Makes the board at once. The indexer would make it within half a minute. Tries again if the indexer makes it at the same time. */
async function boardIsOf(epoch: number): Promise<void> {
  await waitFor('the board of the epoch', async () => {
    await rankBoard(scene.sql, 'epoch', scene.world.deployment.epochDuration)
    return (await rank()).epoch?.epoch === epoch
  })
}

/** Ends an epoch on the chain, and waits until the epoch is closed and has its board. @returns the epoch */
async function closeNext(): Promise<number> {
  const { epoch } = await scene.passEpochs(1)
  await boardIsOf(epoch)
  return epoch
}

test('before an epoch is closed there is no board, no place and no epoch', async () => {
  expect(await rank(`&address=${holders[0]}`)).toEqual({
    list: [],
    total: null,
    nextCursor: null,
    me: null,
    asOf: null,
    epoch: null,
  })
})

test('a closed epoch is listed by cursor with the averages and bonuses of the bonus history', async () => {
  scene.start()
  await scene.passEpochs(1)
  const epoch = await closeNext()
  // Members are the current members, from the team totals.
  await scene.indexed()
  const { epochDuration } = scene.world.deployment
  const [first, second] = holders
  const history = async (address: Address) => {
    const { data } = await client.get(`/api/bonusHistory?program=node&limit=1&address=${address}`)
    return (data as BonusHistoryData).list[0]!
  }
  const shown = async (address: Address) => {
    const { points, bonus } = await history(address)
    return { address, hashPower: (BigInt(points) / BigInt(epochDuration)).toString(), bonus, members: 1 }
  }
  const page = await rank(`&limit=1&address=${first}`)
  const [more, less] = [await shown(second), await shown(first)]
  // Both staked before the epoch began.
  expect([more.hashPower, less.hashPower]).toEqual([(7n * ETHER).toString(), (3n * ETHER).toString()])
  expect(page).toMatchObject({
    list: [{ rank: 1, ...more, node: { name: '北斗' } }],
    total: 2,
    me: { rank: 2, ...less, next: { rank: 1, hashPower: more.hashPower } },
    epoch: { epoch, from: epoch * epochDuration, to: (epoch + 1) * epochDuration },
  })
  const [stored] = await scene.sql`select block_number as block from galx.epochs where epoch = ${epoch}`
  expect(page.asOf).toEqual({ block: stored!.block, at: (epoch + 1) * epochDuration })
  expect(await rank(`&limit=1&cursor=${page.nextCursor}`)).toMatchObject({
    list: [{ rank: 2, ...less }],
    nextCursor: null,
    me: null,
  })
  // A member earns nothing from accounts above it.
  expect((await rank(`&address=${scene.world.people[2]}`)).me).toMatchObject({
    rank: null,
    hashPower: '0',
    bonus: '0',
    next: { rank: 2 },
  })
  // The other boards have neither field.
  const { data: now } = await client.get('/api/getRank?type=node')
  expect(now).not.toHaveProperty('epoch')
})

test('a cursor of a replaced epoch is refused by name, like a cursor of another board', async () => {
  const { nextCursor } = await rank('&limit=1')
  await closeNext()
  for (const query of [`type=epoch&cursor=${nextCursor}`, `type=node&cursor=${nextCursor}`])
    expect(await client.get(`/api/getRank?${query}`)).toMatchObject({
      status: 400,
      data: { field: 'cursor' },
    })
  expect((await rank('&limit=1')).list).toMatchObject([{ rank: 1, address: holders[1] }])
})

test('an epoch whose end came from one node is neither ranked nor returned before another node confirms it', async () => {
  const epoch = await closeNext()
  const [holder] = holders
  const numbers = async (path: string) =>
    ((await client.get(path)).data as { list: { epoch: number }[] }).list.map((one) => one.epoch)
  const paths = ['header', `parts/${holder.slice(2, 4)}`, `account/${holder}`]
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await client.get(`/api/epochs/${epoch}/${path}`)).status))
  const seen = async () => ({
    listed: (await numbers('/api/epochs')).includes(epoch),
    inHistory: (await numbers(`/api/bonusHistory?program=node&address=${holder}`)).includes(epoch),
    inGrants: ((await client.get(`/api/bonuses?address=${holder}`)).data as BonusesData).programs.some(
      (program) => program.epoch === epoch,
    ),
    board: (await rank()).epoch?.epoch,
  })
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await seen()).toEqual({ listed: true, inHistory: true, inGrants: true, board: epoch })

  const [{ block }] = await scene.sql<[{ block: number }]>`
    select block_number as block from galx.epochs where epoch = ${epoch}`
  await scene.sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (${block}, ${block}, 'a test', ${`0x${'ab'.repeat(32)}`})`
  await boardIsOf(epoch - 1)
  expect(await statuses()).toEqual([404, 404, 404])
  expect(await seen()).toEqual({ listed: false, inHistory: false, inGrants: false, board: epoch - 1 })

  await scene.sql`truncate galx.unconfirmed_ranges`
  await boardIsOf(epoch)
  expect(await seen()).toEqual({ listed: true, inHistory: true, inGrants: true, board: epoch })
})
