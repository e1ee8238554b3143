import { decodeFunctionData } from 'viem'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { NO_DETAILS, type ReportedContract } from '../../ledger/reportedCall.ts'

export const reportedLevels: ReportedContract = {
  abi: levelsAbi,
  read(input) {
    try {
      const call = decodeFunctionData({ abi: levelsAbi, data: input })
      if (call.functionName !== 'buy' && call.functionName !== 'buyWithPermit') return null
      return { ...NO_DETAILS, functionName: call.functionName, kind: 'level', subject: call.args[0] }
    } catch {
      return null
    }
  },
}
