/** Silence: a wallet that does not answer, a node that is dead from the start, a browser without a wallet. */
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { GalxScreen } from '../src/screens/galx.ts'

test('a wallet that does not answer is reported, can be asked again, and blocks nothing', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  let silent = true
  await InjectedWallet.inject(page, chain, {
    account,
    answers: {
      eth_requestAccounts: (_, real) => (silent ? new Promise(() => {}) : real()),
      eth_accounts: () => [],
    },
  })
  // The fifteen seconds pass at once; all other timers keep their time.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, time?: number) => wait(run, time === 15_000 ? 200 : time)) as never
  })
  const app = new App(page)
  await app.open()
  const again = page.getByRole('button', { name: '再次请求' })
  await expect(again).toBeVisible()
  await page.evaluate(() => void (location.hash = '#/community'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  silent = false
  await again.click()
  await expect(app.addressButton(account.address)).toBeVisible()
  await expect(again).toBeHidden()
})

test('a node that never answers leaves no skeleton on the page, and no button that cannot work', async ({
  page,
  chain,
  stack,
  expectFaults,
}) => {
  expectFaults(/Failed to load resource|ERR_FAILED|net::/)
  await page.route(
    (url) => url.port === new URL(stack.rpcUrl).port,
    (route) => route.abort(),
  )
  const account = newAccount()
  await InjectedWallet.inject(page, chain, {
    account,
    // The wallet's own node is dead, too: the wallet only names its chain.
    answers: {
      eth_call: () => new Promise(() => {}),
      eth_getBlockByNumber: () => new Promise(() => {}),
    },
  })
  const app = new App(page)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await expect(page.getByText('区块链节点连不上')).toBeVisible()
  const galx = new GalxScreen(app)
  await galx.amount.fill('1')
  await expect(page.getByRole('button', { name: app.texts.staking.stake.unread })).toBeEnabled()
  await expect(galx.stakeButton).toHaveCount(0)
  await expect(page.locator('main span[aria-hidden=true][style*=height]')).toHaveCount(0)
})
