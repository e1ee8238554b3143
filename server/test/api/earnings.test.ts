/** Earnings over time, compared with the amounts that the contract owes and has paid, on a real chain with the real indexer. */
import { createPublicClient, encodeFunctionData, http, parseEther, parseEventLogs, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { EarningsData } from '@galx/protocol/http/earnings'
import type { PoolYieldsData } from '@galx/protocol/http/poolYields'
import { rpc } from '@galx/stack/chain/rpc'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import { addressOf, newAccount, type SignedIn } from './world.ts'

const abi = stakingPoolsAbi
const HOUR = 3_600

let scene: ReportScene
let early: SignedIn
let late: SignedIn

function earnings(account: string, query = '') {
  return scene.api.get(`/api/earnings?address=${account}&pool=mcm${query}`)
}
async function pass(seconds: number) {
  await rpc(scene.world.chain.rpcUrl, 'evm_increaseTime', seconds)
  await scene.mine()
}
async function act(who: SignedIn, data: Hex) {
  await scene.send(who.account, scene.contract('StakingPools'), data)
  await scene.mine()
}
function unstake(who: SignedIn, amount: string) {
  const args = [scene.poolId('mcm'), 0n, parseEther(amount), who.address] as const
  return act(who, encodeFunctionData({ abi, functionName: 'unstake', args }))
}

/** The sum that the contract has paid and owes an account, at a block. */
async function owedAndPaid({ address }: SignedIn, block: number) {
  const client = createPublicClient({ transport: http(scene.world.chain.rpcUrl) })
  const contract = { address: scene.contract('StakingPools'), abi } as const
  const pool = scene.poolId('mcm')
  const blockNumber = BigInt(block)
  const { earned: owed } = await client.readContract({
    ...contract,
    functionName: 'accountState',
    args: [pool, address],
    blockNumber,
  })
  const logs = await client.getLogs({ address: contract.address, fromBlock: 0n, toBlock: blockNumber })
  const args = { pool, account: address }
  const claims = parseEventLogs({ abi, eventName: 'Claimed', args, logs })
  const exits = parseEventLogs({ abi, eventName: 'Exited', args, logs })
  const paid = [...claims.map((one) => one.args.amount), ...exits.map((one) => one.args.reward)]
  return { owed, paid: paid.reduce((sum, amount) => sum + amount, 0n) }
}

function sum({ periods }: EarningsData, field: 'earned' | 'claimed') {
  return periods.reduce((total, period) => total + BigInt(period[field]), 0n)
}

beforeAll(async () => {
  scene = await startReportScene({ epochs: false })
  early = await scene.fundedUser()
  late = await scene.fundedUser()
  const stake = (amount: string) => scene.stakeData(parseEther(amount), 'mcm')
  const claim = (who: SignedIn) =>
    encodeFunctionData({ abi, functionName: 'claim', args: [scene.poolId('mcm'), who.address] })
  // The pool was funded while nobody was staked, so its stream starts only here.
  await pass(7 * HOUR)
  await act(early, stake('123.4567'))
  await pass(5 * HOUR + 7)
  await act(late, stake('300'))
  await act(early, stake('11'))
  await pass(3 * HOUR)
  await act(early, claim(early))
  await unstake(early, '23.4')
  await pass(30 * HOUR + 1)
  await act(late, claim(late))
  const exit = { abi, functionName: 'exit', args: [scene.poolId('mcm'), 0n, early.address] } as const
  await act(early, encodeFunctionData(exit))
  // One of two positions is left. For two hours nobody else is staked.
  const leave = { abi, functionName: 'exit', args: [scene.poolId('mcm'), 0n, late.address] } as const
  await act(late, encodeFunctionData(leave))
  await pass(2 * HOUR)
  const tip = Number(await rpc<Hex>(scene.world.chain.rpcUrl, 'eth_blockNumber'))
  await scene.finalise()
  await until(async () => (await earnings(early.address)).data.asOf?.block >= tip)
})
afterAll(() => scene?.stop())

describe('earnings of an account in a pool', () => {
  it('are the sum that the contract has paid and owes, by hour and by day', async () => {
    for (const who of [early, late])
      for (const query of ['&period=hour&count=90', '&period=day&count=5', '']) {
        const { data } = (await earnings(who.address, query)) as { data: EarningsData }
        const { owed, paid } = await owedAndPaid(who, data.asOf!.block)
        expect(paid).toBeGreaterThan(0n)
        expect(sum(data, 'claimed')).toBe(paid)
        // Both round down. The answer rounds once for each period and each change of weight. The contract rounds once more at each of
        // the two payments.
        const missing = owed + paid - sum(data, 'earned')
        expect(missing).toBeGreaterThanOrEqual(-2n)
        expect(missing).toBeLessThanOrEqual(BigInt(data.periods.length + 8))
      }
  })

  it('have full periods of UTC up to the newest block, with both weights at each end', async () => {
    const { data } = (await earnings(early.address, '&period=hour&count=90')) as { data: EarningsData }
    expect(data).toMatchObject({ pool: 'mcm', token: 'GALX' })
    expect(data.periods).toHaveLength(90)
    for (const [index, { from, to }] of data.periods.entries()) {
      expect(from % HOUR).toBe(0)
      expect(to).toBe(data.periods[index + 1]?.from ?? data.asOf!.at)
    }
    const together = data.periods.filter(({ weight, totalWeight }) => weight !== totalWeight)
    expect(together.map(({ totalWeight }) => BigInt(totalWeight))).toContain(parseEther('434.4567'))
    expect(data.periods.at(-1)).toMatchObject({
      weight: parseEther('11').toString(),
      totalWeight: parseEther('11').toString(),
    })
    expect(data.periods[0]).toMatchObject({ earned: '0', claimed: '0', weight: '0', totalWeight: '0' })
  })

  it('have the same periods wherever they begin', async () => {
    const all = ((await earnings(early.address, '&period=hour&count=90')).data as EarningsData).periods
    for (const count of [1, 2, 31, 34, 40]) {
      const { periods } = (await earnings(early.address, `&period=hour&count=${count}`)).data as EarningsData
      expect(periods).toEqual(all.slice(-count))
    }
  })

  it('have the weight of a stake in the newest block itself', async () => {
    await act(late, scene.stakeData(parseEther('5'), 'mcm'))
    const block = Number(await rpc<Hex>(scene.world.chain.rpcUrl, 'eth_blockNumber'))
    // The newest final block is then the block of the stake.
    await scene.mine(2)
    await until(async () => (await earnings(late.address)).data.asOf.block >= block)
    const { data } = (await earnings(late.address)) as { data: EarningsData }
    expect(data.asOf!.block).toBe(block)
    expect(data.periods.at(-1)).toMatchObject({
      weight: parseEther('5').toString(),
      totalWeight: parseEther('16').toString(),
    })
  })

  it('are the earnings of one staked token in the pool, times the account’s tokens', async () => {
    const { periods } = (await earnings(early.address, '&period=hour&count=90')).data as EarningsData
    const { data } = (await scene.api.get('/api/poolYields?pool=mcm&period=hour&count=90')) as {
      data: PoolYieldsData
    }
    expect(data).toMatchObject({ pool: 'mcm', token: 'GALX' })
    const own = new Map(periods.map((period) => [period.from, period]))
    const constant = data.periods.filter(
      ({ from }) => own.get(from - HOUR)?.weight === own.get(from)!.weight && own.get(from)!.weight !== '0',
    )
    expect(constant.length).toBeGreaterThan(30)
    for (const { from, to, perToken, totalWeight } of constant) {
      const { weight, earned, ...period } = own.get(from)!
      expect({ to, totalWeight }).toEqual({ to: period.to, totalWeight: period.totalWeight })
      // Both round down: one token loses less than a wei, and the account less than a wei for each of its tokens.
      const loss = BigInt(earned) - (BigInt(perToken) * BigInt(weight)) / parseEther('1')
      expect(loss).toBeGreaterThanOrEqual(0n)
      expect(loss).toBeLessThanOrEqual(BigInt(weight) / parseEther('1') + 1n)
      expect(BigInt(perToken)).toBeGreaterThan(0n)
    }
    // A period needs a stake at its start.
    const started = periods.filter((_, index) => index > 0 && periods[index - 1]!.totalWeight !== '0')
    expect(data.periods.map(({ from }) => from)).toEqual(started.map(({ from }) => from))
    expect(data.periods.at(-1)!.to).toBe(data.asOf!.at)
    expect((await scene.api.get('/api/poolYields?pool=none')).data).toEqual({ field: 'pool' })
    expect((await scene.api.get('/api/poolYields?pool=mcm&address=0x12')).data).toEqual({ field: 'address' })
  })

  it('are zero for an account that was never staked; wrong fields are named', async () => {
    const { data } = await earnings(addressOf(newAccount()))
    expect(sum(data, 'earned')).toBe(0n)
    expect(data.periods).toHaveLength(30)
    const refused = async (path: string) => (await scene.api.get(path)).data
    expect(await refused(`/api/earnings?address=${early.address}&pool=none`)).toEqual({ field: 'pool' })
    expect(await refused('/api/earnings?address=0x12&pool=mcm')).toEqual({ field: 'address' })
    expect(await refused(`/api/earnings?address=${early.address}&pool=mcm&count=91`)).toEqual({
      field: 'count',
    })
  })
})
