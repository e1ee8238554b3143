import type { CSSProperties } from 'react'

/** A style that sets `currentColor` to a pool's colour (products/<name>/colours.css); neutral if the pool has no colour. */
export function poolColour(pool: string): CSSProperties {
  return { color: `var(--pool-${pool}, var(--control))` }
}
