/** The term deposit's whole life with the demo wallet, compared with the chain at every step. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { earlyExitPenalty } from '@galx/protocol/formulas'
import { parseEther, parseEventLogs, type Address } from 'viem'
import { get } from '../../src/api.ts'
import type { Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { McfScreen } from '../../src/screens/mcf.ts'

const DAY = 86_400

test('a person deposits for a term, earns, exits early at the shown cost, claims, and withdraws after the unlock', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const mcf = new McfScreen(app)
  const [shortest, , , longest] = chain.deployment.pools.mcf!.tiers
  let account: Address = '0x'

  await test.step('connect, sign in and get test tokens on the page itself', async () => {
    await app.open('/mcf')
    account = await wallet.connect()
    await app.pressSignIn(account)
    await wallet.confirm('sign')
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    await wallet.getTestTokens()
  })

  await test.step('a deposit in each of two terms opens a position that is locked for exactly that term', async () => {
    for (const [days, amount, tier] of [
      [360, '500', 3],
      [30, '100', 0],
    ] as const) {
      await mcf.stake(days, amount)
      await wallet.confirm('permit')
      await wallet.confirm('transaction')
      await app.transactionConfirmed()
      const position = (await chain.positions('mcf', account)).at(-1)
      expect(position).toMatchObject({ amount: parseEther(amount), tier: BigInt(tier) })
      const [staked] = (await eventsOf(chain, 'Staked', account)).slice(-1)
      const { timestamp } = await chain.client.getBlock({ blockNumber: staked!.blockNumber })
      expect(position!.unlockAt).toBe(timestamp + BigInt(days * DAY))
      await expect(mcf.deposit(days)).toContainText(`${amount}.00 MCM`)
    }
    expect((await chain.accountState('mcf', account)).weight).toBe(parseEther('1600'))
  })

  await test.step('the reward on the screen equals the chain’s debt', async () => {
    const before = await chain.earnedAt(['mcf'], account)
    await expect.poll(() => mcf.claimable()).toBeGreaterThan(before.earned)
    const shown = await mcf.claimable()
    await expect.poll(async () => (await chain.earnedAt(['mcf'], account)).time).toBeGreaterThan(before.time)
    const after = await chain.earnedAt(['mcf'], account)
    const perSecond = (after.earned - before.earned) / (after.time - before.time)
    // The page counts on between blocks, by its own clock.
    expect(shown).toBeLessThan(after.earned + 10n * perSecond + 10n ** 12n)
  })

  await test.step('an early exit costs the amount that the sheet showed before signing, which falls by the second', async () => {
    await mcf.deposit(360).getByRole('button', { name: app.texts.staking.positions.early }).click()
    await mcf.earlySheet.getByLabel(app.texts.staking.early.amount, { exact: true }).fill('200')
    const position = (await chain.positions('mcf', account)).find(({ tier }) => tier === 3n)!
    const costAt = (time: bigint) =>
      earlyExitPenalty(parseEther('200'), longest!, Number(position.unlockAt), Number(time))
    const first = await mcf.earlyExit()
    await expect.poll(async () => (await mcf.earlyExit()).cost).toBeLessThan(first.cost)

    const { timestamp } = await chain.client.getBlock()
    const { cost, least } = await mcf.earlyExit()
    expect(cost).toBeGreaterThanOrEqual(costAt(timestamp + 10n))
    expect(cost).toBeLessThanOrEqual(costAt(timestamp - 10n))
    expect(least).toBeLessThanOrEqual(parseEther('200') - costAt(timestamp))

    const held = await chain.balance('MCM', account)
    await mcf.leaveEarly()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [left] = await eventsOf(chain, 'Unstaked', account)
    const block = await chain.client.getBlock({ blockNumber: left!.blockNumber })
    expect(left!.args.penalty).toBe(costAt(block.timestamp))
    expect(left!.args.penalty).toBeLessThanOrEqual(cost)
    expect(await chain.balance('MCM', account)).toBe(held + parseEther('200') - left!.args.penalty)
    expect(parseEther('200') - left!.args.penalty).toBeGreaterThanOrEqual(least)
    await expect(mcf.deposit(360)).toContainText('300.00 MCM')
  })

  await test.step('the reward is claimed to the last wei of the event', async () => {
    const held = await chain.balance('MCM', account)
    await expect(mcf.claimButton).toBeEnabled()
    await mcf.claimButton.click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [claimed] = await eventsOf(chain, 'Claimed', account)
    expect(claimed!.args.amount).toBeGreaterThan(0n)
    expect(await chain.balance('MCM', account)).toBe(held + claimed!.args.amount)
  })

  await test.step('every step is in the records, with the chain’s figures', async () => {
    const token = await app.stored('set_userToken')
    const steps = async () =>
      (
        await get<{ list: { kind: string; amount: string; status: string; penalty: string | null }[] }>(
          stack.btcApiUrl,
          '/api/getMcfStakeLog',
          token,
        )
      ).list.map(({ kind, amount, status }) => `${kind} ${amount} ${status}`)
    const [claimed] = await eventsOf(chain, 'Claimed', account)
    await expect
      .poll(steps)
      .toEqual([
        `claim ${claimed!.args.amount} confirmed`,
        `unstake ${parseEther('200')} confirmed`,
        `stake ${parseEther('100')} confirmed`,
        `stake ${parseEther('500')} confirmed`,
      ])
    await app.open('/mcfRecord')
    await expect(mcf.records).toHaveCount(4)
    const { kind } = app.texts.activity
    await expect(mcf.records.nth(0)).toContainText(kind.claim)
    await expect(mcf.records.nth(1)).toContainText(kind.early)
    await expect(mcf.records.nth(1)).toContainText(app.texts.activity.penalty('39.').slice(0, -1))
    await expect(mcf.records.nth(3)).toContainText('500.00 MCM')
  })

  await test.step('the shorter term unlocks at its end, and withdrawing costs nothing', async () => {
    // This step is last: the indexer now closes every epoch of these weeks, and the servers are late until it has done so.
    await app.open('/mcf')
    await chain.client.increaseTime({ seconds: shortest!.duration })
    await chain.client.mine({ blocks: 1 })
    const held = await chain.balance('MCM', account)
    await mcf
      .deposit(30)
      .getByRole('button', { name: app.texts.staking.positions.withdraw('100.00 MCM'), exact: true })
      .click()
    await mcf.unstakeSheet.getByRole('button', { name: app.texts.design.all, exact: true }).click()
    await mcf.unstakeSheet
      .getByRole('button', { name: app.texts.staking.unstake.submit('100.00 MCM'), exact: true })
      .click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.balance('MCM', account)).toBe(held + parseEther('100'))
    await expect(mcf.deposits).toHaveCount(1)
  })
})

async function eventsOf<Name extends 'Staked' | 'Unstaked' | 'Claimed'>(
  chain: Chain,
  eventName: Name,
  account: Address,
) {
  const logs = await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' })
  return parseEventLogs({ abi: stakingPoolsAbi, eventName, args: { account } as never, logs })
}
