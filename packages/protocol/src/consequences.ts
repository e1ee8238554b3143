/**
 * The effect of an announced timelock call on holders. `EFFECTS` has each function of each contract over which the timelock has power,
 * and a test fails if a function is missing. Pure. Amounts are wei, times are unix seconds, and rounding is as in the contracts.
 */
import { BPS } from './formulas.ts'
import type { PoolKey, ProgramKey } from './products.ts'
import { assetsOf, vaultAt, type VaultTotals } from './vault.ts'

/** Seconds that a pause lasts, no matter who starts it (contracts/src/types/GuardianPause.sol, PAUSE_DURATION). */
export const PAUSE_DURATION = 7 * 86_400

/** `none`: no account's holdings change. `ownMeans`: a call that anybody may make, with the timelock's own tokens. */
export type Effect =
  | 'none'
  | 'ownMeans'
  | 'stakingPauses'
  | 'stakingOpens'
  | 'depositsPause'
  | 'depositsOpen'
  | 'claimsPause'
  | 'claimsOpen'
  | 'vouchersVoid'
  | 'vouchersOff'
  | 'rulesChange'
  | 'epochReplaced'
  | 'noticeChanges'
  | 'feeFalls'
  | 'supplyGrows'

const OWNER = { transferOwnership: 'none', acceptOwnership: 'none', setGuardian: 'none' } as const
const TOKEN = {
  approve: 'ownMeans',
  permit: 'ownMeans',
  transfer: 'ownMeans',
  transferFrom: 'ownMeans',
} as const
const CAPPED = {
  ...TOKEN,
  burn: 'ownMeans',
  burnFrom: 'ownMeans',
  mint: 'supplyGrows',
  setMinter: 'none',
} as const

/** The effects, by contract or token, then by function. */
export const EFFECTS: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  StakingPools: {
    ...OWNER,
    renounceOwnership: 'none',
    createPool: 'none',
    pauseStaking: 'stakingPauses',
    unpauseStaking: 'stakingOpens',
    claim: 'ownMeans',
    claimFor: 'ownMeans',
    claimMany: 'ownMeans',
    compound: 'ownMeans',
    exit: 'ownMeans',
    exitEarly: 'ownMeans',
    fund: 'ownMeans',
    stake: 'ownMeans',
    stakeFor: 'ownMeans',
    stakeWithPermit: 'ownMeans',
    syncBoost: 'ownMeans',
    unstake: 'ownMeans',
    withdrawPrincipal: 'ownMeans',
  },
  RewardVouchers: {
    ...OWNER,
    createProgram: 'none',
    pause: 'claimsPause',
    unpause: 'claimsOpen',
    setSigner: 'vouchersVoid',
    setCoSigner: 'vouchersVoid',
    disableSigner: 'vouchersOff',
    disableCoSigner: 'vouchersOff',
    claim: 'ownMeans',
    claimMany: 'ownMeans',
    claimTo: 'ownMeans',
    fund: 'ownMeans',
  },
  ZnVault: {
    ...OWNER,
    ...TOKEN,
    renounceOwnership: 'none',
    pauseDeposits: 'depositsPause',
    unpauseDeposits: 'depositsOpen',
    deposit: 'ownMeans',
    depositWithInviter: 'ownMeans',
    depositWithPermit: 'ownMeans',
    fund: 'ownMeans',
    mint: 'ownMeans',
    redeem: 'ownMeans',
    withdraw: 'ownMeans',
  },
  EpochLog: {
    transferOwnership: 'none',
    acceptOwnership: 'none',
    renounceOwnership: 'none',
    setPublisher: 'none',
    publish: 'none',
    addRuleset: 'rulesChange',
    replace: 'epochReplaced',
  },
  Timelock: {
    acceptOwnership: 'none',
    cancel: 'none',
    execute: 'none',
    executeBatch: 'none',
    grantRole: 'none',
    onERC1155BatchReceived: 'none',
    onERC1155Received: 'none',
    onERC721Received: 'none',
    renounceRole: 'none',
    revokeRole: 'none',
    schedule: 'none',
    scheduleBatch: 'none',
    updateDelay: 'noticeChanges',
  },
  AAA: { ...TOKEN, lowerFee: 'feeFalls' },
  MCM: CAPPED,
  GALX: CAPPED,
}

