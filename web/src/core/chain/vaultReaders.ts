/** Reads of ZnVault. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { HexString } from '@galx/protocol/webConfig'
import type { Reader } from './chainRead.ts'
import { askNodes, RpcError } from './rpc.ts'
import type { SimulatedExit, VaultSnapshot } from './vaultSnapshot.ts'

export const readVault: Reader<VaultSnapshot> = async ({ config, read, time }) => {
  const { ZnVault } = config.contracts
  const [raw, shares, duration, at] = await Promise.all([
    read(ZnVault, znVaultAbi, 'vaultState', []),
    read(ZnVault, znVaultAbi, 'totalSupply', []),
    read(ZnVault, znVaultAbi, 'vestingDuration', []),
    time(),
  ])
  return {
    assets: raw.assets,
    shares,
    rewardRate: raw.rewardRate,
    rewardEnd: seconds(raw.rewardEnd),
    at,
    unvested: raw.unvested,
    depositsPausedUntil: seconds(raw.depositsPausedUntil),
    vestingDuration: seconds(duration),
  }
}

export const readShares: Reader<bigint> = ({ config, account, read }) =>
  read(config.contracts.ZnVault, znVaultAbi, 'balanceOf', [account])

/** Simulates a redemption. Only the holder can call it, so the call cannot go through Multicall3. */
export const simulateExit: Reader<SimulatedExit> = async ({ config, account, read, block, record }) => {
  const { ZnVault } = config.contracts
  const shares = await read(ZnVault, znVaultAbi, 'balanceOf', [account])
  if (shares === 0n) return { kind: 'none' }
  const call = { abi: znVaultAbi, functionName: 'redeem', args: [shares, account, account] } as const
  const transaction = { from: account, to: ZnVault, data: encodeFunctionData(call) }
  const kept = { shown: { ...call, target: ZnVault }, transaction }
  try {
    const { answer, from } = await askNodes('eth_call', [transaction, await block()])
    const data = answer as HexString
    record({ ...kept, from, success: true, returnData: data })
    return { kind: 'pays', assets: decodeFunctionResult({ ...call, data }) }
  } catch (error) {
    // An RpcError is the contract's answer. Any other error means that no node answered.
    if (!(error instanceof RpcError)) throw error
    return { kind: 'refused', error }
  }
}

/** Converts a chain time to a number. The number is exact for each time that the contracts accept. */
function seconds(time: bigint): number {
  return Number(time)
}
