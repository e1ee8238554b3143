/** The account's state in the community, without React. */
import type { UserInfo } from '@galx/protocol/http/userInfo'
import type { AppState } from '../core/state/appStore.ts'

/** The account's state: the data to show, or the first step. */
export type CommunityState =
  | { kind: 'notConnected'; busy: boolean }
  | { kind: 'loading' }
  /** the API does not answer */
  | { kind: 'unreachable' }
  | { kind: 'known'; info: UserInfo; signedIn: boolean }

type Known = Pick<AppState, 'address' | 'connection' | 'userInfo' | 'userInfoStatus' | 'userToken'>

export function communityState(app: Known): CommunityState {
  if (app.address === null) {
    return { kind: 'notConnected', busy: ['searching', 'choosing', 'connecting'].includes(app.connection) }
  }
  // The state may still hold the info of an account that was connected before.
  if (app.userInfo !== null && app.userInfo.address === app.address) {
    return { kind: 'known', info: app.userInfo, signedIn: app.userToken !== null }
  }
  return app.userInfoStatus === 'failed' ? { kind: 'unreachable' } : { kind: 'loading' }
}
