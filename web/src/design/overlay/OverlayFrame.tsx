import '../../builtIns/weakRef.ts'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useRef, type RefObject } from 'react'
import { said } from '../Amount/said.tsx'
import { classNames } from '../classNames.ts'
import { IconButton } from '../Button/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { focusAfterOverlay } from './opener.ts'
import { registerOverlay } from './overlayHistory.ts'
import type { PlacedOverlayProps } from './overlayProps.ts'
import styles from './OverlayFrame.module.css'
import { designTexts } from '../texts.ts'

/**
 * The one modal of the app (Base UI's dialog: role, focus in, trap, Escape, focus back), drawn as a bottom sheet, a
 * drawer at the right or a dialog in the middle. Loaded after the first paint; use Sheet, Drawer or Dialog.
 */
export default function OverlayFrame({
  placement,
  open,
  onClose,
  title,
  hideTitle = false,
  children,
  footer,
  dismissible = true,
}: PlacedOverlayProps) {
  const texts = useTexts(designTexts)
  const close = useRef(onClose)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    if (!open || !dismissible) return
    return registerOverlay(() => close.current())
  }, [open, dismissible])

  // The dialog's own focus trap reacts one frame after a Tab. On a slow phone the next Tab, or a navigation, can leave the dialog before that.
  // So the dialog takes the focus back from the app. A wallet's own window is outside the app and keeps its focus.
  useEffect(() => {
    if (!open) return
    const restoreFocus = ({ target }: FocusEvent) => {
      if (document.getElementById('root')?.contains(target as Node)) popup.current?.focus()
    }
    document.addEventListener('focusin', restoreFocus)
    return () => document.removeEventListener('focusin', restoreFocus)
  }, [open])

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && dismissible) onClose()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          ref={popup}
          className={classNames(styles.popup, styles[placement])}
          initialFocus={popup as RefObject<HTMLElement | null>}
          finalFocus={focusAfterOverlay}
        >
          <div className={styles.head}>
            <Dialog.Title className={classNames(styles.title, hideTitle && 'visually-hidden')}>
              {said(title)}
            </Dialog.Title>
            {dismissible && (
              <IconButton icon="close" label={texts.close} className={styles.close ?? ''} onClick={onClose} />
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
