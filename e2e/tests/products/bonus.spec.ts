/** A bonus's whole life with the demo wallet: an invited member stakes, an epoch passes, the inviter claims and checks. */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { BonusesData } from '@galx/protocol/http/bonuses'
import { parseEther, parseEventLogs, type Address } from 'viem'
import english from '../../../web/src/bonuses/texts.en.ts'
import chinese from '../../../web/src/bonuses/texts.zh.ts'
import { get } from '../../src/api.ts'
import { newAccount } from '../../src/chain.ts'
import { pattern } from '../../src/catalogue.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

test.describe.configure({ timeout: 360_000 })

test('the inviter claims base reward and bonus in one transaction and checks the bonus', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const galx = new GalxScreen(app)
  const texts = { zh_CN: chinese, en_US: english }[app.language]
  const { deployment } = chain
  const program = BigInt(deployment.programs.galx!.id)
  const vouchers = deployment.contracts.RewardVouchers.address as Address
  const drawn = (account: Address) =>
    chain.client.readContract({
      ...{ address: vouchers, abi: rewardVouchersAbi, functionName: 'drawn', args: [program, account] },
    } as const)
  const bonuses = (account: Address) =>
    get<BonusesData>(stack.apiUrl, `/api/bonuses?address=${account.toLowerCase()}`)
  const signed = async (account: Address) => {
    const { programs } = await bonuses(account)
    return BigInt(programs.find((one) => one.program === 'galx')?.voucher?.cumulative ?? '0')
  }
  let account: Address = '0x'

  await test.step('the inviter stakes, and so does somebody who names the inviter', async () => {
    await app.open('/galx')
    account = await wallet.connect()
    await page.getByRole('main').getByRole('button', { name: app.texts.staking.faucet.action }).click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    await galx.stake('galx', '100')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const member = newAccount()
    await chain.supply(member)
    await chain.stake(member, 'galx', parseEther('200'), account)
  })

  await test.step('an epoch passes, is closed, published and signed', async () => {
    await chain.client.increaseTime({ seconds: 2 * deployment.epochDuration })
    await chain.client.mine({ blocks: 1 })
    await expect.poll(() => signed(account), { timeout: 120_000, intervals: [1_000] }).toBeGreaterThan(0n)
  })

  await test.step('one transaction brings both', async () => {
    const before = await chain.client.getBlockNumber({ cacheTime: 0 })
    await page.reload()
    // The claim is of both once the bonus is read.
    await expect(page.getByRole('button', { name: pattern(texts.claim) })).toBeVisible({ timeout: 30_000 })
    await galx.claimSection.getByRole('button', { name: pattern(app.texts.staking.claim.button) }).click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [transaction] = await chain.transactionsOf(account, before)
    const { logs } = await chain.client.getTransactionReceipt({ hash: transaction!.hash })
    const [base] = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', logs }).filter(
      ({ address }) => address.toLowerCase() === chain.stakingPools.toLowerCase(),
    )
    const [bonus] = parseEventLogs({ abi: rewardVouchersAbi, eventName: 'Claimed', logs }).filter(
      ({ address }) => address.toLowerCase() === vouchers.toLowerCase(),
    )
    expect(base?.args.amount).toBeGreaterThan(0n)
    expect(bonus?.args).toMatchObject({ program, account })
    expect(await drawn(account)).toBe(bonus?.args.amount)
  })

  await test.step('the browser finds the bonus right, and says what it cannot check', async () => {
    await page
      .getByRole('button', { name: pattern(texts.history.epoch) })
      .first()
      .click()
    const sheet = app.dialog(texts.how.title)
    await sheet.getByRole('button', { name: texts.check.button, exact: true }).click()
    await expect(sheet.getByText(texts.check.hash.right)).toBeVisible({ timeout: 30_000 })
    await expect(sheet.getByText(texts.check.division.right)).toBeVisible()
    await expect(sheet.getByText(texts.check.cumulative.right)).toBeVisible()
    await expect(sheet.getByText(texts.check.wrong)).toHaveCount(0)
    await expect(sheet.getByText(texts.check.cannot.allPoints)).toBeVisible()
  })
})
