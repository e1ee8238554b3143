import { describe, expect, it } from 'vitest'
import { orbitsOf } from '../../../src/products/galx/orbitModel.ts'
import { steadyNow } from '../../../src/staking/useChainNow.ts'

describe('the orbit picture', () => {
  it('has an orbit for every product and a body only where there is power', () => {
    const orbits = orbitsOf(['galx', 'mcm', 'aaa'], { total: 4n, parts: [{ pool: 'mcm', weight: 4n }] })
    expect(orbits.map(({ pool, body }) => [pool, body !== null])).toEqual([
      ['mcm', true],
      ['galx', false],
      ['aaa', false],
    ])
  })

  it('draws a larger share with a larger body and a longer arc', () => {
    const orbits = orbitsOf(['galx', 'mcm'], {
      total: 10n,
      parts: [
        { pool: 'mcm', weight: 9n },
        { pool: 'galx', weight: 1n },
      ],
    })
    const [large, small] = orbits.map(({ body }) => body)
    expect(large?.radius).toBeGreaterThan(small?.radius ?? 0)
    // The large-arc flag: nine tenths go more than half way round.
    expect(large?.path).toContain(' 0 1 1 ')
    expect(small?.path).toContain(' 0 0 1 ')
  })

  it('shows empty orbits while the power is unknown', () => {
    expect(orbitsOf(['galx', 'mcm'], null).every(({ body }) => body === null)).toBe(true)
  })
})

describe('the chain’s clock', () => {
  const head = { number: 1n, timestamp: 1_000, readAt: 50_000 }

  it('continues between blocks, and never jumps backwards after a delay', () => {
    expect(steadyNow(null, null, 50_000)).toBeNull()
    expect(steadyNow(null, head, 51_500)).toBe(1_001.5)
    expect(steadyNow(1_002, head, 51_500)).toBe(1_002)
    expect(steadyNow(1_100, head, 51_500)).toBe(1_001.5)
  })
})
