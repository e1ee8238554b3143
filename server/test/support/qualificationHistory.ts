/** The promotion's history: every inviter's members at the end of every closed epoch. */
import { parseRulesets, rulesetOf } from '@galx/protocol/rulesets'
import { listDirect } from '../../src/rewards/calculation/members.ts'
import { promotionCalculation } from '../../src/rewards/calculation/promotion.ts'
import { readEpoch } from '../../src/ledger/closedEpochs.ts'
import type { Queryable } from '../../src/platform/database/connection.ts'
import type { World } from './bonusTables.ts'

const NO_ROW = { points: 0n, bonus: 0n, cumulative: 0n }

type QualificationRow = {
  epoch: number
  inviter: string
  /** in the form of the answer */
  qualified: number | null
  /** the members whose flag is set, in order of addresses */
  members: string[]
}

/** The history of all inviters with members, in all closed epochs whose ruleset has a promotion, ordered by epoch and inviter. */
export async function historyOf(
  sql: Queryable,
  { rulesets, epochDuration }: Pick<World, 'rulesets' | 'epochDuration'>,
): Promise<QualificationRow[]> {
  const closed = await sql<{ epoch: number }[]>`select epoch from galx.epochs order by epoch`
  const inviters = await sql<{ id: number; address: string }[]>`
    select id, address from galx.accounts where exists (
      select from galx.accounts member where member.inviter_id = accounts.id) order by address`
  const found: QualificationRow[] = []
  for (const { epoch } of closed) {
    const ruleset = rulesetOf(parseRulesets(rulesets), BigInt(epoch))!
    if (!ruleset.programs.some(({ rule }) => rule === 'promotion')) continue
    const [from, to] = [epoch * epochDuration, (epoch + 1) * epochDuration]
    const { firstBlock, lastBlock } = (await readEpoch(sql, epoch))!
    const latest = epoch === closed.at(-1)!.epoch
    for (const { id, address } of inviters) {
      const { qualified, members } = await promotionCalculation(
        ...([sql, id, await listDirect(sql, id, to), ruleset, NO_ROW] as const),
        ...([{ from, to, firstBlock, lastBlock }, latest] as const),
      )
      const flagged = members.filter((member) => member.qualified).map((member) => member.address)
      found.push({ epoch, inviter: address, qualified, members: flagged.sort() })
    }
  }
  return found
}
