/** The app's prediction of an announced call's effect on an account, compared to the wei with the chain after the call, for accounts of the demo world. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createPublicClient,
  decodeFunctionData,
  encodeFunctionData,
  http,
  parseEther,
  zeroHash,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import {
  consequenceOf,
  EFFECTS,
  PAUSE_DURATION,
  type Consequence,
  type Held,
} from '@galx/protocol/consequences'
import type { Deployment } from '@galx/protocol/deployment'
import type { ContractName, PoolKey, TokenSymbol } from '@galx/protocol/products'
import { signedVoucher, voucherTypedData, type SignedVoucher } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { demoPeople } from '@galx/stack/demo/people'
import { seedDemo } from '@galx/stack/demo/seedDemo'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { shortest, type ContractCall } from '../src/deploy/session.ts'
import { EMBEDDED_COSIGNER_KEY, EMBEDDED_SIGNER_KEY, embeddedNetwork } from '../src/networks/embedded.ts'

/** The number of the demo's accounts: a few by day, as many as `npm start` makes at night (THOROUGH=1). */
const ACCOUNTS = process.env.THOROUGH === '1' ? 200 : 16
const DELAY = embeddedNetwork.timelock.minDelay
const DAYS = 86_400
/** An invented bonus, wei. */
const WAITING = 10n ** 15n
const NEWCOMER: Address = `0x${'7'.repeat(40)}`
const ABIS: Readonly<Record<string, Abi>> = {
  StakingPools: stakingPoolsAbi,
  RewardVouchers: rewardVouchersAbi,
  ZnVault: znVaultAbi,
  EpochLog: epochLogAbi,
  Timelock: timelockAbi,
  AAA: aaaAbi,
  MCM: mcmAbi,
  GALX: galxAbi,
}

let chain: Chain
let deployment: Deployment
let snapshot: string
const people = demoPeople(ACCOUNTS).map(({ address }) => address)
function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl, { batch: true }), cacheTime: 0 })
}
function pools() {
  return { address: at('StakingPools'), abi: stakingPoolsAbi } as const
}
function vault() {
  return { address: at('ZnVault'), abi: znVaultAbi } as const
}
function vouchers() {
  return { address: at('RewardVouchers'), abi: rewardVouchersAbi } as const
}
function token(symbol: TokenSymbol) {
  return { address: deployment.tokens[symbol].address as Address, abi: galxAbi } as const
}
function aaa() {
  return { ...token('AAA'), abi: aaaAbi } as const
}
function at(name: ContractName) {
  return deployment.contracts[name].address as Address
}
function seconds(time: bigint) {
  return Number(time)
}
function poolId(key: PoolKey) {
  return BigInt(deployment.pools[key]!.id)
}

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  const { timestamp } = await reader().getBlock()
  await seedDemo({
    rpcUrl: chain.rpcUrl,
    deployment,
    accounts: ACCOUNTS,
    now: Number(timestamp) + 20 * DAYS,
    log: () => {},
  })
}, 600_000)
afterAll(() => chain?.stop())
beforeEach(async () => {
  snapshot = await rpc<string>(chain.rpcUrl, 'evm_snapshot')
})
afterEach(async () => {
  await rpc(chain.rpcUrl, 'evm_revert', snapshot)
})

async function send(from: Address, call: ContractCall, time?: number): Promise<void> {
  await rpc(chain.rpcUrl, 'anvil_setBalance', from, '0xde0b6b3a7640000')
  await rpc(chain.rpcUrl, 'anvil_impersonateAccount', from)
  const transaction = { from, to: call.address, data: encodeFunctionData(call), gas: '0x1e8480' }
  const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', transaction)
  if (time !== undefined) await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', time)
  await rpc(chain.rpcUrl, 'evm_mine')
  const { status } = await rpc<{ status: Hex }>(chain.rpcUrl, 'eth_getTransactionReceipt', hash)
  if (status !== '0x1') throw new Error(`${call.functionName} failed`)
}

/** The name of the error, or 'allowed'. */
function answer(from: Address, call: ContractCall): Promise<string> {
  return reader()
    .simulateContract({ ...call, account: from })
    .then(() => 'allowed', shortest)
}

