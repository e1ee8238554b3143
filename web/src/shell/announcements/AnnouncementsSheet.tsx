import { useEffect } from 'react'
import { Button } from '../../design/Button/Button.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { closeSheet, useShellStore } from '../shellStore.ts'
import { AnnouncementText } from './AnnouncementDialog.tsx'
import { loadAnnouncements, useAnnouncementStore } from './announcementStore.ts'
import styles from './Announcement.module.css'
import { shellTexts } from '../texts.ts'

/** All announcements in force, opened from the menu's foot. */
export function AnnouncementsSheet() {
  const texts = useTexts(shellTexts)
  const open = useShellStore(({ sheet }) => sheet === 'announcements')
  useEffect(() => {
    if (open) void loadAnnouncements()
  }, [open])
  return (
    <Sheet open={open} onClose={() => closeSheet('announcements')} title={texts.announcements}>
      <Announcements />
    </Sheet>
  )
}

function Announcements() {
  const texts = useTexts(shellTexts)
  const list = useAnnouncementStore((state) => state.list)
  if (list.status === 'loading') {
    return (
      <div className={styles.list}>
        <Skeleton width="60%" />
        <Skeleton height="4em" shape="block" />
      </div>
    )
  }
  if (list.status === 'failed') {
    return (
      <ErrorState
        title={texts.announcementsFailed}
        action={
          <Button variant="secondary" onClick={() => void loadAnnouncements()}>
            {texts.retry}
          </Button>
        }
      />
    )
  }
  if (list.value.length === 0) {
    return (
      <EmptyState icon="megaphone" title={texts.announcementsEmpty} text={texts.announcementsEmptyHint} />
    )
  }
  return (
    <ul className={styles.list}>
      {list.value.map((item) => (
        <li key={item.id} className={styles.item}>
          <h3>{item.title}</h3>
          <AnnouncementText item={item} />
        </li>
      ))}
    </ul>
  )
}
