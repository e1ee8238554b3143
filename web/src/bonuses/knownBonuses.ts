import type { BonusesData } from '@galx/protocol/http/bonuses'

/** What is known of an account's bonuses: a server's answer, one of an earlier visit, or a file's vouchers. */
export type KnownBonuses = BonusesData
