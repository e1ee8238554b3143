/** The views beside the pages, each in both themes and each language: docs/screenshots/views. */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import statementEn from '../../web/src/activity/statement/texts.en.ts'
import statementVi from '../../web/src/activity/statement/texts.vi.ts'
import statementZh from '../../web/src/activity/statement/texts.zh.ts'
import datesEn from '../../web/src/activity/dates/texts.en.ts'
import datesVi from '../../web/src/activity/dates/texts.vi.ts'
import datesZh from '../../web/src/activity/dates/texts.zh.ts'
import hideEn from '../../web/src/design/HideSwitch/texts.en.ts'
import hideVi from '../../web/src/design/HideSwitch/texts.vi.ts'
import hideZh from '../../web/src/design/HideSwitch/texts.zh.ts'
import othersEn from '../../web/src/pages/earn/others/texts.en.ts'
import othersVi from '../../web/src/pages/earn/others/texts.vi.ts'
import othersZh from '../../web/src/pages/earn/others/texts.zh.ts'
import nodeEn from '../../web/src/shell/node/texts.en.ts'
import nodeVi from '../../web/src/shell/node/texts.vi.ts'
import nodeZh from '../../web/src/shell/node/texts.zh.ts'
import { expect, test } from '../src/fixtures.ts'
import { startWithTheme } from '../src/theme.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { leader } from '../src/leader.ts'
import { Lifeboat, writeLifeboat } from '../src/lifeboat.ts'
import { App } from '../src/screens/app.ts'
import { EarnScreen } from '../src/screens/earn.ts'
import { SafeScreen } from '../src/screens/safe.ts'
import { ROOT } from '../src/stack.ts'
import { LANGUAGES } from '../src/texts.ts'

const FOLDER = join(ROOT, 'docs/screenshots/views')
const TEXTS = {
  zh_CN: { dates: datesZh, hide: hideZh, node: nodeZh, others: othersZh, statement: statementZh },
  en_US: { dates: datesEn, hide: hideEn, node: nodeEn, others: othersEn, statement: statementEn },
  vi_VN: { dates: datesVi, hide: hideVi, node: nodeVi, others: othersVi, statement: statementVi },
}
const LOOKS = LANGUAGES.flatMap((language) =>
  (['dark', 'light'] as const).map((theme) => ({ language, theme })),
)

for (const { language, theme } of LOOKS)
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language, colorScheme: theme })
    test(`every view is kept as a picture (${language}, ${theme})`, async ({ page, chain, stack }) => {
      mkdirSync(FOLDER, { recursive: true })
      const { dates, hide, node, others, statement } = TEXTS[language]
      const account = await leader(stack, chain)
      await InjectedWallet.inject(page, chain, { account })
      await startWithTheme(page, theme)
      const app = new App(page, language)
      const earn = new EarnScreen(app)
      const safe = new SafeScreen(app)
      const main = page.getByRole('main')
      const keep = async (name: string) => {
        await expect(page.locator('[class*=_skeleton_]')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        const path = join(FOLDER, `${name}-${language.slice(0, 2)}-${theme}.png`)
        await page.screenshot({ path, animations: 'disabled' })
      }
      const toTop = (part: Locator) => part.evaluate((element) => element.scrollIntoView({ block: 'start' }))

      await app.open('/earn?view=dates')
      await expect(page.getByRole('region', { name: dates.list, exact: true })).toContainText(dates.epochText)
      await keep('dates')

      await app.open(`/earn?of=${account.address.toLowerCase()}`)
      await expect(earn.staked.first()).toBeVisible()
      await keep('watch')
      await main.getByRole('button', { name: earn.texts.history.statement, exact: true }).click()
      await expect(app.dialog(statement.title)).toBeVisible()
      await keep('statement')
      await app.closeDialog(statement.title)

      await app.open('/earn')
      await main.getByRole('button', { name: others.gift.open }).click()
      await expect(app.dialog(others.gift.open)).toBeVisible()
      await keep('gift')
      await app.closeDialog(others.gift.open)

      await app.open('/galx')
      await app.menuButton.click()
      await app.drawer.getByRole('button', { name: node.entry }).click()
      await expect(app.dialog(node.title)).toBeVisible()
      await keep('node')
      await app.closeDialog(node.title)
      await main.getByRole('button', { name: app.texts.staking.claim.how, exact: true }).click()
      const how = app.dialog(app.texts.staking.how.title)
      await toTop(how.getByRole('heading', { level: 3 }).first())
      await keep('yield')
      await app.closeDialog(app.texts.staking.how.title)
      await main.getByRole('switch', { name: hide.hide, exact: true }).click()
      await expect(main.getByText(app.texts.design.hiddenAmount).first()).toBeAttached()
      await page.evaluate(() => scrollTo(0, 0))
      await keep('hidden')
      await main.getByRole('switch', { name: hide.hide, exact: true }).click()

      await app.open('/safe')
      await toTop(safe.sources)
      await keep('sources')
      await toTop(safe.timelock)
      await keep('changes')
      await toTop(safe.proof)
      await keep('proof')

      const { url, folder } = await writeLifeboat(chain.deployment)
      const lifeboat = new Lifeboat(page)
      await lifeboat.open(url)
      if (language === 'zh_CN') await page.getByRole('button', { name: '中文' }).click()
      await page.screenshot({
        path: join(FOLDER, `lifeboat-${language.slice(0, 2)}-${theme}.png`),
        animations: 'disabled',
      })
      await rm(folder, { recursive: true })
    })
  })
