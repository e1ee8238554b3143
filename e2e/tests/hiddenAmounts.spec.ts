/** Hide amounts: from the eye on the first page to every page with figures of the holder, on the screen and for screen readers. */
import type { RankData } from '@galx/protocol/http/rank'
import type { Locator } from '@playwright/test'
import { parseEther } from 'viem'
import english from '../../web/src/design/HideSwitch/texts.en.ts'
import vietnamese from '../../web/src/design/HideSwitch/texts.vi.ts'
import chinese from '../../web/src/design/HideSwitch/texts.zh.ts'
import datesEn from '../../web/src/activity/dates/texts.en.ts'
import datesVi from '../../web/src/activity/dates/texts.vi.ts'
import datesZh from '../../web/src/activity/dates/texts.zh.ts'
import previewEn from '../../web/src/staking/preview/texts.en.ts'
import previewVi from '../../web/src/staking/preview/texts.vi.ts'
import previewZh from '../../web/src/staking/preview/texts.zh.ts'
import { get } from '../src/api.ts'
import { findViolations } from '../src/axe.ts'
import { pattern } from '../src/catalogue.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { startWithTheme } from '../src/theme.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { EarnScreen } from '../src/screens/earn.ts'
import { GalxScreen } from '../src/screens/galx.ts'
import { languagesOf } from '../src/thorough.ts'

const TEXTS = { zh_CN: chinese, en_US: english, vi_VN: vietnamese }
const DATES = { zh_CN: datesZh, en_US: datesEn, vi_VN: datesVi }
const PREVIEW = { zh_CN: previewZh, en_US: previewEn, vi_VN: previewVi }
/** A figure with decimals. Multipliers and boosts have decimals too, but are no amounts. */
const FIGURE = /(?<![×\d.,])\d[\d,]*\.\d+(?![\d.]*×)/
/** The bond of a node pass. */
const BOND = '10,000'

for (const language of languagesOf(1))
  test.describe(language, () => {
    test.use({ language })

    test(`one press hides every amount of the holder, and another shows them again (${language})`, async ({
      page,
      chain,
      stack,
    }) => {
      const account = newAccount()
      await chain.supply(account)
      await chain.stake(account, 'galx', parseEther('123.45'))
      await chain.stake(account, 'mcf', parseEther('67.89'))
      await startWithTheme(page, language === 'zh_CN' ? 'light' : 'dark')
      await InjectedWallet.inject(page, chain, { account })
      const app = new App(page, language)
      const galx = new GalxScreen(app)
      const earn = new EarnScreen(app)
      const main = page.getByRole('main')
      const eye = main.getByRole('switch', { name: TEXTS[language].hide, exact: true })
      const word = app.texts.design.hiddenAmount
      /** The text about a claim that is not worth its network fee. `figureIn` skips this text and finds the first other figure. */
      const costly = new RegExp(pattern(PREVIEW[language].costly, 2).source.replaceAll('.+', '[^]+?'))
      const figureIn = async (part: Locator) =>
        FIGURE.exec((await part.innerText()).replace(costly, ''))?.[0] ?? null

      await test.step('the eye is beside the claimable amount', async () => {
        await app.open()
        await expect(galx.positions.first()).toContainText('123.45 GALX', { timeout: 60_000 })
        await expect(galx.claimSection).toContainText(FIGURE)
        await eye.click()
        await expect(eye).toBeChecked()
      })

      await test.step('claim, stake, balance, positions and the next date have the mark, with a word for screen readers', async () => {
        for (const part of [page.locator('#mine'), page.locator('#positions')]) {
          await expect(part).toContainText('****')
          await expect.poll(() => figureIn(part)).toBeNull()
        }
        const claim = galx.texts.claim.button(`**** GALX`).replaceAll('****', word)
        await expect(page.getByRole('button', { name: claim, exact: true })).toBeVisible()
        await expect(main).not.toContainText('123.45')
        // The public figures stay: the rate for a thousand tokens.
        await expect(page.locator('#stake')).toContainText(FIGURE)
        expect(await findViolations(page), 'the first page').toEqual([])
      })

      await test.step('what the holder types stays', async () => {
        await galx.amount.fill('5')
        await expect(galx.stakeButton).toContainText('5.00 GALX')
      })

      await test.step('the choice survives a reload, and every overview obeys the choice', async () => {
        await page.reload()
        await app.open('/earn')
        await expect(earn.staked.first()).toContainText('****', { timeout: 60_000 })
        await expect(eye).toBeChecked()
        await expect.poll(() => figureIn(main)).toBeNull()
        expect(await findViolations(page), '/earn').toEqual([])
        await app.open('/earn?view=dates')
        const dates = page.getByRole('region', { name: DATES[language].list, exact: true })
        await expect(dates).toContainText('****', { timeout: 60_000 })
        await expect(dates).not.toContainText(FIGURE)
        await app.open('/mcf')
        await expect(page.locator('#positions')).toContainText('****', { timeout: 60_000 })
        await expect(page.locator('#positions')).not.toContainText(/67\.8|67\.9/)
        await expect.poll(() => figureIn(page.locator('#mine'))).toBeNull()
      })

      await test.step('the amounts of a watched account are hidden too', async () => {
        let first: RankData['list'][number] | undefined
        await expect
          .poll(
            async () =>
              (first = (await get<RankData>(stack.apiUrl, '/api/getRank?type=node&limit=1')).list[0]),
            { timeout: 90_000 },
          )
          .toBeDefined()
        await app.open(`/earn?of=${first!.address}`)
        await expect(earn.history.filter({ hasText: '****' }).first()).toBeVisible({ timeout: 60_000 })
        await expect(earn.staked.first()).toContainText('****')
        await expect(main).not.toContainText(FIGURE)
        await expect(main).not.toContainText(BOND)
        expect(await findViolations(page), 'another account').toEqual([])
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          const over = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await expect.poll(over, { message: String(width) }).toBe(0)
        }
      })

      await test.step('the menu shows the amounts again', async () => {
        await app.open()
        await app.menuButton.click()
        await app.drawer.getByRole('switch', { name: TEXTS[language].hide, exact: true }).click()
        await app.closeDialog(app.fixed.menu)
        await expect(galx.positions.first()).toContainText('123.45 GALX', { timeout: 60_000 })
        await expect(main).not.toContainText('****')
      })
    })
  })
