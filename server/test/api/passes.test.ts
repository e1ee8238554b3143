/** Node passes and members, as the holder and the inviter see them, on a real chain with the real indexer. */
import { encodeFunctionData, parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { NODE_BOND } from '@galx/protocol/formulas'
import { rpc } from '@galx/stack/chain/rpc'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import type { SignedIn } from './world.ts'

let scene: ReportScene
let holder: SignedIn

function passesOf(who: SignedIn, body: object = {}) {
  return scene.api.post('/api/getNft', body, who.token)
}
function pass(who: SignedIn, data: Hex) {
  return scene.send(who.account, scene.contract('NodePass'), data)
}
function mint(name: string) {
  return encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: [name] })
}
function transfer(from: SignedIn, to: SignedIn, id: bigint) {
  const args = [from.address, to.address, id] as const
  return encodeFunctionData({ abi: nodePassAbi, functionName: 'safeTransferFrom', args })
}

beforeAll(async () => {
  scene = await startReportScene()
  holder = await scene.fundedUser(['StakingPools', 'NodePass'])
})
afterAll(() => scene?.stop())

describe('getNft', () => {
  it('lists the caller’s passes page by page, with the indexed block', async () => {
    for (const name of ['北斗', 'Vega']) await pass(holder, mint(name))
    await scene.mine()
    const giver = await scene.fundedUser(['NodePass'])
    await pass(giver, mint('“牵牛”'))
    await scene.mine()
    await pass(giver, transfer(giver, holder, 3n))
    await scene.finalise()
    await until(async () => (await passesOf(holder)).data.total === 3)
    const { data } = await passesOf(holder)
    expect(data.list).toMatchObject([
      { id: '1', name: '北斗', bond: NODE_BOND.toString(), unbondingUntil: null, live: true },
      { id: '2', name: 'Vega', live: true },
      { id: '3', name: '“牵牛”', live: true },
    ])
    expect(data.nextCursor).toBeNull()
    expect(data.asOf.block).toBeGreaterThan(0)
    expect(data.list[0].mintedAt).toBeLessThanOrEqual(data.asOf.at)

    const first = (await passesOf(holder, { limit: 2 })).data
    expect(first.list.map(({ id }: { id: string }) => id)).toEqual(['1', '2'])
    const second = (await passesOf(holder, { limit: 2, cursor: first.nextCursor })).data
    expect(second).toMatchObject({ list: [{ id: '3' }], total: 3, nextCursor: null })
  })

  it('shows the end of a cool-down, and drops a transferred pass', async () => {
    const other = await scene.fundedUser()
    await pass(holder, encodeFunctionData({ abi: nodePassAbi, functionName: 'startUnbonding', args: [1n] }))
    await pass(holder, transfer(holder, other, 2n))
    await scene.finalise()
    await until(async () => (await passesOf(other)).data.total === 1)
    const own = (await passesOf(holder)).data.list
    expect(own).toMatchObject([
      { id: '1', live: false },
      { id: '3', live: true },
    ])
    const { timestamp } = await rpc<{ timestamp: Hex }>(
      scene.world.chain.rpcUrl,
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    expect(Math.abs(own[0].unbondingUntil - 7 * 86_400 - Number(timestamp))).toBeLessThan(30)
    expect((await passesOf(other)).data.list).toMatchObject([{ id: '2', name: 'Vega', live: true }])
    const info = await scene.api.get(`/api/getAAAUserInfo?address=${holder.address}`)
    expect(info.data.node).toEqual({ id: '3', name: '“牵牛”' })
  })

  it('needs a sign-in and refuses wrong fields', async () => {
    expect((await scene.api.post('/api/getNft', {})).status).toBe(401)
    expect((await passesOf(holder, { cursor: 'AAAA' })).data).toEqual({ field: 'cursor' })
    expect((await passesOf(holder, { limit: 0 })).data).toEqual({ field: 'limit' })
    expect((await passesOf(holder, { owner: holder.address })).data).toEqual({ field: 'owner' })
  })
})

describe('getFans1 with a pool', () => {
  it('lists members with their weight in the pool, adds the weights, and counts pending members separately', async () => {
    const inviter = await scene.fundedUser()
    const stake = async (who: SignedIn, amount: string, pool: 'mcm' | 'galx') => {
      const args = [scene.poolId(pool), parseEther(amount), 0n, inviter.address] as const
      const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'stake', args })
      await scene.send(who.account, scene.contract('StakingPools'), data)
    }
    const [one, two, pending] = [await scene.fundedUser(), holder, await scene.fundedUser()]
    await stake(one, '40', 'mcm')
    await stake(one, '7', 'galx')
    await stake(two, '5', 'galx')
    const { data: own } = await scene.api.get(`/api/getAAAUserInfo?address=${inviter.address}`, inviter.token)
    await scene.api.post('/api/bindSuggest1', { inviteCode: own.invite_code }, pending.token)
    await scene.finalise()
    const members = async (query: string) =>
      (await scene.api.get(`/api/getFans1${query}`, inviter.token)).data
    await until(async () => (await members('?pool=mcm')).weight === parseEther('40').toString())
    const page = await members('?pool=mcm')
    expect(page).toMatchObject({ total: 3, pending: 1, weight: parseEther('40').toString() })
    const found = (who: SignedIn) =>
      page.list.find(({ address }: { address: string }) => address === who.address)
    expect(found(one)).toMatchObject({ status: 'bound', weight: parseEther('40').toString(), node: false })
    expect(found(two)).toMatchObject({ status: 'bound', weight: '0', node: true })
    expect(found(pending)).toMatchObject({ status: 'pending', weight: '0' })
    expect((await members('')).list[0]).toMatchObject({ weight: null })
    expect(await members('')).toMatchObject({ weight: null, pending: 1 })
    expect(await members('?pool=mcm&limit=1')).toMatchObject({ weight: parseEther('40').toString() })
  })
})
