import type { BonusesData } from '@galx/protocol/http/bonuses'

/** The known bonuses of an account: a server's answer, the answer of an earlier visit, or a file's vouchers. */
export type KnownBonuses = BonusesData
