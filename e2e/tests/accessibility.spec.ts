/** Accessibility of every built page: axe, the keyboard alone, every width, both themes, each language, 200 % text. */
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { userInfo } from '../src/api.ts'
import { findViolations } from '../src/axe.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { DISTINCT_PAGES } from '../src/pages.ts'
import { App } from '../src/screens/app.ts'
import { CommunityScreen } from '../src/screens/community.ts'
import { DemoWallet } from '../src/screens/demoWallet.ts'
import { GalxScreen } from '../src/screens/galx.ts'
import { LANGUAGES } from '../src/texts.ts'
import { startWithTheme } from '../src/theme.ts'
import { isShown, pagesOf } from '../src/thorough.ts'

const THEMES = ['dark', 'light'] as const
const WIDTHS = [320, 360, 390, 800, 1280] as const
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function expectNoViolations(page: Page, where: string): Promise<void> {
  expect(await findViolations(page, WCAG), where).toEqual([])
}

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const over = () =>
    page.evaluate(() => ({
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      out: [...document.querySelectorAll('main *, header *')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
        .slice(0, 3),
    }))
  // A moving element has two seconds to reach its new place.
  await expect.poll(over, { message: where, timeout: 2_000 }).toEqual({ page: 0, out: [] })
}

/** At 200 % text nothing is cut off sideways. As with a browser's text-size setting, the root's font size doubles. */
async function expectRoomForLargeText(page: Page, where: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
  await setSize('200%')
  await expectNoOverflow(page, `${where} at 200 %`)
  await setSize('')
}

