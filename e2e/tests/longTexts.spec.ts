/** Every page and its sheets in Vietnamese, and with texts 40 % longer than English: no text is cut off, and none covers another. */
import type { Locator, Page } from '@playwright/test'
import { PAGE_NAMES, type PageName } from '@galx/protocol/products'
import { type CATALOGUE, pattern } from '../src/catalogue.ts'
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

/** The wallet refuses to pay: a press of a button that pays shows the transaction's sheet, and at last the refusal. */
const PAYING = ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']

type Texts = (typeof CATALOGUE)[Language]
type Choice = (texts: Texts) => string | ((value: string) => string)

/** The buttons of a page that open a sheet, by their texts. `type`: an amount that the page needs first. */
const SHEETS: Partial<Record<PageName, readonly { button: Choice; type?: string }[]>> = {
  galx: [
    { button: ({ staking }) => staking.claim.how },
    { button: ({ staking }) => staking.positions.anyTime },
    { button: ({ bonuses }) => bonuses.history.epoch },
    { button: ({ staking }) => staking.stake.submit, type: '12' },
  ],
  index: [
    { button: ({ exchange }) => exchange.settingsButton },
    { button: ({ exchange }) => exchange.chooseToken },
    {
      button:
        ({ exchange }) =>
        (rest) =>
          exchange.button.swap(`12${rest}`),
      type: '12',
    },
  ],
  mcf: [{ button: ({ staking }) => staking.positions.early }],
  earn: [
    { button: ({ earn }) => earn.history.statement },
    { button: ({ others }) => others.gift.open },
    { button: ({ others }) => others.claim.open },
  ],
  hidden: [
    { button: ({ passes }) => passes.actions.start },
    { button: ({ passes }) => passes.actions.send },
    { button: ({ passes }) => passes.actions.details },
  ],
  community: [
    { button: ({ community }) => community.invite.open },
    { button: ({ community }) => community.invite.picture },
  ],
  safe: [{ button: ({ safe }) => safe.sources.choose }],
}

const softly = expect.configure({ soft: true })

for (const { name, language, widths, said } of LOOKS)
  test.describe(name, () => {
    test.use({ language })

    const start = async (page: Page) => {
      if (said === longer) await lengthenTexts(page)
      await page.setViewportSize({ width: widths[0]!, height: 844 })
    }
    /** Opens a page and waits until its content has arrived, also the parts below the window and inside closed parts. */
    const open = async (page: Page, route: PageName) => {
      await page.goto('about:blank')
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
      await page.setViewportSize({ width: widths[0]!, height: 844 })
    }
    /** The first button whose name has the text, with any value. */
    const buttonOf = (part: Locator, text: string | ((value: string) => string)) =>
      part
        .getByRole('button', {
          name: typeof text === 'string' ? said(text) : pattern((value) => said(text(value))),
        })
        .first()
    /** Checks the open sheet and closes it. */
    const checkSheet = async (page: Page, where: string) => {
      await expect(page.getByRole('dialog')).toBeVisible()
      await settled(page)
      await expectReadable(page, where)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
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
      await buttonOf(page.getByRole('dialog'), app.texts.shell.signIn).click()
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      await checkSheet(page, 'the account sheet after the sign-in')
      await buttonOf(page.getByRole('banner'), app.fixed.menu).click()
      await checkSheet(page, 'the drawer')

      for (const method of PAYING) wallet.refuses.add(method)
      for (const route of PAGE_NAMES) {
        await open(page, route)
        await expectReadable(page, `/${route}`)
        for (const { button, type } of SHEETS[route] ?? []) {
          const main = page.getByRole('main')
          if (type !== undefined) await main.getByRole('textbox').first().fill(type)
          const opener = buttonOf(main, button(app.texts))
          const text = await opener.innerText()
          await opener.click()
          await checkSheet(page, `the sheet of “${text}” of /${route}`)
        }
      }
    })
  })

/** No part of the page waits for code, chain or servers. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[class*=_skeleton_]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}
