/** MCM hash power and node passes with the demo wallet, compared with the chain at every step. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { NODE_BOND } from '@galx/protocol/formulas'
import type { EarningsData } from '@galx/protocol/http/earnings'
import { parseEther, parseEventLogs, type Address } from 'viem'
import { get, userInfo } from '../../src/api.ts'
import { newAccount } from '../../src/chain.ts'
import { pattern } from '../../src/catalogue.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { McmScreen } from '../../src/screens/mcm.ts'
import receiver from '../../../web/src/staking/receiver/texts.zh.ts'

const WEEK = 7 * 86_400
const HOUR = 3_600

test('a person stakes MCM, earns, claims and unstakes, and bonds, transfers and cools down a node pass and withdraws its bond', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const mcm = new McmScreen(app)
  const { passes: words } = mcm.texts
  const contract = {
    address: chain.deployment.contracts.NodePass.address as Address,
    abi: nodePassAbi,
  } as const
  const friend = newAccount()
  let account: Address = '0x'
  let pass = 0n
  const passesOf = (owner: Address) =>
    chain.client.readContract({ ...contract, functionName: 'passesOf', args: [owner, 0n, 10n] })
  const confirmed = async () => {
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
  }

  await test.step('connect, sign in and get test tokens on the page itself', async () => {
    await app.open('/mcm')
    account = await wallet.connect()
    await app.pressSignIn(account)
    await wallet.confirm('sign')
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    await mcm.button(app.texts.staking.faucet.action).click()
    await confirmed()
  })

  await test.step('a stake opens a position with the weight of the stake', async () => {
    await mcm.stake('300')
    await wallet.confirm('permit')
    await confirmed()
    expect((await chain.accountState('mcm', account)).weight).toBe(parseEther('300'))
    await expect(mcm.positions).toHaveCount(1)
    await expect(mcm.positions).toContainText('300.00 MCM')
  })

  await test.step('the form checks a name while the person types, and a permit locks exactly the bond of a pass', async () => {
    const held = await chain.balance('MCM', account)
    await mcm.nodeName.fill('Vega ')
    await expect(page.getByText(words.name.problem.edge)).toBeVisible()
    await mcm.nodeName.fill('字'.repeat(33))
    await expect(page.getByText(words.name.problem.tooLong('32'))).toBeVisible()
    await mcm.nodeName.fill('北斗 Vega')
    await mcm.button(words.mint.submit('10,000')).click()
    const permit = await wallet.confirm('permit')
    expect(permit).toContain('10,000 MCM')
    await confirmed()
    const [minted, ...others] = await passesOf(account)
    expect(minted).toMatchObject({ name: '北斗 Vega', unbondingUntil: 0n })
    expect(others).toEqual([])
    pass = minted!.id
    expect(await chain.balance('MCM', account)).toBe(held - NODE_BOND)
    await expect(mcm.passes('mcm')).toContainText('北斗 Vega')
    await expect(mcm.passes('mcm')).toContainText(`#${pass}`)
    await expect
      .poll(async () => (await userInfo(stack, account)).node)
      .toEqual({ id: String(pass), name: '北斗 Vega' })
  })

  await test.step('the earnings over time equal the contract’s debt at the same block', async () => {
    await chain.client.increaseTime({ seconds: 3 * HOUR })
    await chain.client.mine({ blocks: 1 })
    const since = (await chain.client.getBlock()).number
    const earnings = () =>
      get<EarningsData>(stack.apiUrl, `/api/earnings?address=${account}&pool=mcm&period=hour&count=24`)
    await expect.poll(async () => (await earnings()).asOf?.block).toBeGreaterThan(Number(since))
    const { asOf, periods } = await earnings()
    const { earned: owed } = await chain.client.readContract({
      address: chain.stakingPools,
      abi: stakingPoolsAbi,
      functionName: 'accountState',
      args: [chain.poolId('mcm'), account],
      blockNumber: BigInt(asOf!.block),
    })
    const earned = periods.reduce((sum, period) => sum + BigInt(period.earned), 0n)
    expect(owed).toBeGreaterThan(0n)
    expect(owed - earned).toBeGreaterThanOrEqual(0n)
    expect(owed - earned).toBeLessThan(30n)
    await app.open('/mcmEarn')
    const shown = await mcm.sums()
    expect(shown.earned).toBeGreaterThan(0n)
    expect(shown.earned).toBeLessThanOrEqual(await chain.earned('mcm', account))
    await expect(mcm.section(mcm.texts.mcm.now.title)).toContainText('300.00')
  })

  await test.step('a claim pays to the last wei of the event, and appears in the earnings', async () => {
    const held = await chain.balance('GALX', account)
    await mcm.claimButton.click()
    await confirmed()
    const logs = await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' })
    const [claimed] = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', args: { account }, logs })
    expect(claimed!.args.amount).toBeGreaterThan(0n)
    expect(await chain.balance('GALX', account)).toBe(held + claimed!.args.amount)
    const down = (wei: bigint) => wei - (wei % 10n ** 12n)
    await expect
      .poll(async () => (await mcm.sums()).claimed, { timeout: 60_000 })
      .toBe(down(claimed!.args.amount))
  })

  await test.step('the person withdraws the whole stake, with the reward since the claim', async () => {
    const held = await chain.balance('MCM', account)
    await app.open('/mcm')
    await mcm.positions.getByRole('button').click()
    await mcm.unstakeSheet.getByRole('button', { name: app.texts.staking.unstake.exit, exact: true }).click()
    await confirmed()
    expect(await chain.balance('MCM', account)).toBe(held + parseEther('300'))
    expect((await chain.accountState('mcm', account)).weight).toBe(0n)
  })

  await test.step('the pass goes to another account with its bond, and comes back', async () => {
    await app.open('/hidden')
    await expect(mcm.passes('hidden')).toContainText('北斗 Vega')
    await mcm.button(words.actions.send).click()
    const sheet = app.dialog(words.send.title(String(pass)))
    await sheet.getByLabel(receiver.label, { exact: true }).fill(friend.address.replace(/.$/, 'z'))
    await expect(sheet.getByText(receiver.problem.form)).toBeVisible()
    await sheet.getByLabel(receiver.label, { exact: true }).fill(friend.address)
    await sheet.getByRole('button', { name: pattern(words.send.submit) }).click()
    await confirmed()
    expect(await passesOf(friend.address)).toMatchObject([{ id: pass, name: '北斗 Vega' }])
    await expect(page.getByText(mcm.texts.hidden.empty)).toBeVisible()
    await expect.poll(async () => (await userInfo(stack, friend.address)).node).not.toBeNull()

    await chain.client.setBalance({ address: friend.address, value: parseEther('1') })
    await chain.walletOf(friend).writeContract({
      ...contract,
      functionName: 'transferFrom',
      args: [friend.address, account, pass],
    })
    await expect(mcm.passes('hidden')).toContainText('北斗 Vega')
  })

  await test.step('the details of the pass show the contract’s own picture', async () => {
    await mcm.button(words.actions.details).click()
    const sheet = app.dialog(`${words.pass} ${words.number(String(pass))}`)
    const picture = sheet.getByRole('img', { name: mcm.texts.hidden.picture })
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await app.closeDialog(`${words.pass} ${words.number(String(pass))}`)
  })

  await test.step('the bond is withdrawn after the cool-down, and the pass is gone', async () => {
    await mcm.button(words.actions.start).click()
    await app
      .dialog(words.start.title(String(pass)))
      .getByRole('button', { name: words.start.submit('7'), exact: true })
      .click()
    await confirmed()
    const [cooling] = await passesOf(account)
    const { timestamp } = await chain.client.getBlock()
    expect(Number(cooling!.unbondingUntil - timestamp)).toBeGreaterThan(WEEK - 60)
    await expect(mcm.passes('hidden').getByRole('timer')).toHaveText(/^(6 天|7 天|6 d|7 d) /)
    await expect(mcm.button(words.actions.unbond('10,000'))).toBeDisabled()

    await chain.client.increaseTime({ seconds: WEEK })
    await chain.client.mine({ blocks: 1 })
    const held = await chain.balance('MCM', account)
    await expect(page.getByText(words.cooling.free)).toBeVisible()
    await mcm.button(words.actions.unbond('10,000')).click()
    await confirmed()
    expect(await chain.balance('MCM', account)).toBe(held + NODE_BOND)
    expect(await passesOf(account)).toEqual([])
    await expect(page.getByText(mcm.texts.hidden.empty)).toBeVisible()
  })
})
