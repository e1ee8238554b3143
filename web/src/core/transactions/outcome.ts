/** What came of a mined call: read from the receipt's logs and, where its call file says so, from the state before and after it. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { batchReads } from '../chain/batchReads.ts'
import type { ReadContext } from '../chain/chainRead.ts'
import { currentConfig } from '../config/configStore.ts'
import type { OutcomeState, ReceiptLog } from './calls/callFile.ts'
import { fileOf, type IntendedCall } from './calls/index.ts'
import { changeRecord } from './records.ts'
import { useTransactionStore, type Outcome, type StateChange } from './transactionStore.ts'

/** A node may show a block later than its receipt: so many readings, this many milliseconds apart. */
const ATTEMPTS = 6
const RETRY_DELAY = 1_000

/** What the logs say. Never throws: a log that cannot be read must not leave the transaction pending. */
export function outcomeOf(call: IntendedCall | null, logs: readonly ReceiptLog[]): Outcome | null {
  if (call === null) return null
  try {
    const config = currentConfig()
    const { outcome } = fileOf(call)
    if (outcome === undefined) return null
    return {
      facts: outcome.facts(call, logs, config),
      next: outcome.next?.(call, config) ?? null,
      changes: [],
    }
  } catch {
    return null
  }
}

function statesOf(call: IntendedCall, config: WebConfig): OutcomeState[] {
  return fileOf(call).outcome?.states?.(call, config) ?? []
}

/**
 * The state that a call is about to change, in the order of its call file.
 * @returns null where the call names none, or where the chain does not answer: then nothing is said of it
 */
export async function readStates(
  call: IntendedCall,
  account: HexString,
  config: WebConfig,
): Promise<{ block: bigint; values: bigint[] } | null> {
  try {
    const states = statesOf(call, config)
    if (states.length === 0) return null
    const { read, head } = batchReads(config)
    const time = async () => (await head()).timestamp
    const context: ReadContext = { config, account, read, time, thorough: true }
    const values = await Promise.all(
      states.map(({ value }) => value(async (wanted) => (await wanted.load())(context))),
    )
    return { block: (await head()).number, values }
  } catch {
    return null
  }
}

/** Reads the state again once the call's block is there, and puts before and after into the record. Never throws. */
export async function addChanges(id: string): Promise<void> {
  const config = currentConfig()
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const record = useTransactionStore.getState().list.find((item) => item.id === id)
    if (record?.call == null || record.blockNumber === null || !record.outcome || !record.before) return
    const { call, account, blockNumber, outcome, before } = record
    const after = await readStates(call, account, config)
    if (after !== null && after.block >= blockNumber) {
      const changes = statesOf(call, config).flatMap(({ label, unit }, index): StateChange[] => {
        const [old, now] = [before[index], after.values[index]]
        return old === undefined || now === undefined ? [] : [{ label, unit, before: old, after: now }]
      })
      changeRecord(id, { outcome: { ...outcome, changes } })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
  }
}
