/**
 * The invitation forest of one batch, with the binding rules. Pure.
 *
 * A batch loads the rows of the accounts it touches. Ancestors are loaded only if a binding could close a circle (`mayCloseCircle`), so the
 * cost of a batch does not depend on the depth of the forest. The sums of ancestors are computed later, from the team changes of many batches
 * at once (foldTotals.ts).
 */

/** An account's row as stored before the batch. */
export type StoredAccount = {
  id: number
  address: string
  inviterId: number | null
  /** whether any account is bound to this account */
  hasMembers: boolean
}

export type Binding = { inviter: Member; at: number; block: number }

export class Member {
  id: number | null = null
  inviter: Member | null = null
  /** bound before the batch; the inviter may not be loaded */
  storedInviterId: number | null = null
  /** set if this batch bound the account */
  binding: Binding | null = null
  /** hash power, wei of GALX */
  powerChange = 0n
  directChange = 0
  /** Whether an account may be below this account. If false, this account is not an ancestor, and no walk up the tree is needed. */
  hasMembers = false
  /** whether any account was bound to this account before the batch */
  hadMembers = false
  readonly address: string

  constructor(address: string) {
    this.address = address
  }
}

export class Forest {
  readonly #members = new Map<string, Member>()
  readonly #byId = new Map<number, Member>()

  /** @param stored the touched accounts, in any order */
  constructor(stored: readonly StoredAccount[]) {
    this.add(stored)
  }

  /** Adds rows that are loaded later: ancestors of the present rows. Call it before the first binding. */
  add(stored: readonly StoredAccount[]): void {
    for (const row of stored) {
      if (this.#byId.has(row.id)) continue
      const member = new Member(row.address)
      member.id = row.id
      member.storedInviterId = row.inviterId
      member.hasMembers = row.hasMembers
      member.hadMembers = row.hasMembers
      this.#byId.set(row.id, member)
      this.#members.set(row.address, member)
    }
    for (const member of this.#byId.values())
      if (member.storedInviterId !== null) member.inviter = this.#byId.get(member.storedInviterId) ?? null
  }

  /** Returns the account. Adds the account if it is new. */
  member(address: string): Member {
    let member = this.#members.get(address)
    if (!member) this.#members.set(address, (member = new Member(address)))
    return member
  }

  /** Null for an account that is new in this batch. */
  idOf(address: string): number | null {
    return this.#members.get(address)?.id ?? null
  }

  /**
   * Ids of the stored inviters whose ancestors must be loaded before the bindings of a batch are applied. An inviter is among them if the
   * account that names the inviter has members, or gets members in this batch. Only such an account may be above its inviter.
   */
  mayCloseCircle(bindings: readonly { account: string; inviter: string }[]): number[] {
    const named = new Set(bindings.map(({ inviter }) => inviter))
    const ids = new Set<number>()
    for (const { account, inviter } of bindings) {
      const member = this.#members.get(account)
      if (member?.storedInviterId != null || !(member?.hasMembers || named.has(account))) continue
      const above = this.#members.get(inviter)
      if (above?.id != null && above.storedInviterId !== null) ids.add(above.id)
    }
    return [...ids]
  }

  addPower(member: Member, change: bigint): void {
    member.powerChange += change
  }

  /**
   * Binds an account permanently. The first stake with a valid inviter counts. Any address is valid except the account itself and its own
   * descendants.
   * @returns whether this call bound the account
   */
  bind(account: Member, inviterAddress: string | null, at: number, block: number): boolean {
    if (inviterAddress === null || inviterAddress === account.address) return false
    if (account.storedInviterId !== null || account.binding) return false
    const known = this.#members.get(inviterAddress)
    if (known && account.hasMembers && isAtOrBelow(known, account)) return false
    const inviter = known ?? this.member(inviterAddress)
    account.inviter = inviter
    account.binding = { inviter, at, block }
    inviter.hasMembers = true
    inviter.directChange += 1
    return true
  }

  /** Accounts without a row yet. */
  newcomers(): Member[] {
    return [...this.#members.values()].filter(({ id }) => id === null)
  }

  /** Accounts whose own rows change. */
  changed(): Member[] {
    return [...this.#members.values()].filter(({ binding, directChange }) => binding || directChange > 0)
  }

  /** Accounts whose ancestors have changed sums. */
  teamChanges(): Member[] {
    return [...this.#members.values()].filter(({ binding, powerChange }) => binding || powerChange !== 0n)
  }
}

/** Whether `member` is `ancestor` or one of its descendants. Walks up the tree, at most to its root. */
function isAtOrBelow(member: Member, ancestor: Member): boolean {
  for (let at: Member | null = member; at; at = at.inviter) {
    if (at === ancestor) return true
    if (at.inviter === null && at.storedInviterId !== null)
      throw new Error(`the ancestors of account ${at.id} were not loaded`)
  }
  return false
}
