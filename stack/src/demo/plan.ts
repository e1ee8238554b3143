/**
 * The demo world as a plan: who is invited by whom, and who does what when. Pure and deterministic: the same size gives the
 * same plan, so that what the pages show can be spoken about.
 */
import type { PoolKey } from '@galx/protocol/deployment'

export type DemoAction =
  | { kind: 'drip' }
  /** `part` of a faucet parcel in thousandths */
  | { kind: 'stake'; pool: PoolKey; part: bigint; tier: number; inviter: number | null }
  | { kind: 'claim'; pool: PoolKey }
  /** `part` of the account's first open position in the pool in thousandths */
  | { kind: 'unstake'; pool: PoolKey; part: bigint }

export type DemoStep = {
  /** when, in thousandths of the simulated time */
  at: number
  account: number
  action: DemoAction
}

/** mulberry32: a small generator whose numbers are the same everywhere */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The inviter of each account: the first few are roots, the others prefer early accounts, as real trees do. */
export function inviters(accounts: number, roots = 3): (number | null)[] {
  const random = generator(7)
  return Array.from({ length: accounts }, (_, account) =>
    account < roots ? null : Math.min(random(account), random(account)),
  )
}

/** @param pools those that exist, in the deployment's order */
export function planDemo(accounts: number, pools: readonly PoolKey[]): DemoStep[] {
  const random = generator(20_261_121)
  const steps: DemoStep[] = []
  inviters(accounts).forEach((inviter, account) => {
    // Inviters come before the invited, in the first two thirds of the time.
    const joined = Math.floor((account * 660) / accounts)
    steps.push({ at: joined, account, action: { kind: 'drip' } })
    const chosen = pools.filter((_, index) => index === account % pools.length || random(10) < 4)
    chosen.forEach((pool, order) => {
      const opened = joined + 1 + order * 3
      const tier = pool === 'mcf' ? random(4) : 0
      const part = BigInt(20 + random(180))
      steps.push({ at: opened, account, action: { kind: 'stake', pool, part, tier, inviter } })
      if (random(10) < 5)
        steps.push({ at: opened + 60 + random(100), account, action: { kind: 'claim', pool } })
      if (pool !== 'mcf' && random(10) < 2) {
        const leaving: DemoAction = { kind: 'unstake', pool, part: BigInt(250 * (1 + random(4))) }
        steps.push({ at: opened + 180 + random(100), account, action: leaving })
      }
    })
  })
  return steps.sort((a, b) => a.at - b.at || a.account - b.account)
}
