/** The signer's reads and writes of the tables. Times are unix seconds. */
import type { Hex } from 'viem'
import type { ProgramKey } from '@galx/protocol/products'
import type { LateReason } from '@galx/protocol/http/bonuses'
import { agreedThrough } from '../ledger/agreedEpochs.ts'
import type { Queryable } from '../platform/database/connection.ts'
import type { PublishedEpoch } from './chainFacts.ts'
import type { EpochFacts, MoneyFacts } from './decide.ts'
import type { Grant } from './fileText.ts'
import type { MaySign } from './maySign.ts'
import { SECOND_ENGINE } from '../ledger/secondEngine.ts'

/** @returns the last epoch whose vouchers are all signed; null: none */
export async function lastSigned(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ epoch: number | null }[]>`
    select max(epoch) as epoch from galx.published_epochs where signed_at is not null`
  return row?.epoch ?? null
}

/** The facts of a closed epoch in the tables. The published hash is read from the chain. */
export type ClosedEpoch = Omit<EpochFacts, 'published'> & { blockNumber: number | null }

/**
 * The engines' facts of the epochs from `from` on, in order, at most `limit`. The first epoch that is not closed ends the list, without a hash.
 * Only the next block shows that an epoch has ended. So for the signer, the epoch is not closed until the next block and its node are stored.
 */
export async function readEpochs(
  sql: Queryable,
  from: number,
  limit: number,
): Promise<[ClosedEpoch, ...ClosedEpoch[]]> {
  const rows = await sql<(Omit<ClosedEpoch, 'epoch'> & { epoch: number | null })[]>`
    select e.epoch, e.hash, v.hash as audited, e.block_number as "blockNumber", halt.halted,
      e.block_number >= ${agreedThrough(sql)} as alone,
      coalesce(jsonb_array_length(c.differences) > 0, false) as differs,
      coalesce(e.block_number < c.passed_block, false) as compared
    from (select exists (select from galx.indexer_halt) as halted) halt
      left join galx.checksum c on true
      left join galx.epochs e on e.epoch >= ${from} and e.block_number < (select number from galx.cursor)
      left join galx.engine_verdicts v on v.engine = ${SECOND_ENGINE} and v.epoch = e.epoch
    order by e.epoch limit ${limit}`
  const closed = rows.filter((row, index): row is ClosedEpoch => row.epoch === from + index)
  const [first, ...others] = closed
  if (first !== undefined && closed.length === limit) return [first, ...others]
  const { halted, differs } = rows[0]!
  const open = {
    halted,
    differs,
    compared: false,
    hash: null,
    audited: null,
    blockNumber: null,
    alone: false,
  }
  const next = { epoch: from + closed.length, ...open }
  return first === undefined ? [next] : [first, ...others, next]
}

/**
 * The sum that all vouchers could draw after the last closed epoch. It is at least the sum after any earlier epoch.
 * @param vested the vested amounts by program id, wei
 * @returns `closed`: the last closed epoch, or null. The sum may be compared only with the vested amounts at a block after the end of this
 * epoch
 */
export async function readMoney(
  sql: Queryable,
  programs: readonly { key: ProgramKey; id: bigint }[],
  vested: ReadonlyMap<bigint, bigint>,
): Promise<MoneyFacts & { closed: number | null }> {
  const known = sql`unnest(
    ${programs.map(({ key }) => key)}::text[], ${programs.map(({ id }) => id.toString())}::numeric[]) as known (key, id)`
  const rows = await sql<{ key: ProgramKey; id: bigint; owed: bigint; closed: number | null }[]>`
    select known.key, known.id, coalesce(sum(greatest(t.cumulative, d.drawn)), 0) as owed,
      (select max(epoch) from galx.epochs) as closed
    from ${known}
      left join (
        (select account_id, program_key, cumulative from galx.bonus_totals) t full join
        (select account_id, key, drawn from galx.voucher_draws join ${known} on id = program) d
        on d.account_id = t.account_id and d.key = t.program_key
      ) on coalesce(t.program_key, d.key) = known.key
    group by 1, 2`
  const [fallen] = await sql<{ program: string; account: string }[]>`
    select v.program_key as program, v.account
    from galx.vouchers v
      left join galx.accounts a on a.address = v.account
      left join galx.bonus_totals t on t.account_id = a.id and t.program_key = v.program_key
    where coalesce(t.cumulative, 0) < v.cumulative limit 1`
  return {
    programs: rows.map(({ key, id, owed }) => ({ key, owed, vested: vested.get(id) ?? 0n })),
    fallen: fallen ?? null,
    closed: rows[0]?.closed ?? null,
  }
}

