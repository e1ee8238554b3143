/** A person of the demo world with much content on every page. */
import { setTimeout as delay } from 'node:timers/promises'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { RankData } from '@galx/protocol/http/rank'
import { toHex, type Address } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { get } from './api.ts'
import type { Account, Chain } from './chain.ts'
import type { StackAddress } from './stack.ts'

/** The published test phrase, from which the demo's people have their keys. */
const PHRASE = 'test test test test test test test test test test test junk'
/** The number of key indexes to search. */
const KEYS = 400

/** Milliseconds within which the boards have places, counted from the time at which the stack answers. */
const BOARDS_WITHIN = 90_000

/** @returns the addresses on the board of teams, once there are any */
async function boardOfTeams(stack: StackAddress): Promise<ReadonlySet<string>> {
  for (const deadline = Date.now() + BOARDS_WITHIN; ; await delay(500)) {
    const { list } = await get<RankData>(stack.apiUrl, '/api/getRank?type=community&limit=50')
    if (list.length > 0 || Date.now() > deadline) return new Set(list.map(({ address }) => address))
  }
}

/**
 * @returns a person high on the board of teams, with stakes, members, claimed bonuses and unclaimed bonuses
 * @throws Error if nobody on the board has claimed a bonus
 */
export async function leader(stack: StackAddress, chain: Chain): Promise<Account> {
  const wanted = await boardOfTeams(stack)
  const { contracts, programs } = chain.deployment
  for (let addressIndex = 0; addressIndex < KEYS; addressIndex += 1) {
    const account = mnemonicToAccount(PHRASE, { addressIndex })
    if (!wanted.has(account.address.toLowerCase())) continue
    const drawn = await chain.client.readContract({
      address: contracts.RewardVouchers.address as Address,
      abi: rewardVouchersAbi,
      functionName: 'drawn',
      args: [BigInt(programs.galx!.id), account.address],
    })
    if (drawn > 0n) return privateKeyToAccount(toHex(account.getHdKey().privateKey!))
  }
  throw new Error('Nobody on the board of teams has a key of the test phrase and a claimed bonus')
}
