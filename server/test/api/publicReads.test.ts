/** Public reads without a token: ranks, the vault's history, the state of nodes and tables, on a real chain with the real indexer. */
import { createClient, encodeFunctionData, http, zeroHash, type Abi, type Address, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import type { TimelockOperation } from '@galx/protocol/http/timelock'
import type { VaultAccountData, VaultPricesData } from '@galx/protocol/http/vault'
import { WHOLE_SHARE } from '@galx/protocol/vault'
import { rpc } from '@galx/stack/chain/rpc'
import { BOARDS, rankBoard } from '../../src/community/ranks.ts'
import { foldTotals } from '../../src/ledger/foldTotals.ts'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import type { SignedIn } from './world.ts'

const ETHER = 10n ** 18n
const HOUR = 3_600

let scene: ReportScene
let one: SignedIn
let other: SignedIn

beforeAll(async () => {
  scene = await startReportScene({ epochs: false })
  one = await scene.fundedUser(['StakingPools', 'ZnVault', 'NodePass'])
  other = await scene.fundedUser(['StakingPools', 'ZnVault'])
})
afterAll(() => scene?.stop())

async function pass(seconds: number): Promise<void> {
  await rpc(scene.world.chain.rpcUrl, 'evm_increaseTime', seconds)
  await scene.mine()
}

/** Waits until the tables include everything mined so far. */
async function indexed(): Promise<void> {
  const tip = Number(await rpc<Hex>(scene.world.chain.rpcUrl, 'eth_blockNumber'))
  await scene.finalise()
  await until(async () => ((await scene.api.get('/api/status')).data.indexer.indexed?.block ?? 0) >= tip)
}

describe('the vault', () => {
  const prices = async (span: string): Promise<VaultPricesData> =>
    (await scene.btcApi.get(`/api/getZnPrices?span=${span}`)).data
  const account = async ({ address }: SignedIn): Promise<VaultAccountData> =>
    (await scene.btcApi.get(`/api/getZnAccount?address=${address}`)).data
  const vault = async (
    functionName: 'deposit' | 'withdraw' | 'transfer' | 'fund',
    who: SignedIn,
    args: never[],
  ) => {
    const data = encodeFunctionData({ abi: znVaultAbi, functionName, args: args as never })
    const hash = await scene.send(who.account, scene.contract('ZnVault'), data)
    await scene.mine()
    const receipt = await rpc<{ status: Hex; blockNumber: Hex }>(
      scene.world.chain.rpcUrl,
      'eth_getTransactionReceipt',
      hash,
    )
    expect(receipt.status, functionName).toBe('0x1')
    return BigInt(receipt.blockNumber)
  }
  const read = (functionName: 'convertToAssets', shares: bigint, block: bigint) =>
    readContract(createClient({ transport: http(scene.world.chain.rpcUrl) }), {
      address: scene.contract('ZnVault'),
      abi: znVaultAbi,
      functionName,
      args: [shares],
      blockNumber: block,
    })

  it('has no prices before its first event, and zeros for an unknown account', async () => {
    await indexed()
    const address = `0x${'ab'.repeat(20)}`
    expect((await scene.btcApi.get(`/api/getZnAccount?address=${address}`)).data).toMatchObject({
      address,
      paidIn: '0',
      takenOut: '0',
    })
    expect(await scene.btcApi.get('/api/getZnAccount?address=0x1')).toMatchObject({ status: 400 })
    expect(await scene.btcApi.get('/api/getZnPrices?span=decade')).toMatchObject({ status: 400 })
  })

  it('returns the contract’s own price after deposits, a funding, time, a transfer and a withdrawal', async () => {
    const at = (value: unknown) => value as never
    await vault('deposit', one, [at(100n * ETHER), at(one.address)])
    await pass(HOUR)
    await vault('fund', other, [at(70n * ETHER)])
    await pass(2 * HOUR)
    await vault('deposit', other, [at(50n * ETHER), at(other.address)])
    await pass(HOUR)
    const moved = 20n * WHOLE_SHARE
    const transferred = await vault('transfer', one, [at(other.address), at(moved)])
    const worth = await read('convertToAssets', moved, transferred)
    await pass(HOUR)
    await vault('withdraw', one, [at(30n * ETHER), at(one.address), at(one.address)])
    await pass(3 * HOUR)
    await indexed()

    for (const span of ['week', 'month', 'quarter', 'all']) {
      const { prices: list, asOf } = await prices(span)
      const now = await read('convertToAssets', WHOLE_SHARE, BigInt(asOf!.block))
      expect(list.at(-1), span).toEqual({ at: asOf!.at, price: now.toString() })
      expect(list.length, span).toBeLessThanOrEqual(121)
      expect(list.length, span).toBeGreaterThan(100)
      const values = list.map(({ price }) => BigInt(price))
      expect(values, span).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(values.at(-1)! > values[0]!, span).toBe(true)
    }
    // The contract's price at each of these blocks lies between the prices of the two neighbouring points of the series.
    const { prices: list } = await prices('all')
    const head = Number(await rpc<Hex>(scene.world.chain.rpcUrl, 'eth_blockNumber'))
    let compared = 0
    for (let number = head; number > 0 && compared < 5; number -= 1) {
      const block = await rpc<{ timestamp: Hex }>(
        scene.world.chain.rpcUrl,
        'eth_getBlockByNumber',
        `0x${number.toString(16)}`,
        false,
      )
      const time = Number(block.timestamp)
      const after = list.find((point) => point.at >= time)
      const before = list.findLast((point) => point.at <= time)
      if (!after || !before) continue
      const price = await read('convertToAssets', WHOLE_SHARE, BigInt(number))
      expect(price >= BigInt(before.price) && price <= BigInt(after.price)).toBe(true)
      compared += 1
    }
    expect(compared).toBe(5)
    expect(await account(one)).toMatchObject({
      paidIn: (100n * ETHER).toString(),
      takenOut: (30n * ETHER + worth).toString(),
    })
    expect(await account(other)).toMatchObject({ paidIn: (50n * ETHER + worth).toString(), takenOut: '0' })
  })
})

describe('getRank', () => {
  const rank = async (query: string) => (await scene.api.get(`/api/getRank${query}`)).data

  /** Sums the teams and makes the boards, like the indexer does every half minute. */
  async function makeRanks(): Promise<void> {
    await foldTotals(scene.world.sql)
    for (const board of BOARDS) await rankBoard(scene.world.sql, board, scene.world.deployment.epochDuration)
  }

  /** @returns the hash power in wei of GALX: each share of the vault counts 10^-12, each staked GALX counts 1 */
  async function powerOf({ address }: SignedIn, staked: bigint): Promise<string> {
    const shares = await readContract(createClient({ transport: http(scene.world.chain.rpcUrl) }), {
      address: scene.contract('ZnVault'),
      abi: znVaultAbi,
      functionName: 'balanceOf',
      args: [address as Address],
    })
    return (shares / 10n ** 12n + staked).toString()
  }

  it('lists a board by cursor, with an account’s rank and the distance to the place above', async () => {
    await scene.send(one.account, scene.contract('StakingPools'), scene.stakeData(90n * ETHER))
    await scene.send(other.account, scene.contract('StakingPools'), scene.stakeData(4n * ETHER))
    const mint = encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: ['北斗'] })
    await scene.send(one.account, scene.contract('NodePass'), mint)
    await scene.mine()
    await indexed()
    await makeRanks()

    const [more, less] = [await powerOf(one, 90n * ETHER), await powerOf(other, 4n * ETHER)]
    const first = await rank(`?type=staker&limit=1&address=${other.address}`)
    expect(first).toMatchObject({
      list: [
        {
          rank: 1,
          address: one.address,
          hashPower: more,
          members: 0,
          node: { name: '北斗' },
        },
      ],
      total: 2,
      me: {
        address: other.address,
        rank: 2,
        hashPower: less,
        node: null,
        next: { rank: 1, hashPower: more },
      },
    })
    expect(first.asOf.block).toBeGreaterThan(0)
    const second = await rank(`?type=staker&limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({
      list: [{ rank: 2, address: other.address, node: null }],
      nextCursor: null,
      me: null,
    })
    expect(await rank(`?type=staker&address=${one.address}`)).toMatchObject({ me: { rank: 1, next: null } })
    // Nobody has invited anybody, so the boards by team power are empty.
    expect(await rank(`?address=${one.address}`)).toMatchObject({
      list: [],
      total: 0,
      me: { rank: null, hashPower: '0', next: null, node: { name: '北斗' } },
    })
    // No epoch has been closed.
    expect(await rank(`?type=epoch&address=${one.address}`)).toEqual({
      list: [],
      total: null,
      nextCursor: null,
      me: null,
      asOf: null,
      epoch: null,
    })
    const foreign = await scene.api.get(`/api/getRank?type=community&cursor=${first.nextCursor}`)
    expect(foreign).toMatchObject({ status: 400, data: { field: 'cursor' } })
    const mistyped = await scene.api.get('/api/getRank?address=0x00000000000000000000000000000000000000g0')
    expect(mistyped).toMatchObject({ status: 400, data: { field: 'address' } })
  })
})

describe('status', () => {
  it('shows each node’s host and blocks, and the last block of the tables', async () => {
    const { data } = await scene.api.get('/api/status')
    const { host } = new URL(scene.world.chain.rpcUrl)
    expect(data.nodes).toEqual([
      {
        host,
        head: expect.any(Number),
        finalised: expect.any(Number),
        milliseconds: expect.any(Number),
      },
    ])
    expect(data.nodes[0].finalised).toBeLessThan(data.nodes[0].head)
    expect(data.indexer.indexed.block).toBeGreaterThan(0)
    expect(data.indexer.totals.block).toBeLessThanOrEqual(data.indexer.indexed.block)
    expect(data.indexer.halted).toBeNull()
  })

  it('reports a node that is away, without its key, and a halt of the indexer', async () => {
    const { environment } = scene.world
    const before = environment.RPC_URL!
    environment.RPC_URL = `${before},http://user:secret@127.0.0.1:9/key-in-path`
    const api = await scene.world.start('api')
    environment.RPC_URL = before
    const answer = await api.get('/api/status')
    expect(answer.data.nodes).toMatchObject([
      { milliseconds: expect.any(Number) },
      { host: '127.0.0.1:9', head: null, finalised: null, milliseconds: null },
    ])
    expect(answer.text).not.toMatch(/secret|key-in-path/)
    await scene.world.sql`
      insert into galx.indexer_halt (at, reason, block_number) values (1700000000, 'a test', 77)`
    const halted = (await api.get('/api/status')).data.indexer.halted
    await scene.world.sql`delete from galx.indexer_halt`
    expect(halted).toEqual({ since: 1_700_000_000, block: 77 })
  })
})

