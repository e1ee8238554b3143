/** Trades in the demo world: prices rise for a few days and then fall, and AAA's fees are distributed. */
import type { TokenSymbol } from '@galx/protocol/products'
import { parcelsOf, type Person } from './person.ts'
import { generator } from './random.ts'
import type { DemoStep } from './step.ts'

const COINS = ['AAA', 'MCM', 'GALX'] as const
/** The approximate value of a coin in whole USDT: its pair's opening price as [coins, USDT]. */
const WORTH: Record<(typeof COINS)[number], readonly [bigint, bigint]> = {
  AAA: [1n, 2n],
  MCM: [20n, 1n],
  GALX: [5n, 4n],
}
/** Moments between two changes of direction, and between two distributions of the AAA fund. */
const TIDE = 48
const DISTRIBUTION = 30

export function planMarket(people: readonly Person[]): DemoStep[] {
  const random = generator(20_261_122)
  const steps: DemoStep[] = []
  for (const { account, ready, purse } of people) {
    const trader = parcelsOf(account) > 2
    const trades = trader ? 20 + random(10) : random(4)
    for (let trade = 0; trade < trades; trade += 1) {
      const at = ready + 3 + Math.floor((trade * (350 - ready)) / trades) + random(5)
      const coin = COINS[random(COINS.length)]!
      const rising = Math.floor(at / TIDE) % 2 === COINS.indexOf(coin) % 2
      const buying = random(4) === 0 ? !rising : rising
      const dollars = BigInt(20 + random(trader ? 300 : 80))
      const [coins, worth] = WORTH[coin]
      const amount = buying ? dollars : (dollars * coins) / worth
      const from: TokenSymbol = buying ? 'USDT' : coin
      if (amount === 0n || !purse.spend({ [from]: amount })) continue
      steps.push({ at, account, action: { kind: 'swap', from, to: buying ? coin : 'USDT', amount } })
    }
  }
  return [...steps, ...distributions(steps)]
}

/** Anyone may distribute. In the demo, an account distributes if fees have arrived since the last time. */
function distributions(swaps: readonly DemoStep[]): DemoStep[] {
  const taxed = swaps.flatMap(({ at, action }) =>
    action.kind === 'swap' && (action.from === 'AAA' || action.to === 'AAA') ? [at] : [],
  )
  const steps: DemoStep[] = []
  let last = 0
  for (let at = DISTRIBUTION; at <= 350; at += DISTRIBUTION) {
    // Swaps of a moment come before the distribution of the same moment.
    if (!taxed.some((moment) => moment > last && moment <= at)) continue
    steps.push({ at, account: (at / DISTRIBUTION) % 3, action: { kind: 'distribute' } })
    last = at
  }
  return steps
}
