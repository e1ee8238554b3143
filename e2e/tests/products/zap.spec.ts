/** A stake that another token pays: in one transaction, step by step, after a reload, and with a price that moves. Every figure is compared with the chain. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { swapRouterAbi } from '@galx/protocol/exchangeAbi'
import type { Page } from '@playwright/test'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  maxUint256,
  parseEther,
  parseEventLogs,
  type Address,
  type Hex,
} from 'viem'
import { newAccount, type Chain } from '../../src/chain.ts'
import { pattern } from '../../src/catalogue.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { ExchangeScreen } from '../../src/screens/exchange.ts'
import { ZapScreen } from '../../src/screens/zap.ts'

const ASKED = /^(wallet_sendCalls|eth_sendTransaction|eth_signTypedData_v4)$/
const PAID = parseEther('100')
/** The screen shows six decimals, rounded down. */
const SHOWN = 10n ** 12n

function shown(wei: bigint): bigint {
  return (wei / SHOWN) * SHOWN
}

/** The amounts in a text, wei. */
function amountsIn(text: string): bigint[] {
  return [...text.matchAll(/[\d,]+\.\d+/g)].map(([amount]) => ExchangeScreen.amountIn(amount))
}

async function balances(chain: Chain, account: Address) {
  const [usdt, galx, positions] = await Promise.all([
    chain.balance('USDT', account),
    chain.balance('GALX', account),
    chain.positions('galx', account),
  ])
  return { usdt, galx, staked: positions.reduce((sum, { amount }) => sum + amount, 0n) }
}

/** Buys GALX, so that a waiting swap for GALX would give less. */
async function movePrice(chain: Chain): Promise<void> {
  const trader = newAccount()
  await chain.supply(trader)
  const wallet = chain.walletOf(trader)
  const router = chain.deployment.contracts.SwapRouter.address as Address
  const [usdt, galx] = [chain.tokenAddress('USDT'), chain.tokenAddress('GALX')]
  const amount = await chain.balance('USDT', trader.address)
  const approve = { abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] } as const
  const args = [amount, 0n, [usdt, galx], trader.address, 2n ** 40n] as const
  const swap = { abi: swapRouterAbi, functionName: 'swapExactTokensForTokens', args } as const
  for (const [to, data] of [
    [usdt, encodeFunctionData(approve)],
    [router, encodeFunctionData(swap)],
  ] as const) {
    const hash = await wallet.sendTransaction({ to, data, gas: 400_000n })
    await chain.client.waitForTransactionReceipt({ hash })
  }
}

/** Sets the slippage to a hundredth of a percent, so that a small trade moves the price beyond it. */
function strict(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    if (location.protocol.startsWith('http'))
      localStorage.setItem('galx_swap_settings', JSON.stringify({ slippageBps: 1, minutes: 20 }))
  })
}

test('a wallet that carries out all calls or none swaps and stakes in one transaction, to the wei as the screen says', async ({
  page,
  chain,
}) => {
  const owner = newAccount()
  const address = await chain.newContractAccount()
  await chain.supply(owner, address)
  await chain.client.setBalance({ address, value: parseEther('1') })
  const contract = { address, status: 'supported' } as const
  const wallet = await InjectedWallet.inject(page, chain, { account: owner, together: true, contract })
  const app = new App(page)
  const zap = new ZapScreen(app)
  await app.open('/galx')
  await expect(app.addressButton(address)).toBeVisible()
  const before = await balances(chain, address)

  await zap.payWith('USDT')
  await zap.openDeal('100')
  const [least] = amountsIn(await zap.fact(app.texts.zap.least).innerText())
  const [most] = amountsIn(await zap.fact(app.texts.zap.sheet.pays).innerText())
  expect(most).toBe(PAID)
  await zap.send.click()
  const sheet = app.transaction('confirmed')
  await expect(sheet).toBeVisible()

  const after = await balances(chain, address)
  const staked = after.staked - before.staked
  const kept = after.galx - before.galx
  expect(before.usdt - after.usdt).toBe(PAID)
  expect(shown(staked)).toBe(least)
  expect(kept).toBeGreaterThan(0n)
  const sentence = sheet.getByText(pattern(app.texts.linked.kept, 3))
  expect(amountsIn(await sentence.innerText())).toEqual([staked + kept, staked, kept].map(shown))

  const asked = wallet.calls.filter(({ method }) => ASKED.test(method))
  expect(asked.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  const [given] = asked[0]!.params as [{ atomicRequired: boolean; calls: { data: Hex }[] }]
  expect(given.atomicRequired).toBe(true)
  expect(given.calls).toHaveLength(4)
  const stake = decodeFunctionData({ abi: stakingPoolsAbi, data: given.calls[3]!.data })
  expect(stake).toMatchObject({ functionName: 'stake', args: { 1: staked } })
  for (const token of ['USDT', 'GALX'] as const) expect(await chain.allowance(token, address)).toBe(0n)
})

test('a wallet that takes one call at a time is led from the swap to the stake, and after a reload to the missing stake', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const zap = new ZapScreen(app)
  await app.open('/galx')
  await expect(app.addressButton(account.address)).toBeVisible()
  let before = await balances(chain, account.address)

  await test.step('swap and stake, each with its own confirmation', async () => {
    await zap.payWith('USDT')
    await zap.openDeal('100')
    const [least] = amountsIn(await zap.fact(app.texts.zap.least).innerText())
    await zap.send.click()
    const sheet = app.transaction('confirmed').filter({ hasText: app.texts.transactions.outcome.staked })
    await expect(sheet).toBeVisible()
    const after = await balances(chain, account.address)
    const [staked, kept] = [after.staked, after.galx - before.galx]
    expect(before.usdt - after.usdt).toBe(PAID)
    expect(shown(staked)).toBe(least)
    const sentence = sheet.getByText(pattern(app.texts.linked.kept, 3))
    expect(amountsIn(await sentence.innerText())).toEqual([staked + kept, staked, kept].map(shown))
    expect(wallet.methods().filter((method) => ASKED.test(method))).toEqual([
      'eth_sendTransaction',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
    ])
    await app.transactionConfirmed()
  })

  await test.step('BNB pays, the person declines the stake, and a reloaded page offers it', async () => {
    before = await balances(chain, account.address)
    const coin = await chain.nativeBalance(account.address)
    wallet.refuses.add('eth_signTypedData_v4')
    await zap.payWith('BNB')
    await zap.openDeal('0.1')
    const [least] = amountsIn(await zap.fact(app.texts.zap.least).innerText())
    await zap.send.click()
    await expect(app.transaction('refused')).toBeVisible()
    const { galx } = await balances(chain, account.address)
    const received = galx - before.galx
    const spent = coin - (await chain.nativeBalance(account.address))
    expect(spent).toBeGreaterThan(parseEther('0.1'))
    expect(spent).toBeLessThan(parseEther('0.101'))

    wallet.refuses.clear()
    await page.reload()
    await expect(zap.unfinished).toBeVisible()
    expect(amountsIn(await zap.unfinished.innerText())).toEqual([shown(received), least])
    await expect(zap.finish).toBeEnabled()
    await zap.finish.click()
    await app.transactionConfirmed()
    await expect(zap.unfinished).toBeHidden()
    const after = await balances(chain, account.address)
    const staked = after.staked - before.staked
    expect(shown(staked)).toBe(least)
    expect(after.galx).toBe(before.galx + received - staked)
  })
})

