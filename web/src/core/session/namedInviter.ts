import type { HexString } from '@galx/protocol/webConfig'
import type { UserInfo } from '../state/appStore.ts'

/**
 * The inviter that a stake or deposit of `account` names: the pending inviter, which the button shows too. So a server cannot make a stake name
 * an inviter that the person does not see. A bound inviter is already on the chain and is not named again.
 * @returns null without a pending inviter, or if the server names no address or the account itself
 */
export function namedInviter(info: UserInfo | null, account: string | null): HexString | null {
  if (info === null || info.address !== account || info.inviterStatus !== 'pending') return null
  const inviter = info.FAddress?.toLowerCase() ?? ''
  return /^0x[0-9a-f]{40}$/.test(inviter) && inviter !== account.toLowerCase() ? (inviter as HexString) : null
}
