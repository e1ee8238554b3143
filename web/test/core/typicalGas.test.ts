import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MEASURED_GAS, typicalClaimGas } from '../../src/core/transactions/networkFee.ts'

const SNAPSHOTS = join(import.meta.dirname, '../../../contracts/snapshots')

describe('the gas for a call that cannot be simulated yet', () => {
  it('is the measurement of the contracts’ own tests', () => {
    for (const [name, gas] of Object.entries(MEASURED_GAS)) {
      const [file, measurement = ''] = name.split('/')
      const measured = JSON.parse(readFileSync(join(SNAPSHOTS, `${file}.json`), 'utf8')) as Record<
        string,
        string
      >
      expect(`${name}: ${gas}`).toBe(`${name}: ${measured[measurement]}`)
    }
  })

  it('grows by one pool’s part with each further pool of the claim', () => {
    expect(typicalClaimGas(2)).toBe(MEASURED_GAS['StakingPools/claim of two pools'])
    expect(typicalClaimGas(1, 1)).toBe(typicalClaimGas(1) + MEASURED_GAS['RewardVouchers/repeated claim'])
    expect(typicalClaimGas(0, 8)).toBeGreaterThan(typicalClaimGas(0, 7))
    expect(typicalClaimGas(3) - typicalClaimGas(2)).toBe(typicalClaimGas(2) - typicalClaimGas(1))
  })
})