test('the demo wallet describes every step: the swap with its approval, then the stake with its approval', async ({
  page,
  chain,
}) => {
  await page.addInitScript(() => localStorage.setItem('galx_demoWallet_together', 'on'))
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const zap = new ZapScreen(app)
  await app.open('/galx')
  const account = await wallet.connect()
  await wallet.getTestTokens()
  const before = await balances(chain, account)
  await zap.payWith('USDT')
  await zap.openDeal('100')
  await zap.send.click()
  const swap = await wallet.confirm('calls')
  expect(swap).toContain('动用 100 USDT')
  const stake = await wallet.confirm('calls')
  const sheet = app.transaction('confirmed').filter({ hasText: app.texts.transactions.outcome.staked })
  await expect(sheet).toBeVisible()
  const { staked, usdt } = await balances(chain, account)
  expect(before.usdt - usdt).toBe(PAID)
  for (const words of ['动用', '在质押池 GALX 质押'])
    expect(stake).toContain(`${words} ${formatUnits(staked, 18)} GALX`)
})

for (const [name, together] of [
  ['in one transaction', true],
  ['step by step', false],
] as const)
  test(`if the price moves before the swap is mined, ${name}, nothing is swapped or staked`, async ({
    page,
    chain,
  }) => {
    const owner = newAccount()
    const address = together ? await chain.newContractAccount() : owner.address
    await chain.supply(owner, address)
    if (together) await chain.client.setBalance({ address, value: parseEther('1') })
    const method = together ? 'wallet_sendCalls' : 'eth_sendTransaction'
    const wallet = await InjectedWallet.inject(page, chain, {
      account: owner,
      ...(together && { together, contract: { address, status: 'supported' as const } }),
      answers: {
        [method]: async (params, real) => {
          const { data } = params[0] as { data?: Hex }
          const isApproval = data?.startsWith('0x095ea7b3') ?? false
          if (!isApproval) await movePrice(chain)
          return real()
        },
      },
    })
    await strict(page)
    const app = new App(page)
    const zap = new ZapScreen(app)
    await app.open('/galx')
    await expect(app.addressButton(address)).toBeVisible()
    const before = await balances(chain, address)
    await zap.payWith('USDT')
    await zap.openDeal('100')
    await zap.send.click()
    const sheet = app.transaction('failed')
    await expect(sheet).toContainText(app.texts.errors.exchange.INSUFFICIENT_OUTPUT_AMOUNT)
    expect(await balances(chain, address)).toEqual(before)
    const asked = wallet.methods().filter((one) => ASKED.test(one))
    expect(asked).toEqual(together ? [method] : [method, method])
    const head = await chain.client.getBlockNumber({ cacheTime: 0 })
    const [last] = await chain.transactionsOf(owner.address, head - 20n > 0n ? head - 20n : 0n)
    const receipt = await chain.client.getTransactionReceipt({ hash: last!.hash })
    expect(receipt.status).toBe('reverted')
    expect(parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })).toEqual([])
  })
