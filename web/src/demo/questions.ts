/** The demo wallet's questions to the user: one at a time, in order. */
import type { HexString } from '@galx/protocol/webConfig'
import { USER_REFUSED } from '@galx/protocol/walletErrors'
import { create } from 'zustand'
import type { BatchCall } from './batches.ts'

export type TypedData = {
  primaryType: string
  domain: { name?: string; chainId?: number | string; verifyingContract?: string }
  message: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
}

export type Question =
  /** account null: the confirmation creates the keys */
  | { kind: 'connect'; account: HexString | null }
  | { kind: 'switch'; account: HexString | null; chainId: number }
  | { kind: 'message'; account: HexString; text: string }
  | { kind: 'typedData'; account: HexString; data: TypedData }
  /** fee: the highest fee in wei; null if the fee is unknown until an earlier call is carried out */
  | ({ kind: 'transaction'; account: HexString; fee: bigint | null } & BatchCall)
  | { kind: 'calls'; account: HexString; calls: BatchCall[]; fee: bigint | null }

type Open = {
  question: Question
  answer: (approved: boolean) => void
}

export const useQuestions = create<{
  open: Open[]
  /** id of the calls whose progress the app wants to show; null: none */
  shownBatch: string | null
}>()(() => ({ open: [], shownBatch: null }))

/** An error of EIP-1193. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** Shows the question; resolves when the user confirms. @throws ProviderError 4001 when the user rejects */
export async function ask(question: Question): Promise<void> {
  const approved = await new Promise<boolean>((resolve) => {
    const open: Open = {
      question,
      answer: (given) => {
        useQuestions.setState((state) => ({ open: state.open.filter((item) => item !== open) }))
        resolve(given)
      },
    }
    useQuestions.setState((state) => ({ open: [...state.open, open] }))
  })
  if (!approved) throw new ProviderError(USER_REFUSED, 'The user rejected the request')
}

/** Rejects every open question, as if the wallet was closed. */
export function rejectAll(): void {
  for (const { answer } of useQuestions.getState().open) answer(false)
}
