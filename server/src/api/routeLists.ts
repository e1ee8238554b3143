/** The calls of each listener. One that is not built is not in the list, and so answers 404. */
import type { Route } from './route.ts'
import { activity } from './routes/activity.ts'
import { activityCsv } from './routes/activityCsv.ts'
import { announcements } from './routes/announcements.ts'
import { auth } from './routes/auth.ts'
import { bindSuggest1 } from './routes/bindSuggest1.ts'
import { getAAAUserInfo } from './routes/getAAAUserInfo.ts'
import { getFans1 } from './routes/getFans1.ts'
import { invitePreview } from './routes/invitePreview.ts'
import { nonce } from './routes/nonce.ts'
import { revokeSessions } from './routes/revokeSessions.ts'
import { sessions } from './routes/sessions.ts'
import { galxMcmStake, galxStake } from './routes/stakeReports.ts'

export const mainApiRoutes: readonly Route[] = [
  nonce,
  auth,
  getAAAUserInfo,
  bindSuggest1,
  getFans1,
  activity,
  activityCsv,
  sessions,
  revokeSessions,
  invitePreview,
  announcements,
]

export const btcApiRoutes: readonly Route[] = [galxStake, galxMcmStake]
