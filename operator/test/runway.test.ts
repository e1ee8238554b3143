/** The texts about the remainder of each budget. All figures differ, so that a test notices two exchanged figures. */
import { expect, it } from 'vitest'
import { poolRunway, programRunway, vaultRunway } from '../src/verify/runway.ts'

const ETHER = 10n ** 18n
const NOW = 1_800_000_000n
const END = NOW + 86_400n

it('a pool shows its rate, its end and the amount that waits for the next funding', () => {
  const state = { undistributed: 7n * ETHER, rewardEnd: END, rewardRate: ETHER / 86_400n, totalWeight: 3n }
  const pool = (changes: Partial<typeof state> = {}) =>
    poolRunway({ state: { ...state, ...changes } }, 'GALX', NOW)
  expect(pool()).toBe(
    '0.9999999999999936 GALX a day until 2027-01-16 08:00 UTC; 7 GALX held back until the next funding',
  )
  expect(pool({ totalWeight: 0n, undistributed: 0n })).toBe(
    '0.9999999999999936 GALX a day until 2027-01-16 08:00 UTC; the end moves back while no account is staked',
  )
  expect(pool({ rewardEnd: NOW })).toBe('no reward is left; 7 GALX held back until the next funding')
})

it('a program pays the vested amount that is not paid yet', () => {
  const terms = {
    vested: 50n * ETHER,
    paid: 20n * ETHER,
    funded: 90n * ETHER,
    budgetPerEpoch: 4n * ETHER,
    fundedUntil: END,
  }
  const program = (fundedUntil: bigint) => programRunway({ terms: { ...terms, fundedUntil } }, 'MCM')
  expect(program(END)).toBe('at most 4 MCM an epoch until 2027-01-16 08:00 UTC; 30 MCM can be claimed now')
  expect(program(0n)).toBe('nothing is left to vest; 30 MCM can be claimed now')
})

it('the vault earns its rate until its end', () => {
  const vault = (shares: bigint) =>
    vaultRunway(
      {
        state: { rewardRate: 2n * ETHER, rewardEnd: END },
        shares,
        minimumShares: 9n,
      },
      NOW,
    )
  expect(vault(9n)).toBe('172 800 GALX a day until 2027-01-16 08:00 UTC')
  expect(vault(8n)).toMatch(/; the end moves back while there are too few shares$/)
})
