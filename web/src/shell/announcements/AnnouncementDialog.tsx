import { useEffect, useState } from 'react'
import { Button } from '../../design/Button/Button.tsx'
import { Dialog } from '../../design/Dialog/Dialog.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { useConfig } from '../../core/config/configStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore, type ConnectionStatus } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { useShellStore } from '../shellStore.ts'
import { useLastDefined } from '../transactions/useLastDefined.ts'
import { loadAnnouncements, useAnnouncementStore, type AnnouncementItem } from './announcementStore.ts'
import { markSeen, unseen } from './seen.ts'
import styles from './Announcement.module.css'
import { shellTexts } from '../texts.ts'

/** While a wallet connects, the account is unknown and the wallet's own window has priority. */
const connecting: readonly ConnectionStatus[] = ['searching', 'choosing', 'connecting']

/** Opens by itself for announcements that the account has not seen, once for each announcement. The menu's sheet still lists them. */
export function AnnouncementDialog() {
  const texts = useTexts(shellTexts)
  const ready = useConfig() !== null
  const list = useAnnouncementStore((state) => state.list)
  const address = useAppStore((state) => state.address)
  const settled = useAppStore(({ connection }) => !connecting.includes(connection))
  const busy = useShellStore(({ sheet }) => sheet !== null)
  const transaction = useTransactionStore(({ currentId }) => currentId !== null)
  const [queue, setQueue] = useState<AnnouncementItem[]>([])
  const [current] = queue
  const shown = useLastDefined(current)

  useEffect(() => {
    if (ready) void loadAnnouncements()
  }, [ready])

  useEffect(() => {
    const items = valueOf(list)
    if (items === undefined || !settled || busy || transaction || current !== undefined) return
    // A wallet's confirmation may be on the screen, or the person may be typing: announcements wait for a quiet moment.
    const timer = setInterval(() => {
      if (document.querySelector('[role=dialog]') !== null) return
      if (document.activeElement?.matches('input, textarea, select') === true) return
      clearInterval(timer)
      const fresh = new Set(
        unseen(
          items.map(({ id }) => id),
          address,
        ),
      )
      setQueue(items.filter(({ id }) => fresh.has(id)))
    }, 400)
    return () => clearInterval(timer)
  }, [list, settled, busy, transaction, address, current])

  useEffect(() => {
    if (current !== undefined) markSeen(current.id, address)
  }, [current, address])

  const left = queue.length - 1
  return (
    <Dialog
      open={current !== undefined}
      onClose={() => setQueue([])}
      title={shown?.title ?? texts.announcements}
      footer={
        left > 0 ? (
          <Button wide onClick={() => setQueue(queue.slice(1))}>
            {texts.nextAnnouncement(String(left))}
          </Button>
        ) : (
          <Button wide onClick={() => setQueue([])}>
            {texts.gotIt}
          </Button>
        )
      }
    >
      {shown !== undefined && <AnnouncementText item={shown} />}
    </Dialog>
  )
}

/** The body as plain text, with its paragraphs. */
export function AnnouncementText({ item }: { item: AnnouncementItem }) {
  return (
    <>
      <p className={styles.when}>
        <RelativeTime at={Number(item.publishedAt)} />
      </p>
      <p className={styles.body}>{item.body}</p>
    </>
  )
}
