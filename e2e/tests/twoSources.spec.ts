/** The site's node and the wallet's node are compared: a lie of either is shown with both values, and two honest nodes cause no message. */
import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters, parseEther } from 'viem'
import comparing from '../../web/src/core/chain/comparing/texts.zh.ts'
import node from '../../web/src/shell/node/texts.zh.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { lied, lieOfNode, type Lie } from '../src/lyingNode.ts'
import { App } from '../src/screens/app.ts'
import { SafeScreen } from '../src/screens/safe.ts'

const UINT = parseAbiParameters('uint256')
const BALANCE_OF = '0x70a08231'
/** The first comparison comes some seconds after the first figures, each further comparison after at least fifteen seconds. */
const SOON = { timeout: 60_000 }

/** A lie that adds 1000 tokens, which do not exist, to every balance of the token. */
function more(token: string): Lie {
  return ({ target, callData }, returnData) =>
    target === token && callData.startsWith(BALANCE_OF)
      ? encodeAbiParameters(UINT, [decodeAbiParameters(UINT, returnData)[0] + parseEther('1000')])
      : undefined
}

for (const liar of ['site', 'wallet'] as const)
  test(`a lie of the ${liar}’s node is named with both values, and blocks nothing`, async ({
    page,
    chain,
    stack,
  }) => {
    const account = newAccount()
    await chain.supply(account)
    const lie = more(String(chain.deployment.tokens.GALX.address).toLowerCase())
    await InjectedWallet.inject(page, chain, {
      account,
      answers: liar === 'wallet' ? { eth_call: async (params, real) => lied(params, await real(), lie) } : {},
    })
    if (liar === 'site') await lieOfNode(page, stack.rpcUrl, lie)
    const app = new App(page)
    await app.open()
    const banner = page.getByText(comparing.nodes.wallet)
    await expect(banner).toBeVisible(SOON)
    await expect(page.getByText(node.says(comparing.nodes.site, ''))).toContainText(/\d/)
    await expect(page.getByText(/GALX · .* · 余额/)).toBeVisible()
    await page.getByRole('button', { name: node.look, exact: true }).click()
    const safe = new SafeScreen(app)
    await expect(safe.sources).toContainText(safe.texts.sources.bad, SOON)
    await expect(safe.sources).toContainText('GALX')
    // Everything still works.
    await app.open('/galx')
    await expect(app.addressButton(account.address)).toBeVisible()
  })

test('two honest nodes cause no message, and /safe shows the comparison', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const safe = new SafeScreen(app)
  await app.open('/safe')
  await expect(safe.sources.getByRole('status')).toContainText(/完全相同/, { timeout: 120_000 })
  await expect(safe.sources).toContainText(safe.texts.sources.codes, { timeout: 60_000 })
  await expect(page.getByText(node.look, { exact: true })).toBeHidden()
})

test('without a second node /safe says that nothing was compared', async ({ page }) => {
  const app = new App(page)
  const safe = new SafeScreen(app)
  await app.open('/safe')
  await expect(safe.sources).toContainText(safe.texts.sources.only)
})

test('a custom node is tested before it is stored, then read and used for the comparison', async ({
  page,
  chain,
  stack,
  own,
}) => {
  const account = newAccount()
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await app.open()
  await app.menuButton.click()
  await app.drawer.getByRole('button', { name: node.entry, exact: true }).click()
  const sheet = app.dialog(node.title)
  const field = sheet.getByLabel(node.address)
  const test = sheet.getByRole('button', { name: node.test, exact: true })
  await field.fill('http://example.com')
  await test.click()
  await expect(sheet).toContainText(node.faults.address)
  const config = await page.request.get(`${stack.webUrl}/config.json`)
  const { rpcUrl } = (await config.json()) as { rpcUrl: string }
  await field.fill(rpcUrl)
  await test.click()
  await expect(sheet).toContainText(node.faults.site)
  // The same chain at another address is another node for the app.
  const { port } = new URL(rpcUrl)
  const other = rpcUrl.includes('localhost') ? `http://127.0.0.1:${port}` : `http://localhost:${port}`
  own(other)
  await sheet.getByRole('radio', { name: new RegExp(node.options.own.title) }).check()
  await field.fill(other)
  await test.click()
  await expect(sheet).toContainText(node.kept)
  expect(await app.stored('galx_node')).toBe(`own ${other}`)
  // Two sources are compared every 15 s.
  const asked = page.waitForRequest((request) => request.url().startsWith(other), { timeout: 60_000 })
  await app.closeDialog(node.title)
  await asked
})
