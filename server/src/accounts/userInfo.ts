/** An account as getAAAUserInfo shows it: one indexed select. */
import type { Address } from 'viem'
import type { UserInfo } from '@galx/protocol/http/userInfo'
import type { Queryable } from '../platform/database/connection.ts'

type Row = {
  inviter: Address | null
  bound: boolean
  inviteCode: string | null
  direct: number
  total: number
  teamPower: bigint
  ownPower: bigint
  registeredAt: number | null
}

/** @param withInviteCode only for the account itself */
export async function readUserInfo(
  sql: Queryable,
  address: Address,
  withInviteCode: boolean,
): Promise<UserInfo> {
  const [row] = await sql<Row[]>`
    select i.address as inviter, a.inviter_id is not null as bound, a.invite_code as "inviteCode",
      a.direct_count as direct, a.team_count as total, a.team_power as "teamPower", a.own_power as "ownPower",
      a.registered_at as "registeredAt"
    from galx.accounts a left join galx.accounts i on i.id = coalesce(a.inviter_id, a.pending_inviter_id)
    where a.address = ${address}`
  return {
    address,
    FAddress: row?.inviter ?? null,
    inviterStatus: row?.inviter ? (row.bound ? 'bound' : 'pending') : null,
    invite_code: withInviteCode ? (row?.inviteCode ?? null) : null,
    // Levels and node passes are not read from the chain, so nobody is said to have one.
    level: 0,
    node: null,
    team: { direct: row?.direct ?? 0, total: row?.total ?? 0, hashPower: (row?.teamPower ?? 0n).toString() },
    hashPower: (row?.ownPower ?? 0n).toString(),
    registeredAt: row?.registeredAt ?? null,
  }
}