/** An account's holdings, as the browser reads them. */
async function heldBy(account: Address): Promise<Held> {
  const client = reader()
  const read = async (key: PoolKey): Promise<Held['pools'][number]> => {
    const id = poolId(key)
    const positions = await client.readContract({
      ...pools(),
      functionName: 'positionsOf',
      args: [id, account, 0n, 100n],
    })
    return { key, id, positions: positions.map((one) => ({ ...one, unlockAt: Number(one.unlockAt) })) }
  }
  const balance = (symbol: TokenSymbol) =>
    client.readContract({ ...token(symbol), functionName: 'balanceOf', args: [account] })
  const [state, shares, supply] = await Promise.all([
    client.readContract({ ...vault(), functionName: 'vaultState' }),
    client.readContract({ ...vault(), functionName: 'balanceOf', args: [account] }),
    client.readContract({ ...vault(), functionName: 'totalSupply' }),
  ])
  const { timestamp } = await client.getBlock()
  return {
    pools: await Promise.all((Object.keys(deployment.pools) as PoolKey[]).map(read)),
    vault: {
      shares,
      totals: {
        assets: state.assets,
        shares: supply,
        rewardRate: state.rewardRate,
        rewardEnd: seconds(state.rewardEnd),
        at: Number(timestamp),
      },
    },
    bonuses: [{ program: 'galx', waiting: WAITING }],
    tokens: { AAA: await balance('AAA'), MCM: await balance('MCM'), GALX: await balance('GALX') },
    feeBps: await client.readContract({ ...aaa(), functionName: 'feeRate' }),
  }
}

type Told<Effect extends Consequence['effect']> = {
  account: Address
  said: Consequence & { effect: Effect }
  before: Held
  after: Held
}

/** Announces the call, predicts its effect on every account, and carries it out. @returns the predictions, with the holdings before and after */
async function told<Effect extends Consequence['effect']>(
  target: string,
  { address, ...call }: ContractCall,
  effect: Effect,
): Promise<{ time: number; all: Told<Effect>[] }> {
  const data = encodeFunctionData(call)
  const args = [address, 0n, data, zeroHash, zeroHash] as const
  const timelock = { address: at('Timelock'), abi: timelockAbi } as const
  const proposer = deployment.roles.timelock.proposers[0] as Address
  await send(proposer, { ...timelock, functionName: 'schedule', args: [...args, BigInt(DELAY)] })
  const time = Number((await reader().getBlock()).timestamp) + DELAY
  const { functionName, args: values = [] } = decodeFunctionData({ abi: ABIS[target]!, data })
  const item = ABIS[target]!.find((entry) => entry.type === 'function' && entry.name === functionName)
  const inputs = item?.type === 'function' ? item.inputs : []
  const called = {
    name: functionName,
    values: Object.fromEntries(inputs.map(({ name = '' }, index) => [name, values[index]])),
  }
  const all: Told<Effect>[] = []
  for (const account of people) {
    const before = await heldBy(account)
    const said = consequenceOf({ target, called }, time, before)
    expect(said.effect).toBe(effect)
    all.push({ account, before, said: said as Told<Effect>['said'], after: before })
  }
  await send(NEWCOMER, { ...timelock, functionName: 'execute', args }, time)
  for (const one of all) one.after = await heldBy(one.account)
  return { time, all }
}

function expectUnchanged({ before, after }: { before: Held; after: Held }): void {
  expect(after.tokens).toEqual(before.tokens)
  expect(after.pools.map(({ positions }) => positions)).toEqual(
    before.pools.map(({ positions }) => positions),
  )
  expect(after.vault.shares).toBe(before.vault.shares)
}

