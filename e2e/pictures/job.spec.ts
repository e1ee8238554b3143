/** The main job of a new holder on three phones, in each language: docs/screenshots/job. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { EarnScreen } from '../src/screens/earn.ts'
import { GalxScreen } from '../src/screens/galx.ts'
import { ROOT } from '../src/stack.ts'
import { LANGUAGES } from '../src/texts.ts'

const FOLDER = join(ROOT, 'docs/screenshots/job')

for (const language of LANGUAGES)
  for (const width of [360, 390, 430])
    test.describe(`${language}, ${width}`, () => {
      test.use({ language, viewport: { width, height: 844 } })
      test(`the main job is kept as pictures (${language}, ${width})`, async ({ page, chain }) => {
        mkdirSync(FOLDER, { recursive: true })
        const account = newAccount()
        await chain.supply(account)
        const wallet = await InjectedWallet.inject(page, chain, {
          account,
          refuses: ['eth_requestAccounts', 'eth_accounts'],
        })
        const app = new App(page, language)
        const galx = new GalxScreen(app)
        const earn = new EarnScreen(app)
        let step = 0
        const keep = async (name: string) => {
          step += 1
          await expect(page.locator('[class*=_skeleton_]')).toHaveCount(0)
          await page.waitForLoadState('networkidle')
          const path = join(FOLDER, `${step}-${name}-${language.slice(0, 2)}-${width}.png`)
          await page.screenshot({ path, animations: 'disabled' })
        }
        await app.open('/galx')
        await expect(app.connectButton).toBeEnabled()
        await keep('visit')

        wallet.refuses.clear()
        await app.connectButton.click()
        await expect(app.addressButton(account.address)).toBeVisible()
        await app.pressSignIn(account.address)
        await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
        await keep('account')
        await app.closeDialog(app.texts.shell.account)

        await galx.single.check({ force: true })
        await galx.amount.fill('120')
        await expect(galx.stakeButton).toBeEnabled()
        await galx.amount.evaluate((element) => element.scrollIntoView({ block: 'center' }))
        await keep('stake')
        await galx.stakeButton.click()
        await expect(app.transaction('confirmed')).toBeVisible()
        await keep('staked')
        await app.transactionConfirmed()

        await expect(galx.claimButton).toBeEnabled()
        await page.evaluate(() => scrollTo(0, 0))
        await keep('claimable')
        await galx.claim()
        await expect(app.transaction('confirmed')).toBeVisible()
        await keep('claimed')
        await app.transactionConfirmed()

        await galx.position('galx').first().getByRole('button').click()
        await expect(galx.unstakeSheet).toBeVisible()
        await keep('unstake')
        await galx.unstakeSheet.getByRole('button', { name: galx.texts.unstake.exit, exact: true }).click()
        await expect(app.transaction('confirmed')).toBeVisible()
        await keep('unstaked')
        await app.transactionConfirmed()

        await app.open('/earn')
        await expect(page.getByRole('heading', { name: earn.texts.title, level: 1 })).toBeVisible()
        await expect(earn.history.first()).toBeVisible()
        await keep('earn')
      })
    })
