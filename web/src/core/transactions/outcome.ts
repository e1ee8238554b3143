/** The outcome of a mined call: read from the receipt's logs and, if its call file names figures, from the state before and after the call. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { batchReads } from '../chain/multicall.ts'
import type { ReadContext } from '../chain/chainRead.ts'
import { currentConfig } from '../config/configStore.ts'
import type { OutcomeState, ReceiptLog } from './calls/callFile.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import { changeRecord } from './records.ts'
import {
  type Outcome,
  type StateChange,
  type TransactionRecord,
  useTransactionStore,
} from './transactionStore.ts'

/** The number of readings, and the milliseconds between two readings. A node may show a receipt before the receipt's block. */
const ATTEMPTS = 6
const RETRY_DELAY = 1_000

/** The outcome from the logs. Never throws: an unreadable log must not leave the transaction pending. */
export function outcomeOf(
  call: IntendedCall | null,
  logs: readonly ReceiptLog[],
  sender: HexString,
): Outcome | null {
  if (call === null) return null
  try {
    const config = currentConfig()
    const { outcome } = fileOf(call)
    if (outcome === undefined) return null
    return {
      facts: outcome.facts(call, logs, config, sender),
      next: outcome.next?.(call, config, sender) ?? null,
      changes: [],
    }
  } catch {
    return null
  }
}

/** The figures of several calls, each wallet balance once. */
function statesOf(calls: readonly IntendedCall[], config: WebConfig, sender: HexString): OutcomeState[] {
  const states = calls.flatMap((call) => fileOf(call).outcome?.states?.(call, config, sender) ?? [])
  const balances = new Set<OutcomeState['unit']>()
  return states.filter(
    ({ label, unit }) => label !== 'balance' || (!balances.has(unit) && balances.add(unit)),
  )
}

/** Every call of a record. */
function callsOf({ batch, call }: Pick<TransactionRecord, 'batch' | 'call'>): readonly IntendedCall[] {
  return batch?.calls ?? (call === null ? [] : [call])
}

/**
 * The figures that the calls will change, in the order of their call files.
 * @returns null if the calls name no figures, or if the chain does not answer: then nothing is compared
 */
export async function readStates(
  calls: readonly IntendedCall[],
  account: HexString,
  config: WebConfig,
): Promise<{ block: bigint; values: bigint[] } | null> {
  try {
    const states = statesOf(calls, config, account)
    if (states.length === 0) return null
    const { reads, head } = batchReads(config)
    const context: ReadContext = { ...reads, config, account, thorough: true }
    const values = await Promise.all(
      states.map(({ value }) => value(async (wanted) => (await wanted.load())(context))),
    )
    return { block: (await head()).number, values }
  } catch {
    return null
  }
}

/** Reads the figures again once nodes have the call's block, and stores both readings in the record. Never throws. */
export async function addChanges(id: string): Promise<void> {
  const config = currentConfig()
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const record = useTransactionStore.getState().list.find((item) => item.id === id)
    if (record?.call == null || record.blockNumber === null || !record.outcome || !record.before) return
    const { account, blockNumber, outcome, before } = record
    const calls = callsOf(record)
    const after = await readStates(calls, account, config)
    if (after !== null && after.block >= blockNumber) {
      const changes = statesOf(calls, config, account).flatMap(({ label, unit }, index): StateChange[] => {
        const [old, now] = [before[index], after.values[index]]
        return old === undefined || now === undefined ? [] : [{ label, unit, before: old, after: now }]
      })
      // Fifty newer records may have pushed this record out while the chain was read.
      if (useTransactionStore.getState().list.some((item) => item.id === id))
        changeRecord(id, { outcome: { ...outcome, changes } })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
  }
}
