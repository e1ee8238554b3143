/** Every page and sheet in Vietnamese, and with texts 40 % longer than English: no text is cut off, and none covers another. */
import type { Page } from '@playwright/test'
import { PAGE_NAMES } from '@galx/protocol/products'
import { newAccount } from '../src/chain.ts'
import { findCutTexts } from '../src/cutTexts.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { leader } from '../src/leader.ts'
import { lengthenTexts, longer } from '../src/longTexts.ts'
import { pageTexts } from '../src/pages.ts'
import { App } from '../src/screens/app.ts'
import type { Language } from '../src/texts.ts'

type Look = {
  name: string
  language: Language
  widths: readonly number[]
  /** a text of the catalogue as the page shows it */
  said(text: string): string
}

const LOOKS: readonly Look[] = [
  { name: 'Vietnamese', language: 'vi_VN', widths: [390, 360, 320], said: (text) => text },
  { name: 'longer texts', language: 'en_US', widths: [360], said: longer },
]

/** Signs nothing that costs money: a press of any button shows its sheet, and at last the refusal. */
const SPENDING = ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']

const softly = expect.configure({ soft: true })

for (const { name, language, widths, said } of LOOKS)
  test.describe(name, () => {
    test.use({ language })

    const start = async (page: Page) => {
      if (said === longer) await lengthenTexts(page)
      await page.setViewportSize({ width: widths[0]!, height: 844 })
    }
    /** Opens a page and waits until its content has arrived, also the parts below the window and inside closed parts. */
    const open = async (page: Page, route: (typeof PAGE_NAMES)[number]) => {
      await page.goto(`/#/${route}`)
      const { title } = await pageTexts(route, language)
      await expect(page.getByRole('heading', { level: 1, name: said(title) })).toBeVisible()
      await settled(page)
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true
        scrollTo(0, document.body.scrollHeight)
      })
      await settled(page)
    }
    /** Faults are soft, so that one run names every fault. */
    const expectReadable = async (page: Page, where: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        // A moving element has two seconds to reach its new place.
        const faults = softly.poll(() => findCutTexts(page), {
          message: `${where} at ${width}`,
          timeout: 2_000,
        })
        await faults.toEqual([])
      }
    }

    test(`every page shows a visitor each text whole (${name})`, async ({ page, chain }) => {
      await InjectedWallet.inject(page, chain, { account: newAccount(), refuses: ['eth_requestAccounts'] })
      await start(page)
      for (const route of PAGE_NAMES) {
        await open(page, route)
        await expectReadable(page, `/${route}`)
      }
    })

    test(`every page and sheet shows a holder each text whole (${name})`, async ({ page, chain, stack }) => {
      test.slow()
      const account = await leader(stack, chain)
      const wallet = await InjectedWallet.inject(page, chain, { account })
      await start(page)
      const app = new App(page, language)
      await open(page, 'galx')
      await app.addressButton(account.address).click()
      await expectReadable(page, 'the account sheet')
      const signIn = page
        .getByRole('dialog')
        .getByRole('button', { name: said(app.texts.shell.signIn), exact: true })
      await signIn.click()
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      for (const method of SPENDING) wallet.refuses.add(method)
      for (const route of PAGE_NAMES) {
        await page.goto('about:blank')
        await open(page, route)
        await expectReadable(page, `/${route}`)
        await page.setViewportSize({ width: widths[0]!, height: 844 })
        await openSheets(page, (what) => expectReadable(page, `/${route}, ${what}`))
      }
    })
  })

/** Presses each kind of button of the page once, and checks each sheet that a press opens. */
async function openSheets(page: Page, check: (what: string) => Promise<void>): Promise<void> {
  const pressed = new Set<string>()
  const buttons = page.locator('main button:enabled:not([role=switch])')
  const dialogs = page.getByRole('dialog')
  const address = page.url()
  const size = page.viewportSize()!
  let last = ''
  for (let place = 0; ; place += 1) {
    await settled(page)
    // The sheet of a transaction opens some time after the press.
    for (; (await dialogs.count()) > 0; await settled(page)) {
      await check(`the sheet of “${last}”`)
      await page.setViewportSize(size)
      await page.keyboard.press('Escape')
    }
    if (page.url() !== address) {
      await page.goto(address)
      await settled(page)
    }
    if (place >= (await buttons.count())) return
    const button = buttons.nth(place)
    last = (await button.innerText()) || ((await button.getAttribute('aria-label')) ?? '')
    // Rows of a list differ only by figures and addresses.
    const kind = last.replace(/0x\S+|[\d.,:]/g, '')
    if (pressed.has(kind)) continue
    pressed.add(kind)
    await button.evaluate((element) => (element as HTMLElement).click())
  }
}

/** No part of the page waits for code, chain or servers. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[class*=_skeleton_]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}
