/** The model of /community, without React. */
import type { UserInfo } from '@galx/protocol/http/userInfo'

export type Inviter = {
  address: string
  status: 'pending' | 'bound'
}

/** The account's inviter; null without an inviter. */
export function inviterOf(info: UserInfo): Inviter | null {
  return info.FAddress === null ? null : { address: info.FAddress, status: info.inviterStatus ?? 'pending' }
}
