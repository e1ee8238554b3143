import { AddressParameters, NonceData } from '@galx/protocol/http/session'
import { requestSignIn } from '../signIn/signIn.ts'
import { readAddress } from '../../http/address.ts'
import { defineRoute } from '../../http/route.ts'

export const nonce = defineRoute({
  method: 'POST',
  path: '/user/public/nonce/:address',
  summary:
    'A text to sign in with: an EIP-4361 message, good for one sign-in within five minutes; a new one unless many are open',
  auth: 'none',
  signIn: true,
  params: AddressParameters,
  data: NonceData,
  handle: (context, { params, caller }) =>
    requestSignIn(context, readAddress(params.address), caller.network),
})
