/** Somebody without a wallet looks at an address: everything public of it, and nothing that signs. */
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { findViolations } from '../src/axe.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { EarnScreen } from '../src/screens/earn.ts'
import { LANGUAGES } from '../src/texts.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function pictured(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}

for (const [theme, language] of [
  ['dark', LANGUAGES[0]],
  ['light', LANGUAGES[1]],
] as const)
  test.describe(`${theme}, ${language}`, () => {
    test.use({ language })

    test(`an address is shown without a wallet, read only (${language})`, async ({ page, chain }) => {
      const account = newAccount()
      await chain.supply(account)
      await chain.stake(account, 'galx', parseEther('120'))
      await chain.stake(account, 'btc', parseEther('80'))
      await page.addInitScript((value) => localStorage.setItem('galx_theme', value), theme)
      const app = new App(page, language)
      const { watch } = app.texts
      const earn = new EarnScreen(app).texts
      const main = page.getByRole('main')
      const field = page.getByRole('textbox', { name: watch.label })

      await test.step('the first page has a field, which says what is no address', async () => {
        await app.open('/galx')
        await field.fill(`${account.address.slice(0, -1)}`)
        await page.getByRole('button', { name: watch.look, exact: true }).click()
        await expect(page.getByText(watch.wrong)).toBeVisible()
        await pictured(page, 'field')
        await field.fill(account.address)
        await page.getByRole('button', { name: watch.look, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`#/earn\\?of=${account.address.toLowerCase()}$`))
      })

      await test.step('positions, earnings and history are the address’s', async () => {
        const of = account.address.toLowerCase()
        await expect(main.getByText(watch.banner(`${of.slice(0, 6)}…${of.slice(-4)}`))).toBeVisible()
        const staked = page.getByRole('region', { name: earn.staked.title }).getByRole('listitem')
        await expect(staked).toHaveCount(2, { timeout: 30_000 })
        await expect(staked.nth(0)).toContainText('120.00 GALX')
        await expect(staked.nth(1)).toContainText('80.00 AAA')
        const owed = page.getByRole('region', { name: watch.owed.title })
        await expect(owed.getByRole('listitem')).toHaveCount(2)
        const history = page.getByRole('region', { name: earn.history.title })
        await expect(history.getByRole('listitem')).toHaveCount(2, { timeout: 60_000 })
        await expect(page.getByRole('region', { name: earn.totals.title })).toContainText('120.00')
        await expect(page.getByText(watch.bonuses.none)).toBeVisible()
        await expect(page.getByText(watch.passes.none)).toBeVisible()
      })

      await test.step('no button signs', async () => {
        const names = await main.getByRole('button').allInnerTexts()
        const { activity } = app.texts
        const signing = [
          ...[earn.claim.button, earn.claim.switchChain, earn.connect.action, earn.history.csv],
          ...[activity.signInButton, activity.connectButton],
        ]
        expect(names.filter((name) => signing.includes(name.trim()))).toEqual([])
        await expect(main.getByRole('region', { name: earn.staked.title }).getByRole('button')).toHaveCount(0)
        await expect(main.getByRole('region', { name: watch.owed.title }).getByRole('button')).toHaveCount(0)
      })

      await test.step('axe finds nothing, nothing scrolls sideways', async () => {
        await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await findViolations(page, WCAG)).toEqual([])
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBe(0)
        await pictured(page, 'watched')
      })

      await test.step('the way out is the own page', async () => {
        await page.getByRole('link', { name: watch.leave, exact: true }).click()
        await expect(page).toHaveURL(/#\/earn$/)
        await expect(page.getByText(earn.connect.title)).toBeVisible()
      })
    })
  })

test('with a wallet the link asks it nothing, and the own figures stay the own', async ({ page, chain }) => {
  const own = newAccount()
  const other = newAccount()
  for (const [account, amount] of [
    [own, '30'],
    [other, '70'],
  ] as const) {
    await chain.supply(account)
    await chain.stake(account, 'galx', parseEther(amount))
  }
  const wallet = await InjectedWallet.inject(page, chain, { account: own })
  const app = new App(page)
  const staked = page
    .getByRole('region', { name: new EarnScreen(app).texts.staked.title })
    .getByRole('listitem')
  await app.open(`/earn?of=${other.address}`)
  await expect(staked).toContainText('70.00 GALX', { timeout: 30_000 })
  expect(wallet.methods().filter((method) => method === 'eth_requestAccounts')).toEqual([])
  await page.getByRole('link', { name: app.texts.watch.leave, exact: true }).click()
  await expect(app.addressButton(own.address)).toBeVisible()
  await expect(staked).toContainText('30.00 GALX', { timeout: 30_000 })
})
