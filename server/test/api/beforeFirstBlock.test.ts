/**
 * Before a block is indexed, on a fresh start or after `forget`, the calls answer null for values of the chain, because the values are unknown.
 * After the first block they answer 0.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileBlockRead } from '../support/blockRead.ts'
import { signIn, startWorld, type Client, type SignedIn, type World } from './world.ts'

let world: World
let main: Client
let btc: Client
let user: SignedIn
beforeAll(async () => {
  world = await startWorld({ contracts: true })
  main = await world.start('api')
  btc = await world.start('btc-api')
  user = await signIn(main)
})
afterAll(() => world?.stop())

const ADDRESS = `0x${'1'.repeat(40)}`

function account({ paidIn, takenOut }: Record<string, unknown>) {
  return [paidIn, takenOut]
}
function total(data: Record<string, unknown>) {
  return [data.total]
}

it.each([
  [
    'getFundInvestLogs',
    () => main.get('/api/getFundInvestLogs'),
    (data: Record<string, unknown>) => [data.total, data.totals],
    [0, { inflow: '0', distribution: '0' }],
  ],
  ['getZnAccount', () => btc.get(`/api/getZnAccount?address=${ADDRESS}`), account, ['0', '0']],
  [
    'bonuses',
    () => main.get(`/api/bonuses?address=${ADDRESS}`),
    ({ programs }: Record<string, unknown>) => [
      ...new Set((programs as { cumulative: unknown }[]).map(({ cumulative }) => cumulative)),
    ],
    ['0'],
  ],
  [
    'activityTotals',
    () => main.get('/api/activityTotals', user.token),
    ({ totals }: Record<string, unknown>) => [totals],
    [[]],
  ],
  [
    'accountTotals',
    () => main.get(`/api/accountTotals?address=${ADDRESS}`),
    ({ totals }: Record<string, unknown>) => [totals],
    [[]],
  ],
  ['accountActivity', () => main.get(`/api/accountActivity?address=${ADDRESS}`), total, [0]],
  ['activity', () => main.get('/api/activity', user.token), total, [0]],
  ['getBtcStakeLog', () => btc.get('/api/getBtcStakeLog', user.token), total, [0]],
  ['getMcfStakeLog', () => btc.get('/api/getMcfStakeLog', user.token), total, [0]],
  ['getznStakeLog', () => btc.get('/api/getznStakeLog', user.token), total, [0]],
  ['getNft', () => main.post('/api/getNft', {}, user.token), total, [0]],
])('%s answers null while a value is unknown, and then 0', async (_call, ask, figures, zeros) => {
  const read = async () => {
    const { status, data } = await ask()
    expect(status).toBe(200)
    return { figures: figures(data), isRead: data.asOf !== null }
  }
  expect(await read()).toEqual({ figures: zeros.map(() => null), isRead: false })
  await whileBlockRead(world.sql, async () => {
    expect(await read()).toEqual({ figures: zeros, isRead: true })
  })
})
