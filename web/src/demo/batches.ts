/**
 * Several calls in one confirmation (EIP-5792). The demo wallet carries them out one after the other, each in its own transaction,
 * and stores its progress, so that it can continue after a reload.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../core/state/storage.ts'

const KEY = 'galx_demoWallet_batches'
/** The storage key of the switch for batches; the value `off` disables them. */
const SWITCH = 'galx_demoWallet_together'
const KEPT = 20
/** Milliseconds between two polls for a receipt. */
const POLL_INTERVAL = 300

export type BatchCall = { to: HexString; data: HexString; value: HexString }

export type Batch = {
  id: string
  /** the account that the person confirmed */
  from: HexString
  calls: BatchCall[]
  /** the hashes of the calls that were sent, in order */
  hashes: HexString[]
  /** a call failed, and the rest was not sent */
  stopped: boolean
}

type Receipt = { status: HexString }

export type Sender = {
  /** @returns the signed transaction and its hash @throws if the call would fail */
  sign(call: BatchCall, from: HexString): Promise<{ raw: HexString; hash: HexString }>
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

export function takesTogether(): boolean {
  return readStored(SWITCH) !== 'off'
}
export function setTakesTogether(takes: boolean): void {
  writeStored(SWITCH, takes ? 'on' : 'off')
}

export function findBatch(id: string): Batch | null {
  return stored().find((batch) => batch.id === id) ?? null
}

const running = new Set<string>()

/** Begins a batch that the person has confirmed. */
export function beginBatch({ id, from, calls }: Pick<Batch, 'id' | 'from' | 'calls'>, sender: Sender): void {
  const batch: Batch = { id, from, calls, hashes: [], stopped: false }
  save(batch)
  void execute(batch, sender)
}

/** The answer of `wallet_getCallsStatus`. Continues a batch that a reload has interrupted. */
export async function statusOf(batch: Batch, sender: Sender) {
  const unfinished = !batch.stopped && batch.hashes.length < batch.calls.length
  if (unfinished) void execute(batch, sender)
  const receipts = (await Promise.all(batch.hashes.map((hash) => receiptOf(hash, sender)))).filter(
    (receipt) => receipt !== null,
  )
  const good = receipts.filter(({ status }) => status === '0x1').length
  const open = unfinished || receipts.length < batch.hashes.length
  return { status: open ? 100 : endOf(good, batch), receipts }
}

/** The statuses of EIP-5792: 100 pending, 200 done, 400 nothing was sent, 500 all failed, 600 a part succeeded. */
function endOf(good: number, { calls, hashes }: Batch): number {
  if (good === calls.length) return 200
  if (good > 0) return 600
  return hashes.length > 0 ? 500 : 400
}

async function execute(batch: Batch, sender: Sender): Promise<void> {
  if (running.has(batch.id)) return
  running.add(batch.id)
  const progress = { ...batch, hashes: [...batch.hashes] }
  try {
    await discardUnsent(progress, sender)
    for (const call of progress.calls.slice(progress.hashes.length)) {
      const { raw, hash } = await sender.sign(call, progress.from)
      // Stored before it is sent, so that after a reload the same call is not sent twice.
      progress.hashes.push(hash)
      save(progress)
      await sender.rpc('eth_sendRawTransaction', [raw])
      if ((await mined(hash, sender)).status !== '0x1') break
    }
    progress.stopped = true
  } catch {
    progress.stopped = true
  } finally {
    save(progress)
    running.delete(batch.id)
  }
}

/** The last transaction of an interrupted batch may never have reached the chain. */
async function discardUnsent({ hashes }: Batch, sender: Sender): Promise<void> {
  const last = hashes.at(-1)
  if (last === undefined) return
  if ((await sender.rpc('eth_getTransactionByHash', [last])) === null) hashes.pop()
  else await mined(last, sender)
}

async function mined(hash: HexString, sender: Sender): Promise<Receipt> {
  for (;;) {
    const receipt = await receiptOf(hash, sender)
    if (receipt !== null) return receipt
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL))
  }
}

async function receiptOf(hash: HexString, { rpc }: Sender): Promise<Receipt | null> {
  return (await rpc('eth_getTransactionReceipt', [hash])) as Receipt | null
}

function stored(): Batch[] {
  try {
    const list = JSON.parse(readStored(KEY) ?? '[]') as unknown
    return Array.isArray(list) ? (list as Batch[]) : []
  } catch {
    return []
  }
}

function save(batch: Batch): void {
  const others = stored().filter(({ id }) => id !== batch.id)
  writeStored(KEY, JSON.stringify([batch, ...others].slice(0, KEPT)))
}
