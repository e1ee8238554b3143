import type { HexString } from '@galx/protocol/webConfig'
import type { UserInfo } from '../state/appStore.ts'

/**
 * Whom a stake or deposit of `account` names as its inviter: the pending one, whom the button names too. One that is bound is on the chain, and
 * naming it again changes nothing. So a server cannot have anybody named of whom the person sees nothing.
 * @returns null: nobody, also where the server's answer is no address, or the account itself, which can never bind itself
 */
export function namedInviter(info: UserInfo | null, account: string | null): HexString | null {
  if (info === null || info.address !== account || info.inviterStatus !== 'pending') return null
  const inviter = info.FAddress?.toLowerCase() ?? ''
  return /^0x[0-9a-f]{40}$/.test(inviter) && inviter !== account.toLowerCase() ? (inviter as HexString) : null
}
