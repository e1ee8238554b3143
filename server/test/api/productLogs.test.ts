/** The calls that list one product's history, on a real chain with the real indexer. */
import { createClient, encodeFunctionData, erc20Abi, http, parseEther, type Address } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import type { SignedIn } from './world.ts'

let scene: ReportScene
let user: SignedIn

async function list(call: string, query = '', who = user) {
  return (await scene.btcApi.get(`/api/${call}${query}`, who.token)).data
}
function early(amount: bigint) {
  return encodeFunctionData({
    abi: stakingPoolsAbi,
    functionName: 'exitEarly',
    args: [scene.poolId('mcf'), 0n, amount, user.address],
  })
}

beforeAll(async () => {
  scene = await startReportScene()
  user = await scene.fundedUser()
})
afterAll(() => scene?.stop())

describe('getMcfStakeLog', () => {
  it('lists the term deposits with tier and end of the lock, and early withdrawals with their cost', async () => {
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

    const { list: items, total, nextCursor, asOf } = await list('getMcfStakeLog')
    const [block] = await scene.world
      .sql`select timestamp as at from galx.cursor where number >= ${asOf.block}`
    expect(asOf.block).toBeGreaterThanOrEqual(items[0].blockNumber)
    expect(asOf.at).toBeLessThanOrEqual(block!.at as number)
    expect(asOf.at).toBeGreaterThanOrEqual(items[0].at)
    expect({ total, nextCursor }).toEqual({ total: 2, nextCursor: null })
    expect(items).toMatchObject([
      { kind: 'unstake', amount: parseEther('3').toString(), tier: 2, position: '0', txHash: left },
      { kind: 'stake', amount: parseEther('10').toString(), tier: 2, position: '0', txHash: staked },
    ])
    expect(BigInt(items[0].penalty)).toBeGreaterThan(0n)
    expect(items[1].unlockAt).toBe(items[1].at + tier.duration)
    expect((await report()).data.status).toBe('confirmed')
  })

  it('comes page by page, without the history of other accounts and products', async () => {
    const first = await list('getMcfStakeLog', '?limit=1')
    expect(first.list).toMatchObject([{ kind: 'unstake' }])
    const second = await list('getMcfStakeLog', `?limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ list: [{ kind: 'stake', pool: 'mcf' }], nextCursor: null })
    expect(await list('getBtcStakeLog')).toMatchObject({ list: [], total: 0, nextCursor: null })
    const other = await scene.fundedUser()
    expect((await list('getMcfStakeLog', '', other)).list).toEqual([])
  })
})

describe('activityTotals', () => {
  it('contains the sums of the caller’s whole history', async () => {
    const read = async (who: SignedIn) => (await scene.api.get('/api/activityTotals', who.token)).data
    const { list: items } = (await scene.api.get('/api/activity?limit=100', user.token)).data
    const sum = (kind: string, token: string, field: 'amount' | 'penalty') =>
      (items as Record<string, string>[])
        .filter((item) => item.kind === kind && item.token === token)
        .reduce((total, item) => total + BigInt(item[field] ?? 0), 0n)
    const { totals, since, asOf } = await read(user)
    const penalty = sum('unstake', 'MCM', 'penalty')
    expect(penalty).toBeGreaterThan(0n)
    expect(totals).toEqual([
      { kind: 'putIn', token: 'MCM', amount: sum('stake', 'MCM', 'amount').toString() },
      { kind: 'putIn', token: 'GALX', amount: sum('stake', 'GALX', 'amount').toString() },
      { kind: 'takenOut', token: 'MCM', amount: (sum('unstake', 'MCM', 'amount') - penalty).toString() },
      { kind: 'penalty', token: 'MCM', amount: penalty.toString() },
    ])
    expect(since).toBeNull()
    expect(asOf.block).toBeGreaterThan(0)
    expect(await read(await scene.fundedUser())).toMatchObject({ totals: [], since: null })
    expect((await scene.api.get('/api/activityTotals')).code).toBe(401)
  })
})

describe('accountActivity and accountTotals', () => {
  it('return final actions to anybody, and nothing that the account reported to the servers', async () => {
    const own = await scene.fundedUser()
    const staked = await scene.send(
      own.account,
      scene.contract('StakingPools'),
      scene.stakeData(parseEther('2')),
    )
    await scene.finalise()
    const read = (query = '') => scene.api.get(`/api/accountActivity?address=${own.address}${query}`)
    await until(async () => (await read()).data.total === 1)
    // A second action that only the account's own browser has reported.
    const later = await scene.send(
      own.account,
      scene.contract('StakingPools'),
      scene.stakeData(parseEther('3')),
    )
    expect((await scene.btcApi.post('/api/galxStake', { txHash: later }, own.token)).data.status).toBe(
      'pending',
    )
    const mine = (await scene.api.get('/api/activity', own.token)).data
    expect(mine.list).toMatchObject([
      { status: 'pending', txHash: later },
      { status: 'confirmed', txHash: staked },
    ])
    const { list: items, total, nextCursor } = (await read()).data
    expect({ items, total, nextCursor }).toEqual({ items: [mine.list[1]], total: 1, nextCursor: null })
    const names = (value: unknown): string[] =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, part]) => [name, ...names(part)])
        : []
    expect(
      names((await read()).data).filter((name) => /invit|code|member|fans|team|faddress/i.test(name)),
    ).toEqual([])
    await scene.mine()
  })

  it('come page by page, with filters, and equal the account’s own answer', async () => {
    const of = (query: string) => scene.api.get(`/api/accountActivity?address=${user.address}${query}`)
    const first = (await of('&limit=1')).data
    const second = (await of(`&limit=1&cursor=${first.nextCursor}`)).data
    const { list: items } = (await scene.api.get('/api/activity?limit=2', user.token)).data
    expect([...first.list, ...second.list]).toEqual(items)
    expect((await of('&kind=unstake&product=mcf')).data.list).toMatchObject([{ kind: 'unstake' }])
    const totals = (await scene.api.get(`/api/accountTotals?address=${user.address}`)).data
    const { asOf: _own, ...sums } = (await scene.api.get('/api/activityTotals', user.token)).data
    expect(totals).toMatchObject(sums)
    const stranger = `0x${'ab'.repeat(20)}`
    expect((await scene.api.get(`/api/accountTotals?address=${stranger}`)).data.totals).toEqual([])
    expect((await scene.api.get(`/api/accountActivity?address=${stranger}`)).data.list).toEqual([])
    for (const call of ['accountActivity', 'accountTotals'])
      expect((await scene.api.get(`/api/${call}?address=0x12`)).data).toEqual({ field: 'address' })
  })

  it('return private data only with a token', async () => {
    for (const call of ['activity', 'activity.csv', 'activityTotals', 'getFans1', 'sessions'])
      expect((await scene.api.get(`/api/${call}`)).code, call).toBe(401)
    expect((await scene.api.post('/api/getNft', {})).code).toBe(401)
  })
})

describe('reports of the other contracts', () => {
  const call = (path: string, body: object) => scene.btcApi.post(`/api/${path}`, body, holder.token)
  const infoOf = async (who: SignedIn) =>
    (await scene.api.get(`/api/getAAAUserInfo?address=${who.address}`)).data
  let holder: SignedIn

  beforeAll(async () => {
    holder = await scene.fundedUser(['StakingPools', 'ZnVault', 'Levels', 'NodePass'])
  })

  it('a level is confirmed and appears in the user info', async () => {
    const data = encodeFunctionData({ abi: levelsAbi, functionName: 'buy', args: [1n, []] })
    const txHash = await scene.send(holder.account, scene.contract('Levels'), data)
    expect((await call('stakeA', { txHash })).code).toBe(1203)
    expect((await call('buyLevel', { txHash })).data).toEqual({ txHash, status: 'pending' })
    const shown = async () => (await scene.api.get('/api/activity', holder.token)).data.list[0]
    expect(await shown()).toMatchObject({
      kind: 'level',
      product: 'btc',
      pool: null,
      subject: '1',
      token: 'MCM',
      amount: null,
      status: 'pending',
    })
    await scene.finalise()
    await until(async () => (await call('buyLevel', { txHash })).data.status === 'confirmed')
    expect(await shown()).toMatchObject({ kind: 'level', subject: '1', status: 'confirmed' })
    expect(BigInt((await shown()).amount)).toBeGreaterThan(0n)
    expect((await infoOf(holder)).level).toBe(1)
  })

  it('a level also appears in the BTC log, between the stakes of that pool, page by page', async () => {
    const stake = scene.stakeData(parseEther('20'), 'btc')
    await scene.send(holder.account, scene.contract('StakingPools'), stake)
    await scene.mine()
    const data = encodeFunctionData({
      abi: levelsAbi,
      functionName: 'buy',
      args: [2n, [scene.poolId('btc')]],
    })
    await scene.send(holder.account, scene.contract('Levels'), data)
    await scene.finalise()
    await until(async () => (await list('getBtcStakeLog', '', holder)).total === 3)
    const log = await list('getBtcStakeLog', '', holder)
    expect(log.list).toMatchObject([
      {
        kind: 'level',
        product: 'btc',
        subject: '2',
        token: 'MCM',
        amount: parseEther('200').toString(),
        tier: null,
      },
      {
        kind: 'stake',
        product: 'btc',
        pool: 'btc',
        token: 'AAA',
        amount: parseEther('20').toString(),
        tier: 0,
      },
      { kind: 'level', subject: '1', amount: parseEther('100').toString() },
    ])
    let cursor = ''
    for (const item of log.list) {
      const page = await list('getBtcStakeLog', `?limit=1${cursor}`, holder)
      expect(page.list).toEqual([item])
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(cursor).toBe('&cursor=null')
  })

  it('getBtcLevel returns every level of the contract, and the level of an address or the caller', async () => {
    const read = async (query = '', who?: SignedIn) =>
      (await scene.btcApi.get(`/api/getBtcLevel${query}`, who?.token)).data
    const known = await read('', holder)
    expect(known).toMatchObject({ level: 2, nextPrice: parseEther('700').toString() })
    const client = createClient({ transport: http(scene.world.chain.rpcUrl) })
    const contract = { address: scene.contract('Levels'), abi: levelsAbi } as const
    const maximum = await readContract(client, { ...contract, functionName: 'MAXIMUM_LEVEL' })
    expect(known.levels).toHaveLength(Number(maximum) + 1)
    for (const { level, price, boostBps } of known.levels) {
      const args = [BigInt(level)] as const
      expect(BigInt(price)).toBe(await readContract(client, { ...contract, functionName: 'priceOf', args }))
      expect(BigInt(boostBps)).toBe(
        await readContract(client, { ...contract, functionName: 'boostOf', args }),
      )
    }
    expect(known.asOf.block).toBeGreaterThan(0)
    const said = { ...known, asOf: expect.objectContaining({ block: expect.any(Number) }) }
    expect(await read(`?address=${holder.address}`)).toEqual(said)
    expect(await read()).toEqual({ ...said, level: null, nextPrice: null })
    expect(await read('', user)).toEqual({ ...said, level: 0, nextPrice: parseEther('100').toString() })
    expect(await scene.btcApi.get('/api/getBtcLevel?address=0x12')).toMatchObject({
      status: 400,
      data: { field: 'address' },
    })
    const top = encodeFunctionData({ abi: levelsAbi, functionName: 'buy', args: [maximum, []] })
    await scene.send(holder.account, scene.contract('Levels'), top)
    await scene.finalise()
    await until(async () => (await read('', holder)).level === Number(maximum))
    expect((await read('', holder)).nextPrice).toBeNull()
  })

  it('a pass is confirmed only under its name, and moves with its transfer', async () => {
    const mint = encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: ['北方节点'] })
    const txHash = await scene.send(holder.account, scene.contract('NodePass'), mint)
    expect(await call('mcmNode', { txHash })).toMatchObject({ status: 400, data: { field: 'name' } })
    expect((await call('mcmNode', { txHash, name: '南方节点' })).code).toBe(1206)
    const report = () => call('mcmNode', { txHash, name: '北方节点' })
    expect((await report()).data.status).toBe('pending')
    await scene.finalise()
    await until(async () => (await report()).data.status === 'confirmed')
    const { node } = await infoOf(holder)
    expect(node).toMatchObject({ name: '北方节点' })

    const sent = await scene.send(
      holder.account,
      scene.contract('NodePass'),
      encodeFunctionData({
        abi: nodePassAbi,
        functionName: 'transferFrom',
        args: [holder.address, user.address, BigInt(node.id)],
      }),
    )
    const transfer = () => scene.api.post('/api/transferNft', { txHash: sent }, holder.token)
    expect((await transfer()).data.status).toBe('pending')
    await scene.finalise()
    await until(async () => (await transfer()).data.status === 'confirmed')
    expect((await infoOf(holder)).node).toBeNull()
    expect((await infoOf(user)).node).toEqual(node)
    const newest = async (who: SignedIn) => (await scene.api.get('/api/activity', who.token)).data.list[0]
    expect(await newest(holder)).toMatchObject({ kind: 'sendPass', subject: node.id, product: 'passes' })
    expect(await newest(user)).toMatchObject({ kind: 'receivePass', subject: node.id, amount: null })
  })

  it('a deposit in the vault appears in its log, and names the inviter', async () => {
    const data = encodeFunctionData({
      abi: znVaultAbi,
      functionName: 'depositWithInviter',
      args: [parseEther('5'), holder.address, user.address],
    })
    const deposit = encodeFunctionData({
      abi: znVaultAbi,
      functionName: 'deposit',
      args: [parseEther('2'), holder.address],
    })
    await scene.send(holder.account, scene.contract('ZnVault'), data)
    const txHash = await scene.send(holder.account, scene.contract('ZnVault'), deposit)
    expect((await call('znStake', { txHash })).data.status).toBe('pending')
    await scene.finalise()
    await until(async () => (await call('znStake', { txHash })).data.status === 'confirmed')
    expect(await list('getznStakeLog', '', holder)).toMatchObject({
      total: 2,
      list: [
        { kind: 'deposit', product: 'zn', pool: null, token: 'GALX', amount: parseEther('2').toString() },
        { kind: 'deposit', amount: parseEther('5').toString(), tier: null, unlockAt: null },
      ],
    })
    expect(await infoOf(holder)).toMatchObject({ FAddress: user.address, inviterStatus: 'bound' })
  })

  it('payments to the AAA fund and its distributions are public', async () => {
    const fund = scene.contract('AaaFund')
    const token = scene.world.deployment.tokens.AAA.address as Address
    const give = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [fund, parseEther('300')],
    })
    const given = await scene.send(holder.account, token, give)
    await scene.mine()
    const distribute = encodeFunctionData({ abi: aaaFundAbi, functionName: 'distribute' })
    const distributed = await scene.send(holder.account, fund, distribute)
    await scene.finalise()
    const flows = async () => (await scene.api.get('/api/getFundInvestLogs?limit=2')).data
    await until(async () => (await flows()).list[0]?.txHash === distributed)
    expect((await flows()).list).toMatchObject([
      { kind: 'distribution', token: 'AAA', txHash: distributed },
      { kind: 'inflow', token: 'AAA', amount: parseEther('300').toString(), txHash: given },
    ])
    const whole = async () => (await scene.api.get('/api/getFundInvestLogs')).data
    const sums = ({ list: items }: { list: { kind: string; amount: string }[] }) => {
      const sum = (kind: string) =>
        items.filter((item) => item.kind === kind).reduce((all, { amount }) => all + BigInt(amount), 0n)
      return { inflow: sum('inflow').toString(), distribution: sum('distribution').toString() }
    }
    const before = await whole()
    expect(before).toMatchObject({ total: before.list.length, totals: sums(before), nextCursor: null })
    const again = await scene.send(holder.account, token, give)
    await scene.finalise()
    await until(async () => (await whole()).total === before.total + 1)
    const after = await whole()
    expect(after.list[0]).toMatchObject({ kind: 'inflow', txHash: again })
    expect(after.totals).toEqual(sums(after))
  })
})
