/** ZnVault's events, decoded by hand. A test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import {
  addressOf,
  checkShape,
  nonZero,
  optionalAddress,
  placeOf,
  small,
  unknownEvent,
  word,
  type Place,
} from '../../chain/decoding.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'

/** Assets are wei. Shares are the vault's own units. */
export type VaultEvent = Place &
  (
    | { kind: 'transfer'; from: string | null; to: string | null; shares: bigint }
    | { kind: 'deposit' | 'withdraw'; account: string; assets: bigint; shares: bigint }
    | { kind: 'inviter'; account: string; inviter: string | null }
    /** wei per second until `rewardEnd`, unix seconds */
    | { kind: 'funded'; rewardRate: bigint; rewardEnd: number }
  )

export const VAULT_TOPICS = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  deposit: toEventSelector('Deposit(address,address,uint256,uint256)'),
  withdraw: toEventSelector('Withdraw(address,address,address,uint256,uint256)'),
  inviterNamed: toEventSelector('InviterNamed(address,address)'),
  funded: toEventSelector('Funded(address,uint256,uint256,uint256)'),
} as const

/** @throws EventFormatError if the log has no known shape */
export function decodeVaultEvent(log: RawLog): VaultEvent {
  const { topics, data } = log
  const place = placeOf(log)
  switch (topics[0]) {
    case VAULT_TOPICS.transfer:
      checkShape(log, 3, 1)
      return {
        kind: 'transfer',
        ...place,
        from: nonZero(addressOf(topics[1]!)),
        to: nonZero(addressOf(topics[2]!)),
        shares: word(data, 0),
      }
    case VAULT_TOPICS.deposit:
      checkShape(log, 3, 2)
      return {
        kind: 'deposit',
        ...place,
        account: addressOf(topics[2]!),
        assets: word(data, 0),
        shares: word(data, 1),
      }
    case VAULT_TOPICS.withdraw:
      checkShape(log, 4, 2)
      return {
        kind: 'withdraw',
        ...place,
        account: addressOf(topics[3]!),
        assets: word(data, 0),
        shares: word(data, 1),
      }
    case VAULT_TOPICS.inviterNamed:
      checkShape(log, 2, 1)
      return {
        kind: 'inviter',
        ...place,
        account: addressOf(topics[1]!),
        inviter: optionalAddress(data, 0),
      }
    case VAULT_TOPICS.funded:
      checkShape(log, 2, 3)
      return {
        kind: 'funded',
        ...place,
        rewardRate: word(data, 1),
        rewardEnd: small(word(data, 2), Number.MAX_SAFE_INTEGER, 'a time'),
      }
    default:
      return unknownEvent(log)
  }
}
