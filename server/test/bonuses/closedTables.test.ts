/** The rows that a closing stores beside the file's bytes have the same figures. A closing refuses a difference of one wei. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { startBonusTables, vectorWorld, type BonusTables, type World } from '../support/bonusTables.ts'

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

/** The words of a header's lines of one kind, without the kind. */
function linesOf(header: string, kind: string): string[][] {
  return header
    .split('\n')
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.split(' ').slice(1))
}

describe.each<[string, World]>([
  ['the vector of a ruleset that changes', vectorWorld('ruleset-change')],
  ...[1, 2, 3, 4].map((seed): [string, World] => [`random world ${seed}`, randomWorld(seed)]),
])('after %s', (_name, world) => {
  beforeAll(async () => {
    await tables.empty({ hashes: true })
    await tables.index(world, () => 9)
  }, 120_000)

  it('each epoch’s row has the ruleset, the blocks and the hash of its header', async () => {
    const rows = await tables.sql<
      {
        epoch: number
        ruleset: number
        first: [number, string] | null
        last: [number, string] | null
        block: number
        closedAt: number
        hash: string
        header: string
      }[]
    >`
      select e.epoch, ruleset, block_number as block, e.hash, closed_at as "closedAt",
        convert_from(header, 'UTF8') as header,
        case when first_block is not null then json_build_array(first_block, '0x' || encode(first_hash, 'hex')) end as first,
        case when last_block is not null then json_build_array(last_block, '0x' || encode(last_hash, 'hex')) end as last
      from galx.epochs e order by e.epoch`
    expect(rows.length).toBeGreaterThan(2)
    const now = Date.now() / 1000
    for (const { epoch, ruleset, first, last, block, closedAt, header } of rows) {
      expect(linesOf(header, 'epoch')).toEqual([[String(epoch)]])
      expect(linesOf(header, 'ruleset')[0]![0]).toBe(String(ruleset))
      expect(linesOf(header, 'first')).toEqual([first === null ? ['-'] : first.map(String)])
      expect(linesOf(header, 'last')).toEqual([last === null ? ['-'] : last.map(String)])
      const end = (epoch + 1) * world.epochDuration
      expect(block).toBe(world.blocks.filter(({ timestamp }) => timestamp < end).at(-1)!.number)
      expect(Math.abs(now - closedAt)).toBeLessThan(300)
    }
    expect(rows.slice(1).map(({ header }) => linesOf(header, 'previous')[0]![0])).toEqual(
      rows.slice(0, -1).map(({ hash }) => hash),
    )
  })

  it('each program’s row is its line in the header', async () => {
    const rows = await tables.sql<{ epoch: number; key: string; values: string }[]>`
      select epoch, program_key as key, format('%s %s %s %s %s', grantable, points, bonuses, cumulative, accounts) as values
      from galx.epoch_programs order by epoch, program_key`
    const headers = await tables.sql<{ epoch: number; header: string }[]>`
      select epoch, convert_from(header, 'UTF8') as header from galx.epochs order by epoch`
    const expected = headers.flatMap(({ epoch, header }) =>
      linesOf(header, 'program')
        .map(([key, , ...values]) => ({ epoch, key: key!, values: values.join(' ') }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    )
    const inOrder = [...rows].sort((one, other) => one.epoch - other.epoch || (one.key < other.key ? -1 : 1))
    expect(inOrder).toEqual(expected)
  })

  it('each account’s total is the newest row with a grant', async () => {
    const totals = await tables.sql`
      select account_id, program_key, cumulative, epoch from galx.bonus_totals order by account_id, program_key`
    const newest = await tables.sql`
      select distinct on (account_id, program_key) account_id, program_key, cumulative, epoch
      from galx.epoch_rows where bonus > 0 order by account_id, program_key, epoch desc`
    expect([...totals]).toEqual([...newest])
    const sums = await tables.sql`
      select program_key, sum(bonus) as bonuses from galx.epoch_rows group by 1 having sum(bonus) > 0 order by 1`
    const granted = await tables.sql`
      select program_key, sum(cumulative) as bonuses from galx.bonus_totals group by 1 order by 1`
    expect([...granted]).toEqual([...sums])
  })
})

describe('a closing that grants the whole vested amount, 2 700 wei', () => {
  const vector = vectorWorld('boundary')
  const earlier = {
    ...vector,
    blocks: vector.blocks.slice(0, -1),
    logs: vector.logs.filter(({ block }) => block <= vector.blocks.at(-2)!.number),
  }
  const closedAfter = async (by: bigint) => {
    await tables.empty({ hashes: true })
    await tables.index(earlier, () => 100)
    const { count } =
      await tables.sql`update galx.bonus_totals set cumulative = cumulative + ${by.toString()}::numeric`
    expect(count).toBe(1)
    await tables.index(vector, () => 100)
  }

  it('is accepted with the chain’s figures', async () => {
    await closedAfter(0n)
    const [total] = await tables.sql`select sum(cumulative) as due from galx.bonus_totals`
    expect(total).toEqual({ due: 2_700n })
  })

  it('is refused if the owed amount exceeds the vested amount by a wei', async () => {
    await expect(closedAfter(1n)).rejects.toThrow(
      'at the end of epoch 1002 the program btc owes or has paid 2701 wei, but only 2700 wei have vested',
    )
  })

  it('is refused if the bonuses by account are a wei less than those by epoch', async () => {
    await expect(closedAfter(-1n)).rejects.toThrow(
      'at the end of epoch 1002 the bonuses of the program btc add up to 2699 wei by account and to 2700 wei by epoch',
    )
  })
})
