/** The ends of a transaction: confirmed after a reload, sped up, cancelled, dropped, reverted, or never sent. */
import { encodeFunctionData, parseEther, parseGwei } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { pattern } from '../../src/catalogue.ts'
import { newAccount, type Account, type Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

/** Blocks stop for these tests, so that a transaction can be caught pending; afterwards they come every second again. */
test.afterEach(async ({ chain }) => chain.resumeMining())

async function stakePending(app: App, chain: Chain, account: Account) {
  const galx = new GalxScreen(app)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await expect(galx.positions).toHaveCount(0)
  await chain.holdMining()
  // Before a node has shown the transaction to the app, the app only guesses the nonce.
  const shown = app.page.waitForResponse(
    (response) => response.request().postData()?.includes('eth_getTransactionByHash') ?? false,
  )
  await galx.stake('galx', '10')
  await expect(app.transaction('pending')).toBeVisible()
  await shown
  const [pending] = await chain.pendingOf(account.address)
  if (pending === undefined) throw new Error('the node holds no pending transaction of the account')
  return pending
}

test('a pending transaction is found again after a reload, and confirmed', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await stakePending(app, chain, account)
  await page.reload()
  await app.addressButton(account.address).click()
  const row = app.dialog(app.texts.shell.account).getByRole('listitem')
  await expect(row).toContainText(app.texts.transactions.stage.pending)
  await chain.resumeMining()
  await expect(row).toContainText(app.texts.transactions.stage.confirmed)
  expect((await chain.positions('galx', account.address))[0]?.amount).toBe(parseEther('10'))
})

test('another tab does not touch a transaction that waits for the wallet in the first tab, and reports it once the first tab is closed', async ({
  page: own,
  context,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const answers = { eth_sendTransaction: () => new Promise(() => {}) }
  const first = await context.newPage()
  for (const page of [first, own]) await InjectedWallet.inject(page, chain, { account, answers })
  const asking = new App(first)
  await asking.open()
  await expect(asking.addressButton(account.address)).toBeVisible()
  await new GalxScreen(asking).stake('galx', '10')
  await expect(asking.transaction('signing')).toBeVisible()

  const other = new App(own)
  await other.open()
  await other.addressButton(account.address).click()
  const sheet = other.dialog(other.texts.shell.account)
  await expect(sheet.getByRole('button', { name: other.texts.shell.signIn, exact: true })).toBeVisible()
  // The second tab has found the transaction, and waits for the tab that holds the transaction.
  const waiting = () => own.evaluate(async () => (await navigator.locks.query()).pending?.length)
  await expect.poll(waiting).toBe(1)
  await expect(sheet.getByRole('listitem')).toHaveCount(0)
  await expect(asking.transaction('signing')).toBeVisible()
  await first.close()
  await expect(sheet.getByRole('listitem')).toContainText(other.texts.transactions.stage.failed)
})

test('a sped-up transaction is recognised, and its replacement decides', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const pending = await stakePending(app, chain, account)
  const hash = await chain.walletOf(account).sendTransaction({
    to: pending.to,
    data: pending.input,
    nonce: pending.nonce,
    gas: 500_000n,
    gasPrice: parseGwei('50'),
  })
  await chain.resumeMining()
  await expect(app.transaction('confirmed')).toBeVisible()
  await expect(app.transaction('confirmed').getByTitle(hash)).toBeVisible()
  expect(await chain.positions('galx', account.address)).toHaveLength(1)
})

test('a transaction cancelled in the wallet does not count as a success', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const pending = await stakePending(app, chain, account)
  await chain.walletOf(account).sendTransaction({
    to: account.address,
    value: 0n,
    nonce: pending.nonce,
    gas: 21_000n,
    gasPrice: parseGwei('50'),
  })
  await chain.resumeMining()
  await expect(app.transaction('replaced')).toContainText(app.texts.errors.ending.cancelled)
  expect(await chain.positions('galx', account.address)).toEqual([])
})

test('a transaction that no node knows any more becomes dropped, and its same bytes can be sent again', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  await page.clock.install()
  const app = new App(page)
  const pending = await stakePending(app, chain, account)
  await chain.client.request({ method: 'anvil_dropTransaction', params: [pending.hash] } as never)
  await chain.resumeMining()
  // The app calls a transaction dropped after a minute. The test moves the page's clock on.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(app.transaction('dropped')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  expect(await chain.positions('galx', account.address)).toEqual([])

  await app.transaction('dropped').getByRole('button', { name: app.texts.errors.again.send }).click()
  await expect(app.transaction('confirmed')).toBeVisible()
  await expect(app.transaction('confirmed').getByTitle(pending.hash)).toBeVisible()
  expect(await chain.positions('galx', account.address)).toHaveLength(1)
})

