import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Forest, type StoredAccount } from '../../src/ledger/forest.ts'
import { sumTeams, type TeamChange, type Totals } from '../../src/ledger/foldTotals.ts'

function address(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`
}

/** The rules in their plainest form: every sum is computed from lists. */
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

type Row = StoredAccount & Totals & { directCount: number }

/** Replaces the database: gives the forest the touched rows and the requested ancestors, and stores the changes. */
class Table {
  readonly rows = new Map<string, Row>()
  /** changes that the sums of the rows do not include yet */
  #changes = new Map<number, TeamChange>()
  #lastId = 0

  #upwards(row: Row | undefined, into: Map<number, Row>): void {
    if (!row || into.has(row.id)) return
    into.set(row.id, row)
    this.#upwards(this.#byId(row.inviterId), into)
  }
  #byId(id: number | null): Row | undefined {
    return [...this.rows.values()].find((row) => row.id === id)
  }

  apply(batch: readonly { account: number; inviter: number | null; change: bigint }[]): void {
    const touched = new Set(
      batch.flatMap(({ account, inviter }) => (inviter === null ? [account] : [account, inviter])),
    )
    const forest = new Forest([...touched].flatMap((one) => this.rows.get(address(one)) ?? []))
    const ancestors = new Map<number, Row>()
    for (const id of forest.mayCloseCircle(
      batch.flatMap(({ account, inviter }) =>
        inviter === null ? [] : [{ account: address(account), inviter: address(inviter) }],
      ),
    ))
      this.#upwards(this.#byId(id), ancestors)
    forest.add([...ancestors.values()])
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
        hasMembers: false,
        ownPower: 0n,
        teamPower: 0n,
        teamCount: 0,
        directCount: 0,
      })
    }
    for (const { address: name, directChange, binding } of forest.changed()) {
      const row = this.rows.get(name)!
      row.directCount += directChange
      row.hasMembers = row.directCount > 0
      if (!binding) continue
      if (row.inviterId !== null) throw new Error('bound twice')
      row.inviterId = binding.inviter.id
    }
    for (const { id, powerChange, binding } of forest.teamChanges()) {
      const earlier = this.#changes.get(id!)
      this.#changes.set(id!, {
        power: powerChange + (earlier?.power ?? 0n),
        bound: binding !== null || earlier?.bound === true,
      })
    }
  }

  /** Updates the sums to the applied events. */
  fold(): void {
    const ancestors = new Map<number, Row>()
    for (const id of this.#changes.keys()) this.#upwards(this.#byId(id), ancestors)
    for (const { id, ownPower, teamPower, teamCount } of sumTeams([...ancestors.values()], this.#changes))
      Object.assign(this.#byId(id)!, { ownPower, teamPower, teamCount })
    this.#changes = new Map()
  }

  row(account: number) {
    const row = this.rows.get(address(account))
    const inviter = this.#byId(row?.inviterId ?? null)
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
  test('equal a naive model however the events are divided into batches, and batches into folds', () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        (all, cuts, foldEvery) => {
          const naive = new NaiveTree()
          for (const { account, inviter, change } of all) naive.stake(account, inviter, change)
          const table = new Table()
          for (let start = 0, cut = 0; start < all.length; cut += 1) {
            const size = cuts[cut % cuts.length]!
            table.apply(all.slice(start, start + size))
            start += size
            if (cut % foldEvery === 0) table.fold()
          }
          table.fold()
          expect(table.rows.size).toBe(naive.met.size)
          for (const account of naive.met) expect(table.row(account)).toEqual(naive.row(account))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('13 referral cycles, rebinding: the account itself, a descendant and a second inviter are refused', () => {
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

  test('a subtree is attached with all its accounts, at the cost of only its new ancestors', () => {
    const stored = (
      id: number,
      inviterId: number | null,
      ownPower: bigint,
      teamPower: bigint,
      teamCount: number,
    ) => ({
      id,
      inviterId,
      ownPower,
      teamPower,
      teamCount,
    })
    // 7 has a million descendants, none of which is loaded.
    const after = sumTeams(
      [stored(1, null, 0n, 5n, 1), stored(2, 1, 5n, 0n, 0), stored(7, 2, 3n, 900n, 1_000_000)],
      new Map([[7, { power: 0n, bound: true }]]),
    )
    expect(after).toMatchObject([
      { id: 1, teamPower: 908n, teamCount: 1_000_002 },
      { id: 2, teamPower: 903n, teamCount: 1_000_001 },
      { id: 7, teamPower: 900n, teamCount: 1_000_000 },
    ])
  })

  test('ancestors are requested only if an account with members names an inviter', () => {
    const stored = (id: number, inviterId: number | null, hasMembers: boolean) => ({
      id,
      address: address(id),
      inviterId,
      hasMembers,
    })
    const forest = new Forest([stored(1, null, true), stored(2, 9, true), stored(3, null, false)])
    const names = (account: number, inviter: number) => ({
      account: address(account),
      inviter: address(inviter),
    })
    expect(forest.mayCloseCircle([names(3, 2), names(4, 2)])).toEqual([])
    expect(forest.mayCloseCircle([names(1, 2)])).toEqual([2])
    // Account 3 has a member after this batch.
    expect(forest.mayCloseCircle([names(3, 2), names(5, 3)])).toEqual([2])
  })

  test('a tree far deeper than any stack takes is summed', () => {
    const accounts = Array.from({ length: 50_000 }, (_, index) => ({
      id: index + 1,
      inviterId: index || null,
      ownPower: 0n,
      teamPower: 0n,
      teamCount: 0,
    }))
    const changes = new Map(accounts.map(({ id }) => [id, { power: id === 50_000 ? 7n : 0n, bound: id > 1 }]))
    const [top] = sumTeams(accounts, changes)
    expect(top).toMatchObject({ id: 1, teamPower: 7n, teamCount: 49_999 })
  })
})
