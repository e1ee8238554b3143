/** A visitor looks at any address without a wallet: from the field on the first page to all public data of the address. Nothing on the way signs. */
import type { ActivityData } from '@galx/protocol/http/activity'
import type { BonusesData } from '@galx/protocol/http/bonuses'
import type { RankData } from '@galx/protocol/http/rank'
import type { PoolKey } from '@galx/protocol/products'
import { formatEther, parseEther, type Address } from 'viem'
import dates from '../../web/src/activity/dates/texts.zh.ts'
import activityEn from '../../web/src/activity/watchTexts.en.ts'
import activityVi from '../../web/src/activity/watchTexts.vi.ts'
import activityZh from '../../web/src/activity/watchTexts.zh.ts'
import bonusesEn from '../../web/src/bonuses/texts.en.ts'
import bonusesVi from '../../web/src/bonuses/texts.vi.ts'
import bonusesZh from '../../web/src/bonuses/texts.zh.ts'
import { get } from '../src/api.ts'
import { findViolations } from '../src/axe.ts'
import { pattern } from '../src/catalogue.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { startWithTheme } from '../src/theme.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { EarnScreen } from '../src/screens/earn.ts'
import type { StackAddress } from '../src/stack.ts'
import { languagesOf } from '../src/thorough.ts'

const WATCH = { zh_CN: activityZh, en_US: activityEn, vi_VN: activityVi }
const BONUSES = { zh_CN: bonusesZh, en_US: bonusesEn, vi_VN: bonusesVi }
/** The requests about which a wallet asks its owner. */
const ASKS = /^(eth_sign|personal_sign|eth_send|wallet_send)/

/** The account with the strongest node: a pass, stakes, members, bonuses and a history, all of the demo world. */
async function fullAccount(stack: StackAddress): Promise<{ address: Address; node: string }> {
  let first: RankData['list'][number] | undefined
  await expect
    .poll(
      async () => (first = (await get<RankData>(stack.apiUrl, '/api/getRank?type=node&limit=1')).list[0]),
      {
        timeout: 90_000,
      },
    )
    .toBeDefined()
  return { address: first!.address as Address, node: first!.node!.name }
}

