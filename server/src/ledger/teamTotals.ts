/**
 * How changes of accounts change the sums of their ancestors. Pure.
 *
 * The work is linear in the given accounts, however large the teams below them are. An account passes up to its inviter:
 *   power: its own change + what its members pass up (if newly bound, also its own and its team's previous power)
 *   count: what its members pass up (if newly bound, also itself and its previous team)
 * A binding is permanent. A change therefore counts exactly once for each ancestor that the account has after the batch, whether
 * the change or the binding came first.
 */

/** An account's sums before the changes. Power is wei of GALX. */
export type Totals = { ownPower: bigint; teamPower: bigint; teamCount: number }
/** `inviterId`: after the changes */
export type AccountTotals = Totals & { id: number; inviterId: number | null }
export type TeamChange = { power: bigint; bound: boolean }

/**
 * @param accounts all accounts that changed, and all their ancestors, in any order
 * @param changes by account id
 * @returns by account id, the new sums, the id and the inviter of every account whose row changes
 * @throws Error if an ancestor is missing
 */
export function sumTeams(
  accounts: readonly AccountTotals[],
  changes: ReadonlyMap<number, TeamChange>,
): AccountTotals[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const passed = new Map<number, { power: bigint; count: number }>()
  const waitingFor = new Map<number, number>()
  for (const { id, inviterId } of accounts) {
    if (inviterId === null) continue
    if (!byId.has(inviterId)) throw new Error(`account ${id} was loaded without its inviter ${inviterId}`)
    waitingFor.set(inviterId, (waitingFor.get(inviterId) ?? 0) + 1)
  }
  const after: AccountTotals[] = []
  // Members come before their inviters.
  const ready = accounts.filter(({ id }) => !waitingFor.has(id))
  for (let account = ready.pop(); account; account = ready.pop()) {
    const { id, inviterId } = account
    const change = changes.get(id)
    const below = passed.get(id)
    const own = change?.power ?? 0n
    if (change || (below && (below.power !== 0n || below.count !== 0)))
      after.push({
        id,
        inviterId,
        ownPower: account.ownPower + own,
        teamPower: account.teamPower + (below?.power ?? 0n),
        teamCount: account.teamCount + (below?.count ?? 0),
      })
    if (inviterId === null) continue
    let above = passed.get(inviterId)
    if (!above) passed.set(inviterId, (above = { power: 0n, count: 0 }))
    above.power += own + (below?.power ?? 0n)
    above.count += below?.count ?? 0
    if (change?.bound) {
      above.power += account.ownPower + account.teamPower
      above.count += 1 + account.teamCount
    }
    const left = waitingFor.get(inviterId)! - 1
    waitingFor.set(inviterId, left)
    if (left === 0) ready.push(byId.get(inviterId)!)
  }
  return after.sort((a, b) => a.id - b.id)
}
