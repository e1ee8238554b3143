/** Every contract's calls. To add a contract, write its file and list the file here. */
import type { Abi } from 'viem'
import { aaaFundCalls } from './aaaFund.ts'
import type { CallFile } from './callFile.ts'
import { demoFaucetCalls } from './demoFaucet.ts'
import { erc20Calls } from './erc20.ts'
import { levelsCalls } from './levels.ts'
import { nodePassCalls } from './nodePass.ts'
import { rewardVouchersCalls } from './rewardVouchers.ts'
import { stakingPoolsCalls } from './stakingPools.ts'
import { swapRouterCalls } from './swapRouter.ts'
import { wrappedNativeCalls } from './wrappedNative.ts'
import { znVaultCalls } from './znVault.ts'

const CALL_FILES = [
  stakingPoolsCalls,
  levelsCalls,
  nodePassCalls,
  znVaultCalls,
  rewardVouchersCalls,
  aaaFundCalls,
  erc20Calls,
  swapRouterCalls,
  wrappedNativeCalls,
  demoFaucetCalls,
] as const

type CallOf<File> = File extends CallFile<infer Call> ? Call : never
export type IntendedCall = CallOf<(typeof CALL_FILES)[number]>

/** Each file accepts only its own calls; `fileOf` finds the right file. */
export const callFiles = CALL_FILES as unknown as readonly CallFile<IntendedCall>[]

/** The file that a call belongs to. */
export function fileOf(call: IntendedCall): CallFile<IntendedCall> {
  const file = callFiles.find(({ names }) => call.name in names)
  if (file === undefined) throw new Error(`no call file has a call ${call.name}`)
  return file
}

/** Every custom error that a call of the app can meet. */
export const ERRORS_ABI: Abi = callFiles.flatMap(({ errors }) => [...errors])
