/** Every page for one of the demo's most active people, dark in Chinese and light in English. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_NAMES } from '@galx/protocol/products'
import { userInfo } from '../src/api.ts'
import { expect, test } from '../src/fixtures.ts'
import { startWithTheme } from '../src/theme.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { leader } from '../src/leader.ts'
import { App } from '../src/screens/app.ts'
import { pageTexts } from '../src/pages.ts'
import { ROOT } from '../src/stack.ts'

const FOLDER = join(ROOT, 'docs/screenshots')
/** Pages that show bonuses to an account with bonuses, and a word on each page. */
const WITH_BONUSES: readonly string[] = ['galx', 'earn', 'mcf', 'zn', 'aaaJiJin']
const BONUS = { zh_CN: '社区奖金', en_US: 'ommunity bonus' }
const LOOKS = [
  { theme: 'dark', language: 'zh_CN' },
  { theme: 'light', language: 'en_US' },
] as const

for (const { theme, language } of LOOKS)
  test.describe(`${theme}, ${language}`, () => {
    test.use({ language })
    test(`every page is kept as a picture, ${theme}`, async ({ page, chain, stack }) => {
      mkdirSync(FOLDER, { recursive: true })
      const account = await leader(stack, chain)
      await InjectedWallet.inject(page, chain, { account })
      await startWithTheme(page, theme)
      const app = new App(page, language)
      await app.open('/galx')
      await app.pressSignIn(account.address)
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      await app.closeDialog(app.texts.shell.account)
      const { invite_code: code } = await userInfo(stack, account.address, await app.stored('set_userToken'))
      for (const name of PAGE_NAMES) {
        await app.open(name === 'start' ? `/start?inviteCode=${code}` : `/${name}`)
        // An invitation has a heading of its own.
        const heading = name === 'start' ? {} : { name: (await pageTexts(name, language)).title }
        await expect(page.getByRole('heading', { level: 1, ...heading })).toBeVisible()
        await expect(page.locator('main [class*=_skeleton_]')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        // Scrolling loads the parts of the page below the window.
        await page.evaluate(() => scrollTo(0, 40))
        await page.waitForLoadState('networkidle')
        if (WITH_BONUSES.includes(name)) await expect(page.getByText(BONUS[language]).first()).toBeAttached()
        await page.evaluate(() => scrollTo(0, 0))
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
        await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' })
      }
    })
  })
