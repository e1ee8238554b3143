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
 * its place · dropped: no node knows it any more · refused: the user declined in the wallet
 */
export type TransactionStage =
  'checking' | 'signing' | 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped' | 'refused'

export type TransactionStep = {
  kind: 'permit' | 'approve' | 'call'
  /** the token of permit and approve */
  token: SwapSymbol | null
  /** of a call among several: its title */
  title?: string | Title
  status: 'waiting' | 'active' | 'done'
}

/** Calls that were sent to the wallet for one confirmation (EIP-5792). */
export type Batch = {
  /** the batch's id at the wallet; chosen before the wallet is asked, so that the app can ask about the batch after a reload */
  id: string
  /** including approvals, in the order of the record's steps */
  calls: IntendedCall[]
  /** the transactions that carried out the calls; empty until the wallet names them */
  hashes: HexString[]
  /** the wallet that received the batch; absent in records of earlier versions */
  wallet?: WalletCandidate['id']
}

type Replacement = {
  /** null: another transaction used the nonce, and the app could not find that transaction */
  hash: HexString | null
  /** spedUp: the same call with another fee (its outcome counts for this record); cancelled: an empty transfer to the account itself */
  how: 'spedUp' | 'cancelled' | 'other'
}

export type StateChange = Pick<OutcomeState, 'label' | 'unit'> & { before: bigint; after: bigint }

/** The outcome of a confirmed call. */
export type Outcome = {
  facts: OutcomeFact[]
  next: NextStep | null
  /** filled once the state after the call's block has been read; stays empty if the state before the call was not read */
  changes: StateChange[]
}

export type TransactionRecord = {
  id: string
  account: HexString
  chainId: number
  genesisHash: HexString
  /** the title of the intent, or the titles of several; see titleText */
  title: RecordTitle
  /** null until the intent is prepared */
  call: IntendedCall | null
  /** see Plan */
  deal?: readonly PreviewLine[]
  /** see Plan */
  leftOut?: readonly LeftOut[]
  /** the highest network fee, at the gas price just before sending, wei of the chain's coin; the approval's fee while an approval is running */
  fee?: bigint
  /** the name of the sponsor that pays the network fee, perhaps empty; null: the account pays the fee */
  sponsor?: string | null
  /** data that the page shows beside the transaction afterwards, such as the quote of a swap; amounts in wei, decimal */
  facts?: Readonly<Record<string, string>>
  stage: TransactionStage
  /** the steps to sign and send, in order; the last step is the call */
  steps: TransactionStep[]
  /** the hash of the call; while an approval is running, the hash of the approval */
  hash: HexString | null
  nonce: number | null
  /** whether a node has shown the transaction with this nonce. Until then the nonce is a guess: an earlier transaction may have used it */
  nonceSeen?: boolean
  /** the pending transaction as a node has shown it, with its signature: its bytes can be sent again (sendAgain.ts) */
  signed?: object | null
  /** milliseconds */
  startedAt: number
  sentAt: number | null
  /** the chain's head just before sending */
  sentBlock: bigint | null
  finishedAt: number | null
  blockNumber: bigint | null
  problem: Problem | null
  replacement: Replacement | null
  /** set if several calls went to the wallet together; `hash` and `nonce` are then null */
  batch?: Batch | null
  /** the reason why a batch fell back to separate calls */
  apart?: ApartReason | null
  /** the figures that the call changes, read before it was sent; see OutcomeState */
  before?: readonly bigint[] | null
  /** of linked intents (sendLinked): all of them in one batch, or one of two that are confirmed one after the other */
  linked?: 'together' | 'first' | 'last'
  /** of the last of two linked intents: the record of the first, and its outcome */
  after?: string
  earlier?: OutcomeFact[]
  /** see Plan */
  next?: NextStep
  /** set for a confirmed call whose file reads receipts */
  outcome?: Outcome | null
}

export type TransactionState = {
  /** newest first, at most 50 */
  list: TransactionRecord[]
  /** the record that the sheet shows; null: the sheet is closed */
  currentId: string | null
  /**
   * A transaction that has waited for a long time: for the wallet's answer, for an approval to be mined, or for the
   * person's decision to go on although a check gave no result (`goOn`). `stop` ends the wait and the transaction. `linked`: a sent
   * transaction, for which a linked intent waits; `stop` then only gives up that intent.
   */
  silent: { id: string; stop: () => void; approval?: boolean; linked?: boolean; goOn?: () => void } | null
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

/** Whether a transaction is being prepared or signed. A second transaction must wait. */
export function hasOpenTransaction(state: TransactionState): boolean {
  return state.list.some((record) => BUSY_STAGES.includes(record.stage))
}
