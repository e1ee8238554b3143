import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { showTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import frame from '../frame/StatusBanners.module.css'
import { shellTexts } from '../texts.ts'

/** The number of the account's pending transactions; a press shows the newest. */
export function PendingPill() {
  const texts = useTexts(shellTexts)
  const address = useAppStore((state) => state.address)
  const list = useTransactionStore((state) => state.list)
  const sheetOpen = useTransactionStore(({ currentId }) => currentId !== null)
  const pending = list.filter(({ stage, account }) => stage === 'pending' && account === address)
  const [newest] = pending
  if (newest === undefined || sheetOpen) return null
  return (
    <button type="button" className={frame.pill} onClick={() => showTransaction(newest.id)}>
      <Icon name="clock" size={18} />
      {texts.pendingCount(String(pending.length))}
    </button>
  )
}
