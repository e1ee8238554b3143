import type { Hex } from 'viem'
import { AddressParameters, AuthBody, AuthData } from '@galx/protocol/http/session'
import { completeSignIn } from '../signIn/signIn.ts'
import { readAddress } from '../../http/address.ts'
import { defineRoute } from '../../http/route.ts'

export const auth = defineRoute({
  method: 'POST',
  path: '/user/public/auth/:address',
  summary: 'Signs in with the signature of the text. Contract wallets can sign in too (ERC-1271, ERC-6492)',
  auth: 'none',
  signIn: true,
  params: AddressParameters,
  body: AuthBody,
  data: AuthData,
  refusals: ['nonceUnknown', 'nonceExpired', 'signatureInvalid'],
  handle: (context, { params, body, caller }) =>
    completeSignIn(context, context.limits.chainFor(caller), {
      address: readAddress(params.address),
      signature: body.signature as Hex,
      network: caller.network,
      userAgent: caller.userAgent,
    }),
})
