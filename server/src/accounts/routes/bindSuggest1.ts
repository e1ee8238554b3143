import { BindBody } from '@galx/protocol/http/community'
import type { ErrorName } from '@galx/protocol/http/errors'
import { UserInfo } from '@galx/protocol/http/userInfo'
import { bindPendingInviter, type BindOutcome } from '../registration.ts'
import { readUserInfo } from '../userInfo.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { normaliseInviteCode } from '../signIn/inviteCode.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'

const REFUSALS: Record<Exclude<BindOutcome, 'bound'>, ErrorName> = {
  unknownCode: 'inviteCodeUnknown',
  self: 'inviteSelf',
  cycle: 'inviteCycle',
  alreadyBound: 'inviteAlreadyBound',
}

export const bindSuggest1 = defineRoute({
  method: 'POST',
  path: '/bindSuggest1',
  summary: 'Names the inviter: pending at once, permanent with the first stake',
  auth: 'required',
  body: BindBody,
  data: UserInfo,
  refusals: Object.values(REFUSALS),
  handle: async (context, { body, caller }) => {
    const { address } = sessionOf(caller)
    const code = normaliseInviteCode(body.inviteCode)
    if (code === null) throw new RefusalError('inviteCodeUnknown', 'inviteCode')
    const outcome = await bindPendingInviter(context.write, address, code, secondsOf(context))
    if (outcome !== 'bound') throw new RefusalError(REFUSALS[outcome], 'inviteCode')
    return readUserInfo(context.write, context.catalogue, address, true)
  },
})
