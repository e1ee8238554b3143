import { InvitePreviewData, InvitePreviewQuery } from '@galx/protocol/http/community'
import { findInviter } from '../registration.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { normaliseInviteCode } from '../signIn/inviteCode.ts'
import { readAsOf, readTotalsAsOf } from '../../http/asOf.ts'
import { defineRoute } from '../../http/route.ts'

export const invitePreview = defineRoute({
  method: 'GET',
  path: '/invitePreview',
  summary: 'The account that an invite code belongs to',
  auth: 'none',
  query: InvitePreviewQuery,
  data: InvitePreviewData,
  refusals: ['inviteCodeUnknown'],
  handle: async (context, { query }) => {
    const code = normaliseInviteCode(query.code)
    const [asOf, teamAsOf] = await Promise.all([readAsOf(context.read), readTotalsAsOf(context.read)])
    const inviter = code === null ? null : await findInviter(context.read, code)
    if (inviter === null) throw new RefusalError('inviteCodeUnknown', 'code')
    const { address, inviteCode, direct, total, registeredAt } = inviter
    return { address, inviteCode, team: { direct, total, asOf: teamAsOf }, registeredAt, asOf }
  },
})
