/** The calls that list one product's history, on a real chain with the real indexer. */
import { encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import type { SignedIn } from './world.ts'

let scene: ReportScene
let user: SignedIn

const list = async (call: string, query = '', who = user) =>
  (await scene.btcApi.get(`/api/${call}${query}`, who.token)).data
const early = (amount: bigint) =>
  encodeFunctionData({
    abi: stakingPoolsAbi,
    functionName: 'exitEarly',
    args: [scene.poolId('mcf'), 0n, amount, user.address],
  })

beforeAll(async () => {
  scene = await startReportScene()
  user = await scene.fundedUser()
})
afterAll(() => scene?.stop())

describe('getMcfStakeLog', () => {
  it('lists the term deposits with tier and end of the lock, and what was taken out early with its cost', async () => {
    const pools = scene.contract('StakingPools')
    const tier = scene.world.deployment.pools.mcf!.tiers[2]!
    const staked = await scene.send(user.account, pools, scene.stakeData(parseEther('10'), 'mcf', 2n))
    await scene.send(user.account, pools, scene.stakeData(parseEther('4')))
    const report = () => scene.btcApi.post('/api/mcfStake', { txHash: staked }, user.token)
    expect((await report()).data).toEqual({ txHash: staked, status: 'pending' })
    expect((await list('getMcfStakeLog')).list).toMatchObject([
      { kind: 'stake', pool: 'mcf', status: 'pending', tier: null, unlockAt: null, txHash: staked },
    ])
    await scene.mine()
    const left = await scene.send(user.account, pools, early(parseEther('3')))
    await scene.finalise()
    await until(async () => (await list('getMcfStakeLog')).total === 2)

    const { list: items, total, nextCursor } = await list('getMcfStakeLog')
    expect({ total, nextCursor }).toEqual({ total: 2, nextCursor: null })
    expect(items).toMatchObject([
      { kind: 'unstake', amount: parseEther('3').toString(), tier: 2, position: '0', txHash: left },
      { kind: 'stake', amount: parseEther('10').toString(), tier: 2, position: '0', txHash: staked },
    ])
    expect(BigInt(items[0].penalty)).toBeGreaterThan(0n)
    expect(items[1].unlockAt).toBe(items[1].at + tier.duration)
    expect((await report()).data.status).toBe('confirmed')
  })

  it('comes page by page and holds nobody else’s and no other product’s history', async () => {
    const first = await list('getMcfStakeLog', '?limit=1')
    expect(first.list).toMatchObject([{ kind: 'unstake' }])
    const second = await list('getMcfStakeLog', `?limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ list: [{ kind: 'stake', pool: 'mcf' }], nextCursor: null })
    expect(await list('getBtcStakeLog')).toEqual({ list: [], total: 0, nextCursor: null })
    const other = await scene.fundedUser()
    expect((await list('getMcfStakeLog', '', other)).list).toEqual([])
  })
})