async function voucherOf(account: Address): Promise<SignedVoucher> {
  const program = BigInt(deployment.programs.galx!.id)
  const client = reader()
  const [drawn, signersNonce, { timestamp }] = await Promise.all([
    client.readContract({ ...vouchers(), functionName: 'drawn', args: [program, account] }),
    client.readContract({ ...vouchers(), functionName: 'signersNonce' }),
    client.getBlock(),
  ])
  const deadline = timestamp + BigInt(30 * DAYS)
  const voucher = { program, account, deadline, cumulative: drawn + WAITING, signersNonce }
  const data = voucherTypedData(deployment.chainId, vouchers().address, voucher)
  const [signature, coSignature] = await Promise.all(
    [EMBEDDED_SIGNER_KEY, EMBEDDED_COSIGNER_KEY].map((key) => privateKeyToAccount(key).signTypedData(data)),
  )
  return signedVoucher(voucher, signature!, coSignature!)
}

it('exactly the functions in the timelock’s power have a predicted effect', () => {
  const changing = Object.entries(ABIS).map(([name, abi]) => {
    const functions = abi.flatMap((item) =>
      item.type === 'function' && !['view', 'pure'].includes(item.stateMutability) ? [item.name] : [],
    )
    return [name, [...new Set(functions)].sort()]
  })
  const listed = Object.entries(EFFECTS).map(([name, effects]) => [name, Object.keys(effects).sort()])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(changing))
  expect(consequenceOf({ target: 'StakingPools', called: null }, 0, {} as Held)).toEqual({
    effect: 'unknown',
  })
})

