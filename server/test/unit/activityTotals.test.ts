import { expect, test } from 'vitest'
import { totalsOf, type SummedRow } from '../../src/activity/activityTotals.ts'
import type { Catalogue } from '../../src/http/context.ts'

const catalogue: Pick<Catalogue, 'pools' | 'programs'> = {
  pools: new Map([
    [1n, { key: 'galxMcm', stakeToken: 'GALX', pairToken: 'MCM', rewardToken: 'GALX' }],
    [2n, { key: 'mcf', stakeToken: 'MCM', pairToken: null, rewardToken: 'MCM' }],
  ]),
  programs: new Map([[9n, { key: 'promotion', token: 'USDT' }]]),
}

function row(some: Partial<SummedRow>): SummedRow {
  return {
    kind: 'stake',
    pool: 1n,
    program: null,
    amount: 0n,
    pairAmount: 0n,
    penalty: 0n,
    reward: 0n,
    ...some,
  }
}

test('every kind counts in its own sum, in the tokens of its pool', () => {
  const rows = [
    row({ amount: 100n, pairAmount: 40n }),
    row({ kind: 'exit', amount: 60n, pairAmount: 25n, reward: 7n }),
    row({ kind: 'claim', amount: 3n }),
    row({ kind: 'unstake', pool: 2n, amount: 50n, penalty: 9n }),
    row({ kind: 'forfeit', pool: 2n, amount: 4n }),
    row({ kind: 'deposit', pool: null, amount: 11n }),
    row({ kind: 'withdraw', pool: null, amount: 5n }),
    row({ kind: 'level', pool: null, amount: 8n }),
    row({ kind: 'bonus', pool: null, program: 9n, amount: 2n }),
  ]
  expect(totalsOf(catalogue, rows)).toEqual([
    { kind: 'earned', token: 'GALX', amount: '10' },
    { kind: 'bonus', token: 'USDT', amount: '2' },
    { kind: 'putIn', token: 'MCM', amount: '40' },
    { kind: 'putIn', token: 'GALX', amount: '111' },
    { kind: 'takenOut', token: 'MCM', amount: '66' },
    { kind: 'takenOut', token: 'GALX', amount: '65' },
    { kind: 'penalty', token: 'MCM', amount: '9' },
    { kind: 'forfeited', token: 'MCM', amount: '4' },
    { kind: 'burned', token: 'MCM', amount: '8' },
  ])
})

test('bonds of passes, and pools and programs outside the deployment, are in no sum', () => {
  const rows = [
    row({ pool: 77n, amount: 1n }),
    row({ kind: 'bonus', pool: null, program: 77n, amount: 1n }),
    row({ kind: 'unbondPass', pool: null, amount: 1n }),
  ]
  expect(totalsOf(catalogue, rows)).toEqual([])
})
