/** Current and past transactions of this browser. Filled by the machine (runTransaction, watch); kept across reloads. */
import type { SwapSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import { create } from 'zustand'
import type { WalletCandidate } from '../wallet/walletStore.ts'
import type { NextStep, OutcomeFact, OutcomeState } from './calls/callFile.ts'
import type { IntendedCall } from './calls/index.ts'
import type { LeftOut } from './intent.ts'
import type { Problem } from './problem.ts'
import type { PreviewLine, RecordTitle, Title } from './title.ts'
import type { ApartReason } from './walletBatches.ts'

/**
 * checking: balances, chain, simulation · signing: the wallet asks the user · pending: sent, not mined ·
 * confirmed · failed: refused by a check, or mined and reverted (then `hash` is set) · replaced: another transaction took
 * its place · dropped: no node knows it any more · refused: the user said no in the wallet
 */
export type TransactionStage =
  'checking' | 'signing' | 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped' | 'refused'

export type TransactionStep = {
  kind: 'permit' | 'approve' | 'call'
  /** of permit and approve */
  token: SwapSymbol | null
  /** of a call among several: what it does */
  title?: string | Title
  status: 'waiting' | 'active' | 'done'
}

/** Calls that the wallet was asked for in one confirmation (EIP-5792). */
export type Batch = {
  /** what the wallet knows the batch by; chosen before it is asked, so that a reload can ask about it */
  id: string
  /** approvals too, in the order of the record's steps */
  calls: IntendedCall[]
  /** of the transactions that carried them out, as the wallet names them; empty until it does */
  hashes: HexString[]
  /** the wallet that was asked; absent in records of earlier versions */
  wallet?: WalletCandidate['id']
}

type Replacement = {
  /** null: another transaction used the nonce, and it could not be found */
  hash: HexString | null
  /** spedUp: the same call with another fee, whose outcome counts for this one; cancelled: an empty transfer to oneself */
  how: 'spedUp' | 'cancelled' | 'other'
}

export type StateChange = Pick<OutcomeState, 'label' | 'unit'> & { before: bigint; after: bigint }

/** The outcome of a confirmed call. */
export type Outcome = {
  facts: OutcomeFact[]
  next: NextStep | null
  /** filled once the state after the call's block has been read; empty where it was not read before */
  changes: StateChange[]
}

export type TransactionRecord = {
  id: string
  account: HexString
  chainId: number
  genesisHash: HexString
  /** the intent's line, or those of several; see titleText */
  title: RecordTitle
  /** null until the intent is prepared */
  call: IntendedCall | null
  /** see Plan */
  deal?: readonly PreviewLine[]
  /** see Plan */
  leftOut?: readonly LeftOut[]
  /** the most that the network takes at the price of gas before it was sent, wei of the chain's coin; of an approval while that is under way */
  fee?: bigint
  /** what the page shows beside it afterwards, such as the quote of a swap; amounts in wei, decimal */
  facts?: Readonly<Record<string, string>>
  stage: TransactionStage
  /** what is to be signed and sent, in order; the last one is the call */
  steps: TransactionStep[]
  /** of the call (while an approval is under way: of the approval) */
  hash: HexString | null
  nonce: number | null
  /** whether a node has shown the transaction with this nonce. Until then the nonce is a guess: no node may know of an earlier transaction yet */
  nonceSeen?: boolean
  /** milliseconds */
  startedAt: number
  sentAt: number | null
  /** the chain's head just before it was sent */
  sentBlock: bigint | null
  finishedAt: number | null
  blockNumber: bigint | null
  problem: Problem | null
  replacement: Replacement | null
  /** where several calls went to the wallet together; `hash` and `nonce` are then null */
  batch?: Batch | null
  /** why the wallet was asked for each call on its own, though it was asked for several at once */
  apart?: ApartReason | null
  /** the state that the call changes, as it was before it was sent; see OutcomeState */
  before?: readonly bigint[] | null
  /** of a confirmed call whose file reads receipts */
  outcome?: Outcome | null
}

export type TransactionState = {
  /** newest first, at most 50 */
  list: TransactionRecord[]
  /** the one the sheet shows; null: the sheet is closed */
  currentId: string | null
  /**
   * The transaction that waits for long: for a wallet that has not answered for some time, for an approval to be mined, or for the
   * person, who may send what no node can try (`goOn`). `stop` ends the waiting, and the transaction with it.
   */
  silent: { id: string; stop: () => void; approval?: boolean; goOn?: () => void } | null
}

export const useTransactionStore = create<TransactionState>()(() => ({
  list: [],
  currentId: null,
  silent: null,
}))

/** Closes the sheet; the transaction goes on. */
export function dismissTransaction(): void {
  useTransactionStore.setState({ currentId: null })
}

/** Opens the sheet on a transaction of the list. */
export function showTransaction(id: string): void {
  useTransactionStore.setState({ currentId: id })
}

export function currentTransaction(state: TransactionState): TransactionRecord | null {
  return state.list.find((record) => record.id === state.currentId) ?? null
}

const BUSY_STAGES: readonly TransactionStage[] = ['checking', 'signing']

/** Whether a transaction is being prepared or signed: a second one must wait. */
export function hasOpenTransaction(state: TransactionState): boolean {
  return state.list.some((record) => BUSY_STAGES.includes(record.stage))
}
