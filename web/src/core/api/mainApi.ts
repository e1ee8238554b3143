/** The calls of the main API, typed by the schemas the server validates with. Errors: see client.ts. */
import type { ActivityData, ActivityQuery } from '@galx/protocol/http/activity'
import type { AnnouncementsData } from '@galx/protocol/http/announcements'
import type {
  FansData,
  FansQuery,
  InvitePreviewData,
  ReferralsData,
  ReferralsQuery,
} from '@galx/protocol/http/community'
import type { PriceHistoryData, PriceHistoryQuery } from '@galx/protocol/http/priceHistory'
import type { EarningsData, EarningsQuery } from '@galx/protocol/http/earnings'
import type { PassesData } from '@galx/protocol/http/passes'
import type { AuthData, NonceData, RevokeData, SessionsData } from '@galx/protocol/http/session'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import { callServer } from './client.ts'

export type PageRequest = {
  /** `nextCursor` of the previous page */
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

/** Ends the session of a token that this device used. Also resolves if the session has already ended. */
export async function endSessionOf(token: string): Promise<void> {
  const { list } = await callServer<SessionsData>('main', 'GET', '/api/sessions', { token, background: true })
  const id = list.find(({ current }) => current)?.id
  if (id === undefined) return
  await callServer<RevokeData>('main', 'POST', '/api/sessions/revoke', {
    token,
    body: { id },
    background: true,
  })
}

export function getUserInfo(address: string) {
  return callServer<UserInfo>('main', 'GET', '/api/getAAAUserInfo', { query: { address }, background: true })
}

/** Names the inviter of the signed-in account; pending until its first stake. */
export function bindInviter(inviteCode: string) {
  return callServer<UserInfo>('main', 'POST', '/api/bindSuggest1', { body: { inviteCode } })
}

/** The direct members of the signed-in account; with a pool, also their weights in the pool. */
export function getFans(query: PageRequest & Pick<FansQuery, 'sort' | 'pool'> = {}) {
  return callServer<FansData>('main', 'GET', '/api/getFans1', { query: { ...query }, background: true })
}

/** The results of the signed-in account's invitations in the last days. */
export function getReferrals(query: ReferralsQuery) {
  return callServer<ReferralsData>('main', 'GET', '/api/referrals', { query, background: true })
}

/** The account that an invite code belongs to. */
export function getInvitePreview(code: string) {
  return callServer<InvitePreviewData>('main', 'GET', '/api/invitePreview', {
    query: { code },
    background: true,
  })
}

/** The history of the signed-in account, newest first; can be limited to one kind or product. */
export function getActivity(query: PageRequest & Pick<ActivityQuery, 'kind' | 'product'> = {}) {
  return callServer<ActivityData>('main', 'GET', '/api/activity', { query: { ...query }, background: true })
}

export function getAnnouncements() {
  return callServer<AnnouncementsData>('main', 'GET', '/api/announcements', { background: true })
}

export function getPriceHistory(query: PriceHistoryQuery) {
  return callServer<PriceHistoryData>('main', 'GET', '/api/getPriceHistory', {
    query: { ...query },
    background: true,
  })
}

/** The rewards of an account's weight in a pool, period by period. */
export function getEarnings(query: EarningsQuery) {
  return callServer<EarningsData>('main', 'GET', '/api/earnings', { query: { ...query }, background: true })
}

/** The node passes of the signed-in account, as of the last final block. */
export function getPasses(request: PageRequest = {}) {
  return callServer<PassesData>('main', 'POST', '/api/getNft', { body: request, background: true })
}
