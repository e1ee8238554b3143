/** Swaps with the demo wallet, compared with the chain: pairs, AAA's fee, the native coin, and every step of the guard. */
import { bestQuoteIn, pairPrice, type ExchangeTerms, type PairState } from '@galx/protocol/exchange'
import { swapPairAbi } from '@galx/protocol/exchangeAbi'
import type { SwapSymbol, TokenSymbol } from '@galx/protocol/products'
import { encodeFunctionData, erc20Abi, parseEther, type Address } from 'viem'
import { get } from '../../src/api.ts'
import type { Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { ExchangeScreen } from '../../src/screens/exchange.ts'

/** The screen's rounding error: six decimals are shown. */
const SHOWN = 10n ** 12n

test('swaps give the quoted and promised amounts, and the guard grows with the price impact', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const exchange = new ExchangeScreen(app)
  const texts = app.texts.exchange
  let account: Address = '0x'

  /** Swaps on the page. @returns the quoted, promised and received amounts, wei */
  async function swap(from: string, to: string, amount: string, approves: boolean) {
    await exchange.choose(from, to)
    await exchange.pay.fill(amount)
    await exchange.openDeal()
    const quoted = ExchangeScreen.amountIn(await exchange.fact(/^(报价|Quote)/).innerText())
    const simulated = ExchangeScreen.amountIn(await exchange.fact(texts.confirm.simulated).innerText())
    const promised = ExchangeScreen.amountIn(await exchange.fact(texts.facts.least).innerText())
    expect(simulated).toBe(quoted)
    const before = await held(chain, to, account)
    await exchange.sendButton.click()
    if (approves) await wallet.confirm('transaction')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const received = (await held(chain, to, account)) - before
    await expect(exchange.result).toContainText(texts.result.same)
    return { quoted, promised, received }
  }

  await test.step('connect and get test tokens', async () => {
    await app.open('/index')
    account = await wallet.connect()
    await wallet.getTestTokens()
  })

  await test.step('a swap of USDT for AAA takes the shown fee, and the fee reaches the fund', async () => {
    const fund = chain.deployment.contracts.AaaFund.address as Address
    const fees = await chain.balance('AAA', fund)
    const { terms, pairs } = await readExchange(chain)
    const expected = bestQuoteIn(pairs, 'USDT', 'AAA', parseEther('100'), terms)!
    const { quoted, promised, received } = await swap('USDT', 'AAA', '100', true)
    expect(expected.amountOut - quoted).toBeLessThan(SHOWN)
    expect(received - quoted).toBeLessThan(SHOWN)
    expect(received).toBeGreaterThanOrEqual(quoted)
    expect(promised).toBeLessThan(quoted)
    expect((await chain.balance('AAA', fund)) - fees).toBe(expected.transferFee)
  })

  await test.step('a swap of AAA for BNB over two pairs, then of BNB for GALX, moves the native coin', async () => {
    const sold = await swap('AAA', 'BNB', '50', true)
    // The network fee is paid in the same coin.
    expect(sold.quoted - sold.received).toBeLessThan(parseEther('0.001'))
    expect(sold.received).toBeGreaterThan(0n)
    const bought = await swap('BNB', 'GALX', '0.05', false)
    expect(bought.received - bought.quoted).toBeLessThan(SHOWN)
    expect(bought.received).toBeGreaterThanOrEqual(bought.quoted)
  })

  await test.step('wrapping and unwrapping BNB gives one for one', async () => {
    await exchange.choose('BNB', 'WBNB')
    await exchange.pay.fill('0.25')
    await expect(exchange.receive).toHaveValue('0.25')
    await page.getByRole('button', { name: texts.button.wrap('0.25') }).click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await held(chain, 'WBNB', account)).toBe(parseEther('0.25'))
    await page.getByRole('button', { name: texts.flip }).click()
    await exchange.pay.fill('0.25')
    await page.getByRole('button', { name: texts.button.unwrap('0.25') }).click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await held(chain, 'WBNB', account)).toBe(0n)
  })

  await test.step('an amount to receive finds the amount to pay', async () => {
    await exchange.choose('USDT', 'MCM')
    await exchange.receive.fill('1000')
    await expect(exchange.pay).not.toHaveValue('')
    const { terms, pairs } = await readExchange(chain)
    const paid = parseEther((await exchange.pay.inputValue()) as `${number}`)
    const given = bestQuoteIn(pairs, 'USDT', 'MCM', paid + SHOWN, terms)!
    expect(given.amountOut).toBeGreaterThanOrEqual(parseEther('1000'))
  })

  await test.step('the page warns at 1 and 5 %, asks for typing from 10 %, and refuses a swap above 25 %', async () => {
    const rich = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [account, parseEther('300000')],
    })
    await chain.actAs(chain.deployment.roles.deployer as Address, chain.tokenAddress('USDT'), rich, 10n ** 9n)
    await chain.resumeMining()
    await expect.poll(() => chain.balance('USDT', account)).toBeGreaterThan(parseEther('300000'))
    await exchange.choose('USDT', 'GALX')
    const { pairs } = await readExchange(chain)
    const reserve = pairs.find(({ base }) => base === 'GALX')!.quoteReserve / parseEther('1')
    // A share s of the reserve moves the price by s / (1 + s).
    const share = (percent: bigint) => ((reserve * percent) / (100n - percent)).toString()

    await exchange.pay.fill(share(3n))
    await expect(page.getByText(start(texts.guard.notice('')))).toBeVisible()
    await exchange.pay.fill(share(7n))
    await expect(page.getByText(start(texts.guard.warning('', '')))).toBeVisible()

    await exchange.pay.fill(share(30n))
    await expect(exchange.blockedButton).toBeDisabled()
    await exchange.saferButton.click()
    await expect(exchange.swapButton).toBeEnabled()
    await expect(exchange.blockedButton).toBeHidden()
    const safe = parseEther((await exchange.pay.inputValue()) as `${number}`)
    const { terms, pairs: now } = await readExchange(chain)
    expect(bestQuoteIn(now, 'USDT', 'GALX', safe, terms)!.impactBps).toBeLessThan(100n)

    await exchange.pay.fill(share(14n))
    await exchange.openDeal()
    await expect(exchange.sendButton).toBeDisabled()
    await exchange.typedImpact.fill('1')
    await expect(exchange.sendButton).toBeDisabled()
    const impact = await exchange.fact(texts.facts.impact).innerText()
    await exchange.typedImpact.fill(impact)
    const before = await chain.balance('GALX', account)
    await exchange.sendButton.click()
    await wallet.confirm('transaction')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.balance('GALX', account)).toBeGreaterThan(before)
  })

  await test.step('the server’s prices match the chain', async () => {
    const pair = (await readExchange(chain)).pairs.find(({ base }) => base === 'GALX')!
    const price = pairPrice(pair.baseReserve, pair.quoteReserve)!.toString()
    await expect
      .poll(
        async () => {
          const { points } = await get<{ points: { price: string }[] }>(
            stack.apiUrl,
            '/api/getPriceHistory?base=GALX&quote=USDT&range=day',
          )
          return points.at(-1)?.price
        },
        { timeout: 60_000 },
      )
      .toBe(price)
    await expect(page.getByRole('slider', { name: texts.chart.price('GALX', 'USDT') })).toBeVisible()
  })
})

