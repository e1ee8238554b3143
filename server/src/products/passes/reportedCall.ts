import { decodeFunctionData } from 'viem'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { NO_DETAILS, type ReportedContract } from '../../ledger/reportedCall.ts'

export const reportedPasses: ReportedContract = {
  abi: nodePassAbi,
  read(input) {
    try {
      const { functionName, args } = decodeFunctionData({ abi: nodePassAbi, data: input })
      switch (functionName) {
        case 'mint':
        case 'mintWithPermit':
          return { ...NO_DETAILS, functionName, kind: 'mintPass', name: args[0] }
        case 'transferFrom':
        case 'safeTransferFrom':
          return { ...NO_DETAILS, functionName, kind: 'sendPass', subject: args[2] }
        default:
          return null
      }
    } catch {
      return null
    }
  },
}
