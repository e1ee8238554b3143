import type { AnnouncementItem } from '@galx/protocol/http/announcements'
import { create } from 'zustand'
import { getAnnouncements } from '../../core/api/mainApi.ts'
import { presentMilliseconds } from '../../core/chain/chainNow.ts'
import { LOADING, type Reading } from '../../core/state/reading.ts'

export type { AnnouncementItem }

/** The announcements in force, newest first. */
export const useAnnouncementStore = create<{ list: Reading<AnnouncementItem[]> }>()(() => ({ list: LOADING }))

/** Reads the announcements. After a failure the earlier announcements stay. The failure is shown only without earlier announcements. */
export async function loadAnnouncements(): Promise<void> {
  try {
    const { list } = await getAnnouncements()
    useAnnouncementStore.setState({ list: { status: 'fresh', value: list, at: presentMilliseconds() } })
  } catch (error) {
    useAnnouncementStore.setState((state) =>
      state.list.status === 'fresh' || state.list.status === 'stale'
        ? { list: { ...state.list, status: 'stale' } }
        : { list: { status: 'failed', reason: error instanceof Error ? error.message : String(error) } },
    )
  }
}
