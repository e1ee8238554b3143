import { useEffect } from 'react'
import { loadOverlay } from '../../design/overlay/Overlay.tsx'
import { AnnouncementDialog } from '../announcements/AnnouncementDialog.tsx'
import { AnnouncementsSheet } from '../announcements/AnnouncementsSheet.tsx'
import { InviteSheet } from '../invite/InviteSheet.tsx'
import { MenuDrawer } from '../menu/MenuDrawer.tsx'
import { NodeSheet } from '../node/NodeSheet.tsx'
import { TransactionSheet } from '../transactions/TransactionSheet.tsx'
import { AccountSheet } from '../wallet/AccountSheet.tsx'
import { OpenInWalletSheet } from '../wallet/OpenInWalletSheet.tsx'
import { WalletChoiceSheet } from '../wallet/WalletChoiceSheet.tsx'

/** Every sheet and dialog of the frame. A chunk of its own, off the first paint. */
export default function ShellOverlays() {
  useEffect(() => {
    // The modal's code at the first touch or key, ahead of the sheet that it may open: many visits open none.
    const load = () => void loadOverlay()
    // What says that a server is away must be here before it is.
    import('./RareBanners.tsx').catch(() => {})
    const options = { once: true, capture: true }
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, load, options)
    return () => {
      for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, load, options)
    }
  }, [])
  return (
    <>
      <MenuDrawer />
      <InviteSheet />
      <AnnouncementsSheet />
      <AnnouncementDialog />
      <AccountSheet />
      <WalletChoiceSheet />
      <OpenInWalletSheet />
      <TransactionSheet />
      <NodeSheet />
    </>
  )
}
