/** BTC hash power's whole life with the demo wallet, compared with the chain at every step. */
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { erc20Abi, parseEther, parseEventLogs, type Address } from 'viem'
import { get } from '../../src/api.ts'
import type { Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { BtcScreen } from '../../src/screens/btc.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'

const HOUR = 3_600

test('a level is bought by burning, boosts a stake of AAA, and is raised; the BTCB is claimed and everything is unstaked', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const btc = new BtcScreen(app)
  let account: Address = '0x'

  await test.step('connect, sign in and get test tokens on the page itself', async () => {
    await app.open('/btc')
    account = await wallet.connect()
    await app.pressSignIn(account)
    await wallet.confirm('sign')
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    await wallet.getTestTokens()
  })

  await test.step('level 1 burns 100 MCM, and the pool counts its boost before the first stake', async () => {
    const [held, supply] = [await chain.balance('MCM', account), await supplyOf(chain)]
    await btc.buy(1, '100.00')
    await wallet.confirm('permit')
    expect(await wallet.confirm('transaction')).toContain('BTC')
    await app.transactionConfirmed()
    expect(await levelOf(chain, account)).toBe(1n)
    expect(await chain.balance('MCM', account)).toBe(held - parseEther('100'))
    expect(await supplyOf(chain)).toBe(supply - parseEther('100'))
    expect((await chain.accountState('btc', account)).boostBps).toBe(11_000n)
  })

  await test.step('a later stake of AAA has a tenth more weight', async () => {
    await btc.stake('500')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect((await chain.accountState('btc', account)).weight).toBe(parseEther('550'))
    await expect(btc.positions).toHaveCount(1)
  })

  await test.step('level 3 costs the difference and gives the promised hash power', async () => {
    await btc.levels
      .getByRole('radio', { name: btc.texts.shortLevel('3') })
      .check({ force: true, timeout: 30_000 })
    await expect(btc.fact(btc.texts.levels.power)).toContainText('675.00')
    await expect(btc.fact(btc.texts.levels.perDay)).toContainText(app.texts.staking.satoshi)
    const held = await chain.balance('MCM', account)
    const before = await chain.earned('btc', account)
    await btc.buy(3, '900.00')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await levelOf(chain, account)).toBe(3n)
    expect(await chain.balance('MCM', account)).toBe(held - parseEther('900'))
    expect((await chain.accountState('btc', account)).weight).toBe(parseEther('675'))
    expect(await chain.earned('btc', account)).toBeGreaterThan(before)
  })

  await test.step('the reward on the screen equals the chain’s debt, and a claim pays it to the last wei of the event', async () => {
    await chain.client.increaseTime({ seconds: HOUR })
    await chain.client.mine({ blocks: 1 })
    const owed = await chain.earnedAt(['btc'], account)
    // Down to the satoshi, rounded down.
    const least = owed.earned - (owed.earned % 10n ** 10n)
    await expect.poll(() => btc.claimable()).toBeGreaterThanOrEqual(least)
    const held = await chain.balance('BTCB', account)
    await expect(btc.claimButton).toBeEnabled()
    await btc.claimButton.click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [claimed] = await eventsOf(chain, 'Claimed', account)
    expect(claimed!.args.amount).toBeGreaterThanOrEqual(owed.earned)
    expect(await chain.balance('BTCB', account)).toBe(held + claimed!.args.amount)
  })

  await test.step('the account unstakes everything and keeps its level', async () => {
    const held = await chain.balance('AAA', account)
    await btc.exit()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.balance('AAA', account)).toBe(held + parseEther('500'))
    expect(await chain.accountState('btc', account)).toMatchObject({ weight: 0n, boostBps: 13_500n })
    await expect(btc.levels.getByRole('radio')).toHaveCount(2)
  })

  await test.step('log, level and user info match the chain', async () => {
    const token = await app.stored('set_userToken')
    type Log = { list: { kind: string; subject: string | null; status: string }[] }
    const steps = async () =>
      (await get<Log>(stack.btcApiUrl, '/api/getBtcStakeLog', token)).list.map(
        ({ kind, subject, status }) => `${kind} ${subject ?? '–'} ${status}`,
      )
    await expect
      .poll(steps)
      .toEqual([
        'exit – confirmed',
        'claim – confirmed',
        'level 3 confirmed',
        'stake – confirmed',
        'level 1 confirmed',
      ])
    const level = await get(stack.btcApiUrl, `/api/getBtcLevel?address=${account}`)
    expect(level).toMatchObject({ level: 3, nextPrice: parseEther('2000').toString() })
    expect(await get(stack.apiUrl, `/api/getAAAUserInfo?address=${account}`)).toMatchObject({ level: 3 })
    await expect(btc.log).toHaveCount(5)
    await expect(btc.log.nth(2)).toContainText(app.texts.activity.level('3'))
    await expect(btc.log.nth(2)).toContainText('900.00 MCM')
  })
})

function levelOf(chain: Chain, account: Address) {
  return chain.client.readContract({
    address: chain.deployment.contracts.Levels.address as Address,
    abi: levelsAbi,
    functionName: 'levelOf',
    args: [account],
  })
}

function supplyOf(chain: Chain) {
  const address = chain.tokenAddress('MCM')
  return chain.client.readContract({ address, abi: erc20Abi, functionName: 'totalSupply' })
}

async function eventsOf<Name extends 'Claimed' | 'Exited'>(chain: Chain, eventName: Name, account: Address) {
  const logs = await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' })
  return parseEventLogs({ abi: stakingPoolsAbi, eventName, args: { account } as never, logs })
}
