/** Epochs of the bonuses, which follow the chain's clock. */
import type { BonusesData } from '@galx/protocol/http/bonuses'
import { expect } from '@playwright/test'
import type { Address } from 'viem'
import { get } from './api.ts'
import type { Chain } from './chain.ts'
import type { StackAddress } from './stack.ts'

/** @returns the last epoch with a voucher for the account in the program of /galx, and the total grant up to then, wei */
async function granted(stack: StackAddress, account: Address): Promise<{ epoch: number; signed: bigint }> {
  const { programs } = await get<BonusesData>(stack.apiUrl, `/api/bonuses?address=${account.toLowerCase()}`)
  const found = programs.find((one) => one.program === 'galx')
  return { epoch: found?.epoch ?? 0, signed: BigInt(found?.voucher?.cumulative ?? '0') }
}

/** Lets time pass until an epoch has granted the account a bonus, and the account's voucher is signed. */
export async function passEpoch(
  chain: Chain,
  stack: StackAddress,
  account: Address,
): Promise<{ epoch: number; signed: bigint }> {
  const before = await granted(stack, account)
  await chain.client.increaseTime({ seconds: chain.deployment.epochDuration })
  await chain.client.mine({ blocks: 1 })
  await expect
    .poll(async () => (await granted(stack, account)).signed, { timeout: 60_000, intervals: [500] })
    .toBeGreaterThan(before.signed)
  return granted(stack, account)
}
