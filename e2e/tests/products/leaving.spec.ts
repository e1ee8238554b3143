/** The emergency exit from a position, and the keyboard's focus after a transaction's sheet has closed. */
import { parseEther } from 'viem'
import { findViolations } from '../../src/axe.ts'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

test('the emergency exit shows the forfeited rewards, then pays only the principal', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  await chain.stake(account, 'galx', parseEther('250'))
  const held = await chain.balance('GALX', account.address)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  const { emergency } = galx.texts
  await app.open()
  await galx.position('galx').getByRole('button').click()
  await galx.unstakeSheet.getByRole('button', { name: emergency.open }).click()
  const sheet = app.dialog(emergency.title)
  await expect(sheet).toContainText(emergency.text)
  await expect(sheet).toContainText('250.00 GALX')
  expect(await findViolations(page)).toEqual([])
  // "Back" shows the usual exit again, and the wallet has received no request.
  await sheet.getByRole('button', { name: emergency.back, exact: true }).click()
  await galx.unstakeSheet.getByRole('button', { name: emergency.open }).click()
  await sheet.getByRole('button', { name: emergency.submit }).click()
  await app.transactionConfirmed()
  await expect(galx.positions).toHaveCount(0)
  expect(await chain.positions('galx', account.address)).toEqual([])
  expect(await chain.balance('GALX', account.address)).toBe(held + parseEther('250'))
  // The row that opened the sheet is gone. The focus goes into the page, not to the skip link.
  await expect(page.locator('main')).toBeFocused()
})

test('after a transaction the focus is back on the button that started it', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await app.open()
  await galx.amount.fill('5')
  await expect(galx.stakeButton).toBeEnabled()
  const button = await galx.stakeButton.elementHandle()
  await galx.stakeButton.press('Enter')
  await expect(app.transaction('confirmed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(app.transaction('confirmed')).toBeHidden()
  await expect.poll(() => button?.evaluate((element) => element === document.activeElement)).toBe(true)
})