describe('timelock', () => {
  it('lists announced operations by date, with calls from which their identifiers can be computed, until they are cancelled', async () => {
    const { deployment } = scene.world
    const timelockAddress = scene.contract('Timelock')
    const proposer = deployment.roles.timelock.proposers[0] as Address
    const [target, other] = [scene.contract('StakingPools'), scene.contract('ZnVault')]
    const guardian = `0x${'5e'.repeat(20)}` as const
    const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'setGuardian', args: [guardian] })
    const salt = `0x${'51'.repeat(32)}` as const
    const day = 86_400n
    const act = async (call: Hex) => {
      await rpc(scene.world.chain.rpcUrl, 'anvil_impersonateAccount', proposer)
      await rpc(scene.world.chain.rpcUrl, 'anvil_setBalance', proposer, '0xde0b6b3a7640000')
      await rpc(scene.world.chain.rpcUrl, 'eth_sendTransaction', {
        from: proposer,
        to: timelockAddress,
        data: call,
      })
      await scene.mine()
      await scene.finalise()
    }
    const list = async () =>
      (await scene.api.get('/api/timelock')).data.list as (TimelockOperation & { id: Hex })[]
    const one = { predecessor: zeroHash, salt } as const
    const schedule = encodeFunctionData({
      abi: timelockAbi,
      functionName: 'schedule',
      args: [target, 0n, data, one.predecessor, one.salt, 9n * day],
    })
    const batch = encodeFunctionData({
      abi: timelockAbi,
      functionName: 'scheduleBatch',
      args: [[target, other], [0n, 0n], [data, data], zeroHash, zeroHash, 5n * day],
    })
    // A batch without a call leaves only a salt and a cancellation in the logs.
    const empty = [[], [], [], zeroHash, salt] as const
    await act(encodeFunctionData({ abi: timelockAbi, functionName: 'scheduleBatch', args: [...empty, day] }))
    const emptyId = await readContract(createClient({ transport: http(scene.world.chain.rpcUrl) }), {
      address: timelockAddress,
      abi: timelockAbi,
      functionName: 'hashOperationBatch',
      args: empty,
    })
    await act(encodeFunctionData({ abi: timelockAbi, functionName: 'cancel', args: [emptyId] }))
    await act(schedule)
    await act(batch)
    await until(async () => (await list()).length === 2)
    const [first, second] = await list()
    const client = createClient({ transport: http(scene.world.chain.rpcUrl) })
    const read = (args: readonly unknown[], functionName: string) =>
      readContract(client, { address: timelockAddress, abi: timelockAbi as Abi, functionName, args })
    expect(second).toMatchObject({
      id: await read([target, 0n, data, zeroHash, salt], 'hashOperation'),
      ...one,
      calls: [{ target: target.toLowerCase(), value: '0', data }],
      readyAt: String(await read([second!.id], 'getTimestamp')),
    })
    expect(first).toMatchObject({
      id: await read([[target, other], [0n, 0n], [data, data], zeroHash, zeroHash], 'hashOperationBatch'),
      salt: zeroHash,
      calls: [{ target: target.toLowerCase() }, { target: other.toLowerCase() }],
    })
    await act(encodeFunctionData({ abi: timelockAbi, functionName: 'cancel', args: [first!.id] }))
    await until(async () => (await list()).length === 1)
    // The operation is scheduled again. It has the same identifier, but a new date.
    await pass(60)
    await act(batch)
    await until(async () => (await list()).length === 2)
    const again = (await list()).find(({ id }) => id === first!.id)
    expect(again).toMatchObject({ calls: first!.calls })
    expect(BigInt(again!.readyAt)).toBeGreaterThan(BigInt(first!.readyAt))
  })
})
