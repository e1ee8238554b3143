/** Reads of ZnVault. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { HexString } from '@galx/protocol/webConfig'
import type { Reader } from './chainRead.ts'
import { readRpc, RpcError } from './rpc.ts'
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

/** A redemption is the holder's own call, so it cannot go through Multicall3. */
export const simulateExit: Reader<SimulatedExit> = async ({ config, account, read }) => {
  const { ZnVault } = config.contracts
  const shares = await read(ZnVault, znVaultAbi, 'balanceOf', [account])
  if (shares === 0n) return { kind: 'none' }
  const call = { abi: znVaultAbi, functionName: 'redeem' } as const
  const data = encodeFunctionData({ ...call, args: [shares, account, account] })
  try {
    const answer = (await readRpc('eth_call', [{ from: account, to: ZnVault, data }, 'latest'])) as HexString
    return { kind: 'pays', assets: decodeFunctionResult({ ...call, data: answer }) }
  } catch (error) {
    // An answer of the contract, and not a node that does not answer.
    if (error instanceof RpcError) return { kind: 'refused', reason: error.message }
    throw error
  }
}

/** A time of the chain; every one the contract knows fits a number exactly. */
function seconds(time: bigint): number {
  return Number(time)
}
