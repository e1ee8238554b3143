/** The steps of the invitation landing, without React. */
import { cleanCode, isWholeCode } from '../../invitation/inviteCode.ts'
import type { AppState } from '../../core/state/appStore.ts'

/** The state of a step: done, current, or not reached yet. */
export type StepStatus = 'done' | 'current' | 'waiting'

export type Steps = {
  connect: StepStatus
  signIn: StepStatus
  bind: StepStatus
  /** all steps are done */
  finished: boolean
}

type Known = Pick<AppState, 'address' | 'connection' | 'userToken' | 'userInfo'>

/**
 * Connect → sign in → bind; exactly one step is current until all are done. An account that has an inviter (pending or
 * permanent) has bound. Without a code the app still offers to bind, and the person can skip the step.
 */
export function stepsOf(app: Known): Steps {
  const connected = app.address !== null && app.connection !== 'wrongChain'
  const signedIn = connected && app.userToken !== null
  // The state may still hold the info of an account that was connected before.
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
 * @returns the code in its normal form; '' for a code that cannot be valid; null without a code
 */
export function landingCode(search: string, saved: string | null): string | null {
  const query = new URLSearchParams(search)
  const raw = query.get('inviteCode') ?? query.get('invite') ?? saved
  if (raw === null || raw.trim() === '') return null
  const code = cleanCode(raw)
  return isWholeCode(code) && raw.trim().length === code.length ? code : ''
}
