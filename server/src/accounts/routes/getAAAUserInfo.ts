import { UserInfo, UserInfoQuery } from '@galx/protocol/http/userInfo'
import { readUserInfo } from '../userInfo.ts'
import { readAddress } from '../../http/address.ts'
import { defineRoute } from '../../http/route.ts'

export const getAAAUserInfo = defineRoute({
  method: 'GET',
  path: '/getAAAUserInfo',
  summary:
    'An account. The invite code is shown only with the account’s own token. An unknown address gives nulls and zeros',
  auth: 'optional',
  query: UserInfoQuery,
  data: UserInfo,
  handle: (context, { query, caller }) => {
    const address = readAddress(query.address)
    const own = caller.session?.address === address
    return readUserInfo(own ? context.readOwn : context.read, context.catalogue, address, own)
  },
})
