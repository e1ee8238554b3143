import { expect, it } from 'vitest'
import { readStatement, statementFile, type StatementAction } from '../src/statement.ts'
import { ACTIVITY_KINDS } from '../src/http/activity.ts'

const ETHER = 10n ** 18n
const HEAD = {
  chainId: 56,
  account: `0x${'a1'.repeat(20)}`,
  year: 2026,
  block: 900,
  blockHash: `0x${'b2'.repeat(32)}`,
}
const HASH = `0x${'c3'.repeat(32)}`
const AT = Date.UTC(2026, 5, 1, 12, 30, 15) / 1_000

function action(kind: StatementAction['kind'], more: Partial<StatementAction> = {}): StatementAction {
  return {
    kind,
    product: 'galx',
    token: 'GALX',
    amount: ETHER.toString(),
    pairToken: null,
    pairAmount: null,
    penalty: null,
    rewardToken: null,
    reward: null,
    txHash: HASH,
    blockNumber: 7,
    at: AT,
    ...more,
  }
}

function rows(format: Parameters<typeof statementFile>[0], ...actions: StatementAction[]): string[] {
  const lines = statementFile(format, HEAD, actions).trimEnd().split('\r\n')
  return lines.slice(format === 'galx' ? 4 : 1)
}

it('has a row for each token amount that an action moved, to the wei', () => {
  const odd = '1000000000000000001'
  const pair = { pairToken: 'MCM', pairAmount: '2000000000000000000' } as const
  const start = '2026-06-01T12:30:15.000Z'
  expect(
    rows(
      'galx',
      action('stake', { amount: odd, ...pair }),
      action('unstake', { penalty: '30000000000000000', ...pair }),
      action('exit', { ...pair, rewardToken: 'BTCB', reward: '5' }),
      action('claim', { token: 'BTCB', amount: '1' }),
      action('deposit', { product: 'zn' }),
      action('withdraw', { product: 'zn' }),
      action('level', { product: 'btc', token: 'MCM' }),
      action('mintPass', { product: 'passes', token: 'MCM', amount: null }),
      action('unbondPass', { product: 'passes', token: 'MCM' }),
      action('bonus'),
    ).map((line) => line.replace(`${start},`, '').replace(`,7,${HASH}`, '')),
  ).toEqual([
    'stake,galx,GALX,,1.000000000000000001',
    'stake,galx,MCM,,2',
    'unstake,galx,GALX,1,',
    'unstake,galx,MCM,2,',
    'penalty,galx,GALX,,0.03',
    'unstake,galx,GALX,1,',
    'unstake,galx,MCM,2,',
    'reward,galx,BTCB,0.000000000000000005,',
    'reward,galx,BTCB,0.000000000000000001,',
    'deposit,zn,GALX,,1',
    'withdraw,zn,GALX,1,',
    'burn,btc,MCM,,1',
    'bond,passes,MCM,,10000',
    'bondReturned,passes,MCM,1,',
    'bonus,galx,GALX,1,',
  ])
})

it('has no row for actions that moved nothing, belong to another year, or came after the statement’s last block', () => {
  for (const kind of ['forfeit', 'sendPass', 'receivePass'] as const)
    expect(rows('galx', action(kind))).toEqual([])
  expect(rows('galx', action('stake', { amount: '0' }), action('stake', { amount: null }))).toEqual([])
  const [from, to] = [Date.UTC(2026, 0, 1) / 1_000, Date.UTC(2027, 0, 1) / 1_000]
  expect([from - 1, from, to - 1, to].map((at) => rows('galx', action('bonus', { at })).length)).toEqual([
    0, 1, 1, 0,
  ])
  expect(
    [900, 901, null].map((blockNumber) => rows('galx', action('bonus', { blockNumber })).length),
  ).toEqual([1, 0, 0])
})

it('gives the columns that Koinly and CoinTracking import', () => {
  const actions = [
    action('stake'),
    action('claim', { token: 'BTCB' }),
    action('bonus'),
    action('unstake', { penalty: '1' }),
  ]
  expect(rows('koinly', ...actions)).toEqual([
    `2026-06-01 12:30:15 UTC,1,GALX,,,,,,,Add to Pool,galx stake,${HASH}`,
    `2026-06-01 12:30:15 UTC,,,1,BTCB,,,,,Reward,galx reward,${HASH}`,
    `2026-06-01 12:30:15 UTC,,,1,GALX,,,,,Reward,galx bonus,${HASH}`,
    `2026-06-01 12:30:15 UTC,,,1,GALX,,,,,Remove from Pool,galx unstake,${HASH}`,
    `2026-06-01 12:30:15 UTC,0.000000000000000001,GALX,,,,,,,Cost,galx penalty,${HASH}`,
  ])
  expect(rows('cointracking', ...actions)).toEqual([
    `Withdrawal,,,1,GALX,,,GALX,galx,stake,2026-06-01 12:30:15,${HASH}`,
    `Staking,1,BTCB,,,,,GALX,galx,reward,2026-06-01 12:30:15,${HASH}`,
    `Reward / Bonus,1,GALX,,,,,GALX,galx,bonus,2026-06-01 12:30:15,${HASH}`,
    `Deposit,1,GALX,,,,,GALX,galx,unstake,2026-06-01 12:30:15,${HASH}`,
    `Spend,,,0.000000000000000001,GALX,,,GALX,galx,penalty,2026-06-01 12:30:15,${HASH}`,
  ])
  for (const format of ['koinly', 'cointracking'] as const)
    for (const kind of ACTIVITY_KINDS) {
      const [columns, ...lines] = statementFile(format, HEAD, [action(kind)])
        .trimEnd()
        .split('\r\n')
      for (const line of lines) expect(line.split(',')).toHaveLength(columns!.split(',').length)
    }
})

it('reads back exactly the written bytes, and refuses any other text', () => {
  const text = statementFile('galx', HEAD, [action('stake'), action('bonus')])
  expect(readStatement(text)).toEqual({ head: HEAD, lines: rows('galx', action('stake'), action('bonus')) })
  expect(readStatement(`\uFEFF${text.replaceAll('\r\n', '\n')}`)).toEqual(readStatement(text))
  expect(readStatement(statementFile('galx', HEAD, []))).toEqual({ head: HEAD, lines: [] })
  for (const wrong of [
    '',
    'time,kind\r\n',
    text.replace('year', 'day'),
    text.replace('0xa1', '0xA1'),
    statementFile('koinly', HEAD, []),
  ])
    expect(() => readStatement(wrong)).toThrow('not a statement in the GALX format')
})
