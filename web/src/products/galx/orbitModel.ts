/** The orbit picture as geometry: one orbit for each pool; the body's size and the arc's length follow the share of hash power. */
import type { PoolKey } from '@galx/protocol/products'
import type { AccountReadings } from '../../core/chain/chainStore.ts'
import { combine } from '../../core/state/combine.ts'
import { mapReading, type Reading } from '../../core/state/reading.ts'

type Orbit = {
  pool: PoolKey
  /** half axes in the picture's units */
  rx: number
  ry: number
  /** null: the account has no stake in the pool, so the orbit is empty */
  body: OrbitBody | null
}

type OrbitBody = {
  /** the arc's SVG path, from its tail to the body */
  path: string
  x: number
  y: number
  radius: number
}

export const CENTRE = { x: 195, y: 125 }
const INNER = { rx: 118, ry: 52 }
const OUTER = { rx: 176, ry: 84 }
/** The golden angle spreads bodies around the sun, so that any number of bodies is evenly spread. */
const GOLDEN_ANGLE = 137.508
const FIRST_ANGLE = -38

/** A share of power as a plain fraction, only for drawing; four digits are finer than a pixel. */
function fractionOf(part: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((part * 10_000n) / total) / 10_000
}

/**
 * The orbits of `pools`, innermost first. The pool with the most power is innermost; pools without power are empty orbits
 * outside. Angles do not depend on the shares, so that a body grows in place instead of jumping.
 */
export function orbitsOf(pools: readonly PoolKey[], power: Power | null): Orbit[] {
  const parts = power?.parts ?? []
  const empty = pools.filter((pool) => !parts.some((part) => part.pool === pool))
  const order = [...parts.map(({ pool }) => pool), ...empty]
  return order.map((pool, index) => {
    const step = order.length === 1 ? 0.5 : index / (order.length - 1)
    const rx = INNER.rx + (OUTER.rx - INNER.rx) * step
    const ry = INNER.ry + (OUTER.ry - INNER.ry) * step
    const part = parts.find((item) => item.pool === pool)
    if (part === undefined || power === null) return { pool, rx, ry, body: null }
    const place = pools.indexOf(pool)
    return { pool, rx, ry, body: bodyOf(rx, ry, place, fractionOf(part.weight, power.total)) }
  })
}

function bodyOf(rx: number, ry: number, place: number, fraction: number): OrbitBody {
  const head = FIRST_ANGLE + place * GOLDEN_ANGLE
  // At least a visible stroke, at most not quite a full turn.
  const sweep = 24 + fraction * 300
  const from = pointAt(rx, ry, head - sweep)
  const to = pointAt(rx, ry, head)
  return {
    path: `M${from.x} ${from.y} A${rx} ${ry} 0 ${sweep > 180 ? 1 : 0} 1 ${to.x} ${to.y}`,
    x: to.x,
    y: to.y,
    radius: 12 + Math.sqrt(fraction) * 14,
  }
}

function pointAt(rx: number, ry: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: round(CENTRE.x + rx * Math.cos(angle)), y: round(CENTRE.y + ry * Math.sin(angle)) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

type PowerPart = {
  pool: PoolKey
  weight: bigint
}

/** The total hash power, and each pool's part above 0, largest first. */
type Power = {
  total: bigint
  parts: PowerPart[]
}

/** The connected account's hash power over these pools, whose weights may be added because all take the same token: Σ weight, wei. */
export function ownPower(accounts: AccountReadings, keys: readonly PoolKey[]): Reading<Power> {
  return mapReading(combine(keys.map((key) => accounts[key])), (list) => {
    const parts = keys
      .map((pool, index) => ({ pool, weight: list[index]?.weight ?? 0n }))
      .filter(({ weight }) => weight > 0n)
      .sort((a, b) => (b.weight > a.weight ? 1 : b.weight < a.weight ? -1 : 0))
    return { total: parts.reduce((sum, { weight }) => sum + weight, 0n), parts }
  })
}