test('a transaction that reverts on the chain becomes failed, with the contract’s reason in words', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await stakePending(app, chain, account)
  const pool = chain.poolId('galx')
  const guardian = await chain.client.readContract({
    address: chain.stakingPools,
    abi: stakingPoolsAbi,
    functionName: 'guardian',
  })
  try {
    await chain.actAs(
      guardian,
      chain.stakingPools,
      encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'pauseStaking', args: [pool] }),
      parseGwei('100'),
    )
    await chain.resumeMining()
    await expect(app.transaction('failed')).toContainText('暂停新的质押')
    expect(await chain.positions('galx', account.address)).toEqual([])
    await app.transaction('failed').getByRole('button', { name: app.texts.transactions.close }).last().click()
    await expect(
      page.getByRole('button', { name: app.texts.staking.stake.paused, exact: true }),
    ).toBeDisabled()
  } finally {
    await chain.resumeMining()
    const owner = await chain.client.readContract({
      address: chain.stakingPools,
      abi: stakingPoolsAbi,
      functionName: 'owner',
    })
    await chain.actAs(
      owner,
      chain.stakingPools,
      encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'unpauseStaking', args: [pool] }),
    )
    await expect.poll(() => chain.isPaused('galx')).toBe(false)
  }
})

test('a missing gas coin is shown before the wallet is asked for anything', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await chain.client.setBalance({ address: account.address, value: 0n })
  // Transactions on the embedded chain cost nothing. On BSC they cost gas, so the wallet's node has a gas price here.
  const wallet = await InjectedWallet.inject(page, chain, { account })
  await page.route(/.*/, async (route) => {
    const body = route.request().postData() ?? ''
    if (!body.includes('eth_gasPrice')) return route.fallback()
    const asked = JSON.parse(body) as { id: number; method: string }
    if (asked.method !== 'eth_gasPrice') return route.fallback()
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { jsonrpc: '2.0', id: asked.id, result: '0x3b9aca00' },
    })
  })
  const app = new App(page)
  await app.open()
  await new GalxScreen(app).stake('galx', '10')
  await expect(app.transaction('failed')).toContainText('BNB 不足以支付网络费')
  expect(wallet.methods()).not.toContain('eth_sendTransaction')
  expect(wallet.methods()).not.toContain('eth_signTypedData_v4')
})

test('a stake above the balance is refused, and the page names the token that is short', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await galx.amount.fill('10')
  await expect(page.getByRole('button', { name: app.texts.staking.stake.short('GALX') })).toBeDisabled()
})

test('a refusal in the wallet is not an error, and nothing is sent', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, { account, refuses: ['eth_sendTransaction'] })
  const app = new App(page)
  await app.open()
  await new GalxScreen(app).stake('galx', '10')
  await expect(app.transaction('refused')).toBeVisible()
  expect(wallet.methods()).toContain('eth_sendTransaction')
  expect(await chain.transactionCount(account.address)).toBe(1)
})

test.describe('the pause after a transaction', () => {
  test.use({ wholePause: true })

  test('for ten seconds after a transaction no second transaction can be started', async ({
    page,
    chain,
  }) => {
    const account = newAccount()
    await chain.supply(account)
    await InjectedWallet.inject(page, chain, { account })
    const app = new App(page)
    const galx = new GalxScreen(app)
    await app.open()
    const before = Date.now()
    await galx.stake('galx', '10')
    await expect(app.transaction('pending').or(app.transaction('confirmed'))).toBeVisible()
    const reloaded = page.waitForRequest(/getAAAUserInfo/, { timeout: 30_000 })
    await app.transactionConfirmed()
    await galx.amount.fill('1')
    await expect(galx.stakeButton).toHaveCount(0)
    await expect(page.getByRole('button', { name: pattern(app.texts.staking.stake.wait) })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await reloaded
    await expect(galx.stakeButton).toBeEnabled()
    expect(Date.now() - before).toBeGreaterThan(10_000)
  })
})

test('the amount field keeps only digits, one point and two decimals', async ({ page, chain }) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  const { amount } = new GalxScreen(app)
  await app.open()
  for (const [typed, taken] of [
    ['1.239', '1.23'],
    ['-1', '1'],
    ['１２．５', '12.5'],
    [' 1 000 ', '1000'],
    ['.5', '5'],
    ['1e5', '15'],
    ['1.2.3', '1.23'],
  ] as const) {
    await amount.fill('')
    await amount.fill(typed)
    await expect(amount, `“${typed}”`).toHaveValue(taken)
  }
})
