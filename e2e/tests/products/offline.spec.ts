/** Both servers dead: everything on the chain still works, and the app names the parts that do not. */
import { parseEther } from 'viem'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { SERVER_AWAY, startServers, type OwnServers } from '../../src/ownServers.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

let servers: OwnServers | undefined
test.afterEach(async () => servers?.stop())

test('with both API processes killed, balances, position, claim and unstake still work', async ({
  page,
  chain,
  stack,
  own,
  expectFaults,
}) => {
  expectFaults(SERVER_AWAY)
  servers = await startServers(stack)
  own(servers.webUrl, servers.apiUrl, servers.btcApiUrl)
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)

  await page.goto(`${servers.webUrl}/#/galx`)
  await app.pressSignIn(account.address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  await app.closeDialog(app.texts.shell.account)
  await galx.stake('galx', '50')
  await app.transactionConfirmed()

  await test.step('the servers are killed, and the page is opened again', async () => {
    await servers?.killApis()
    await page.reload()
    await expect(app.addressButton(account.address)).toBeVisible()
    await expect(page.getByText(app.texts.shell.serverDown)).toBeVisible()
  })

  await test.step('balance and position are read from the chain', async () => {
    const balance = await chain.balance('GALX', account.address)
    const shown = (balance / 10n ** 18n).toLocaleString('en-US')
    await expect(page.getByText(new RegExp(`${app.texts.design.balance}\\s*${shown}`))).toBeVisible()
    await expect(galx.position('galx')).toContainText('50.00')
  })

  await test.step('claiming pays', async () => {
    const before = await chain.balance('GALX', account.address)
    await galx.claim()
    await app.transactionConfirmed()
    expect(await chain.balance('GALX', account.address)).toBeGreaterThan(before)
  })

  await test.step('unstaking returns the principal', async () => {
    const before = await chain.balance('GALX', account.address)
    await galx.unstake('galx', '50')
    await app.transactionConfirmed()
    expect(await chain.balance('GALX', account.address)).toBe(before + parseEther('50'))
    expect(await chain.positions('galx', account.address)).toEqual([])
  })

  await test.step('the servers come back, and the app notices', async () => {
    await servers?.startApis()
    await page.reload()
    await expect(app.addressButton(account.address)).toBeVisible()
    await expect(page.getByText(app.texts.shell.serverDown)).toHaveCount(0)
  })
})
