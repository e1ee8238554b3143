import { AddressParameters, NonceData } from '@galx/protocol/http/session'
import { requestSignIn } from '../signIn/signIn.ts'
import { readAddress } from '../../http/address.ts'
import { defineRoute } from '../../http/route.ts'

export const nonce = defineRoute({
  method: 'POST',
  path: '/user/public/nonce/:address',
  summary:
    'A text to sign in with: an EIP-4361 message, valid for one sign-in within five minutes. If the address has too many open texts, the call returns the newest open text',
  auth: 'none',
  signIn: true,
  params: AddressParameters,
  data: NonceData,
  handle: (context, { params, caller }) =>
    requestSignIn(context, readAddress(params.address), caller.network),
})
