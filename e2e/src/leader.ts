/** Somebody of the demo world whose pages are full. */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { RankData } from '@galx/protocol/http/rank'
import { toHex, type Address } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { get } from './api.ts'
import type { Account, Chain } from './chain.ts'
import type { StackAddress } from './stack.ts'

/** The published test phrase, from which the demo's people have their keys. */
const PHRASE = 'test test test test test test test test test test test junk'
/** Indexes of keys that are looked through. */
const KEYS = 400

/**
 * @returns somebody high on the board of teams, with stakes, members, bonuses claimed and others still to claim
 * @throws Error where nobody there has claimed a bonus
 */
export async function leader(stack: StackAddress, chain: Chain): Promise<Account> {
  const { list } = await get<RankData>(stack.apiUrl, '/api/getRank?type=community&limit=50')
  const wanted = new Set(list.map(({ address }) => address))
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
