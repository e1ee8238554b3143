import { useSyncExternalStore } from 'react'
import { said } from '../Amount/said.tsx'
import { classNames } from '../classNames.ts'
import { Icon } from '../Icon/Icon.tsx'
import { shownToast, subscribeToToasts } from './toast.ts'
import styles from './Toast.module.css'

const icons = { info: 'info', good: 'check', bad: 'warning' } as const

/**
 * The place where toasts appear: one at a time, above everything, announced politely. The live region stays in the
 * document while it is empty, or screen readers would miss the first toast. The explicit aria-live keeps open modals
 * from hiding the region.
 */
export function ToastRegion() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast)
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toast !== undefined && (
        <div key={toast.id} className={classNames(styles.toast, styles[toast.kind])}>
          <Icon name={icons[toast.kind]} size={18} />
          <span>{said(toast.text)}</span>
        </div>
      )}
    </div>
  )
}