/** The first two decimals that the app shows. */
function shown(amount: bigint): string {
  const [whole = '', part = ''] = formatEther(amount).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.padEnd(2, '0').slice(0, 2)}`
}

for (const language of languagesOf(2))
  test.describe(language, () => {
    test.use({ language })

    test(`an address typed on the first page leads to everything public of the address (${language})`, async ({
      page,
      chain,
      stack,
    }) => {
      const { address, node } = await fullAccount(stack)
      await startWithTheme(page, language === 'zh_CN' ? 'dark' : 'light')
      const wallet = await InjectedWallet.inject(page, chain, {
        account: newAccount(),
        refuses: ['eth_requestAccounts', 'eth_accounts'],
      })
      const app = new App(page, language)
      const earn = new EarnScreen(app)
      const watch = WATCH[language]
      const bonuses = BONUSES[language]
      const field = page.getByRole('textbox', { name: watch.label, exact: true })
      const look = page.getByRole('button', { name: watch.look, exact: true })
      const section = (name: string) => page.getByRole('region', { name, exact: true })

      await test.step('the page refuses a text that is not an address, and keeps the text while another page is open', async () => {
        await app.open('/galx')
        await expect(look).toBeDisabled()
        await field.fill(address.slice(0, -1))
        await look.click()
        await expect(page.getByText(watch.wrong)).toBeVisible()
        await app.open('/rank')
        await expect(field).toBeHidden()
        await app.open('/galx')
        await expect(field).toHaveValue(address.slice(0, -1))
      })

      const asked: string[] = []
      const answers: Promise<string>[] = []
      await test.step('the address leads to its own view, under a banner that stays', async () => {
        await expect(app.connectButton).toBeEnabled()
        page.on('response', (response) => {
          const url = new URL(response.url())
          if (!url.pathname.startsWith('/api/')) return
          asked.push(url.pathname)
          answers.push(response.text().catch(() => ''))
        })
        await field.fill(`https://bscscan.com/address/${address}`)
        await field.press('Enter')
        await expect(page).toHaveURL(`/#/earn?of=${address}`)
        await expect(
          page.getByText(watch.banner(`${address.slice(0, 6)}…${address.slice(-4)}`)),
        ).toBeVisible()
      })

      await test.step('positions and earnings equal those of the chain', async () => {
        const pools = Object.entries(chain.deployment.pools) as [PoolKey, { stakeToken: string }][]
        let held = 0
        for (const [pool, { stakeToken }] of pools) {
          const positions = await chain.positions(pool, address)
          const staked = positions.reduce((sum, position) => sum + position.amount, 0n)
          if (staked === 0n) continue
          held += 1
          const row = earn.staked.filter({ hasText: `${shown(staked)} ${stakeToken}` })
          await expect(row.first()).toBeVisible()
        }
        expect(held).toBeGreaterThan(0)
        await expect(
          section(watch.owed.title).getByRole('listitem').filter({ hasText: 'GALX' }),
        ).toContainText(/[1-9]/)
      })

      await test.step('passes equal those of the chain', async () => {
        await expect(section(watch.passes.title)).toContainText(node)
      })

      await test.step('bonuses are listed by epoch, and the browser checks one bonus', async () => {
        const { programs } = await get<BonusesData>(stack.apiUrl, `/api/bonuses?address=${address}`)
        const granted = programs.filter(({ cumulative }) => (cumulative ?? '0') !== '0')
        expect(granted.length).toBeGreaterThan(1)
        await expect(section(watch.bonuses.title).getByRole('heading', { level: 3 })).toHaveCount(
          granted.length,
        )
        await section(watch.bonuses.title)
          .getByRole('button', { name: pattern(bonuses.history.epoch) })
          .first()
          .click()
        const sheet = app.dialog(bonuses.how.title)
        await sheet.getByRole('button', { name: bonuses.check.button, exact: true }).click()
        await expect(sheet.getByText(bonuses.check.right)).toBeVisible()
        expect(await findViolations(page), 'the sheet of an epoch').toEqual([])
        await app.closeDialog(bonuses.how.title)
      })

      await test.step('the history has every step, and a filter by kind', async () => {
        const of = `address=${address}`
        const all = await get<ActivityData>(stack.apiUrl, `/api/accountActivity?${of}`)
        await expect(earn.history).toHaveCount(Math.min(all.total!, all.list.length))
        await earn.kind.selectOption('stake')
        const stakes = await get<ActivityData>(stack.apiUrl, `/api/accountActivity?${of}&kind=stake`)
        await expect(earn.history).toHaveCount(stakes.list.length)
      })

      await test.step('the view breaks no rule of axe, and nothing scrolls sideways', async () => {
        expect(await findViolations(page), 'the view').toEqual([])
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          const over = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await expect.poll(over, { message: String(width) }).toBe(0)
        }
      })

      await test.step('the view made only public calls, and no answer has an invite code', async () => {
        expect(asked).toEqual(
          expect.arrayContaining(['/api/accountActivity', '/api/accountTotals', '/api/bonuses']),
        )
        for (const path of asked)
          expect(path).toMatch(
            /^\/api\/(accountActivity|accountTotals|bonuses|bonusHistory|epochs\/.*|timelock|getAAAUserInfo)$/,
          )
        for (const answer of await Promise.all(answers)) expect(answer).not.toMatch(/"invite_code":"/)
        expect(wallet.methods().filter((method) => ASKS.test(method))).toEqual([])
      })

      await test.step('the banner’s link leads back to one’s own page', async () => {
        await page.getByRole('link', { name: watch.leave, exact: true }).click()
        await expect(page).toHaveURL('/#/earn')
        await expect(earn.staked).toHaveCount(0)
      })
    })
  })

test('a connected person sees the other account’s figures, and no button of the view asks the wallet', async ({
  page,
  chain,
  stack,
}) => {
  const { address } = await fullAccount(stack)
  const account = newAccount()
  await chain.supply(account)
  await chain.stake(account, 'galx', parseEther('123'))
  const wallet = await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const earn = new EarnScreen(app)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await app.open(`/earn?of=${address}`)
  await expect(earn.staked.first()).toBeVisible()
  await expect(earn.history.first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('123.00')
  // Skip the line of dates, which leads to another view. The servers limit requests, so press only the first of the rows that differ only in figures.
  const pressed = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((all, link) => {
      const names = all.map((one) =>
        (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).replace(/[\d.,%-]+/g, ''),
      )
      const chosen = all.filter(
        (_, index) => names.indexOf(names[index]!) === index && !names[index]!.includes(link),
      )
      for (const [index, one] of chosen.entries()) one.setAttribute('data-press', String(index))
      return chosen.length
    }, dates.link)
  expect(pressed).toBeGreaterThan(3)
  // The code of some sheets loads at the first press, so a sheet may open while the next button is being pressed.
  const sheet = page.getByRole('dialog')
  await page.addLocatorHandler(sheet, async () => {
    await sheet.getByRole('button').evaluateAll((buttons) => {
      for (const inside of buttons) if (inside instanceof HTMLElement) inside.click()
    })
    if (await sheet.isVisible()) await page.keyboard.press('Escape')
  })
  for (let index = 0; index < pressed; index += 1) await page.locator(`[data-press="${index}"]`).click()
  await expect(sheet).toBeHidden()
  expect(wallet.methods().filter((method) => ASKS.test(method))).toEqual([])
  expect(await chain.transactionCount(account.address)).toBe(3)
})
