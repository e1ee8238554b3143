/**
 * One turn of the signer: it reads the chain and the tables, publishes permitted epochs, then signs permitted vouchers. A turn may be
 * interrupted at any point. The next turn sees the finished work and does the rest.
 */
import type { Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import type { LateReason } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { EPOCHS_A_PUBLICATION } from '@galx/protocol/transactionGas'
import type { Sql } from '../platform/database/connection.ts'
import { RetryableError } from '../platform/faults.ts'
import type { FinalFacts, SignerChain } from './chainFacts.ts'
import {
  agreed,
  endsWith,
  isLastBefore,
  mayPublish,
  renewedBefore,
  stop,
  type Decision,
  type MoneyFacts,
  type Refusal,
} from './decide.ts'
import { partsOf, readHeader } from './epochFile.ts'
import { grantsIn, type Grant } from './fileText.ts'
import { maySign, type MaySign } from './maySign.ts'
import type { Publisher } from './publisher.ts'
import { filesOf, publishedHashes, type Granted } from './renewals.ts'
import type { VoucherSigner } from './signing/voucherSigner.ts'
import {
  lastSigned,
  listToRenew,
  markSigned,
  notSigned,
  readEpochs,
  readMoney,
  writePublished,
  writeVouchers,
  type ClosedEpoch as TableEpoch,
  type Renewal,
} from './tables.ts'

/** The epoch that waits, and the reason. */
export type Waiting = { epoch: number; reason: LateReason; detail: string }

export type SignerWork = {
  /** the connection that holds the lock; if it is lost, unfinished writes are lost too */
  sql: Sql
  chain: SignerChain
  deployment: Deployment
  signer: VoucherSigner
  coSigner: VoucherSigner
  /** null: another process publishes */
  publisher: Publisher | null
  /** unix seconds */
  now(): number
  said(event: 'published' | 'signed', count: number, epoch: number): void
  signal: AbortSignal
}

export type Turn = {
  waiting: Waiting
  /** null: none */
  signed: number | null
}

type ClosedEpoch = TableEpoch & { published: Hex | null }

/** The number of epochs that one turn reads. */
const EPOCHS = 500
/** The number of vouchers that are signed and written at once. */
const VOUCHERS = 5_000

/** The nodes' final block is older than the tables. */
class NodeBehindError extends RetryableError {
  override name = 'NodeBehindError'
}

export async function takeTurn(work: SignerWork): Promise<Turn> {
  const { sql, chain, publisher } = work
  const before = await lastSigned(sql)
  if (before !== null) {
    // If the tables show no work, no node is asked.
    const [next] = await readEpochs(sql, before + 1, 1)
    const decision = agreed(next)
    if (next.hash === null && !decision.ok)
      return { waiting: waitingFor(next.epoch, decision), signed: before }
  }
  const facts = await chain.finalFacts(before === null ? null : before + 1)
  const from = before === null ? facts.firstEpoch : before + 1
  const earlier = before === null ? [] : await chain.publishedFrom(Math.max(facts.firstEpoch, from - EPOCHS))
  await writePublished(
    sql,
    // A hash that the timelock has replaced since its epoch was signed is no longer published.
    [...earlier.filter(({ epoch }) => epoch < from), ...facts.published],
    (epoch) => publisher?.transactionOf(epoch) ?? null,
    work.now(),
  )
  // The hashes come from the chain, and not from the table galx.published_epochs.
  const final = new Map(facts.published.map(({ epoch, hash }) => [epoch, hash]))
  const epochs = (await readEpochs(sql, from, EPOCHS)).map((epoch) => ({
    ...epoch,
    published: final.get(epoch.epoch) ?? null,
  }))
  const money = moneyOnce(work, facts, epochs)

  const publication = publisher === null ? null : await publishNext(work, publisher, facts, epochs, money)
  let signed = before
  let waiting: Waiting | null = null
  for (const epoch of epochs) {
    if (work.signal.aborted) break
    const decision = await signEpoch(work, facts, epoch, money).catch((error: unknown): Decision => {
      if (error instanceof CoSignerError) return stop('coSigner', error.message)
      throw error
    })
    if (!decision.ok) {
      // The reason that prevents the publication is more exact than `unpublished`.
      const cause = decision.reason === 'unpublished' && publication !== null ? publication : decision
      waiting = waitingFor(epoch.epoch, cause)
      break
    }
    await markSigned(sql, epoch.epoch, work.now())
    signed = epoch.epoch
  }
  waiting ??= {
    epoch: (signed ?? from - 1) + 1,
    reason: 'indexing',
    detail: 'the next turn checks this epoch',
  }
  return { waiting, signed }
}

function waitingFor(epoch: number, { reason, detail }: Refusal): Waiting {
  return { epoch, reason, detail }
}

/** Reads the money facts at most once a turn, and only if a decision needs them, because the read covers all accounts. */
function moneyOnce({ sql, deployment }: SignerWork, facts: FinalFacts, epochs: readonly ClosedEpoch[]) {
  let read: Promise<MoneyFacts> | undefined
  const last = epochs.findLast(({ hash }) => hash !== null)
  return () => {
    if (last !== undefined) assertEnded(deployment, facts, last.epoch)
    return (read ??= readMoneyAt(sql, deployment, facts))
  }
}

/**
 * The sum that all vouchers could draw, and the vested sum in the final block.
 * @throws NodeBehindError if a closed epoch had not ended at that block, because its grants vested later
 */
export async function readMoneyAt(
  sql: Sql,
  deployment: Deployment,
  facts: Pick<FinalFacts, 'block' | 'vested'>,
): Promise<MoneyFacts> {
  const { closed, ...money } = await readMoney(sql, programsOf(deployment), facts.vested)
  if (closed !== null) assertEnded(deployment, facts, closed)
  return money
}

function assertEnded(deployment: Deployment, { block }: Pick<FinalFacts, 'block'>, epoch: number): void {
  if (block.timestamp < endOf(deployment, epoch))
    throw new NodeBehindError(`the nodes’ final block is before the end of epoch ${epoch}`)
}

/** @returns the reason why the next epoch is not published; null: it is published, or its transaction is sent */
async function publishNext(
  work: SignerWork,
  publisher: Publisher,
  facts: FinalFacts,
  epochs: readonly ClosedEpoch[],
  money: () => Promise<MoneyFacts>,
): Promise<Refusal | null> {
  try {
    const { chain, said } = work
    const next = await chain.nextEpoch()
    const endsRightly = blockCheck(work)
    const due = epochs.filter(({ epoch }) => epoch >= next)
    const ready: ClosedEpoch[] = []
    let refusal: Decision = { ok: true }
    for (const epoch of due.slice(0, EPOCHS_A_PUBLICATION)) {
      refusal = agreed(epoch)
      if (refusal.ok) refusal = mayPublish({ ...epoch, ...(await money()) })
      if (refusal.ok) refusal = await endsRightly(epoch)
      if (!refusal.ok) break
      ready.push(epoch)
    }
    const [first] = ready
    if (first === undefined) return refusal.ok ? null : refusal
    const sent = await publisher.publish(
      {
        first: first.epoch,
        hashes: ready.map(({ hash }) => hash!),
        blockNumbers: ready.map(({ blockNumber }) => blockNumber!),
      },
      facts.publisher,
    )
    if (sent !== null) said('published', ready.length, first.epoch)
    return null
  } catch (error) {
    // Published epochs can still be signed.
    if (error instanceof RetryableError) return { ok: false, reason: 'unpublished', detail: error.message }
    throw error
  }
}

/**
 * Checks the number of the last block before it is published, because EpochLog keeps this number forever. The header's hash confirms the
 * number. The header of an epoch without blocks does not contain the number, so the chain is asked.
 */
function blockCheck({ sql, chain, deployment }: SignerWork): (epoch: ClosedEpoch) => Promise<Decision> {
  // Consecutive epochs without blocks have the same number.
  const known = new Map<number, Promise<readonly [number, number]>>()
  return async (closed) => {
    const { epoch } = closed
    const block = closed.blockNumber!
    const decision = endsWith(closed, await readHeader(sql, epoch))
    if (decision !== null) return decision
    if (!known.has(block)) known.set(block, chain.timesFrom(block))
    return isLastBefore(closed, endOf(deployment, epoch), await known.get(block)!)
  }
}

/** Reads the facts of the epoch, asks `maySign` about every voucher, and signs the permitted vouchers. */
async function signEpoch(
  work: SignerWork,
  facts: FinalFacts,
  epoch: ClosedEpoch,
  money: () => Promise<MoneyFacts>,
): Promise<Decision> {
  const { sql, signer, coSigner, deployment } = work
  const first = maySign({ ...epoch, read: null })
  if (first.ok === false) return first
  const header = await readHeader(sql, epoch.epoch)
  const end = endOf(deployment, epoch.epoch)
  const read = {
    ...(await money()),
    signers: facts.signers,
    keys: {
      signer: await signer.address(facts.signers.signer),
      coSigner: await coSigner.address(facts.signers.coSigner),
    },
    vestedOf: facts.vested,
    end,
    header,
  }
  const ask: Ask = (granted) => maySign({ ...epoch, read: { ...read, ...granted } })
  const own = {
    epoch: epoch.epoch,
    published: epoch.published,
    header,
    parts: new Map<number, string>(),
  }
  // Also checks an epoch without grants.
  const whole = ask({ file: own, grants: [] })
  if (!whole.ok) return whole
  for await (const parts of partsOf(sql, epoch.epoch, header, VOUCHERS)) {
    const open = await notSignedIn(work, parts, whole.permission)
    const answer = ask({ file: { ...own, parts }, grants: open })
    if (!answer.ok) return answer
    await signAndWrite(work, answer.permission)
    if (answer.refused !== null) return stop('disagreement', answer.refused)
  }
  const refused = await renew(work, whole.permission, end, ask)
  return refused === null ? { ok: true } : stop('disagreement', refused)
}

type Ask = (granted: Granted) => Exclude<ReturnType<typeof maySign>, { ok: null }>

/** Every row with a bonus that was not signed before the process ended. */
async function notSignedIn(
  { sql }: SignerWork,
  parts: ReadonlyMap<number, string>,
  { signers, deadline }: Pick<MaySign, 'signers' | 'deadline'>,
): Promise<Grant[]> {
  const grants = [...parts.values()].flatMap(grantsIn)
  const open: Grant[] = []
  for (let start = 0; start < grants.length; start += VOUCHERS)
    open.push(...(await notSigned(sql, grants.slice(start, start + VOUCHERS), signers.nonce, deadline)))
  return open
}

/**
 * Signs unpaid vouchers again that expire soon or have another nonce. The amount comes from the account's last granting epoch and not from
 * the voucher. The vouchers come in the order of accounts, so each part of a granting epoch is read once.
 * @param end the end of the epoch, unix seconds
 * @returns the fault of the first refused voucher; null: no voucher was refused
 */
async function renew(
  work: SignerWork,
  { epoch, signers }: Pick<MaySign, 'epoch' | 'signers'>,
  end: number,
  ask: Ask,
): Promise<string | null> {
  const programs = programsOf(work.deployment)
  const before = renewedBefore(end)
  const hashOf = publishedHashes(work.chain)
  let refused: string | null = null
  let after: Renewal | null = null
  for (;;) {
    const due: Renewal[] = await listToRenew(work.sql, {
      programs,
      epoch,
      signersNonce: signers.nonce,
      before,
      after,
      limit: VOUCHERS,
    })
    for await (const granted of filesOf(work.sql, due, hashOf, VOUCHERS)) {
      const answer = ask(granted)
      if (answer.ok) await signAndWrite(work, answer.permission)
      refused ??= answer.ok ? answer.refused : answer.detail
    }
    if (due.length < VOUCHERS) return refused
    after = due.at(-1)!
  }
}

/** The co-signer does not answer, or refuses because its own results differ. */
class CoSignerError extends RetryableError {
  override name = 'CoSignerError'
}

/** @throws CoSignerError */
async function coSign(coSigner: VoucherSigner, lot: MaySign): Promise<readonly Hex[]> {
  try {
    return await coSigner.sign(lot)
  } catch (error) {
    if (error instanceof RetryableError) throw new CoSignerError(`the co-signer: ${error.message}`)
    throw error
  }
}

async function signAndWrite(work: SignerWork, permission: MaySign): Promise<void> {
  for (const lot of permission.inBatches(VOUCHERS)) {
    const [signatures, coSignatures] = await Promise.all([work.signer.sign(lot), coSign(work.coSigner, lot)])
    await writeVouchers(
      work.sql,
      lot.grants.map((grant, index) => ({
        ...grant,
        signature: signatures[index]!,
        coSignature: coSignatures[index]!,
      })),
      lot,
    )
    work.said('signed', lot.grants.length, lot.epoch)
  }
}

/** unix seconds */
export function endOf({ epochDuration }: Deployment, epoch: number): number {
  return (epoch + 1) * epochDuration
}

/** By key, with the contract's ids. */
export function programsOf({ programs }: Pick<Deployment, 'programs'>): { key: ProgramKey; id: bigint }[] {
  return Object.entries(programs).map(([key, { id }]) => ({ key: key as ProgramKey, id: BigInt(id) }))
}
