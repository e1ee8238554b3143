/** The calls of owner, guardian and proposers, from the contracts' interfaces: every writing function that is not open to every account. */
import type { Abi, AbiFunction, Address, Hex } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { mcmAbi } from '@galx/protocol/abi/MCM'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { CALL_PLANS, ROLE_CALLS, type CallSubject } from '@galx/protocol/clearSigning/plans'
import type { Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS, type TokenSymbol } from '@galx/protocol/products'

/**
 * `timelock`: announced and carried out; `guardian`: sent by the guardian at once; `proposer`: sent by a proposer at once; `treasury`: open
 * to every account, and used by a treasury with its own tokens.
 */
export type Sender = 'timelock' | 'guardian' | 'proposer' | 'treasury'

export type Power = {
  /** such as `StakingPools.setGuardian` */
  name: string
  contract: PowerContract | TokenSymbol | 'SwapRouter'
  /** the call in the form that a person writes */
  item: AbiFunction
  /** encodes the calldata, if the contract's function takes more values than a person writes */
  encode?(args: readonly unknown[], safe: Address): Hex
  /** the senders that can make the call; the first is the default */
  senders: readonly [Sender, ...Sender[]]
}

/** The contracts. `open` names the plans of the functions that any account may call. */
const CONTRACTS = {
  StakingPools: { abi: stakingPoolsAbi, open: 'StakingPools' },
  RewardVouchers: { abi: rewardVouchersAbi, open: 'RewardVouchers' },
  EpochLog: { abi: epochLogAbi, open: undefined },
  ZnVault: { abi: znVaultAbi, open: 'ZnVault' },
  Timelock: { abi: timelockAbi, open: undefined },
  AAA: { abi: aaaAbi, open: 'Token' },
  GALX: { abi: galxAbi, open: 'BurnableToken' },
  MCM: { abi: mcmAbi, open: 'BurnableToken' },
} satisfies Record<string, { abi: Abi; open: CallSubject | undefined }>

export type PowerContract = keyof typeof CONTRACTS

/** Functions of other holders, functions that schedule and execute operations, and functions that receive tokens. */
const LEFT_OUT = new Set([
  'EpochLog.publish',
  // Only the timelock is ever offered an ownership, and Timelock.acceptOwnership takes it.
  ...['StakingPools', 'RewardVouchers', 'EpochLog', 'ZnVault'].map((name) => `${name}.acceptOwnership`),
  ...['schedule', 'scheduleBatch', 'execute', 'executeBatch', 'renounceRole'].map(
    (name) => `Timelock.${name}`,
  ),
  ...['onERC721Received', 'onERC1155Received', 'onERC1155BatchReceived'].map((name) => `Timelock.${name}`),
])

/** Functions that a guardian can call at once, and that the owner can call after the delay. */
const OF_GUARDIAN = new Set([
  'StakingPools.pauseStaking',
  'RewardVouchers.pause',
  'RewardVouchers.disableSigner',
  'RewardVouchers.disableCoSigner',
  'ZnVault.pauseDeposits',
])
/** Functions that need no announcement. */
const OF_PROPOSER = new Set(['Timelock.cancel', 'Timelock.acceptOwnership'])

export const POWERS: readonly Power[] = (Object.keys(CONTRACTS) as PowerContract[]).flatMap((contract) => {
  const { abi, open } = CONTRACTS[contract] as { abi: Abi; open: CallSubject | undefined }
  const planned = new Set(
    open === undefined ? [] : Object.keys(CALL_PLANS[open]).map((plan) => plan.split(' ')[0]),
  )
  return abi
    .filter((item): item is AbiFunction => item.type === 'function' && item.stateMutability === 'nonpayable')
    .map((item) => ({ name: `${contract}.${item.name}`, contract, item }))
    .filter(({ name, item }) => (!planned.has(item.name) || ROLE_CALLS.has(name)) && !LEFT_OUT.has(name))
    .map((power): Power => ({ ...power, senders: sendersOf(power.name) }))
})

function sendersOf(name: string): Power['senders'] {
  if (OF_GUARDIAN.has(name)) return ['guardian', 'timelock']
  return OF_PROPOSER.has(name) ? ['proposer'] : ['timelock']
}

export function addressOfPower({ contract }: Power, { contracts, tokens }: Deployment): Address {
  const token = TOKEN_SYMBOLS.find((symbol) => symbol === contract)
  const found = token === undefined ? contracts[contract as keyof typeof contracts] : tokens[token]
  return found!.address as Address
}
