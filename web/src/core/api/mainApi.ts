/** The calls of the main API, typed by the schemas the server validates with. Errors: see client.ts. */
import type { ActivityData } from '@galx/protocol/http/activity'
import type { AnnouncementsData } from '@galx/protocol/http/announcements'
import type { FansData, FansQuery, InvitePreviewData } from '@galx/protocol/http/community'
import type { AuthData, NonceData } from '@galx/protocol/http/session'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import { callServer } from './client.ts'

export interface PageRequest {
  /** `nextCursor` of the page before */
  cursor?: string | undefined
  /** 1–100 */
  limit?: number
}

/** The text to sign for signing in. */
export const requestNonce = (address: string) =>
  callServer<NonceData>('main', 'POST', `/api/user/public/nonce/${address}`)

export const authenticate = (address: string, signature: string) =>
  callServer<AuthData>('main', 'POST', `/api/user/public/auth/${address}`, { body: { signature } })

export const getUserInfo = (address: string) =>
  callServer<UserInfo>('main', 'GET', '/api/getAAAUserInfo', { query: { address }, background: true })

/** Names the inviter of the signed-in account; pending until its first stake. */
export const bindInviter = (inviteCode: string) =>
  callServer<UserInfo>('main', 'POST', '/api/bindSuggest1', { body: { inviteCode } })

/** The direct members of the signed-in account. */
export const getFans = (query: PageRequest & Pick<FansQuery, 'sort'> = {}) =>
  callServer<FansData>('main', 'GET', '/api/getFans1', { query: { ...query }, background: true })

/** Who stands behind an invite code. */
export const getInvitePreview = (code: string) =>
  callServer<InvitePreviewData>('main', 'GET', '/api/invitePreview', { query: { code }, background: true })

/** What the signed-in account did, newest first. */
export const getActivity = (query: PageRequest = {}) =>
  callServer<ActivityData>('main', 'GET', '/api/activity', { query: { ...query }, background: true })

export const getAnnouncements = () =>
  callServer<AnnouncementsData>('main', 'GET', '/api/announcements', { background: true })
