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

/** Every sheet and dialog of the frame, in a chunk that the first paint does not need. */
export default function ShellOverlays() {
  useEffect(() => {
    // Loads the modal's code at the first touch or key, before the first sheet opens. Many visits open no sheet.
    const load = () => void loadOverlay()
    // The outage banner must be loaded before an outage. The check for a new version must be loaded before new files replace these files.
    import('./RareBanners.tsx').then(
      ({ watchVersion }) => watchVersion(),
      () => {},
    )
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
