/** Announced changes: the browser reads the timelock’s logs itself. An API that hides a change, a node without logs, and no API at all. */
import type { Page } from '@playwright/test'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { encodeFunctionData, keccak256, parseEther, zeroHash, type Address } from 'viem'
import english from '../../web/src/activity/announced/texts.en.ts'
import vietnamese from '../../web/src/activity/announced/texts.vi.ts'
import chinese from '../../web/src/activity/announced/texts.zh.ts'
import datesEnglish from '../../web/src/activity/dates/texts.en.ts'
import datesVietnamese from '../../web/src/activity/dates/texts.vi.ts'
import datesChinese from '../../web/src/activity/dates/texts.zh.ts'
import comparing from '../../web/src/core/chain/comparing/texts.zh.ts'
import { pattern } from '../src/catalogue.ts'
import { newAccount, type Chain } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { App } from '../src/screens/app.ts'
import { SafeScreen } from '../src/screens/safe.ts'
import { languagesOf } from '../src/thorough.ts'

const TEXTS = { zh_CN: chinese, en_US: english, vi_VN: vietnamese }
const DATES = { zh_CN: datesChinese, en_US: datesEnglish, vi_VN: datesVietnamese }
const SOON = { timeout: 60_000 }

/** Announces a pause of new stakes, 40 days ahead. @returns a function that cancels the announcement */
async function announce(chain: Chain): Promise<() => Promise<void>> {
  const { contracts, roles } = chain.deployment
  const timelock = { address: contracts.Timelock.address as Address, abi: timelockAbi } as const
  const args = [chain.poolId('galx')] as const
  const call = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'pauseStaking', args })
  const order = [chain.stakingPools, 0n, call, zeroHash, keccak256(newAccount().address)] as const
  const send = async (data: `0x${string}`) =>
    chain.mined(await chain.actAs(roles.timelock.proposers[0] as Address, timelock.address, data))
  await send(encodeFunctionData({ ...timelock, functionName: 'schedule', args: [...order, 40n * 86_400n] }))
  const id = await chain.client.readContract({ ...timelock, functionName: 'hashOperation', args: order })
  return async () => {
    await send(encodeFunctionData({ ...timelock, functionName: 'cancel', args: [id] }))
  }
}

/** The API answers that nothing is announced. */
async function hideAnnouncements(page: Page): Promise<void> {
  await page.route('**/api/timelock', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...json, data: { ...json.data, list: [], more: false } } })
  })
}

for (const language of languagesOf(1))
  test.describe(language, () => {
    test.use({ language })

    test(`a change that the API hides is found in the logs, and the page says so (${language})`, async ({
      page,
      chain,
    }) => {
      const account = newAccount()
      await chain.supply(account)
      await chain.stake(account, 'galx', parseEther('120'))
      const cancel = await announce(chain)
      await hideAnnouncements(page)
      const app = new App(page, language)
      const texts = TEXTS[language]
      const words = DATES[language].words.leaves('120.00 GALX', '120.00 GALX')

      await test.step('the dates of the account have the change, in the account’s own amounts', async () => {
        await app.open(`/earn?of=${account.address.toLowerCase()}&view=dates`)
        const dates = page.getByRole('region', { name: DATES[language].list, exact: true })
        await expect(dates).toContainText(words, SOON)
        await expect(dates.getByRole('listitem').filter({ hasText: words })).toContainText(texts.mark, SOON)
        await expect(dates.getByRole('status')).toHaveText(texts.unlisted('1'))
      })

      await test.step('so has the security page, also after a reload', async () => {
        const safe = new SafeScreen(app)
        await app.open('/safe')
        await page.reload()
        await expect(safe.timelock.getByRole('status')).toHaveText(texts.unlisted('1'), SOON)
        await expect(safe.timelock.getByRole('listitem').filter({ hasText: texts.mark })).toContainText(
          safe.texts.timelock.compared.same,
        )
      })
      await cancel()
    })
  })

test('a node without logs leaves the list to the site, and the page says so', async ({
  page,
  chain,
  stack,
}) => {
  const cancel = await announce(chain)
  await page.route(
    (url) => url.port === new URL(stack.rpcUrl).port,
    async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return route.continue()
      const { id, method } = request.postDataJSON() as { id: number; method: string }
      if (method !== 'eth_getLogs') return route.continue()
      const error = { code: -32_601, message: 'the method eth_getLogs does not exist/is not available' }
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { jsonrpc: '2.0', id, error },
      })
    },
  )
  const safe = new SafeScreen(new App(page))
  await new App(page).open('/safe')
  await expect(safe.timelock.getByRole('status')).toHaveText(chinese.siteAlone, SOON)
  await expect(safe.timelock).toContainText(chinese.obstacles.none(comparing.nodes.site))
  await expect(safe.timelock.getByRole('listitem').first()).toContainText(
    safe.texts.timelock.compared.same,
    SOON,
  )
  await cancel()
})

test('without the API the list is from the logs alone', async ({ page, chain, expectFaults }) => {
  expectFaults(/Failed to load resource|ERR_FAILED|net::/)
  const cancel = await announce(chain)
  await page.route('**/api/**', (route) => route.abort())
  const app = new App(page)
  const safe = new SafeScreen(app)
  await app.open('/safe')
  await expect(safe.timelock.getByRole('status')).toHaveText(pattern(chinese.logsAlone), SOON)
  await expect(safe.timelock.getByRole('listitem').first()).toContainText(
    safe.texts.timelock.compared.same,
    SOON,
  )
  await cancel()
})