/** Stores the hashes of EpochLog in a final block. A hash that the timelock replaced is replaced in the table too. */
export async function writePublished(
  sql: Queryable,
  published: readonly PublishedEpoch[],
  hashOf: (epoch: number) => Hex | null,
  at: number,
): Promise<void> {
  if (published.length === 0) return
  await sql`
    insert into galx.published_epochs as p (epoch, hash, block_number, tx_hash, published_at)
    select *, ${at}::bigint from unnest(
      ${published.map(({ epoch }) => epoch)}::bigint[],
      ${published.map(({ hash }) => hash)}::bytea[],
      ${published.map(({ blockNumber }) => blockNumber)}::bigint[],
      ${published.map(({ epoch }) => hashOf(epoch))}::bytea[])
    on conflict (epoch) do update set hash = excluded.hash, block_number = excluded.block_number
    where (p.hash, p.block_number) <> (excluded.hash, excluded.block_number)`
}

export async function markSigned(sql: Queryable, epoch: number, at: number): Promise<void> {
  await sql`update galx.published_epochs set signed_at = ${at} where epoch = ${epoch} and signed_at is null`
}

export async function writeStatus(
  sql: Queryable,
  at: number,
  waits: { epoch: number; reason: LateReason; detail: string } | null,
): Promise<void> {
  await sql`
    insert into galx.signer_standing (at, epoch, reason, detail)
    values (${at}, ${waits?.epoch ?? null}, ${waits?.reason ?? null}, ${waits?.detail ?? null})
    on conflict (only_row) do update
    set at = excluded.at, epoch = excluded.epoch, reason = excluded.reason, detail = excluded.detail`
}

/** The `grants` without a voucher of this nonce and deadline. So an interrupted signing continues where it stopped. */
export async function notSigned(
  sql: Queryable,
  grants: readonly Grant[],
  signersNonce: bigint,
  deadline: number,
): Promise<Grant[]> {
  const rows = await sql<{ place: number }[]>`
    select place from unnest(
        ${grants.map(({ program }) => program)}::text[],
        ${grants.map(({ account }) => account)}::bytea[],
        ${grants.map(({ cumulative }) => cumulative.toString())}::numeric[]
      ) with ordinality as g (program, account, cumulative, place)
    where not exists (
      select from galx.vouchers v
      where v.program_key = g.program and v.account = g.account and v.cumulative >= g.cumulative
        and v.signers_nonce = ${signersNonce.toString()}::bigint and v.deadline >= ${deadline})
    order by place`
  return rows.map(({ place }) => grants[place - 1]!)
}

/** A place in the order of programs and accounts. */
export type Place = Pick<Grant, 'account' | 'program'>

/** A voucher that must be signed again. `granted`: the epoch that granted the account's last bonus; null: unknown. */
export type Renewal = Grant & { granted: number | null }

type RenewalsAsked = {
  programs: readonly { key: ProgramKey; id: bigint }[]
  /** the vouchers are signed at the close of this epoch; later epochs may be closed already */
  epoch: number
  /** the present nonce; vouchers of another nonce must be signed again at once */
  signersNonce: bigint
  /** vouchers with an earlier deadline are signed again */
  before: number
  /** the last voucher of the previous page; null: the first page */
  after: Place | null
  limit: number
}

