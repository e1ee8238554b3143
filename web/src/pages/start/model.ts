/** The steps of the invitation landing, without React. */
import { cleanCode, isWholeCode } from '../../invitation/inviteCode.ts'
import type { AppState } from '../../core/state/appStore.ts'

/** How a step stands: done, the one to do now, or not reached yet. */
export type StepStatus = 'done' | 'current' | 'waiting'

export type Steps = {
  connect: StepStatus
  signIn: StepStatus
  bind: StepStatus
  /** all that can be done here is done */
  finished: boolean
}

type Known = Pick<AppState, 'address' | 'connection' | 'userToken' | 'userInfo'>

/**
 * Connect → sign in → bind; exactly one step is current until all are done. An account that has an inviter (pending or
 * permanent) has bound. Without a code binding is offered all the same, and may be skipped.
 */
export function stepsOf(app: Known): Steps {
  const connected = app.address !== null && app.connection !== 'wrongChain'
  const signedIn = connected && app.userToken !== null
  // The info of an account that was connected before says nothing about this one.
  const info = app.userInfo?.address === app.address ? app.userInfo : null
  const bound = connected && info !== null && info.FAddress !== null
  return {
    connect: connected ? 'done' : 'current',
    signIn: signedIn ? 'done' : connected ? 'current' : 'waiting',
    bind: bound ? 'done' : signedIn ? 'current' : 'waiting',
    finished: signedIn && bound,
  }
}

/**
 * The invite code of the address: `inviteCode` (the copied link) or `invite`, else the saved one.
 * @returns the code in its normal form, '' when there is one that cannot be right, null when there is none
 */
export function landingCode(search: string, saved: string | null): string | null {
  const query = new URLSearchParams(search)
  const raw = query.get('inviteCode') ?? query.get('invite') ?? saved
  if (raw === null || raw.trim() === '') return null
  const code = cleanCode(raw)
  return isWholeCode(code) && raw.trim().length === code.length ? code : ''
}
