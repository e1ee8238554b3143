import { decodeFunctionData } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { NO_DETAILS, type ReportedContract } from '../ledger/reportedCall.ts'

export const reportedStaking: ReportedContract = {
  abi: stakingPoolsAbi,
  read(input) {
    try {
      const call = decodeFunctionData({ abi: stakingPoolsAbi, data: input })
      if (call.functionName !== 'stake' && call.functionName !== 'stakeWithPermit') return null
      const [pool, amount] = call.args
      return { ...NO_DETAILS, functionName: call.functionName, kind: 'stake', pool, amount }
    } catch {
      return null
    }
  },
}
