/** The parts of an epoch's file (docs/rewards.md): rows by the first byte of the account, in one order and one form. */
import type { ProgramKey } from '@galx/protocol/products'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Address } from 'viem'
import type { Queryable } from '../platform/database/connection.ts'

export type PartRow = { account: Address; program: ProgramKey; points: bigint; bonus: bigint; cumulative: bigint }

/** By account, then in the ruleset's order of programs. */
export async function readPart(
  sql: Queryable,
  { programs }: Ruleset,
  epoch: number,
  part: number,
): Promise<PartRow[]> {
  return sql<PartRow[]>`
    select a.address as account, r.program_key as program, r.points, r.bonus, r.cumulative
    from galx.epoch_rows r join galx.accounts a on a.id = r.account_id
    where r.epoch = ${epoch} and r.part = ${part}
    order by a.address, array_position(${programs.map(({ key }) => key)}::text[], r.program_key)`
}

/** @returns the part's bytes as text: ASCII alone */
export function partText(epoch: number, part: number, rows: readonly PartRow[]): string {
  const lines = rows.map(
    ({ account, program, points, bonus, cumulative }) =>
      `${account} ${program} ${points} ${bonus} ${cumulative}\n`,
  )
  return `GALX epoch part 1\nepoch ${epoch}\npart ${part.toString(16).padStart(2, '0')}\n${lines.join('')}`
}
