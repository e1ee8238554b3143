/**
 * The invitation forest of one batch: binding rules and the sums they move, without any input or output.
 *
 * The database holds one row of aggregates per account. A batch loads the rows of the accounts it touches and of all their
 * ancestors, applies the events in order, and yields what to add to each row. The work is linear in the rows loaded,
 * however large the subtrees below them are: what an account passes up to its final inviter is
 *   power: its own change + what its members pass up (+, when it was bound in this batch, its and its team's power before)
 *   count: what its members pass up (+, when bound in this batch, itself and its team before)
 * Bindings are never undone, so a change below an account counts for every ancestor it has at the batch's end, exactly
 * once, whether it came before or after the attachment.
 */

/** An account's row as stored before the batch. Power is wei of weight. */
export type StoredAccount = {
  id: number
  address: string
  inviterId: number | null
  ownPower: bigint
  teamPower: bigint
  teamCount: number
}

export type Binding = { inviter: Member; at: number; block: number }

export class Member {
  id: number | null = null
  inviter: Member | null = null
  /** set when this batch bound it */
  binding: Binding | null = null
  storedPower = 0n
  storedTeamCount = 0
  ownPowerChange = 0n
  /** Whether anybody may sit below it: where not, it cannot be anybody's ancestor and no walk is needed. */
  hasMembers = false
  readonly address: string

  constructor(address: string) {
    this.address = address
  }
}

/** What the batch adds to an account's row. An account that the batch met first gets its id when its row is made. */
export type AccountChange = {
  member: Member
  ownPower: bigint
  teamPower: bigint
  directCount: number
  teamCount: number
}

export class Forest {
  readonly #members = new Map<string, Member>()

  /** @param stored the touched accounts with all their ancestors, in any order */
  constructor(stored: readonly StoredAccount[]) {
    const byId = new Map<number, Member>()
    for (const row of stored) {
      const member = new Member(row.address)
      member.id = row.id
      member.storedPower = row.ownPower + row.teamPower
      member.storedTeamCount = row.teamCount
      member.hasMembers = row.teamCount > 0
      byId.set(row.id, member)
      this.#members.set(row.address, member)
    }
    for (const { id, inviterId } of stored) {
      if (inviterId === null) continue
      const inviter = byId.get(inviterId)
      if (!inviter) throw new Error(`account ${id} was loaded without its inviter ${inviterId}`)
      byId.get(id)!.inviter = inviter
    }
  }

  /** The account, met for the first time or not. */
  member(address: string): Member {
    let member = this.#members.get(address)
    if (!member) this.#members.set(address, (member = new Member(address)))
    return member
  }

  /** Null for an account that the batch met first. */
  idOf(address: string): number | null {
    return this.#members.get(address)?.id ?? null
  }

  addPower(member: Member, change: bigint): void {
    member.ownPowerChange += change
  }

  /**
   * Binds an account for good, if it may be: the first stake with a valid inviter wins; valid is any address other than the
   * account itself and its own descendants.
   * @returns whether it was bound now
   */
  bind(account: Member, inviterAddress: string | null, at: number, block: number): boolean {
    if (inviterAddress === null || account.inviter || inviterAddress === account.address) return false
    const known = this.#members.get(inviterAddress)
    if (known && account.hasMembers && isAtOrBelow(known, account)) return false
    const inviter = known ?? this.member(inviterAddress)
    account.inviter = inviter
    account.binding = { inviter, at, block }
    inviter.hasMembers = true
    return true
  }

  /** Accounts without a row yet. */
  newcomers(): Member[] {
    return [...this.#members.values()].filter(({ id }) => id === null)
  }

  /** Every row that changes, each once. */
  changes(): AccountChange[] {
    const changes = new Map<Member, AccountChange>()
    const waitingFor = new Map<Member, number>()
    for (const member of this.#members.values()) {
      changes.set(member, {
        member,
        ownPower: member.ownPowerChange,
        teamPower: 0n,
        directCount: 0,
        teamCount: 0,
      })
      if (member.inviter) waitingFor.set(member.inviter, (waitingFor.get(member.inviter) ?? 0) + 1)
    }
    // Members before their inviters.
    const ready = [...this.#members.values()].filter((member) => !waitingFor.has(member))
    for (let member = ready.pop(); member; member = ready.pop()) {
      const { inviter } = member
      if (!inviter) continue
      const own = changes.get(member)!
      const above = changes.get(inviter)!
      above.teamPower += own.ownPower + own.teamPower
      above.teamCount += own.teamCount
      if (member.binding) {
        above.directCount += 1
        above.teamPower += member.storedPower
        above.teamCount += 1 + member.storedTeamCount
      }
      const left = waitingFor.get(inviter)! - 1
      waitingFor.set(inviter, left)
      if (left === 0) ready.push(inviter)
    }
    return [...changes.values()].filter(
      ({ member, ownPower, teamPower, teamCount }) =>
        member.binding !== null || ownPower !== 0n || teamPower !== 0n || teamCount !== 0,
    )
  }
}

/** Whether `member` is `ancestor` or one of its descendants: a walk up, as long as the tree is deep. */
function isAtOrBelow(member: Member, ancestor: Member): boolean {
  for (let at: Member | null = member; at; at = at.inviter) if (at === ancestor) return true
  return false
}
