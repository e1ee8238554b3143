// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Every way StakingPools refuses, with the numbers a user needs to put it right.
library Errors {
    // Staking
    error StakingPools_PoolUnknown(uint256 pool);
    error StakingPools_StakingPaused(uint256 pool);
    error StakingPools_TierUnknown(uint256 tier, uint256 count);
    /// @param received wei that arrived, too little to weigh anything
    error StakingPools_AmountTooSmall(uint256 received);
    error StakingPools_PairAmountShort(uint256 required, uint256 received);
    /// @param balance what the contract would hold of `token`, wei
    error StakingPools_BalanceAboveMaximum(address token, uint256 balance, uint256 maximum);
    error StakingPools_TotalWeightAboveMaximum(uint256 weight);

    // Leaving
    error StakingPools_PositionUnknown(uint256 pool, address account, uint256 position);
    /// @param unlockAt unix seconds
    error StakingPools_PositionLocked(uint256 position, uint256 unlockAt);
    error StakingPools_AmountOutOfRange(uint256 amount, uint256 held);
    error StakingPools_EarlyExitNotOffered(uint256 tier);
    /// @notice No token of the position could be paid; nothing has changed.
    error StakingPools_PrincipalRefused(uint256 pool, uint256 position);

    // Rewards
    /// @param budget wei that would have to last for the pool's reward duration
    error StakingPools_FundingTooSmall(uint256 budget);
    error StakingPools_PoolNotBoosted(uint256 pool);

    // Roles
    error StakingPools_CallerNotGuardian(address caller);

    // Making a pool
    error StakingPools_NotAContract(address target);
    error StakingPools_PairTokenIsStakeToken(address token);
    error StakingPools_PairRatioOutOfRange(uint256 ratio);
    error StakingPools_RewardDurationOutOfRange(uint256 duration, uint256 minimum, uint256 maximum);
    error StakingPools_TierCountOutOfRange(uint256 count, uint256 maximum);
    error StakingPools_TierDurationAboveMaximum(uint256 tier, uint256 duration, uint256 maximum);
    error StakingPools_TierMultiplierOutOfRange(uint256 tier, uint256 multiplierBps);
    /// @notice Above the maximum, without a lock, or in a pool whose reward is not its stake token.
    error StakingPools_TierPenaltyOutOfRange(uint256 tier, uint256 penaltyBps);
}
