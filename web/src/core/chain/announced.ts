/**
 * Decodes the timelock's announcements: computes each identifier again from its calls, and decodes each call with the
 * contract's ABI. This code loads with the first announcement, not with the page.
 */
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { TimelockOperation } from '@galx/protocol/http/timelock'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import { decodeFunctionData } from 'viem/utils'
import type { Reader } from './chainRead.ts'

/** The contracts and tokens over which the timelock has power. */
const ABIS: Readonly<Record<string, Abi>> = {
  StakingPools: stakingPoolsAbi,
  RewardVouchers: rewardVouchersAbi,
  ZnVault: znVaultAbi,
  EpochLog: epochLogAbi,
  Timelock: timelockAbi,
  AAA: aaaAbi,
  MCM: mcmAbi,
  GALX: galxAbi,
}

/** One decoded call; `called` is null if the app does not know the contract or cannot decode the data. */
export type CallParts = {
  /** the name of a contract or token; the address if the configuration does not name it */
  target: string
  called: { name: string; values: Readonly<Record<string, unknown>> } | null
  data: string
}

export { isIdentified } from './operationId.ts'

export function partsOf(
  { contracts, tokens }: WebConfig,
  { target, data }: NonNullable<TimelockOperation['calls']>[number],
): CallParts {
  const named = [
    ...Object.entries(contracts),
    ...Object.entries(tokens).map(([name, { address }]) => [name, address] as const),
  ].find(([, address]) => address.toLowerCase() === target)
  const name = named?.[0]
  return { target: name ?? target, called: name === undefined ? null : calledIn(ABIS[name], data), data }
}

function calledIn(abi: Abi | undefined, data: string): CallParts['called'] {
  if (abi === undefined) return null
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data: data as HexString })
    const item = abi.find((entry) => entry.type === 'function' && entry.name === functionName)
    const inputs = item?.type === 'function' ? item.inputs : []
    const values = inputs.map(({ name }, index) => [name || String(index), args[index]] as const)
    return { name: functionName, values: Object.fromEntries(values) }
  } catch {
    return null
  }
}

/**
 * Reads from the timelock when each operation can be executed: unix seconds; 1 for an executed operation, 0 for an operation that the
 * timelock does not know.
 */
export function createTimesReader(ids: readonly string[]): Reader<ReadonlyMap<string, bigint>> {
  return async ({ config, read }) => {
    const times = await Promise.all(
      ids.map((id) => read(config.contracts.Timelock, timelockAbi, 'getTimestamp', [id as HexString])),
    )
    return new Map(ids.map((id, index) => [id, times[index]!]))
  }
}
