/** The calls of each listener. A call that is not in its list answers 404. */
import type { ContractName } from '@galx/protocol/products'
import type { Route } from '../http/route.ts'
import { accountActivity } from '../activity/routes/accountActivity.ts'
import { accountTotals } from '../activity/routes/accountTotals.ts'
import { activity } from '../activity/routes/activity.ts'
import { activityCsv } from '../activity/routes/activityCsv.ts'
import { activityTotals } from '../activity/routes/activityTotals.ts'
import { announcements } from '../announcements/routes/announcements.ts'
import { auth } from '../accounts/routes/auth.ts'
import { bindSuggest1 } from '../accounts/routes/bindSuggest1.ts'
import { getAAAUserInfo } from '../accounts/routes/getAAAUserInfo.ts'
import { getFans1 } from '../community/routes/getFans1.ts'
import { referrals } from '../community/routes/referrals.ts'
import { getRank } from '../community/routes/getRank.ts'
import { invitePreview } from '../accounts/routes/invitePreview.ts'
import { nonce } from '../accounts/routes/nonce.ts'
import { revokeSessions } from '../accounts/routes/revokeSessions.ts'
import { sessions } from '../accounts/routes/sessions.ts'
import { productLogRoutes } from '../activity/routes/productLogs.ts'
import { getBtcLevel } from '../products/btc/routes/getBtcLevel.ts'
import { getFundInvestLogs } from '../products/aaa/routes/getFundInvestLogs.ts'
import { getPriceHistory } from '../products/exchange/routes/getPriceHistory.ts'
import { getNft } from '../products/passes/routes/getNft.ts'
import { earnings } from '../staking/routes/earnings.ts'
import { poolYields } from '../staking/routes/poolYields.ts'
import { getZnAccount } from '../products/zn/routes/getZnAccount.ts'
import { getZnPrices } from '../products/zn/routes/getZnPrices.ts'
import { timelock } from '../timelock/routes/timelock.ts'
import { accountEpoch } from '../rewards/routes/accountEpoch.ts'
import { bonuses, bonusHistory } from '../rewards/routes/bonuses.ts'
import { epochHeader, epochPart } from '../rewards/routes/epochFiles.ts'
import { epochs } from '../rewards/routes/epochs.ts'
import { signRoutes } from '../rewards/routes/sign.ts'
import { vouchers } from '../rewards/routes/vouchers.ts'
import { reportRoutes } from '../activity/reports/routes/reports.ts'
import { reportedLevels } from '../products/btc/reportedCall.ts'
import { reportedPasses } from '../products/passes/reportedCall.ts'
import { reportedVault } from '../products/zn/reportedCall.ts'
import { reportedStaking } from '../staking/reportedCall.ts'
import type { ReportedContract } from '../ledger/reportedCall.ts'
import { status } from './status/routes/status.ts'

/** The contracts whose transactions can be reported. */
const CONTRACTS: Partial<Record<ContractName, ReportedContract>> = {
  StakingPools: reportedStaking,
  ZnVault: reportedVault,
  Levels: reportedLevels,
  NodePass: reportedPasses,
}

/** @throws for a contract that has report calls in the registry and no reader here */
export function reportedContract(name: ContractName): ReportedContract {
  const contract = CONTRACTS[name]
  if (contract === undefined) throw new Error(`there is no reader for reported transactions of ${name}`)
  return contract
}

export const mainApiRoutes: readonly Route[] = [
  nonce,
  auth,
  getAAAUserInfo,
  bindSuggest1,
  getFans1,
  referrals,
  activity,
  activityCsv,
  activityTotals,
  accountActivity,
  accountTotals,
  sessions,
  revokeSessions,
  invitePreview,
  announcements,
  getFundInvestLogs,
  getPriceHistory,
  getNft,
  earnings,
  poolYields,
  getRank,
  status,
  timelock,
  bonuses,
  bonusHistory,
  epochs,
  epochHeader,
  epochPart,
  accountEpoch,
  vouchers,
  ...reportRoutes('main', reportedContract),
  ...productLogRoutes('main'),
  ...signRoutes('main'),
]

export const btcApiRoutes: readonly Route[] = [
  getBtcLevel,
  getZnPrices,
  getZnAccount,
  ...reportRoutes('btc', reportedContract),
  ...productLogRoutes('btc'),
  ...signRoutes('btc'),
]
