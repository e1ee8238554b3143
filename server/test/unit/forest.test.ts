import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Forest, type StoredAccount } from '../../src/community/forest.ts'

function address(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`
}

/** The rules as plainly as they can be said: every sum is computed from lists. */
class NaiveTree {
  readonly inviter = new Map<number, number>()
  readonly power = new Map<number, bigint>()
  readonly met = new Set<number>()

  ancestors(account: number): number[] {
    const above = this.inviter.get(account)
    return above === undefined ? [] : [above, ...this.ancestors(above)]
  }
  stake(account: number, inviter: number | null, change: bigint): void {
    this.met.add(account)
    this.power.set(account, (this.power.get(account) ?? 0n) + change)
    if (inviter === null || inviter === account || this.inviter.has(account)) return
    if (this.ancestors(inviter).includes(account)) return
    this.inviter.set(account, inviter)
    this.met.add(inviter)
  }
  row(account: number) {
    const team = [...this.met].filter((other) => this.ancestors(other).includes(account))
    return {
      inviter: this.inviter.get(account) ?? null,
      direct: [...this.inviter.values()].filter((inviter) => inviter === account).length,
      count: team.length,
      own: this.power.get(account) ?? 0n,
      team: team.reduce((sum, member) => sum + (this.power.get(member) ?? 0n), 0n),
    }
  }
}

type Row = StoredAccount & { directCount: number }

/** Does what the database does: gives the forest the touched rows with their ancestors, and adds the changes. */
class Table {
  readonly rows = new Map<string, Row>()
  #lastId = 0

  apply(batch: readonly { account: number; inviter: number | null; change: bigint }[]): void {
    const wanted = new Set<string>()
    const byId = new Map([...this.rows.values()].map((row) => [row.id, row]))
    const want = (row: Row | undefined): void => {
      if (!row || wanted.has(row.address)) return
      wanted.add(row.address)
      want(byId.get(row.inviterId ?? -1))
    }
    for (const { account, inviter } of batch) {
      want(this.rows.get(address(account)))
      if (inviter !== null) want(this.rows.get(address(inviter)))
    }
    const forest = new Forest([...wanted].map((key) => ({ ...this.rows.get(key)! })))
    for (const { account, inviter, change } of batch) {
      const member = forest.member(address(account))
      forest.addPower(member, change)
      forest.bind(member, inviter === null ? null : address(inviter), 1, 1)
    }
    for (const member of forest.newcomers()) {
      member.id = ++this.#lastId
      this.rows.set(member.address, {
        id: member.id,
        address: member.address,
        inviterId: null,
        ownPower: 0n,
        teamPower: 0n,
        teamCount: 0,
        directCount: 0,
      })
    }
    for (const { member, ownPower, teamPower, directCount, teamCount } of forest.changes()) {
      const row = this.rows.get(member.address)!
      row.ownPower += ownPower
      row.teamPower += teamPower
      row.directCount += directCount
      row.teamCount += teamCount
      if (member.binding) {
        if (row.inviterId !== null) throw new Error('bound twice')
        row.inviterId = member.binding.inviter.id
      }
    }
  }
  row(account: number) {
    const row = this.rows.get(address(account))
    const inviter = [...this.rows.values()].find(({ id }) => id === row?.inviterId)
    return row
      ? {
          inviter: inviter ? Number(inviter.address) : null,
          direct: row.directCount,
          count: row.teamCount,
          own: row.ownPower,
          team: row.teamPower,
        }
      : null
  }
}

const people = fc.integer({ min: 1, max: 9 })
const events = fc.array(
  fc.record({
    account: people,
    inviter: fc.option(people, { nil: null }),
    change: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  }),
  { maxLength: 40 },
)

describe('bindings and sums', () => {
  test('equal a naive model however the events are cut into batches', () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
        (all, cuts) => {
          const naive = new NaiveTree()
          for (const { account, inviter, change } of all) naive.stake(account, inviter, change)
          const table = new Table()
          for (let start = 0, cut = 0; start < all.length; cut += 1) {
            const size = cuts[cut % cuts.length]!
            table.apply(all.slice(start, start + size))
            start += size
          }
          expect(table.rows.size).toBe(naive.met.size)
          for (const account of naive.met) expect(table.row(account)).toEqual(naive.row(account))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('13 referral cycles, rebinding: oneself, a descendant and a second inviter are refused', () => {
    const forest = new Forest([])
    const [a, b, c] = [1, 2, 3].map((index) => forest.member(address(index)))
    expect(forest.bind(a!, a!.address, 1, 1)).toBe(false)
    expect(forest.bind(a!, null, 1, 1)).toBe(false)
    expect(forest.bind(b!, a!.address, 1, 1)).toBe(true)
    expect(forest.bind(c!, b!.address, 1, 1)).toBe(true)
    expect(forest.bind(a!, c!.address, 1, 1)).toBe(false)
    expect(forest.bind(c!, a!.address, 1, 1)).toBe(false)
    expect(c!.inviter).toBe(b)
  })

  test('a subtree is attached with all it holds, at the cost of its new ancestors alone', () => {
    const stored = (id: number, inviterId: number | null, own: bigint, team: bigint, count: number) => ({
      id,
      address: address(id),
      inviterId,
      ownPower: own,
      teamPower: team,
      teamCount: count,
    })
    // 7 has a million descendants, none of which is loaded.
    const forest = new Forest([
      stored(1, null, 0n, 5n, 1),
      stored(2, 1, 5n, 0n, 0),
      stored(7, null, 3n, 900n, 1_000_000),
    ])
    expect(forest.bind(forest.member(address(7)), address(2), 1, 1)).toBe(true)
    const changes = new Map(forest.changes().map((change) => [change.member.id, change]))
    expect(changes.get(2)).toMatchObject({ teamPower: 903n, teamCount: 1_000_001, directCount: 1 })
    expect(changes.get(1)).toMatchObject({ teamPower: 903n, teamCount: 1_000_001, directCount: 0 })
  })

  test('a tree far deeper than any stack takes is summed', () => {
    const forest = new Forest([])
    for (let index = 2; index <= 50_000; index += 1)
      forest.bind(forest.member(address(index)), address(index - 1), 1, 1)
    forest.addPower(forest.member(address(50_000)), 7n)
    const top = forest.changes().find(({ member }) => member.address === address(1))
    expect(top).toMatchObject({ teamPower: 7n, teamCount: 49_999, directCount: 1 })
  })
})
