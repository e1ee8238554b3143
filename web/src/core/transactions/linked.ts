/** Two linked intents: the second one uses what the first one gives. */
import { readRpc } from '../chain/rpc.ts'
import { encodeCall } from './calldata.ts'
import { fileOf } from './calls/index.ts'
import type { Plan } from './intent.ts'
import { approvalsOf, checkNeeds, missingOf, readAllowances, type Needs } from './needs.ts'
import { fail, type Run } from './send.ts'
import { simulateTogether } from './simulateTogether.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

/**
 * The needs of all plans, before the first one is sent. The balances of the later plans do not exist yet, so all calls run together in one
 * simulation. A node that cannot simulate them checks only the first plan; the contracts then refuse what would fail.
 * @throws ProblemError if a call would fail
 */
export async function checkLinked(plans: readonly Plan[], run: Run): Promise<Needs[]> {
  const { account, config } = run
  const needs: Needs[] = []
  for (const plan of plans) {
    if (needs.length === 0) {
      needs.push(await checkNeeds(plan, run))
      continue
    }
    const spender = fileOf(plan.call).spender(config)
    const facts = await readAllowances(account, plan.spends, spender ?? account, config)
    needs.push({ plan, spender, missing: missingOf(facts), permitDeadline: facts.permitDeadline })
  }
  const calls = needs.flatMap((need) => [...approvalsOf(need), need.plan.call])
  const bytes = calls.map((call) => encodeCall(call, config))
  const simulated = await simulateTogether(account, bytes, config)
  if (simulated.kind === 'reverted') fail(simulated.problem)
  return needs
}

/** The number of polls, and the milliseconds between two polls. A node may show a receipt before the receipt's block. */
const POLLS = 6
const POLL_EVERY = 1_000

/**
 * Waits until a sent transaction has ended, and until the nodes show its block. The transaction may stay pending for hours, so the person can
 * stop waiting at any time.
 * @returns the record as it then is
 */
export async function untilConfirmed({ id }: TransactionRecord): Promise<TransactionRecord> {
  const record = await untilEnded(id)
  // From here on there is nothing to stop.
  useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
  for (let polls = 1; record.blockNumber !== null && polls < POLLS; polls += 1) {
    const head = await readRpc('eth_blockNumber', []).catch(() => null)
    if (head !== null && BigInt(head as string) >= record.blockNumber) break
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
  }
  return record
}

function untilEnded(id: string): Promise<TransactionRecord> {
  return new Promise((resolve) => {
    let last: TransactionRecord
    const end = () => {
      unsubscribe()
      resolve(last)
    }
    const look = () => {
      const record = useTransactionStore.getState().list.find((item) => item.id === id)
      if (record !== undefined) last = record
      // Fifty newer records may have pushed this record out.
      if (record === undefined || record.finishedAt !== null) end()
    }
    useTransactionStore.setState({ silent: { id, stop: end, linked: true } })
    const unsubscribe = useTransactionStore.subscribe(look)
    look()
  })
}
