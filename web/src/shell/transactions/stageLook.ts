import type { IconName } from '../../design/Icon/Icon.tsx'
import type { TransactionRecord, TransactionStage } from '../../core/transactions/transactionStore.ts'

export interface StageLook {
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

/** How a stage of a transaction is drawn. */
export const stageLook = (stage: TransactionStage): StageLook => looks[stage]

/** Whether a transaction can still change by itself. */
export const isUnderWay = ({ stage }: TransactionRecord): boolean =>
  stage === 'checking' || stage === 'signing' || stage === 'pending'