export type OwnerCall = {
  /** name of a contract or token */
  target: string
  called: { name: string; values: Readonly<Record<string, unknown>> } | null
}

/** An account's holdings, from the chain. */
export type Held = {
  pools: readonly {
    key: PoolKey
    id: bigint
    positions: readonly { amount: bigint; pairAmount: bigint; unlockAt: number }[]
  }[]
  vault: { shares: bigint; totals: VaultTotals }
  /** by program: the amount that is granted and not drawn */
  bonuses: readonly { program: ProgramKey; waiting: bigint }[]
  tokens: Readonly<Record<'AAA' | 'MCM' | 'GALX', bigint>>
  /** AAA's fee now, basis points */
  feeBps: number
}

/** A call's effect on one account. Amounts are the account's holdings at the time of the call. */
export type Consequence =
  | { effect: 'unknown' }
  | { effect: 'none' | 'ownMeans' | 'epochReplaced' }
  | {
      effect: 'stakingPauses' | 'stakingOpens'
      /** null: a pool that the configuration does not name */
      pool: PoolKey | null
      until: number
      staked: bigint
      pair: bigint
      /** the part of `staked` that no term locks any more */
      free: bigint
    }
  | { effect: 'depositsPause' | 'depositsOpen'; until: number; worth: bigint }
  | {
      effect: 'claimsPause' | 'claimsOpen' | 'vouchersVoid' | 'vouchersOff'
      until: number
      bonuses: Held['bonuses']
    }
  | { effect: 'rulesChange'; epoch: bigint }
  | { effect: 'noticeChanges'; seconds: number }
  | { effect: 'feeFalls'; balance: bigint; before: bigint; after: bigint }
  | { effect: 'supplyGrows'; token: 'MCM' | 'GALX'; amount: bigint; balance: bigint }

/** @param at unix seconds of the block in which the call is made */
export function consequenceOf({ target, called }: OwnerCall, at: number, held: Held): Consequence {
  const effect = called === null ? undefined : EFFECTS[target]?.[called.name]
  if (called === null || effect === undefined) return { effect: 'unknown' }
  const value = (name: string) => called.values[name] ?? called.values[`${name}_`]
  const until = at + PAUSE_DURATION
  switch (effect) {
    case 'none':
    case 'ownMeans':
    case 'epochReplaced':
      return { effect }
    case 'stakingPauses':
    case 'stakingOpens': {
      const pool = held.pools.find(({ id }) => id === value('pool'))
      const positions = pool?.positions ?? []
      const sum = (of: (position: (typeof positions)[number]) => bigint) =>
        positions.reduce((total, position) => total + of(position), 0n)
      return {
        effect,
        pool: pool?.key ?? null,
        until,
        staked: sum(({ amount }) => amount),
        pair: sum(({ pairAmount }) => pairAmount),
        free: sum(({ amount, unlockAt }) => (unlockAt <= at ? amount : 0n)),
      }
    }
    case 'depositsPause':
    case 'depositsOpen': {
      const { shares, totals } = held.vault
      return { effect, until, worth: assetsOf(shares, vaultAt(totals, at)) }
    }
    case 'claimsPause':
    case 'claimsOpen':
    case 'vouchersVoid':
    case 'vouchersOff':
      return { effect, until, bonuses: held.bonuses.filter(({ waiting }) => waiting > 0n) }
    case 'rulesChange':
      return { effect, epoch: value('first') as bigint }
    case 'noticeChanges':
      return { effect, seconds: Number(value('newDelay')) }
    case 'feeFalls': {
      const fee = (bps: bigint) => (held.tokens.AAA * bps) / BPS
      return {
        effect,
        balance: held.tokens.AAA,
        before: fee(BigInt(held.feeBps)),
        after: fee(BigInt(Number(value('feeRate')))),
      }
    }
    case 'supplyGrows': {
      const token = target as 'MCM' | 'GALX'
      return { effect, token, amount: value('amount') as bigint, balance: held.tokens[token] }
    }
  }
}
