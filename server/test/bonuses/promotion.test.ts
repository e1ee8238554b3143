/** Members qualified for the promotion, followed from epoch to epoch, and compared with a count of all of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseRulesets, type Ruleset } from '@galx/protocol/rulesets'
import { growPromotions } from '../../src/rewards/engine/promotion.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { chance } from '../support/wait.ts'

const DAY = 86_400
const QUALIFYING = 100n
const ACCOUNTS = 40
const [first] = parseRulesets(PAPER_DEPLOYMENT.rulesets)
const ruleset: Ruleset = {
  ...first!,
  programs: [{ key: 'promotion', id: 1n, rule: 'promotion', pools: [], vault: false }],
  qualifying: [{ pool: 101n, amount: QUALIFYING }],
  ladder: [
    { members: 1, amount: 900n },
    { members: 3, amount: 3_600n },
  ],
}

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** One block per second: its number is its time. */
async function firstTables() {
  await tables.empty({ hashes: true })
  await tables.sql.unsafe(`
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
      values (1, 101, '\\x${'44'.repeat(20)}', '\\x${'44'.repeat(20)}', 0, 1, '[]', 1, 1);
    insert into galx.accounts (id, address) select n, substr(sha256(n::text::bytea), 1, 20) from generate_series(1, ${ACCOUNTS}) n`)
}

let position = 0
async function stake(account: number, at: number, amount: bigint): Promise<void> {
  position += 1
  await tables.sql`
    insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx)
    values (${account}, 1, ${position}, ${amount.toString()}, 0, 0, ${at}, ${at}, ${at}, ${`0x${'77'.repeat(32)}`})`
}
async function bind(account: number, inviter: number, at: number): Promise<void> {
  await tables.sql`
    update galx.accounts set inviter_id = ${inviter}, bound_at = ${at}, bound_block = ${at}
    where id = ${account} and inviter_id is null`
}
/** Closes the account's oldest position that is still open. */
async function unstake(account: number, at: number): Promise<void> {
  const [open] = await tables.sql<{ position: bigint }[]>`
    update galx.positions set amount = 0, closed_at = ${at}
    where (account_id, pool_id, position) = (
      select account_id, pool_id, position from galx.positions
      where account_id = ${account} and closed_at is null order by opened_at, position limit 1)
    returning position`
  if (open === undefined) return
  await tables.sql`
    insert into galx.activity (block_number, log_index, account_id, contract, kind, pool_id, position, amount, pair_amount, penalty,
      tx_hash, at)
    values (${at}, ${position}, ${account}, 'StakingPools', 'unstake', 1, ${open.position.toString()}, 1, 0, 0,
      ${`0x${'77'.repeat(32)}`}, ${at})
    on conflict do nothing`
}
function close(epoch: number, again: boolean): Promise<void> {
  return growPromotions(tables.sql, ruleset, { epoch, duration: DAY, firstBlock: epoch * DAY, again })
}

/** The number of qualified members of each inviter, computed only from positions and bindings. */
function counted(epoch: number) {
  return tables.sql<{ account: number; qualified: number }[]>`
    select inviter_id as account, count(*)::integer as qualified from galx.accounts
    where inviter_id is not null and exists (
      select from galx.positions where account_id = accounts.id and closed_at is null and amount >= ${QUALIFYING.toString()}
        and opened_at <= ${(epoch + 1 - 7) * DAY})
    group by 1 order by 1`
}
function followed() {
  return tables.sql<{ account: number; qualified: number }[]>`
    select account_id as account, qualified from galx.promotions where qualified > 0 order by 1`
}

it('counts the same members after every epoch, however they joined, stayed and left', async () => {
  const dice = chance(7)
  await firstTables()
  let members = 0
  for (let epoch = 100; epoch < 260; epoch += 1) {
    // Every second time is the first second of the epoch.
    const at = () => epoch * DAY + (dice.below(2) === 0 ? 0 : dice.below(DAY))
    for (let step = dice.below(12); step > 0; step -= 1) {
      const account = 1 + dice.below(ACCOUNTS)
      if (dice.below(3) > 0) await stake(account, at(), QUALIFYING + BigInt(dice.below(3)) - 1n)
      // An account is often bound long after its first stake, and in the epoch in which it withdraws.
      const other = 1 + dice.below(ACCOUNTS)
      if (dice.below(3) === 0) await bind(other, 1 + ((other + dice.below(3)) % ACCOUNTS), at())
      if (dice.below(2) === 0) await unstake(dice.below(2) === 0 ? other : 1 + dice.below(ACCOUNTS), at())
    }
    await close(epoch, epoch === 100)
    const expected = await counted(epoch)
    expect([...(await followed())], `epoch ${epoch}`).toEqual([...expected])
    members += expected.length
  }
  expect(members).toBeGreaterThan(1_000)
}, 120_000)

it('subtracts no member that was bound in the epoch’s first second and left in the epoch, because the member was never counted', async () => {
  await firstTables()
  for (const account of [2, 3]) await stake(account, 90 * DAY, QUALIFYING)
  await bind(2, 1, 95 * DAY)
  await close(100, true)
  await bind(3, 1, 101 * DAY)
  await unstake(3, 101 * DAY + 5)
  await close(101, false)
  expect([...(await followed())]).toEqual([{ account: 1, qualified: 1 }])
})

it('an entitlement grows at the rate of the members qualified now, up to the amount for the highest number so far', async () => {
  await firstTables()
  for (const account of [2, 3, 4]) {
    await stake(account, 90 * DAY, QUALIFYING)
    await bind(account, 1, 90 * DAY)
  }
  const entitled = async () => {
    const [row] = await tables.sql<
      { entitled: bigint }[]
    >`select entitled from galx.promotions where account_id = 1`
    return row!.entitled
  }
  for (let epoch = 100; epoch < 110; epoch += 1) await close(epoch, epoch === 100)
  expect(await entitled()).toBe(10n * 40n)
  // Two members leave. From now on the end of each epoch adds 10 wei, also beyond the 900 wei for one member.
  for (const account of [3, 4]) await unstake(account, 110 * DAY)
  for (let epoch = 110; epoch < 165; epoch += 1) await close(epoch, false)
  expect(await entitled()).toBe(400n + 55n * 10n)
  for (let epoch = 165; epoch < 450; epoch += 1) await close(epoch, false)
  expect(await entitled()).toBe(3_600n)
}, 120_000)
