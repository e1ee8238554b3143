/** Calls of AaaFund. */
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { errorsOf, type CallFile } from './callFile.ts'

/** Pays all received tokens to the stakers of the fund's pool. Anyone may call it. */
export type AaaFundCall = { name: 'distribute' }

export const aaaFundCalls: CallFile<AaaFundCall> = {
  names: { distribute: true },
  errors: errorsOf(aaaFundAbi),
  encode: (_call, { contracts }) => ({
    to: contracts.AaaFund,
    data: encodeFunctionData({ abi: aaaFundAbi, functionName: 'distribute' }),
  }),
  decode: ({ to, data }, { contracts }) => {
    if (to !== contracts.AaaFund) return null
    const { functionName } = decodeFunctionData({ abi: aaaFundAbi, data })
    return functionName === 'distribute' ? { name: 'distribute' } : null
  },
  spender: () => null,
}