/**
 * Unpaid vouchers that expire soon or have another nonce. The tables are not trusted. The programs come one after the other, in the order
 * of the vouchers' key. So a page begins where the last page ended, and no page reads and sorts all remaining vouchers. A voucher that was
 * signed at the close of a later epoch waits for that epoch, because the file of this epoch may grant less.
 */
export async function listToRenew(
  sql: Queryable,
  { programs, epoch, signersNonce, before, after, limit }: RenewalsAsked,
): Promise<Renewal[]> {
  const found: Renewal[] = []
  for (const { key, id } of programs.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    if (after !== null && key < after.program) continue
    const last = after?.program === key ? after.account : '0x'
    const rows = await sql<Renewal[]>`
      select v.program_key as program, v.account, v.cumulative,
        case when t.epoch <= ${epoch} then t.epoch else (
          -- It rose again in an epoch that is signed later. By the account's part a row is found without reading its epoch.
          select e.epoch from galx.epochs e
          where e.epoch <= ${epoch} and exists (
            select from galx.epoch_rows r
            where r.epoch = e.epoch and r.part = get_byte(v.account, 0) and r.account_id = a.id
              and r.program_key = ${key} and r.bonus > 0)
          order by e.epoch desc limit 1
        ) end as granted
      from galx.vouchers v
        left join lateral (select id from galx.accounts where address = v.account limit 1) a on true
        left join lateral (
          select drawn from galx.voucher_draws where account_id = a.id and program = ${id.toString()}::numeric limit 1
        ) d on true
        left join lateral (
          select bonus.epoch from galx.bonus_totals bonus where account_id = a.id and program_key = ${key} limit 1
        ) t on true
      where v.program_key = ${key} and v.account > ${last}::bytea and v.epoch <= ${epoch}
        and (v.deadline < ${before} or v.signers_nonce <> ${signersNonce.toString()}::bigint) and coalesce(d.drawn, 0) < v.cumulative
      order by v.account limit ${limit - found.length}`
    found.push(...rows)
    if (found.length === limit) break
  }
  return found
}

/** The number of unpaid vouchers of each nonce. */
export function countUnpaid(
  sql: Queryable,
  programs: readonly { key: ProgramKey; id: bigint }[],
): Promise<{ signersNonce: number; count: number }[]> {
  return sql<{ signersNonce: number; count: number }[]>`
    select v.signers_nonce as "signersNonce", count(*) as count
    from galx.vouchers v
      join unnest(
        ${programs.map(({ key }) => key)}::text[], ${programs.map(({ id }) => id.toString())}::numeric[]
      ) as known (key, id) on known.key = v.program_key
      left join galx.accounts a on a.address = v.account
      left join galx.voucher_draws d on d.account_id = a.id and d.program = known.id
    where coalesce(d.drawn, 0) < v.cumulative group by 1 order by 2 desc`
}

/** Writes vouchers. A voucher is never replaced by a voucher that grants less. */
export async function writeVouchers(
  sql: Queryable,
  signed: readonly (Grant & { signature: Hex; coSignature: Hex })[],
  common: Pick<MaySign, 'signers' | 'deadline' | 'epoch'>,
): Promise<void> {
  if (signed.length === 0) return
  await sql`
    insert into galx.vouchers as v (
      program_key, account, cumulative, signature, co_signature, deadline, signers_nonce, epoch)
    select *, ${common.deadline}::bigint, ${common.signers.nonce.toString()}::bigint, ${common.epoch}::bigint from unnest(
      ${signed.map(({ program }) => program)}::text[],
      ${signed.map(({ account }) => account)}::bytea[],
      ${signed.map(({ cumulative }) => cumulative.toString())}::numeric[],
      ${signed.map(({ signature }) => signature)}::bytea[],
      ${signed.map(({ coSignature }) => coSignature)}::bytea[])
    on conflict (program_key, account) do update
    set cumulative = excluded.cumulative, signature = excluded.signature,
      co_signature = excluded.co_signature, deadline = excluded.deadline, signers_nonce = excluded.signers_nonce, epoch = excluded.epoch
    where v.cumulative <= excluded.cumulative`
}
