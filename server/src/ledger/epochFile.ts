/** The file of a closed epoch: canonical text, with exactly one way to write each value (docs/rewards.md). Every line ends with a line feed. */
import type { Block } from './epochs.ts'
import type { Queryable } from '../platform/database/connection.ts'

export type EpochHeader = {
  chainId: number
  genesisHash: string
  /** StakingPools, ZnVault, NodePass, RewardVouchers, EpochLog; lowercase */
  contracts: readonly string[]
  ruleset: { number: number; hash: string }
  epoch: number
  /** seconds of an epoch */
  duration: number
  first: Block | null
  last: Block | null
  /** hash of the previous epoch; null for the first epoch */
  previous: string | null
  programs: readonly HeaderProgram[]
  parts: readonly HeaderPart[]
}
export type HeaderProgram = {
  key: string
  id: bigint
  grantable: bigint
  points: bigint
  bonuses: bigint
  cumulative: bigint
  accounts: number
}
export type HeaderPart = { part: number; rows: number; hash: string }

export function headerText(header: EpochHeader): string {
  const { epoch, duration, ruleset } = header
  const blockOf = (block: Block | null) => (block === null ? '-' : `${block.number} ${block.hash}`)
  return [
    'GALX epoch 1',
    `chain ${header.chainId}`,
    `genesis ${header.genesisHash}`,
    `contracts ${header.contracts.join(' ')}`,
    `ruleset ${ruleset.number} ${ruleset.hash}`,
    `epoch ${epoch}`,
    `time ${epoch * duration} ${(epoch + 1) * duration}`,
    `first ${blockOf(header.first)}`,
    `last ${blockOf(header.last)}`,
    `previous ${header.previous ?? '-'}`,
    ...header.programs.map(
      ({ key, id, grantable, points, bonuses, cumulative, accounts }) =>
        `program ${key} ${id} ${grantable} ${points} ${bonuses} ${cumulative} ${accounts}`,
    ),
    ...header.parts.map(({ part, rows, hash }) => `part ${digits(part)} ${rows} ${hash}`),
    '',
  ].join('\n')
}

/** @returns the programs that a header names, in its order */
export function programsIn(header: string): string[] {
  return [...header.matchAll(/^program (\w+) /gm)].map(([, key]) => key!)
}

/** @returns the number of rows that the header gives for a part; 0 for a part that is not in the header */
export function rowsOfPart(header: string, part: number): number {
  return Number(new RegExp(`^part ${digits(part)} (\\d+) `, 'm').exec(header)?.[1] ?? 0)
}

/** A part's number as in its name, two hex digits. */
function digits(part: number): string {
  return part.toString(16).padStart(2, '0')
}

export type Part = { part: number; rows: number; text: string }

/**
 * Reads the parts of all `rows`, one after another, in order.
 * @param rows a query of all rows of the epoch, with the columns part, address, place (of the program in the ruleset), program_key, points,
 * bonus, cumulative
 */
export async function* partsIn(
  sql: Queryable,
  epoch: number,
  rows: ReturnType<Queryable>,
): AsyncGenerator<Part> {
  for await (const batch of partRows(sql, rows).cursor(1)) for (const row of batch) yield partOf(epoch, row)
}

/** @returns one part of a closed epoch; null if the part has no rows @param keys the ruleset's programs, in the order of the ruleset */
export async function readPart(
  sql: Queryable,
  epoch: number,
  keys: readonly string[],
  part: number,
): Promise<Part | null> {
  const [found] = await readSomeParts(sql, epoch, keys, [part])
  return found ?? null
}

/** @returns the parts that have rows, in order, from one statement @param keys like in `readPart` */
export async function readSomeParts(
  sql: Queryable,
  epoch: number,
  keys: readonly string[],
  parts: readonly number[],
): Promise<Part[]> {
  // Accounts lie all over their table. Each account is looked up once, not once for each of its programs.
  const byAccount = sql`
    select part, account_id, array_agg(program_key) as keys, array_agg(points) as all_points, array_agg(bonus) as bonuses,
      array_agg(cumulative) as cumulatives
    from galx.epoch_rows where epoch = ${epoch} and part = any (${parts as number[]}::smallint[])
    group by part, account_id`
  const rows = await partRows(
    sql,
    sql`(
      select part, address, place, program_key, points, bonus, cumulative
      from (${byAccount}) earned
        join galx.accounts account on account.id = account_id
        cross join unnest(keys, all_points, bonuses, cumulatives) as made (program_key, points, bonus, cumulative)
        join unnest(${keys as string[]}::text[]) with ordinality as program (key, place) on program.key = program_key
    ) as kept`,
  )
  return rows.map((row) => partOf(epoch, row))
}

type PartRow = { part: number; rows: number; lines: string }

function partOf(epoch: number, { part, rows, lines }: PartRow): Part {
  return { part, rows, text: `GALX epoch part 1\nepoch ${epoch}\npart ${digits(part)}\n${lines}` }
}

function partRows(sql: Queryable, rows: ReturnType<Queryable>) {
  return sql<PartRow[]>`
    select part, count(*) as rows,
      string_agg(format(E'0x%s %s %s %s %s\n', encode(address, 'hex'), program_key, points, bonus, cumulative), '' order by address, place)
        as lines
    from ${rows} group by part order by part`
}