async function signedIn(app: App, address: string): Promise<void> {
  await app.open('/galx')
  await app.pressSignIn(address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  await app.closeDialog(app.texts.shell.account)
}

/** The page's own content is there: no skeleton is left. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

for (const [shade, theme] of THEMES.entries())
  for (const [tongue, language] of LANGUAGES.entries())
    test.describe(`${theme}, ${language}`, () => {
      test.use({ language })

      test(`no page has an axe violation or scrolls sideways at any width or text size (${theme}, ${language})`, async ({
        page,
        chain,
        stack,
      }) => {
        const account = newAccount()
        await chain.supply(account)
        await chain.stake(account, 'galx', parseEther('250'))
        await chain.stake(account, 'galxMcm', parseEther('80'))
        await InjectedWallet.inject(page, chain, { account })
        await startWithTheme(page, theme)
        const app = new App(page, language)
        await signedIn(app, account.address)
        const { invite_code: code } = await userInfo(
          stack,
          account.address,
          await app.stored('set_userToken'),
        )
        for (const name of pagesOf(
          DISTINCT_PAGES,
          LANGUAGES.length * shade + tongue,
          THEMES.length * LANGUAGES.length,
        )) {
          await app.open(name === 'start' ? `/start?inviteCode=${code}` : `/${name}`)
          await loaded(page)
          await expectNoViolations(page, `/${name}`)
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 844 })
            await expectNoOverflow(page, `/${name} at ${width}`)
          }
          await page.setViewportSize({ width: 390, height: 844 })
          await expectRoomForLargeText(page, `/${name}`)
        }
      })

      if (!isShown(shade + tongue, 2)) return
      test(`no sheet, drawer or dialog has an axe violation (${theme}, ${language})`, async ({
        page,
        chain,
      }) => {
        const account = newAccount()
        await chain.supply(account)
        await chain.stake(account, 'galx', parseEther('250'))
        await InjectedWallet.inject(page, chain, { account })
        await startWithTheme(page, theme)
        const app = new App(page, language)
        const galx = new GalxScreen(app)
        await signedIn(app, account.address)

        await app.menuButton.click()
        await expect(app.drawer).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'drawer')
        await app.drawer.getByRole('button', { name: app.fixed.invite, exact: true }).click()
        await expect(new CommunityScreen(app).copyLink).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'invitation sheet')
        await app.closeDialog(app.fixed.invite)

        await app.addressButton(account.address).click()
        await expect(app.dialog(app.texts.shell.account)).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'account sheet')
        await app.closeDialog(app.texts.shell.account)

        await page.getByRole('button', { name: app.texts.staking.claim.how }).click()
        await expect(app.dialog(app.texts.staking.how.title)).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'calculation sheet')
        await app.closeDialog(app.texts.staking.how.title)

        await galx.position('galx').first().getByRole('button').click()
        await expect(galx.unstakeSheet).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'unstake sheet')
        await app.closeDialog(app.texts.staking.unstake.title)

        await galx.stake('galx', '5')
        await expect(app.transaction('confirmed')).toBeVisible()
        await stillness(page)
        await expectNoViolations(page, 'transaction sheet')
      })
    })

test('connect, stake and claim work by keyboard alone', async ({ page, chain }) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const galx = new GalxScreen(app)
  await app.open('/galx')
  // The first navigation already asks to connect. Refuse this, then connect by the button.
  await expect(wallet.question('connect')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wallet.question('connect')).toBeHidden()
  await tabTo(page, app.fixed.connect)
  await page.keyboard.press('Enter')
  await expect(wallet.question('connect')).toBeVisible()
  await answerByKeyboard(page, wallet, 'connect', app)
  await answerByKeyboard(page, wallet, 'switch', app)
  const address = await wallet.account()

  await tabTo(page, app.texts.staking.faucet.action)
  await page.keyboard.press('Enter')
  await answerByKeyboard(page, wallet, 'transaction', app)
  await closeConfirmed(page, app)

  await tabTo(page, app.texts.staking.stake.amount)
  await page.keyboard.type('30')
  await expect(galx.stakeButton).toBeEnabled()
  await tabTo(page, '质押 30')
  await page.keyboard.press('Enter')
  await answerByKeyboard(page, wallet, 'permit', app)
  await answerByKeyboard(page, wallet, 'transaction', app)
  await closeConfirmed(page, app)
  expect((await chain.positions('galx', address))[0]?.amount).toBe(parseEther('30'))

  await expect(galx.claimButton).not.toHaveAttribute('aria-busy', 'true')
  // In the first second the reward is less than the button can show.
  await expect(galx.claimButton).toContainText('领取 0.')
  await tabTo(page, '领取 0.')
  const before = await chain.balance('GALX', address)
  await page.keyboard.press('Enter')
  await answerByKeyboard(page, wallet, 'transaction', app)
  await closeConfirmed(page, app)
  expect(await chain.balance('GALX', address)).toBeGreaterThan(before)
})

test('nothing moves if the browser asks for reduced motion', async ({ page, chain }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  await app.open('/galx')
  await loaded(page)
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1)
        .map((animation) => (animation as CSSAnimation).animationName),
    )
  expect(await moving()).toEqual([])
  await app.menuButton.click()
  await expect(app.drawer).toBeVisible()
  expect(await moving()).toEqual([])
})

/** Presses Tab until the element with the name has the focus; fails after a whole round. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      // A scrolling part also takes the focus, and its text has every name in it.
      if (!element?.matches('button, a, input, summary, [role=radio]')) return ''
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined
      return `${element.getAttribute('aria-label') ?? ''} ${label ?? ''} ${element.innerText}`
    })
    if (focused.includes(name)) return
  }
  throw new Error(`Tab does not reach “${name}”`)
}

async function answerByKeyboard(
  page: Page,
  wallet: DemoWallet,
  kind: Parameters<DemoWallet['question']>[0],
  app: App,
): Promise<void> {
  await expect(wallet.question(kind)).toBeVisible()
  await tabTo(page, app.texts.demo.confirm)
  await page.keyboard.press('Enter')
  await expect(wallet.question(kind)).toBeHidden()
}

async function closeConfirmed(page: Page, app: App): Promise<void> {
  await expect(app.transaction('confirmed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(app.transaction('confirmed')).toBeHidden()
}

/** Waits until every finite animation has ended: axe measures colours, and half-faded colours are wrong. */
async function stillness(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              ({ playState, effect }) =>
                playState === 'running' &&
                effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
            ).length,
      ),
    )
    .toBe(0)
}
