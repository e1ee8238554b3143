/** Calls of DemoFaucet. The contract is only on the embedded chain. */
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { errorsOf, lowerCase, type CallFile } from './callFile.ts'
import { received } from './receiptLogs.ts'

export type DemoFaucetCall = {
  name: 'drip'
  account: HexString
}

export const demoFaucetCalls: CallFile<DemoFaucetCall> = {
  names: { drip: true },
  errors: errorsOf(demoFaucetAbi),
  encode: ({ account }, { contracts }) => {
    if (contracts.DemoFaucet === undefined) throw new Error('there is no faucet on this chain')
    const data = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [account] })
    return { to: contracts.DemoFaucet, data }
  },
  decode: ({ to, data }, { contracts }) => {
    if (to !== contracts.DemoFaucet) return null
    const { functionName, args } = decodeFunctionData({ abi: demoFaucetAbi, data })
    return functionName === 'drip' ? { name: 'drip', account: lowerCase(args[0]) } : null
  },
  spender: () => null,
  outcome: { facts: ({ account }, logs, config) => received(logs, account, config) },
}
