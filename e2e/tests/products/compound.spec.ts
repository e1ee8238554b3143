/** Staking the rewards of a pool in the same pool. */
import { parseEther } from 'viem'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import texts from '../../../web/src/staking/preview/texts.zh.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

const HOUR = 3_600

test('rewards are staked as a new position, without a payment to the account', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await app.open()
  await galx.stake('galx', '5000')
  await app.transactionConfirmed()
  // A reward that is worth less than its network fee cannot be staked.
  await chain.client.increaseTime({ seconds: HOUR })
  await chain.client.mine({ blocks: 1 })
  const button = page.getByRole('button', { name: texts.compound('GALX') })
  await expect(button).toBeEnabled()
  const before = await chain.balance('GALX', account.address)
  await button.click()
  await expect
    .poll(async () => (await chain.positions('galx', account.address)).length, { timeout: 60_000 })
    .toBe(2)
  expect((await chain.positions('galx', account.address))[0]?.amount).toBe(parseEther('5000'))
  expect(await chain.balance('GALX', account.address)).toBe(before)
})
