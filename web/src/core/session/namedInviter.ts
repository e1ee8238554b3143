import type { HexString } from '@galx/protocol/webConfig'
import type { UserInfo } from '../state/appStore.ts'

/**
 * The inviter that a stake or deposit of `account` names: the pending inviter, whom the button shows too. A bound inviter is on the chain, and
 * naming it again changes nothing. So a server cannot make a stake name an inviter that the person does not see.
 * @returns null for no inviter, also if the server's answer is not an address, or is the account itself, which can never bind itself
 */
export function namedInviter(info: UserInfo | null, account: string | null): HexString | null {
  if (info === null || info.address !== account || info.inviterStatus !== 'pending') return null
  const inviter = info.FAddress?.toLowerCase() ?? ''
  return /^0x[0-9a-f]{40}$/.test(inviter) && inviter !== account.toLowerCase() ? (inviter as HexString) : null
}
