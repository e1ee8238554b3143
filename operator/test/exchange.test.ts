// The app's exchange arithmetic against the published router, on a real node: quotes, results of swaps, AAA's fee to the wei.
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { swapPairAbi, swapRouterAbi } from '@galx/protocol/exchangeAbi'
import {
  bestQuoteIn,
  bestQuoteOut,
  pairFeeFrom,
  paysTransferFee,
  PROBE_AMOUNT,
  PROBE_RESERVE,
  type ExchangeTerms,
  type PairState,
} from '@galx/protocol/exchange'
import { SWAP_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import { startLiveDeployment, type LiveDeployment } from './support/liveDeployment.ts'

const TRADER: Address = `0x${'7'.repeat(40)}`
const quotesAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
])
const depositAbi = parseAbi(['function deposit() payable'])

let world: LiveDeployment
let router: Address
let terms: ExchangeTerms

beforeAll(async () => {
  world = await startLiveDeployment()
  router = world.contract('SwapRouter')
  await world.call(TRADER, world.contract('DemoFaucet'), demoFaucetAbi, 'drip', [TRADER])
  await world.rpc('anvil_setBalance', TRADER, '0x8ac7230489e80000')
  const hash = await world.rpc<string>('eth_sendTransaction', {
    from: TRADER,
    to: addressOf('WBNB'),
    value: '0x4563918244f40000',
    data: encodeFunctionData({ abi: depositAbi }),
  })
  await world.rpc('evm_mine')
  expect(hash).toMatch(/^0x/)
  for (const symbol of SWAP_SYMBOLS)
    await world.call(TRADER, addressOf(symbol), erc20Abi, 'approve', [router, maxUint256])
  const token = { address: world.token('AAA'), abi: aaaAbi } as const
  const [feeRate, swapPair, probe] = await Promise.all([
    world.reader.readContract({ ...token, functionName: 'feeRate' }),
    world.reader.readContract({ ...token, functionName: 'swapPair' }),
    world.reader.readContract({
      address: router,
      abi: swapRouterAbi,
      functionName: 'getAmountOut',
      args: [PROBE_AMOUNT, PROBE_RESERVE, PROBE_RESERVE],
    }),
  ])
  terms = {
    pairFeeBps: pairFeeFrom(probe),
    transferFee: { token: 'AAA', pair: swapPair.toLowerCase(), feeBps: BigInt(feeRate) },
  }
}, 120_000)
afterAll(() => world.stop())

function addressOf(symbol: SwapSymbol): Address {
  return symbol === 'WBNB'
    ? (world.deployment.contracts.WrappedNative!.address as Address)
    : world.token(symbol)
}

async function readPairs(): Promise<PairState[]> {
  return Promise.all(
    world.deployment.pairs.map(async ({ base, quote, address }) => {
      const [reserve0, reserve1] = await world.reader.readContract({
        address: address as Address,
        abi: swapPairAbi,
        functionName: 'getReserves',
      })
      const baseIsFirst = BigInt(addressOf(base)) < BigInt(addressOf(quote))
      const [baseReserve, quoteReserve] = baseIsFirst ? [reserve0, reserve1] : [reserve1, reserve0]
      return { address, base, quote, baseReserve, quoteReserve }
    }),
  )
}

function balanceOf(symbol: SwapSymbol, account: Address) {
  return world.reader.readContract({
    address: addressOf(symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })
}

describe('the exchange', () => {
  it('has the pair fee of Uniswap V2 and the fee that AAA reports', () => {
    expect(terms.pairFeeBps).toBe(30n)
    expect(terms.transferFee.feeBps).toBe(300n)
  })

  it('quotes every pair of tokens like the router, in both directions and to the wei', async () => {
    const pairs = await readPairs()
    for (const from of SWAP_SYMBOLS)
      for (const to of SWAP_SYMBOLS) {
        if (from === to) continue
        for (const amount of [1_234_567n, parseEther('0.000123'), parseEther('3.7'), parseEther('31')]) {
          const untaxed = { ...terms, transferFee: { ...terms.transferFee, feeBps: 0n } }
          const out = bestQuoteIn(pairs, from, to, amount, untaxed)
          if (out === null) continue
          const path = [from, ...out.route.map(({ to: next }) => next)].map(addressOf)
          const given = await world.reader.readContract({
            address: router,
            abi: quotesAbi,
            functionName: 'getAmountsOut',
            args: [amount, path],
          })
          expect(given.at(-1), `${from} ${to} ${amount}`).toBe(out.amountOut)
          const needed = bestQuoteOut(pairs, from, to, out.amountOut, untaxed)!
          const asked = await world.reader.readContract({
            address: router,
            abi: quotesAbi,
            functionName: 'getAmountsIn',
            args: [out.amountOut, path],
          })
          expect(needed.amountIn, `${from} ${to} ${amount} back`).toBe(asked[0])
        }
      }
  }, 120_000)

  it('gives the quoted amount to the wei, AAA after its fee, and the fee to the fund', async () => {
    const swaps: [SwapSymbol, SwapSymbol, string][] = [
      ['USDT', 'AAA', '500'],
      ['AAA', 'USDT', '120.5'],
      ['AAA', 'GALX', '77'],
      ['MCM', 'AAA', '5000'],
      ['MCM', 'GALX', '999.99'],
      ['WBNB', 'AAA', '1.5'],
      ['GALX', 'BTCB', '40'],
    ]
    for (const [from, to, text] of swaps) {
      const quote = bestQuoteIn(await readPairs(), from, to, parseEther(text), terms)!
      const fund = world.contract('AaaFund')
      const [before, fees] = await Promise.all([balanceOf(to, TRADER), balanceOf('AAA', fund)])
      const path = [from, ...quote.route.map(({ to: next }) => next)].map(addressOf)
      const name = paysTransferFee(quote.route, terms)
        ? 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
        : 'swapExactTokensForTokens'
      await world.call(TRADER, router, swapRouterAbi, name, [
        quote.amountIn,
        quote.amountOut,
        path,
        TRADER,
        maxUint256,
      ])
      expect((await balanceOf(to, TRADER)) - before, `${from} ${to}`).toBe(quote.amountOut)
      expect((await balanceOf('AAA', fund)) - fees, `${from} ${to}`).toBe(quote.transferFee)
    }
  }, 60_000)

  it('finds the amount to pay for a wanted amount, including AAA’s fee', async () => {
    for (const [from, to] of [
      ['USDT', 'AAA'],
      ['AAA', 'MCM'],
    ] as const) {
      const wanted = parseEther('25')
      const quote = bestQuoteOut(await readPairs(), from, to, wanted, terms)!
      const before = await balanceOf(to, TRADER)
      const path = [from, ...quote.route.map(({ to: next }) => next)].map(addressOf)
      await world.call(
        TRADER,
        router,
        swapRouterAbi,
        'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        [quote.amountIn, wanted, path, TRADER, maxUint256],
      )
      expect((await balanceOf(to, TRADER)) - before).toBe(quote.amountOut)
    }
  })
})
