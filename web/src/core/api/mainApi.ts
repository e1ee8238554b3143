/** The calls of the main API, typed by the schemas the server validates with. Errors: see client.ts. */
import type { ActivityData } from '@galx/protocol/http/activity'
import type { AnnouncementsData } from '@galx/protocol/http/announcements'
import type { FansData, FansQuery, InvitePreviewData } from '@galx/protocol/http/community'
import type { AuthData, NonceData } from '@galx/protocol/http/session'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import { callServer } from './client.ts'

export type PageRequest = {
  /** `nextCursor` of the page before */
  cursor?: string | undefined
  /** 1–100 */
  limit?: number
}

/** The text to sign for signing in. */
export function requestNonce(address: string) {
  return callServer<NonceData>('main', 'POST', `/api/user/public/nonce/${address}`)
}

export function authenticate(address: string, signature: string) {
  return callServer<AuthData>('main', 'POST', `/api/user/public/auth/${address}`, { body: { signature } })
}

export function getUserInfo(address: string) {
  return callServer<UserInfo>('main', 'GET', '/api/getAAAUserInfo', { query: { address }, background: true })
}

/** Names the inviter of the signed-in account; pending until its first stake. */
export function bindInviter(inviteCode: string) {
  return callServer<UserInfo>('main', 'POST', '/api/bindSuggest1', { body: { inviteCode } })
}

/** The direct members of the signed-in account. */
export function getFans(query: PageRequest & Pick<FansQuery, 'sort'> = {}) {
  return callServer<FansData>('main', 'GET', '/api/getFans1', { query: { ...query }, background: true })
}

/** Who stands behind an invite code. */
export function getInvitePreview(code: string) {
  return callServer<InvitePreviewData>('main', 'GET', '/api/invitePreview', {
    query: { code },
    background: true,
  })
}

/** What the signed-in account did, newest first. */
export function getActivity(query: PageRequest = {}) {
  return callServer<ActivityData>('main', 'GET', '/api/activity', { query: { ...query }, background: true })
}

export function getAnnouncements() {
  return callServer<AnnouncementsData>('main', 'GET', '/api/announcements', { background: true })
}
