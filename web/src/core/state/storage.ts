/**
 * Local storage that never throws: private windows and some wallet browsers refuse storage. Values that could not be written are
 * kept in memory, so that the app works until the page is closed.
 */
const remembered = new Map<string, string | null>()

/** The agreed keys. The key of the language is in i18n/language.ts. */
export const TOKEN_KEY = 'set_userToken'
export const INVITE_CODE_KEY = 'inviteCode'

export function readStored(key: string): string | null {
  const own = remembered.get(key)
  if (own !== undefined) return own
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
    remembered.delete(key)
  } catch {
    remembered.set(key, value)
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key)
    remembered.delete(key)
  } catch {
    remembered.set(key, null)
  }
}
