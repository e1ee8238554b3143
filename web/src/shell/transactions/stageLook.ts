import type { IconName } from '../../design/Icon/Icon.tsx'
import type { TransactionRecord, TransactionStage } from '../../core/transactions/transactionStore.ts'

export type StageLook = {
  icon: IconName
  tone: 'waiting' | 'good' | 'bad' | 'quiet'
}

const looks: Record<TransactionStage, StageLook> = {
  checking: { icon: 'shield', tone: 'waiting' },
  signing: { icon: 'wallet', tone: 'waiting' },
  pending: { icon: 'clock', tone: 'waiting' },
  confirmed: { icon: 'check', tone: 'good' },
  failed: { icon: 'warning', tone: 'bad' },
  replaced: { icon: 'swap', tone: 'quiet' },
  dropped: { icon: 'warning', tone: 'bad' },
  refused: { icon: 'close', tone: 'quiet' },
}

/** The look of a transaction's stage. */
export function stageLook(stage: TransactionStage): StageLook {
  return looks[stage]
}

/** Whether a transaction can still change by itself. */
export function isInProgress({ stage }: TransactionRecord): boolean {
  return stage === 'checking' || stage === 'signing' || stage === 'pending'
}
