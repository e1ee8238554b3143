import type { CSSProperties } from 'react'

/** A pool's colour (products/<name>/colours.css) as `currentColor` of what carries this style; neutral where it has none. */
export function poolColour(pool: string): CSSProperties {
  return { color: `var(--pool-${pool}, var(--control))` }
}
