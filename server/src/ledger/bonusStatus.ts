/** Whether bonuses are late: since when, and why. Times are unix seconds. */
import type { LateReason } from '@galx/protocol/http/bonuses'
import type { Deployment } from '@galx/protocol/deployment'
import type { Queryable } from '../platform/database/connection.ts'

/** Seconds after the end of an epoch until its bonuses count as late. Finality, closing, publication and signing take less time. */
const LATE_AFTER_SECONDS = 600
/** The signer polls every second. After this time without a poll the signer counts as away. */
const SIGNER_AWAY_SECONDS = 60

type Row = {
  signed: number | null
  closed: number | null
  halted: boolean
  lookedAt: number | null
  reason: LateReason | null
}

type BonusStatus = {
  /** the last epoch that is closed, published and signed; null: none yet */
  settled: { epoch: number; until: number } | null
  /** `since`: the end of the first waiting epoch */
  late: { since: number; reason: LateReason } | null
}

/** @param now unix seconds */
export async function readBonusStatus(
  sql: Queryable,
  { epochDuration, rulesets }: Pick<Deployment, 'epochDuration' | 'rulesets'>,
  now: number,
): Promise<BonusStatus> {
  const [row] = await sql<Row[]>`
    select (select max(epoch) from galx.published_epochs where signed_at is not null) as signed,
      (select max(epoch) from galx.epochs) as closed, exists (select from galx.indexer_halt) as halted,
      s.at as "lookedAt", s.reason
    from (select) one left join galx.signer_standing s on true`
  const { signed, closed, halted, lookedAt, reason } = row!
  const waiting = signed === null ? Number(rulesets[0]!.firstEpoch) : signed + 1
  const since = (waiting + 1) * epochDuration
  const settled = signed === null ? null : { epoch: signed, until: (signed + 1) * epochDuration }
  if (now - since <= LATE_AFTER_SECONDS) return { settled, late: null }
  const why = (): LateReason => {
    if (halted) return 'halted'
    if (closed === null || closed < waiting) return 'indexing'
    const away = lookedAt === null || now - lookedAt > SIGNER_AWAY_SECONDS
    return away || reason === null ? 'signer' : reason
  }
  return { settled, late: { since, reason: why() } }
}