test('a swap with its approval in the same confirmation shows the received amount', async ({
  page,
  chain,
}) => {
  await page.addInitScript(() => localStorage.setItem('galx_demoWallet_together', 'on'))
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const exchange = new ExchangeScreen(app)
  await app.open('/index')
  const account = await wallet.connect()
  await wallet.getTestTokens()

  await exchange.choose('USDT', 'GALX')
  await exchange.pay.fill('20')
  await exchange.openDeal()
  const before = await chain.balance('GALX', account)
  await exchange.sendButton.click()
  await wallet.unfold('calls')
  const shown = await wallet.confirm('calls')
  expect(shown.match(/Calldata Digest\s+0x[0-9a-f]{64}/g)).toHaveLength(2)
  await app.transactionConfirmed()
  const received = (await chain.balance('GALX', account)) - before
  expect(received).toBeGreaterThan(0n)
  await expect(exchange.received).toContainText(/\d GALX/)
  expect(received - ExchangeScreen.amountIn(await exchange.received.innerText())).toBeLessThan(SHOWN)
})

/** A text up to its first amount. */
function start(text: string): RegExp {
  return new RegExp(text.split(/[：%]/)[0]!.slice(0, 6))
}

async function held(chain: Chain, asset: string, account: Address): Promise<bigint> {
  if (asset === 'BNB') return chain.nativeBalance(account)
  if (asset !== 'WBNB') return chain.balance(asset as TokenSymbol, account)
  return chain.client.readContract({
    address: chain.deployment.contracts.WrappedNative.address as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })
}

/** The present reserves and fees, read without the app. */
async function readExchange(chain: Chain): Promise<{ pairs: PairState[]; terms: ExchangeTerms }> {
  const { pairs, tokens, contracts } = chain.deployment
  const addressOf = (symbol: SwapSymbol) =>
    symbol === 'WBNB' ? contracts.WrappedNative.address : tokens[symbol].address
  return {
    pairs: await Promise.all(
      pairs.map(async ({ base, quote, address }) => {
        const [reserve0, reserve1] = await chain.client.readContract({
          address: address as Address,
          abi: swapPairAbi,
          functionName: 'getReserves',
        })
        const [baseReserve, quoteReserve] =
          addressOf(base) < addressOf(quote) ? [reserve0, reserve1] : [reserve1, reserve0]
        return { address, base, quote, baseReserve, quoteReserve }
      }),
    ),
    terms: {
      pairFeeBps: 30n,
      transferFee: {
        token: 'AAA',
        pair: pairs.find(({ base }) => base === 'AAA')!.address,
        feeBps: 300n,
      },
    },
  }
}
