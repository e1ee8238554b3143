/** Reported transactions, on a real chain with the real indexer beside the API. */
import {
  createClient,
  encodeFunctionData,
  http,
  parseEther,
  parseEventLogs,
  type Address,
  type Hex,
  type RpcLog,
} from 'viem'
import { sendRawTransaction } from 'viem/actions'
import { formatLog } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { FILTERED_ROWS } from '@galx/protocol/http/activity'
import { rpc } from '@galx/stack/chain/rpc'
import { walkActivity, type ActivityRow } from '../../src/activity/activityList.ts'
import { csvCell } from '../../src/activity/csv.ts'
import { markFailed, takeDueReports } from '../../src/activity/reports/reports.ts'
import { startReportScene, until, type ReportScene } from './reportScene.ts'
import { fingerprint, signIn, type Client, type SignedIn, type World } from './world.ts'

let scene: ReportScene
let world: World
let api: Client
let btcApi: Client
let stakingPools: Address
let user: SignedIn

/** The rows that calls leave behind, without the worker's changes in open reports. */
async function kept(): Promise<string> {
  const reports = await world.sql`
    select tx_hash, call, account_id from galx.reports order by tx_hash, call, account_id`
  return `${JSON.stringify(reports)} ${await fingerprint(world.sql, ['sessions', 'nonces'])}`
}

