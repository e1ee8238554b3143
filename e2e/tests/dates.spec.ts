/** What will change for me: from the line on the first page to dates and announced changes in the account's own amounts, and a calendar file. */
import { readFileSync } from 'node:fs'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { encodeFunctionData, parseEther, zeroHash, type Address } from 'viem'
import english from '../../web/src/activity/dates/texts.en.ts'
import vietnamese from '../../web/src/activity/dates/texts.vi.ts'
import chinese from '../../web/src/activity/dates/texts.zh.ts'
import { findViolations } from '../src/axe.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { startWithTheme } from '../src/theme.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { languagesOf } from '../src/thorough.ts'

const TEXTS = { zh_CN: chinese, en_US: english, vi_VN: vietnamese }

for (const language of languagesOf(0))
  test.describe(language, () => {
    test.use({ language })

    test(`an announced pause is shown with the account’s own amounts (${language})`, async ({
      page,
      chain,
    }) => {
      const texts = TEXTS[language]
      const account = newAccount()
      await chain.supply(account)
      await chain.stake(account, 'galx', parseEther('120'))
      const { contracts, roles } = chain.deployment
      const timelock = contracts.Timelock.address as Address
      const pool = chain.poolId('galx')
      const call = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'pauseStaking', args: [pool] })
      const delay = await chain.client.readContract({
        address: timelock,
        abi: timelockAbi,
        functionName: 'getMinDelay',
      } as const)
      const { timestamp } = await chain.client.getBlock()
      // Each language announces an operation of its own.
      const salt = `0x${timestamp.toString(16).padStart(64, '0')}` as const
      const operation = [chain.stakingPools, 0n, call, zeroHash, salt] as const
      const announce = encodeFunctionData({
        abi: timelockAbi,
        functionName: 'schedule',
        args: [...operation, delay + 86_400n],
      })
      await chain.mined(await chain.actAs(roles.timelock.proposers[0] as Address, timelock, announce))
      await startWithTheme(page, language === 'zh_CN' ? 'light' : 'dark')
      await InjectedWallet.inject(page, chain, { account })
      const app = new App(page, language)
      const words = texts.words.leaves('120.00 GALX', '120.00 GALX')

      await test.step('the first page names the next dates, and leads to the list', async () => {
        await app.open()
        const line = page.getByRole('main').getByRole('button', { name: texts.link })
        await expect(line).toContainText(words, { timeout: 60_000 })
        await line.click()
        await expect(page).toHaveURL('/#/earn?view=dates')
      })

      const dates = page.getByRole('region', { name: texts.list, exact: true })
      await test.step('the list has every date, and compares the announced change with the timelock', async () => {
        await expect(dates).toContainText(words, { timeout: 60_000 })
        await expect(dates.getByText(texts.unread)).toHaveCount(0, { timeout: 60_000 })
        await expect(dates.getByText(texts.other)).toHaveCount(0)
        await expect(dates).toContainText(texts.budgetText)
        await expect(dates).toContainText(texts.epochText)
        expect(await findViolations(page), 'the dates').toEqual([])
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          const over = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await expect.poll(over, { message: String(width) }).toBe(0)
        }
      })

      await test.step('the calendar file has every date', async () => {
        const saved = page.waitForEvent('download')
        await dates.getByRole('button', { name: texts.calendar, exact: true }).click()
        const file = await saved
        expect(file.suggestedFilename()).toBe('galx-dates.ics')
        const unfolded = readFileSync(await file.path(), 'utf8').replaceAll('\r\n ', '')
        expect(unfolded).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
        expect(unfolded).toContain(`SUMMARY:GALX · ${texts.change}\r\n`)
        expect(unfolded).toContain('120.00 GALX')
      })

      await test.step('a person who watches the address sees the same dates', async () => {
        const watched = `/earn?of=${account.address.toLowerCase()}`
        await app.open(watched)
        await page.getByRole('main').getByRole('button', { name: texts.link }).click()
        await expect(page).toHaveURL(`/#${watched}&view=dates`)
        await expect(dates).toContainText(words, { timeout: 60_000 })
      })

      const cancel = await chain.client.readContract({
        address: timelock,
        abi: timelockAbi,
        functionName: 'hashOperation',
        args: operation,
      } as const)
      const withdraw = encodeFunctionData({ abi: timelockAbi, functionName: 'cancel', args: [cancel] })
      await chain.mined(await chain.actAs(roles.timelock.proposers[0] as Address, timelock, withdraw))
    })
  })
