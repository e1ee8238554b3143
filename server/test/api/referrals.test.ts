/** The results of an account's invitations in a period. */
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countJoined } from '../../src/community/fans.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'
import { addressOf, newAccount, signIn, startWorld, type Client, type SignedIn, type World } from './world.ts'

const DAY = 86_400
const HASH = `0x${'01'.repeat(32)}`

let world: World
let api: Client
let inviter: SignedIn
let now: number

beforeAll(async () => {
  world = await startWorld()
  api = await world.start('api')
})
afterAll(() => world?.stop())
beforeEach(async () => {
  inviter = await signIn(api)
  now = Math.floor(world.clock.now / 1000)
})

/** A member who joined at a time; a bound member with `power`, a pending member without. */
async function join(at: number, power: bigint | null): Promise<void> {
  const member = addressOf(newAccount())
  if (power === null)
    await world.sql`insert into galx.accounts (address, pending_inviter_id, pending_at)
      select ${member}, id, ${at} from galx.accounts where address = ${inviter.address}`
  else
    await world.sql`with bound as (
        insert into galx.accounts (address, inviter_id, bound_at, bound_block)
        select ${member}, id, ${at}, 1 from galx.accounts where address = ${inviter.address} returning id, inviter_id)
      insert into galx.account_totals (account_id, inviter_id, own_power) select id, inviter_id, ${power.toString()}::numeric from bound`
}

async function referrals(days: number) {
  return (await api.get(`/api/referrals?days=${days}`, inviter.token)).data
}

it('counts the members who joined in the period, and adds their present hash power', async () => {
  await join(now - 7 * DAY, 5n)
  await join(now - 7 * DAY - 1, 70n)
  await join(now - 40 * DAY, 900n)
  await join(now - 1, null)
  await join(now - 29 * DAY, null)
  const other = inviter
  inviter = await signIn(api)
  await join(now, 11_000n)
  inviter = other
  expect(await referrals(7)).toMatchObject({ from: now - 7 * DAY, bound: 1, hashPower: '5', pending: 1 })
  expect(await referrals(30)).toMatchObject({ bound: 2, hashPower: '75', pending: 2 })
  expect(await referrals(90)).toMatchObject({ bound: 3, hashPower: '975', pending: 2, bonuses: [] })
})

it('counts at most ten thousand members', async () => {
  await world.sql`insert into galx.accounts (address, inviter_id, bound_at, bound_block)
    select decode('cc' || lpad(to_hex(n), 38, '0'), 'hex'), id, ${now}, 1
    from galx.accounts cross join generate_series(1, 10000) n where address = ${inviter.address}`
  expect(await countJoined(world.sql, inviter.address as Address, now)).toMatchObject({ bound: 10_000 })
  await join(now, 1n)
  expect(await referrals(7)).toMatchObject({ bound: null, hashPower: null, pending: 0 })
})

it('adds the bonuses of the closed epochs that end in the period', async () => {
  const { epochDuration } = PAPER_DEPLOYMENT
  const ofPeriod = Math.floor((now - 7 * DAY) / epochDuration)
  await world.sql`insert into galx.cursor (number, hash, timestamp, genesis_hash) values (2, ${HASH}, 1, ${HASH})`
  const [account] = await world.sql<{ id: number }[]>`
    select id from galx.accounts where address = ${inviter.address}`
  let cumulative = 0n
  for (const [epoch, bonus] of [
    [ofPeriod - 30, 4n],
    [ofPeriod - 1, 7n],
    [ofPeriod, 20n],
    [ofPeriod + 1, 300n],
  ] as const) {
    cumulative += bonus
    await world.sql`
      insert into galx.epochs (epoch, ruleset, block_number, header, hash, closed_at)
      values (${epoch}, 1, 1, convert_to(E'GALX epoch 1\nprogram galx 7 100 1000 50 500 9\n', 'UTF8'), ${HASH}, 1)`
    await world.sql`
      insert into galx.epoch_rows (epoch, part, account_id, program_key, points, bonus, cumulative)
      values (${epoch}, get_byte(${inviter.address}::bytea, 0), ${account!.id}, 'galx', 1, ${bonus.toString()}::numeric, ${cumulative.toString()}::numeric)`
  }
  await world.sql`insert into galx.bonus_totals (account_id, program_key, cumulative, epoch)
    values (${account!.id}, 'galx', ${cumulative.toString()}::numeric, ${ofPeriod + 1})`
  expect((await referrals(7)).bonuses).toEqual([{ program: 'galx', amount: '320' }])
  expect((await referrals(90)).bonuses).toEqual([{ program: 'galx', amount: '331' }])
  expect((await api.get('/api/referrals?days=7')).code).not.toBe(200)
})

it.each(['8', '0', '-7', '7.5', ''])('refuses a period of "%s" days', async (days) => {
  const answer = await api.get(`/api/referrals?days=${days}`, inviter.token)
  expect(answer.code).not.toBe(200)
  expect(answer.data).toMatchObject({ field: 'days' })
})