function mine(blocks?: number) {
  return scene.mine(blocks)
}
function finalise() {
  return scene.finalise()
}
const send: ReportScene['send'] = (account, to, data) => scene.send(account, to, data)
function fundedUser() {
  return scene.fundedUser()
}
const poolId: ReportScene['poolId'] = (key) => scene.poolId(key)
const stakeData: ReportScene['stakeData'] = (amount, pool, tier) => scene.stakeData(amount, pool, tier)
const NO_PERMIT = { deadline: 0n, v: 0, r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` } as const
function report(who: SignedIn, txHash: string, call = 'galxStake') {
  return btcApi.post(`/api/${call}`, { txHash }, who.token)
}
async function activityOf(who: SignedIn) {
  return (await api.get('/api/activity', who.token)).data.list
}

beforeAll(async () => {
  scene = await startReportScene()
  ;({ world, api, btcApi } = scene)
  stakingPools = scene.contract('StakingPools')
  user = await fundedUser()
})
afterAll(() => scene?.stop())

describe('API9: a reported hash', () => {
  it('is pending in the pool, pending in a block, confirmed when indexed, and appears so in the history', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('12.5')))
    expect(await report(user, txHash)).toMatchObject({
      status: 200,
      code: 200,
      data: { txHash, status: 'pending' },
    })
    const pending = {
      kind: 'stake',
      pool: 'galx',
      token: 'GALX',
      amount: '12500000000000000000',
      pairToken: null,
      status: 'pending',
      position: null,
      blockNumber: null,
      txHash,
    }
    expect(await activityOf(user)).toMatchObject([pending])
    await mine()
    expect((await report(user, txHash)).data).toEqual({ txHash, status: 'pending' })
    await finalise()
    await until(async () => (await report(user, txHash)).data.status === 'confirmed')
    const [item, ...others] = await activityOf(user)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      ...pending,
      status: 'confirmed',
      position: '0',
      blockNumber: expect.any(Number),
    })
    const info = await api.get(`/api/getAAAUserInfo?address=${user.address}`)
    expect(info.data.hashPower).toBe('12500000000000000000')
  })

  it('repeated any number of times, even in capitals and at once, is one report', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('1')))
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(user, txHash)))
    for (const { data } of answers) expect(data).toEqual({ txHash, status: 'pending' })
    const before = await kept()
    const capitals = `0x${txHash.slice(2).toUpperCase()}`
    expect((await report(user, capitals)).data).toEqual({ txHash, status: 'pending' })
    expect(await kept()).toBe(before)
    await finalise()
    await until(async () => (await report(user, txHash)).data.status === 'confirmed')
  })

  it('of a pair stake shows both tokens', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('3'), 'galxMcm'))
    expect((await report(user, txHash, 'galxMcmStake')).data.status).toBe('pending')
    const paired = {
      pool: 'galxMcm',
      amount: '3000000000000000000',
      pairToken: 'MCM',
      pairAmount: '3000000000000000000',
    }
    expect((await activityOf(user))[0]).toMatchObject({ ...paired, status: 'pending' })
    await finalise()
    await until(async () => (await report(user, txHash, 'galxMcmStake')).data.status === 'confirmed')
    expect((await activityOf(user))[0]).toMatchObject({ ...paired, status: 'confirmed' })
  })

  it('of stakeWithPermit counts as well', async () => {
    const data = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'stakeWithPermit',
      args: [poolId('galx'), parseEther('2'), 0n, `0x${'0'.repeat(40)}`, NO_PERMIT, NO_PERMIT],
    })
    const txHash = await send(user.account, stakingPools, data)
    expect((await report(user, txHash)).data).toEqual({ txHash, status: 'pending' })
    await finalise()
    await until(async () => (await report(user, txHash)).data.status === 'confirmed')
  })

  it('that failed has a reason, stays failed, and appears as failed', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(0n))
    expect((await report(user, txHash)).data.status).toBe('pending')
    await mine()
    const { data } = await report(user, txHash)
    expect(data).toEqual({ txHash, status: 'failed', reason: expect.stringMatching(/^StakingPools_\w+$/) })
    const before = await kept()
    expect((await report(user, txHash)).data).toEqual(data)
    expect(await kept()).toBe(before)
    expect((await activityOf(user))[0]).toMatchObject({
      txHash,
      status: 'failed',
      reason: data.reason,
      amount: '0',
    })
  })

  it('that a node called failed is confirmed when it is in the history', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('1')))
    expect((await report(user, txHash)).data.status).toBe('pending')
    const now = Math.floor(world.clock.now / 1000)
    // The report is marked as failed, as if the transaction had failed in a block that another block then replaced.
    await markFailed(world.sql, txHash, 'reverted', now)
    expect((await report(user, txHash)).data).toEqual({ txHash, status: 'failed', reason: 'reverted' })
    await takeDueReports(world.sql, now + 60, { every: 0, most: 100 })
    await finalise()
    await until(async () => (await report(user, txHash)).data.status === 'confirmed')
    const shown = (await activityOf(user)).filter((one: { txHash: Hex }) => one.txHash === txHash)
    expect(shown).toMatchObject([{ status: 'confirmed' }])
  })

  it('that failed is found by the worker, even if nobody asks again', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(0n, 'galxMcm'))
    expect((await report(user, txHash, 'galxMcmStake')).data.status).toBe('pending')
    await mine()
    world.clock.now += 3_000
    await until(async () => (await activityOf(user))[0].status === 'failed')
    expect((await activityOf(user))[0]).toMatchObject({ txHash, status: 'failed' })
  })

  it('that failed is found by the worker after the database’s clock was set back by an hour', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(0n, 'galxMcm'))
    expect((await report(user, txHash, 'galxMcmStake')).data.status).toBe('pending')
    await mine()
    await world.sql`update galx.report_worker set looked_at = clock_timestamp() + interval '1 hour'`
    world.clock.now += 3_000
    await until(async () => (await activityOf(user))[0].status === 'failed')
    expect((await activityOf(user))[0]).toMatchObject({ txHash, status: 'failed' })
  })

  it('sped up or cancelled in the wallet is no longer pending: the mined transaction appears by itself', async () => {
    const again = async (data: Hex, gasPrice: bigint) => {
      const nonce = scene.nonces.get(user.account.address)! - 1
      const signed = await user.account.signTransaction({
        to: stakingPools,
        data,
        nonce,
        chainId: 56,
        gas: 1_000_000n,
        gasPrice,
      })
      const client = createClient({ transport: http(world.chain.rpcUrl) })
      return sendRawTransaction(client, { serializedTransaction: signed })
    }
    const slow = await send(user.account, stakingPools, stakeData(parseEther('3')))
    expect((await report(user, slow)).data.status).toBe('pending')
    const fast = await again(stakeData(parseEther('3')), 5_000_000_000n)
    const shown = async (txHash: Hex) =>
      (await activityOf(user)).find((item: { txHash: string }) => item.txHash === txHash)
    expect(await shown(slow)).toMatchObject({ status: 'pending' })
    await finalise()
    await until(async () => (await shown(fast)) !== undefined)
    expect(await shown(fast)).toMatchObject({ status: 'confirmed', amount: parseEther('3').toString() })
    world.clock.now += 60_000
    await until(async () => (await shown(slow)) === undefined)
    expect(await world.sql`select 1 from galx.reports where tx_hash = ${slow}`).toHaveLength(0)
  })

  it('that no node knows gets its own answer', async () => {
    const before = await kept()
    expect(await report(user, `0x${'0'.repeat(64)}`)).toMatchObject({ status: 200, code: 1201 })
    expect(await kept()).toBe(before)
  })

  it('from somebody else gets its own answer, before and after the sender has reported it', async () => {
    const thief = await signIn(api)
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('1')))
    const before = await kept()
    expect(await report(thief, txHash)).toMatchObject({ status: 200, code: 1202 })
    expect(await kept()).toBe(before)
    await report(user, txHash)
    expect(await report(thief, txHash)).toMatchObject({ code: 1202 })
    expect(await activityOf(thief)).toEqual([])
    await mine()
  })

  it('to another contract, to no address, or that creates a contract, gets its own answer', async () => {
    const galx = world.deployment.tokens.GALX.address as Address
    const approval = encodeFunctionData({ abi: galxAbi, functionName: 'approve', args: [stakingPools, 1n] })
    const hashes = [
      await send(user.account, galx, approval),
      await send(user.account, `0x${'9'.repeat(40)}`, stakeData(1n)),
      await send(user.account, null, '0x00'),
    ]
    for (const txHash of hashes) expect(await report(user, txHash)).toMatchObject({ status: 200, code: 1203 })
    await mine()
  })

  it('of another call, or of a truncated call, gets its own answer', async () => {
    const claim = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'claim',
      args: [poolId('galx'), user.address],
    })
    const hashes = [
      await send(user.account, stakingPools, claim),
      await send(user.account, stakingPools, stakeData(1n).slice(0, 100) as Hex),
      await send(user.account, stakingPools, '0x'),
    ]
    for (const txHash of hashes) expect(await report(user, txHash)).toMatchObject({ status: 200, code: 1204 })
    await mine()
  })

  it('of another product gets its own answer', async () => {
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('1')))
    expect(await report(user, txHash, 'galxMcmStake')).toMatchObject({ status: 200, code: 1205 })
    expect((await report(user, txHash)).data.status).toBe('pending')
    expect(await report(user, txHash, 'galxMcmStake')).toMatchObject({ code: 1205 })
    await mine()
  })

  it('while the chain’s node is away gets 503, and nothing is stored; the history still answers', async () => {
    const rpcUrl = world.environment.RPC_URL!
    world.environment.RPC_URL = 'http://127.0.0.1:9'
    const [cut, cutMain] = [await world.start('btc-api'), await world.start('api')]
    world.environment.RPC_URL = rpcUrl
    const txHash = await send(user.account, stakingPools, stakeData(parseEther('1')))
    const before = await kept()
    const answer = await cut.post('/api/galxStake', { txHash }, user.token)
    expect(answer).toMatchObject({ status: 503, code: 503 })
    expect(await kept()).toBe(before)
    expect((await cutMain.get('/api/activity', user.token)).status).toBe(200)
    expect((await cutMain.get('/health/ready')).data.status).toBe('degraded')
    // Accounts with a key can sign in without the chain.
    expect((await signIn(cutMain)).token).toBeTruthy()
    await mine()
  })
})

describe('API10: a stake that was never reported', () => {
  it('appears in the history as well', async () => {
    const other = await fundedUser()
    const txHash = await send(other.account, stakingPools, stakeData(parseEther('7')))
    expect(await activityOf(other)).toEqual([])
    await finalise()
    await until(async () => (await activityOf(other)).length === 1)
    expect(await activityOf(other)).toMatchObject([{ txHash, kind: 'stake', status: 'confirmed' }])
  })
})

describe('the history', () => {
  it('comes page by page, each entry once, newest first', async () => {
    await finalise()
    const seen: { id: string; blockNumber: number; status: string }[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const { data } = await api.get(
        `/api/activity?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
        user.token,
      )
      seen.push(...data.list)
      cursor = data.nextCursor
      total = data.total
    } while (cursor !== null)
    const confirmed = seen.filter(({ status }) => status === 'confirmed')
    expect(confirmed).toHaveLength(total)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    const blocks = confirmed.map(({ blockNumber }) => blockNumber)
    expect(blocks).toEqual([...blocks].sort((a, b) => b - a))
    const walked: ActivityRow[][] = []
    for await (const rows of walkActivity(world.sql, user.address, 2)) walked.push(rows)
    expect(walked.length).toBeGreaterThan(1)
    expect(walked.flat().map((row) => `${row.blockNumber}-${row.logIndex}`)).toEqual(
      confirmed.map(({ id }) => id),
    )
  })

  it('shows an exit as one entry, with the pair amount and the reward', async () => {
    const pool = poolId('galxMcm')
    const leaver = await fundedUser()
    const act = async (data: Hex) => {
      const txHash = await send(leaver.account, stakingPools, data)
      await mine()
      return txHash
    }
    const funding = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'fund',
      args: [pool, parseEther('500')],
    })
    const exit = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'exit',
      args: [pool, 0n, leaver.address],
    })
    await act(funding)
    await act(stakeData(parseEther('3'), 'galxMcm'))
    await rpc(world.chain.rpcUrl, 'evm_increaseTime', 3600)
    const txHash = await act(exit)
    await finalise()
    const { logs } = await rpc<{ logs: RpcLog[] }>(world.chain.rpcUrl, 'eth_getTransactionReceipt', txHash)
    const [exited] = parseEventLogs({
      abi: stakingPoolsAbi,
      eventName: 'Exited',
      logs: logs.map((log) => formatLog(log)),
    })
    await until(async () => (await activityOf(leaver)).length === 2)
    expect((await activityOf(leaver))[0]).toMatchObject({
      kind: 'exit',
      pool: 'galxMcm',
      position: '0',
      token: 'GALX',
      amount: parseEther('3').toString(),
      pairToken: 'MCM',
      pairAmount: exited?.args.pairAmount.toString(),
      rewardToken: 'GALX',
      reward: exited?.args.reward.toString(),
      penalty: null,
      txHash,
    })
    expect(exited?.args.reward).toBeGreaterThan(0n)
    expect((await activityOf(leaver))[1]).toMatchObject({ kind: 'stake', reward: null, rewardToken: null })
    const lines = (await api.get('/api/activity.csv', leaver.token)).text.split('\r\n')
    expect(lines[1]).toMatch(/,exit,galx,galxMcm,0,GALX,3,MCM,[\d.]+,,GALX,[\d.]+,\d+,0x[0-9a-f]{64}$/)
  })

  it('is filtered by kind and by product, page by page, with the entries of the whole list', async () => {
    const { data: whole } = await api.get('/api/activity?limit=100', user.token)
    type Item = { id: string; kind: string; product: string; status: string }
    const read = async (filter: string) => {
      const seen: Item[] = []
      let cursor: string | null = null
      do {
        const { data } = await api.get(
          `/api/activity?limit=1&${filter}${cursor === null ? '' : `&cursor=${cursor}`}`,
          user.token,
        )
        expect(data.total).toBe(whole.total)
        seen.push(...data.list)
        cursor = data.nextCursor
      } while (cursor !== null)
      return seen
    }
    const of = (wanted: (item: Item) => boolean) => (whole.list as Item[]).filter(wanted)
    const stakes = of(({ kind }) => kind === 'stake')
    expect(stakes.length).toBeGreaterThan(2)
    expect(await read('kind=stake')).toEqual(stakes)
    expect(await read('product=galx')).toEqual(of(({ product }) => product === 'galx'))
    expect(await read('product=galx&kind=stake')).toEqual(stakes)
    expect(await read('product=zn&kind=stake')).toEqual([])
    expect(await read('kind=bonus')).toEqual([])
    expect(await api.get('/api/activity?kind=everything', user.token)).toMatchObject({ status: 400 })
    expect(await api.get('/api/activity?product=bank', user.token)).toMatchObject({ status: 400 })
  })

  it('searches a limited part of a long history for rare kinds, and continues from there', async () => {
    const loner = await signIn(api)
    const levels = FILTERED_ROWS + 200
    await world.sql`
      insert into galx.activity (block_number, log_index, account_id, kind, contract, subject, amount, tx_hash, at)
      select block, 0, a.id, (case when block = 1 then 'mintPass' else 'level' end)::galx.activity_kind,
        case when block = 1 then 'NodePass' else 'Levels' end, 1, nullif(block, 1), ${`0x${'ab'.repeat(32)}`}, 1700000000
      from galx.accounts a, generate_series(1, ${levels + 1}) block where a.address = ${loner.address}`
    const first = (await api.get('/api/activity?kind=mintPass', loner.token)).data
    expect(first.list).toEqual([])
    const { data } = await api.get(`/api/activity?kind=mintPass&cursor=${first.nextCursor}`, loner.token)
    expect(data).toMatchObject({
      list: [{ kind: 'mintPass', product: 'passes', blockNumber: 1, amount: parseEther('10000').toString() }],
      nextCursor: null,
    })
    // The first page ended exactly at the last row that it had read.
    const [place] = Buffer.from(first.nextCursor, 'base64url').toString('latin1').split(':')
    expect(Number(place)).toBe(levels + 2 - FILTERED_ROWS)
  })

  it('comes as a file with exact amounts, one line for each entry', async () => {
    const { total } = (await api.get('/api/activity', user.token)).data
    const file = await api.get('/api/activity.csv', user.token)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="galx-activity.csv"')
    const lines = file.text.split('\r\n')
    expect(lines).toHaveLength(total + 2)
    expect(lines[0]).toBe(
      'time,kind,product,pool,position,token,amount,pairToken,pairAmount,penalty,rewardToken,reward,block,transaction',
    )
    expect(lines.some((line) => /,stake,galx,galx,0,GALX,12\.5,,,,,,\d+,0x[0-9a-f]{64}$/.test(line))).toBe(
      true,
    )
    const other = await signIn(api)
    expect((await api.get('/api/activity.csv', other.token)).text.split('\r\n')).toHaveLength(2)
  })

  it('threat 33: CSV formula injection is defused', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' =', '|', '%'])
      expect(csvCell(`${start}cmd|' /C calc'!A0`).replace(/^"/, '')).toMatch(/^'/)
    expect(csvCell('=HYPERLINK("https://galx.evil","x")')).toBe('"\'=HYPERLINK(""https://galx.evil"",""x"")"')
    expect(csvCell('plain')).toBe('plain')
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('0x12')).toBe('0x12')
  })
})
