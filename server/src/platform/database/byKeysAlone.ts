/**
 * For transactions that read and write by keys alone, however large the tables are. The planner believes of a list of unknown
 * length, or of a recursion, that it is long, and then reads whole tables: right on its figures, wrong on ours.
 */
import type { Transaction } from './transaction.ts'

/** Until the transaction's end. Compiling a plan would cost more than a plan of index look-ups. */
export async function byKeysAlone(transaction: Transaction): Promise<void> {
  await transaction`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`
}
