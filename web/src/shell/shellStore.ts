import { create } from 'zustand'

/** The sheets that belong to the frame. Only one of them is open at a time. */
export type ShellSheet = 'menu' | 'invite' | 'announcements' | 'account' | 'node'

type ShellState = {
  sheet: ShellSheet | null
}

export const useShellStore = create<ShellState>()(() => ({ sheet: null }))

/** Opens one of the frame's sheets in place of an open sheet. Pages use it too (invite friends). */
export function openSheet(sheet: ShellSheet): void {
  useShellStore.setState({ sheet })
}

/** Closes `sheet` if it is open; without an argument closes any open sheet. */
export function closeSheet(sheet?: ShellSheet): void {
  useShellStore.setState((state) => (sheet === undefined || state.sheet === sheet ? { sheet: null } : state))
}
