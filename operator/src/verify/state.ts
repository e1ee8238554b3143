/** Reads every pool and program of the chain, and the vault. The deployment file gives only their names. */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { PoolKey, ProgramKey } from '@galx/protocol/products'
import { contractAddress, type Place } from './place.ts'

export async function readPools({ read, deployment }: Place) {
  const contract = { address: contractAddress(deployment, 'StakingPools'), abi: stakingPoolsAbi } as const
  const count = await read({ ...contract, functionName: 'poolCount' })
  return Promise.all(
    indices(count).map(async (index) => {
      const id = await read({ ...contract, functionName: 'poolAt', args: [index] })
      const [terms, state] = await Promise.all([
        read({ ...contract, functionName: 'poolConfiguration', args: [id] }),
        read({ ...contract, functionName: 'poolState', args: [id] }),
      ])
      return { id, key: keyOf(deployment.pools, id) as PoolKey | undefined, terms, state }
    }),
  )
}
export type PoolOnChain = Awaited<ReturnType<typeof readPools>>[number]

export async function readPrograms({ read, deployment }: Place) {
  const contract = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const programs = await read({ ...contract, functionName: 'programs' })
  return programs.map((terms) => ({
    id: terms.id,
    key: keyOf(deployment.programs, terms.id) as ProgramKey | undefined,
    terms,
  }))
}
export type ProgramOnChain = Awaited<ReturnType<typeof readPrograms>>[number]

/** The most that vouchers can draw from a program now, wei. */
export function drawable({ vested, paid }: Pick<ProgramOnChain['terms'], 'vested' | 'paid'>): bigint {
  return vested - paid
}

export async function readVault({ read, deployment }: Place) {
  const contract = { address: contractAddress(deployment, 'ZnVault'), abi: znVaultAbi } as const
  const [state, shares, minimumShares] = await Promise.all([
    read({ ...contract, functionName: 'vaultState' }),
    read({ ...contract, functionName: 'totalSupply' }),
    read({ ...contract, functionName: 'minimumShares' }),
  ])
  return { state, shares, minimumShares }
}
export type VaultOnChain = Awaited<ReturnType<typeof readVault>>

function indices(count: bigint): bigint[] {
  return Array.from({ length: Number.parseInt(count.toString(), 10) }, (_, index) => BigInt(index))
}

function keyOf(named: Readonly<Record<string, { id: string }>>, id: bigint): string | undefined {
  return Object.entries(named).find(([, entry]) => entry.id === id.toString())?.[0]
}

/** The name of a pool or program. Without a name in the file, its number on the chain, counted from 1. */
export function nameOf(
  what: 'pool' | 'program',
  { id, key }: { id: bigint; key?: string | undefined },
): string {
  return key ? `${what} ${key}` : `${what} number ${id >> 160n}`
}