describe('the predicted effect of an announced call equals the effect on the chain:', () => {
  for (const key of ['galx', 'galxMcm', 'mcf', 'btc'] as const)
    it(`a pause of new stakes in ${key} leaves the predicted principal and unlocked part, and rewards continue`, async () => {
      const pause = { ...pools(), functionName: 'pauseStaking', args: [poolId(key)] } as const
      const earned = () =>
        Promise.all(
          people.map(
            async (account) =>
              (
                await reader().readContract({
                  ...pools(),
                  functionName: 'accountState',
                  args: [poolId(key), account],
                })
              ).earned,
          ),
        )
      const before = await earned()
      const { time, all } = await told('StakingPools', pause, 'stakingPauses')
      const then = await earned()
      // Rewards go on: every staker has more.
      for (const [index, { said }] of all.entries())
        if (said.staked > 0n) expect(then[index]).toBeGreaterThan(before[index]!)
      let stakers = 0
      for (const { account, said, after } of all) {
        const pool = after.pools.find((one) => one.key === key)!
        expect(said).toMatchObject({ pool: key, until: time + PAUSE_DURATION })
        expect([said.staked, said.pair]).toEqual([
          pool.positions.reduce((sum, { amount }) => sum + amount, 0n),
          pool.positions.reduce((sum, { pairAmount }) => sum + pairAmount, 0n),
        ])
        let free = 0n
        const raw = await reader().readContract({
          ...pools(),
          functionName: 'positionsOf',
          args: [poolId(key), account, 0n, 100n],
        })
        for (const { position, amount } of raw) {
          const leave = [poolId(key), position, amount, account] as const
          if ((await answer(account, { ...pools(), functionName: 'unstake', args: leave })) === 'allowed')
            free += amount
        }
        expect(said.free).toBe(free)
        if (said.staked > 0n) stakers += 1
      }
      expect(stakers).toBeGreaterThan(0)
      const stake = [poolId(key), parseEther('1'), 0n, NEWCOMER] as const
      expect(await answer(people[0]!, { ...pools(), functionName: 'stake', args: stake })).toMatch(/Paused/)
      const { stakingPausedUntil } = await reader().readContract({
        ...pools(),
        functionName: 'poolState',
        args: [poolId(key)],
      })
      expect(stakingPausedUntil).toBe(BigInt(time + PAUSE_DURATION))
    }, 600_000)

  it('a pause of deposits leaves shares at the predicted value, and they can be withdrawn', async () => {
    const pause = { ...vault(), functionName: 'pauseDeposits', args: [] } as const
    const { all } = await told('ZnVault', pause, 'depositsPause')
    let holders = 0
    for (const { account, said, after } of all) {
      const { shares } = after.vault
      const worth = await reader().readContract({ ...vault(), functionName: 'previewRedeem', args: [shares] })
      expect(said.worth).toBe(worth)
      if (shares === 0n) continue
      holders += 1
      const redeem = [shares, account, account] as const
      expect(await answer(account, { ...vault(), functionName: 'redeem', args: redeem })).toBe('allowed')
    }
    expect(holders).toBeGreaterThan(0)
  }, 600_000)

  for (const [name, args, effect] of [
    ['pause', [], 'claimsPause'],
    ['setSigner', [NEWCOMER], 'vouchersVoid'],
    ['setCoSigner', [NEWCOMER], 'vouchersVoid'],
    ['disableSigner', [], 'vouchersOff'],
    ['disableCoSigner', [], 'vouchersOff'],
  ] as const)
    it(`${name}: signed vouchers are not paid, and paid amounts do not change`, async () => {
      const id = BigInt(deployment.programs.galx!.id)
      const signed = await Promise.all(people.slice(0, 3).map(voucherOf))
      const pay = (voucher: SignedVoucher): ContractCall => ({
        ...vouchers(),
        functionName: 'claim',
        args: [voucher],
      })
      for (const voucher of signed) expect(await answer(voucher.account, pay(voucher))).toBe('allowed')
      const drawn = () =>
        Promise.all(
          people.map((account) =>
            reader().readContract({ ...vouchers(), functionName: 'drawn', args: [id, account] }),
          ),
        )
      const before = await drawn()
      const call = { ...vouchers(), functionName: name, args } as ContractCall
      const { all } = await told('RewardVouchers', call, effect)
      for (const { said } of all) expect(said.bonuses).toEqual([{ program: 'galx', waiting: WAITING }])
      for (const voucher of signed) expect(await answer(voucher.account, pay(voucher))).not.toBe('allowed')
      expect(await drawn()).toEqual(before)
    }, 600_000)

  it('a lower fee of AAA changes the cost of selling everything', async () => {
    const before = await reader().readContract({ ...aaa(), functionName: 'feeRate' })
    const lower = { ...aaa(), functionName: 'lowerFee', args: [Math.floor(before / 3)] } as const
    const pair = await reader().readContract({ ...aaa(), functionName: 'swapPair' })
    const cost = async (account: Address, amount: bigint) => {
      const inside = await rpc<string>(chain.rpcUrl, 'evm_snapshot')
      const had = await reader().readContract({ ...aaa(), functionName: 'balanceOf', args: [pair] })
      await send(account, { ...aaa(), functionName: 'transfer', args: [pair, amount] })
      const has = await reader().readContract({ ...aaa(), functionName: 'balanceOf', args: [pair] })
      await rpc(chain.rpcUrl, 'evm_revert', inside)
      return amount - (has - had)
    }
    const sellers = await Promise.all(
      people.map((account) =>
        reader().readContract({ ...aaa(), functionName: 'balanceOf', args: [account] }),
      ),
    )
    const costs: bigint[] = []
    for (const [index, account] of people.entries()) costs.push(await cost(account, sellers[index]!))
    const { all } = await told('AAA', lower, 'feeFalls')
    for (const [index, { account, said }] of all.entries()) {
      expect(said.balance).toBe(sellers[index])
      expect(said.before).toBe(costs[index])
      expect(said.after).toBe(await cost(account, said.balance))
    }
    expect(costs.some((amount) => amount > 0n)).toBe(true)
  }, 600_000)

  it('new tokens change no balance, and increase the supply', async () => {
    const supply = () => reader().readContract({ ...token('GALX'), functionName: 'totalSupply' })
    const before = await supply()
    const mint = { ...token('GALX'), functionName: 'mint', args: [NEWCOMER, parseEther('5')] } as const
    const { all } = await told('GALX', mint, 'supplyGrows')
    for (const { said, after } of all) {
      expect(said).toMatchObject({ token: 'GALX', amount: parseEther('5') })
      expect(said.balance).toBe(after.tokens.GALX)
    }
    expect(await supply()).toBe(before + parseEther('5'))
  }, 600_000)

  it('an earlier end of a pause of new stakes leaves the predicted principal and unlocked part, and stakes are taken again', async () => {
    const id = poolId('galx')
    await send(deployment.roles.guardian as Address, { ...pools(), functionName: 'pauseStaking', args: [id] })
    const stake = { ...pools(), functionName: 'stake', args: [id, parseEther('1'), 0n, NEWCOMER] } as const
    expect(await answer(people[0]!, stake)).toMatch(/Paused/)
    const open = { ...pools(), functionName: 'unpauseStaking', args: [id] } as const
    const { time, all } = await told('StakingPools', open, 'stakingOpens')
    for (const { said, after } of all) {
      const { positions } = after.pools.find((one) => one.key === 'galx')!
      expect(said).toMatchObject({
        pool: 'galx',
        staked: positions.reduce((sum, { amount }) => sum + amount, 0n),
        pair: positions.reduce((sum, { pairAmount }) => sum + pairAmount, 0n),
        free: positions.reduce((sum, { amount, unlockAt }) => sum + (unlockAt <= time ? amount : 0n), 0n),
      })
    }
    expect(all.some(({ said }) => said.staked > 0n)).toBe(true)
    expect(await answer(people[0]!, stake)).not.toMatch(/Paused/)
  }, 600_000)

  it('an earlier end of a pause of deposits leaves shares at the predicted value, and deposits are taken again', async () => {
    const pause = { ...vault(), functionName: 'pauseDeposits', args: [] } as const
    await send(deployment.roles.guardian as Address, pause)
    const deposit = { ...vault(), functionName: 'deposit', args: [parseEther('1'), NEWCOMER] } as const
    expect(await answer(people[0]!, deposit)).toMatch(/Paused/)
    const open = { ...vault(), functionName: 'unpauseDeposits', args: [] } as const
    const { all } = await told('ZnVault', open, 'depositsOpen')
    for (const { said, after } of all) {
      const { shares } = after.vault
      expect(said.worth).toBe(
        await reader().readContract({ ...vault(), functionName: 'previewRedeem', args: [shares] }),
      )
    }
    expect(all.some(({ said }) => said.worth > 0n)).toBe(true)
    expect(await answer(people[0]!, deposit)).not.toMatch(/Paused/)
  }, 600_000)

  it('an earlier end of a pause of claims lets signed vouchers be paid again', async () => {
    const pause = { ...vouchers(), functionName: 'pause', args: [] } as const
    await send(deployment.roles.guardian as Address, pause)
    const voucher = await voucherOf(people[0]!)
    const pay = { ...vouchers(), functionName: 'claim', args: [voucher] } as const
    expect(await answer(voucher.account, pay)).toMatch(/Paused/)
    const open = { ...vouchers(), functionName: 'unpause', args: [] } as const
    const { all } = await told('RewardVouchers', open, 'claimsOpen')
    for (const { said } of all) expect(said.bonuses).toEqual([{ program: 'galx', waiting: WAITING }])
    expect(await answer(voucher.account, pay)).toBe('allowed')
  }, 600_000)

  it('a new ruleset changes no holdings, and begins with the predicted epoch', async () => {
    const epochLog = { address: at('EpochLog'), abi: epochLogAbi } as const
    const count = await reader().readContract({ ...epochLog, functionName: 'rulesetCount' })
    const last = await reader().readContract({ ...epochLog, functionName: 'rulesetAt', args: [count - 1n] })
    const first = last.firstEpoch + 10_000_000n
    const hash: Hex = `0x${'a5'.repeat(32)}`
    const add = { ...epochLog, functionName: 'addRuleset', args: [hash, first] } as const
    const { all } = await told('EpochLog', add, 'rulesChange')
    for (const one of all) {
      expect(one.said.epoch).toBe(first)
      expectUnchanged(one)
    }
    const rulesetOf = (epoch: bigint) =>
      reader().readContract({ ...epochLog, functionName: 'rulesetOf', args: [epoch] })
    expect((await rulesetOf(first - 1n)).hash).toBe(last.hash)
    expect((await rulesetOf(first)).hash).toBe(hash)
  }, 600_000)

  it('a replaced epoch changes no holdings, and a signed voucher is still paid', async () => {
    const epochLog = { address: at('EpochLog'), abi: epochLogAbi } as const
    const next = await reader().readContract({ ...epochLog, functionName: 'nextEpoch' })
    const latest = await reader().getBlockNumber({ cacheTime: 0 })
    const hash: Hex = `0x${'b6'.repeat(32)}`
    await send(deployment.roles.epochPublisher as Address, {
      ...epochLog,
      functionName: 'publish',
      args: [next, [hash], [latest]],
    })
    const voucher = await voucherOf(people[0]!)
    const replace = {
      ...epochLog,
      functionName: 'replace',
      args: [next, `0x${'c7'.repeat(32)}`, latest],
    } as const
    const { all } = await told('EpochLog', replace, 'epochReplaced')
    for (const one of all) expectUnchanged(one)
    const pay = { ...vouchers(), functionName: 'claim', args: [voucher] } as const
    expect(await answer(voucher.account, pay)).toBe('allowed')
  }, 600_000)

  it('a new notice period is the predicted one for the next announcement, and changes no holdings', async () => {
    const timelock = { address: at('Timelock'), abi: timelockAbi } as const
    const update = { ...timelock, functionName: 'updateDelay', args: [BigInt(5 * DAYS)] } as const
    const { all } = await told('Timelock', update, 'noticeChanges')
    for (const one of all) {
      expect(one.said.seconds).toBe(5 * DAYS)
      expectUnchanged(one)
    }
    expect(await reader().readContract({ ...timelock, functionName: 'getMinDelay' })).toBe(BigInt(5 * DAYS))
  }, 600_000)

  it('a transfer of the timelock’s own tokens takes nothing from an account', async () => {
    const amount = parseEther('3')
    await send(people[0]!, { ...token('GALX'), functionName: 'transfer', args: [at('Timelock'), amount] })
    const transfer = { ...token('GALX'), functionName: 'transfer', args: [NEWCOMER, amount] } as const
    const { all } = await told('GALX', transfer, 'ownMeans')
    for (const one of all) expectUnchanged(one)
  }, 600_000)

  it('a new pool and a new program change nothing that an account holds', async () => {
    const terms = await reader().readContract({
      ...pools(),
      functionName: 'poolConfiguration',
      args: [poolId('galx')],
    })
    const pool = { ...pools(), functionName: 'createPool', args: [terms] } as const
    for (const one of (await told('StakingPools', pool, 'none')).all) expectUnchanged(one)
    const { timestamp } = await reader().getBlock()
    const program = {
      ...vouchers(),
      functionName: 'createProgram',
      args: [token('GALX').address, parseEther('1'), timestamp + BigInt(DELAY + 10 * DAYS)],
    } as const
    for (const one of (await told('RewardVouchers', program, 'none')).all) expectUnchanged(one)
  }, 600_000)

  it('new and removed roles of the timelock change nothing that an account holds', async () => {
    const timelock = { address: at('Timelock'), abi: timelockAbi } as const
    const role = await reader().readContract({ ...timelock, functionName: 'PROPOSER_ROLE' })
    for (const functionName of ['grantRole', 'revokeRole'] as const) {
      const call = { ...timelock, functionName, args: [role, NEWCOMER] } as const
      for (const one of (await told('Timelock', call, 'none')).all) expectUnchanged(one)
    }
  }, 600_000)

  it.each([
    ['StakingPools', 'setGuardian', 'none'],
    ['StakingPools', 'transferOwnership', 'none'],
    ['ZnVault', 'setGuardian', 'none'],
    ['ZnVault', 'transferOwnership', 'none'],
    ['RewardVouchers', 'setGuardian', 'none'],
    ['RewardVouchers', 'transferOwnership', 'none'],
    ['EpochLog', 'setPublisher', 'none'],
    ['MCM', 'setMinter', 'none'],
  ] as const)(
    '%s.%s changes nothing that an account holds',
    async (target, functionName, effect) => {
      const address = target === 'MCM' ? token('MCM').address : at(target)
      const call = { address, abi: ABIS[target]!, functionName, args: [NEWCOMER] } as ContractCall
      for (const one of (await told(target, call, effect)).all) expectUnchanged(one)
    },
    600_000,
  )
})
