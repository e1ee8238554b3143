import { describe, expect, it } from 'vitest'
import { LOADING } from '../../../src/core/state/reading.ts'
import { networkPower, ownPower, shortPercentText } from '../../../src/products/galx/powerModel.ts'
import { accountState, ONE, poolSnapshot, read } from '../../staking/fixtures.ts'

describe('hash power', () => {
  it('sums the weights of all pools and orders the parts by size', () => {
    const power = ownPower(
      { galx: read(accountState({ weight: ONE })), mcm: read(accountState({ weight: 3n * ONE })) },
      ['galx', 'mcm'],
    )
    expect(power).toMatchObject({
      value: { total: 4n * ONE, parts: [{ pool: 'mcm' }, { pool: 'galx' }] },
    })
  })

  it('leaves out pools without power but not pools that are unknown', () => {
    const accounts = { galx: read(accountState({ weight: 0n })) }
    expect(ownPower(accounts, ['galx'])).toMatchObject({ value: { total: 0n, parts: [] } })
    expect(ownPower(accounts, ['galx', 'galxMcm'])).toEqual(LOADING)
  })

  it('takes the network’s power from the pools’ total weights', () => {
    const pools = {
      galx: read(poolSnapshot({ totalWeight: 7n })),
      galxMcm: read(poolSnapshot({ totalWeight: 5n })),
    }
    expect(networkPower(pools, ['galx', 'galxMcm'])).toMatchObject({ value: { total: 12n } })
  })

  it('writes a short share rounded down, and says when it is too small to write', () => {
    expect(shortPercentText(4_579n, 10_000n)).toBe('45.7%')
    expect(shortPercentText(1n, 10_000n)).toBe('<0.1%')
    expect(shortPercentText(0n, 10_000n)).toBe('0.0%')
  })
})
