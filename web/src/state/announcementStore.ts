/** Announcements: one that is new to the account opens by itself, once; any can be opened again. The shell renders the dialog. */
import type { AnnouncementItem } from '@galx/protocol/http/announcements'
import { create } from 'zustand'
import { ApiError } from '../api/apiError.ts'
import { getAnnouncements } from '../api/mainApi.ts'
import { useAppStore } from './appStore.ts'
import { readStored, writeStored } from './storage.ts'

export type { AnnouncementItem }

export interface AnnouncementState {
  /** newest first */
  list: AnnouncementItem[]
  /** the one the dialog shows; null: closed */
  open: AnnouncementItem | null
}

export const useAnnouncementStore = create<AnnouncementState>()(() => ({ list: [], open: null }))

/** Before an account is connected, what was seen is kept for the browser. */
const seenKey = () => `galx_seenAnnouncements_${useAppStore.getState().address ?? 'visitor'}`
const KEPT = 100

function seen(): string[] {
  try {
    const ids: unknown = JSON.parse(readStored(seenKey()) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Reads the announcements and opens the newest that this account has not seen. Without the server: none. */
export async function loadAnnouncements(): Promise<void> {
  try {
    const { list } = await getAnnouncements()
    useAnnouncementStore.setState({ list })
    openUnseen()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Opens the newest unseen one, unless one is open. Called after loading and when the account is known. */
export function openUnseen(): void {
  const { list, open } = useAnnouncementStore.getState()
  if (open !== null) return
  const known = seen()
  const unseen = list.find(({ id }) => !known.includes(id))
  if (unseen) openAnnouncement(unseen)
}

/** Opens one, and takes it as seen: a reload does not open it again. */
export function openAnnouncement(item: AnnouncementItem): void {
  writeStored(seenKey(), JSON.stringify([item.id, ...seen().filter((id) => id !== item.id)].slice(0, KEPT)))
  useAnnouncementStore.setState({ open: item })
}

export function closeAnnouncement(): void {
  useAnnouncementStore.setState({ open: null })
}
