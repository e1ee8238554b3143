import { shownAmount as amount, shownNeed as need, shownTime as time } from '../money/shownAmount.ts'
import type { Translation } from '../../i18n/texts.ts'
import type chinese from './errorTexts.zh.ts'

export default {
  notConnected: 'Please connect a wallet first',
  busy: 'Please finish the transaction under way first',
  awaitingMatch: 'A transaction was sent just now, please wait a few seconds',
  wrongChain: 'Please switch to the BSC main network',
  wrongGenesis:
    'The wallet is on another chain with the same number (its first block differs). Nothing was sent',
  genesisUnknown: 'The wallet does not tell its first block, so its chain is not certain. Nothing was sent',
  accountChanged: 'The account in the wallet has changed; stopped',
  insufficientToken: (token, needed, available) =>
    `Not enough ${token}: ${need(needed)} needed, ${amount(available)} available`,
  insufficientGas: (needed, available) =>
    `Not enough BNB for the network fee: about ${need(needed)} needed, ${amount(available)} available`,
  noGas: 'Not enough BNB for the network fee: this account has none, send it a little first',
  reverted: (reason) =>
    reason === ''
      ? 'The contract refuses this transaction'
      : `The contract refuses this transaction: ${reason}`,
  approvalFailed: (token) => `The approval of ${token} did not succeed; nothing else was done`,
  calldataMismatch: (field) => `What would be signed differs from what you chose (${field}); stopped`,
  chainUnreachable: 'No chain node can be reached, try again later',
  interrupted:
    'The page was closed before the wallet had answered; the wallet knows whether anything was sent',
  walletFault: (message) => `Wallet error: ${message}`,
  notPrepared: (message) => `This transaction cannot be prepared: ${message}`,
  contract: {
    StakingPools_PoolUnknown: () => 'There is no such pool',
    StakingPools_StakingPaused: () => 'New stakes in this pool are paused; unstaking and claiming still work',
    StakingPools_TierUnknown: () => 'This pool does not offer the chosen term',
    StakingPools_AmountTooSmall: () => 'The amount is too small to weigh anything',
    StakingPools_PairAmountShort: (required, received) =>
      `Not enough of the pair token: ${amount(required)} needed, ${amount(received)} received`,
    StakingPools_BalanceAboveMaximum: () => 'This is more than the contract can hold',
    StakingPools_TotalWeightAboveMaximum: () => 'This is more hash power than the pool can hold',
    StakingPools_PositionUnknown: () => 'There is no such position; it may have been unstaked already',
    StakingPools_PositionLocked: (_position, unlockAt) => `The position is locked until ${time(unlockAt)}`,
    StakingPools_AmountOutOfRange: (_amount, held) =>
      `The amount is out of range: the position holds ${amount(held)}`,
    StakingPools_EarlyExitNotOffered: () => 'This term offers no early exit',
    StakingPools_PrincipalRefused: () => 'The token refuses the payment; the position has not changed',
    StakingPools_FundingTooSmall: () => 'The funding is too small to stream',
    StakingPools_PoolNotBoosted: () => 'This pool has no level boost',
    StakingPools_CallerNotGuardian: () => 'Only the guardian may do this',
    StakingPools_NotAContract: () => 'There is no contract at this address',
    StakingPools_PairTokenIsStakeToken: () => 'The pair token must differ from the stake token',
    StakingPools_PairRatioOutOfRange: () => 'The pair ratio is out of range',
    StakingPools_RewardDurationOutOfRange: () => 'The reward duration is out of range',
    StakingPools_TierCountOutOfRange: () => 'The number of terms is out of range',
    StakingPools_TierDurationAboveMaximum: () => 'The term is too long',
    StakingPools_TierMultiplierOutOfRange: () => 'The multiplier of the term is out of range',
    StakingPools_TierPenaltyOutOfRange: () => 'The penalty of the term is out of range',
    DemoFaucet_TooSoon: (_to, nextAt) => `Test tokens come once an hour; next at ${time(nextAt)}`,
    DemoFaucet_ListsDiffer: () => 'The faucet has as many amounts as tokens only',
    ERC20InsufficientBalance: (_sender, balance, needed) =>
      `Not enough tokens: ${amount(needed)} needed, ${amount(balance)} available`,
    ERC20InsufficientAllowance: (_spender, allowance, needed) =>
      `The allowance is too low: ${amount(needed)} needed, ${amount(allowance)} allowed`,
    ERC20InvalidSender: () => 'The paying address is not valid',
    ERC20InvalidReceiver: () => 'The receiving address is not valid',
    ERC20InvalidApprover: () => 'The approving address is not valid',
    ERC20InvalidSpender: () => 'The approved address is not valid',
    ERC2612ExpiredSignature: () => 'The permit has expired, please try again',
    ERC2612InvalidSigner: () => 'The permit is not signed by this account, please try again',
    SafeERC20FailedOperation: () => 'The token refuses the transfer',
    InsufficientBalance: () => 'Not enough tokens',
    InsufficientAllowance: () => 'The allowance is too low, please try again',
    AllowanceOverflow: () => 'The allowance is too high',
    AllowanceUnderflow: () => 'The allowance is too low, please try again',
    TotalSupplyOverflow: () => 'This is more than the token can count',
    InvalidPermit: () => 'The permit is not signed by this account, please try again',
    PermitExpired: () => 'The permit has expired, please try again',
    Permit2AllowanceIsFixedAtInfinity: () => 'The allowance for Permit2 cannot be changed',
    CappedToken_CallerNotMinter: () => 'Only the minter may do this',
    CappedToken_SupplyAboveCap: () => 'This would exceed the cap of the supply',
    AAA_CallerNotCfo: () => 'Only the cfo may do this',
    AAA_FeeAboveMaximum: () => 'The fee is above its maximum',
    AAA_FeeNotLower: () => 'The fee may only be lowered',
    AAA_ZeroAddress: () => 'The address must not be zero',
    OwnableUnauthorizedAccount: () => 'Only the timelock may do this',
    OwnableInvalidOwner: () => 'The owner address is not valid',
    ReentrancyGuardReentrantCall: () => 'A token tried to re-enter the contract and was refused',
  },
} satisfies Translation<typeof chinese>
