/** The time limits of a closing's statements, on a connection whose other statements have lower limits. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startParameters, TIME_LIMITS } from '../../src/platform/database/timeLimits.ts'
import { startBonusTables, vectorWorld, type BonusTables } from '../support/bonusTables.ts'

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

it('an epoch is closed, and a new ruleset applied, with the limits of work that reads all accounts', async () => {
  await tables.empty({ hashes: true })
  // Each write to the tables records its limits.
  await tables.sql.unsafe(`
    create table public.noted (work text, statement text, idle text);
    create function public.note() returns trigger language plpgsql as $$
    begin
      insert into public.noted select tg_op || ' ' || tg_table_name,
        current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout');
      return null;
    end $$;
    create trigger note after insert on galx.epochs for each statement execute function public.note();
    create trigger note after delete on galx.points for each statement execute function public.note();
    create trigger note after insert on galx.weight_changes for each statement execute function public.note()`)
  const leader = await tables.lead()
  const { statement_timeout: statement, idle_in_transaction_session_timeout: idle } = startParameters(
    TIME_LIMITS.index,
  )
  await leader`
    select set_config('statement_timeout', ${String(statement)}, false),
      set_config('idle_in_transaction_session_timeout', ${String(idle)}, false)`
  const world = vectorWorld('ruleset-change')
  await tables.index(world, () => 1, leader)
  const noted = await tables.sql`select distinct * from public.noted order by work, statement`
  expect(noted).toEqual([
    { work: 'DELETE points', statement: '10min', idle: '10min' },
    { work: 'INSERT epochs', statement: '10min', idle: '10min' },
    { work: 'INSERT weight_changes', statement: '2min', idle: '2min' },
  ])
  expect(await leader`show statement_timeout`).toEqual([{ statement_timeout: '2min' }])
})
