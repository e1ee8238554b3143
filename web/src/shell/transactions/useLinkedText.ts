import type { ReactNode } from 'react'
import { linkedTexts } from '../../core/transactions/linkedTexts.ts'
import type { OutcomeFact } from '../../core/transactions/calls/callFile.ts'
import { useTransactionStore, type TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { shownDecimals } from '../../design/Amount/shownDecimals.ts'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/**
 * The sentence of a linked intent: what comes next in a swap with its stake; afterwards, how much arrived, was staked and is left.
 * @returns null for any other transaction, and in the stages without a sentence of their own
 */
export function useLinkedText(record: TransactionRecord): ReactNode {
  const texts = useTexts(linkedTexts)
  const { stage, linked } = record
  const waits = useTransactionStore(({ silent }) => silent?.id === record.id)
  const follows = useTransactionStore(({ list }) =>
    list.some((other) => other.after === record.id && ['pending', 'confirmed'].includes(other.stage)),
  )
  if (linked === undefined) return null
  if (stage === 'signing') return texts[linked]
  if (stage === 'pending') {
    if (linked === 'first') return waits ? texts.firstPending : texts.firstAlone
    return linked === 'together' ? texts.togetherPending : texts.last
  }
  if (stage === 'refused') return linked === 'last' ? texts.lastUnsent : null
  if (stage !== 'confirmed') return null
  if (linked === 'first') return follows ? null : texts.firstDone
  const facts = [...(record.earlier ?? []), ...(record.outcome?.facts ?? [])]
  const staked = facts.find(({ label }) => label === 'staked')
  const received = facts.find(({ label, token }) => label === 'received' && token === staked?.token)
  if (staked === undefined || received === undefined) return null
  const text = (amount: bigint) => amountOf({ ...staked, amount })
  const kept = received.amount - staked.amount
  return said(
    kept > 0n
      ? texts.kept(text(received.amount), text(staked.amount), text(kept))
      : texts.received(text(received.amount), text(staked.amount)),
  )
}

function amountOf({ amount, token }: Pick<OutcomeFact, 'amount' | 'token'>): string {
  return `${ownText(amountText(amount, 18, 2, shownDecimals(token)))} ${token}`
}
