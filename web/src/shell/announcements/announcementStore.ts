import type { AnnouncementItem } from '@galx/protocol/http/announcements'
import { create } from 'zustand'
import { getAnnouncements } from '../../core/api/mainApi.ts'
import { LOADING, type Reading } from '../../core/state/reading.ts'

export type { AnnouncementItem }

/** The announcements in force, newest first. */
export const useAnnouncementStore = create<{ list: Reading<AnnouncementItem[]> }>()(() => ({ list: LOADING }))

/** Reads the announcements. A failure keeps the earlier announcements, or is shown if there are none. */
export async function loadAnnouncements(): Promise<void> {
  try {
    const { list } = await getAnnouncements()
    useAnnouncementStore.setState({ list: { status: 'fresh', value: list, at: Date.now() } })
  } catch (error) {
    useAnnouncementStore.setState((state) =>
      state.list.status === 'fresh' || state.list.status === 'stale'
        ? { list: { ...state.list, status: 'stale' } }
        : { list: { status: 'failed', reason: error instanceof Error ? error.message : String(error) } },
    )
  }
}
