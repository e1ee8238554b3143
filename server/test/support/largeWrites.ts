/** Every writing statement of the API that grows with accounts, and the most rows that each may read. */
import { bindPendingInviter } from '../../src/accounts/registration.ts'
import { openSession, sweepSessions } from '../../src/http/sessions/sessionQueries.ts'
import { openNonce, sweepNonces } from '../../src/accounts/signIn/nonces.ts'
import { insertReport, takeDueReports } from '../../src/activity/reports/reports.ts'
import type { Sql } from '../../src/platform/database/connection.ts'
import { addressOf, CHAIN, GREAT_INVITER, inviteCodeOf, type BigForest } from './bigForest.ts'

/** The number of rows that one statement takes. The tables are small here: for more rows, PostgreSQL would prefer to read the whole table. */
const AT_ONCE = 10
const STRANGER = `0x${'e1'.repeat(20)}` as const
const HASH = `0x${'e2'.repeat(32)}` as const

export type Write = {
  name: string
  /** the greatest number of rows that a node of the write's plan may read */
  rows: number
  run(sql: Sql): Promise<unknown>
}

/** Writes for the great inviter, who has more rows of every kind than any other account, and for a new account. */
export function writesOf({ now }: BigForest): Write[] {
  const great = addressOf(GREAT_INVITER)
  const inviteCode = '22222222'
  const session = { id: 'e3'.repeat(16), createdAt: now, expiresAt: now + 60, userAgent: null }
  return [
    {
      name: 'a text to sign',
      rows: 5,
      run: (sql) =>
        openNonce(sql, {
          nonce: 'new',
          address: STRANGER,
          message: 'new',
          asker: '0x0011223344556677',
          issuedAt: now,
          expiresAt: now + 300,
        }),
    },
    {
      name: 'a session of a known account',
      rows: 5,
      run: (sql) => openSession(sql, { nonce: 'great1', address: great, inviteCode }, session),
    },
    {
      name: 'a session of a new account',
      rows: 5,
      run: (sql) => openSession(sql, { nonce: 'great1', address: STRANGER, inviteCode }, session),
    },
    {
      name: 'a pending inviter at the end of the chain',
      // The statement reads each ancestor, and the row that leads to the next ancestor.
      rows: 2 * CHAIN,
      run: (sql) => bindPendingInviter(sql, STRANGER, inviteCodeOf(CHAIN), now),
    },
    {
      name: 'a report of an account with a thousand',
      rows: 50,
      run: (sql) =>
        insertReport(
          sql,
          great,
          'galxStake',
          {
            txHash: HASH,
            contract: 'StakingPools',
            kind: 'stake',
            pool: 1n,
            subject: null,
            amount: 1n,
            pairAmount: null,
            nonce: 1,
          },
          now,
        ),
    },
    {
      name: 'reports that are due',
      rows: 2 * AT_ONCE,
      run: (sql) => takeDueReports(sql, now + 60, { every: 1, most: AT_ONCE }),
    },
    { name: 'sessions that ended long ago', rows: AT_ONCE, run: (sql) => sweepSessions(sql, AT_ONCE) },
    { name: 'texts that ended long ago', rows: AT_ONCE, run: (sql) => sweepNonces(sql, AT_ONCE) },
  ]
}
