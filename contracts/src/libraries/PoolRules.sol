// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {MAXIMUM_TIERS} from "../types/Pool.sol";
import {BOOSTED, EXISTS, PAIRED, TIERED} from "../types/Stream.sol";
import {BPS} from "../types/Units.sol";

/// @notice What a pool's terms may be. They are checked once, when the pool is made, and never change.
library PoolRules {
    /// @dev At least a day, so that no budget below the maximum balance makes a rate beyond its 56 bits.
    uint256 internal constant MINIMUM_REWARD_DURATION = 1 days;
    uint256 internal constant MAXIMUM_REWARD_DURATION = 1461 days;
    uint256 internal constant MAXIMUM_LOCK = 1461 days;
    uint256 internal constant MAXIMUM_MULTIPLIER_BPS = 40_000;
    uint256 internal constant MAXIMUM_PENALTY_BPS = 2000;
    /// @dev Of every token. The units of weight and rate, the cap on balances and the pair ratio suppose exactly this.
    uint256 internal constant DECIMALS = 18;

    /// @return flags what the pool has, for its `Stream`
    function check(IStakingPools.PoolConfiguration calldata configuration) internal view returns (uint256 flags) {
        _checkTokens(configuration);
        uint256 duration = configuration.rewardDuration;
        if (duration < MINIMUM_REWARD_DURATION || duration > MAXIMUM_REWARD_DURATION) {
            revert IStakingPools.StakingPools_RewardDurationOutOfRange(
                duration, MINIMUM_REWARD_DURATION, MAXIMUM_REWARD_DURATION
            );
        }
        _checkTiers(configuration);
        flags = EXISTS;
        if (configuration.pairToken != address(0)) flags |= PAIRED;
        if (configuration.boostSource != address(0)) flags |= BOOSTED;
        IStakingPools.Tier calldata first = configuration.tiers[0];
        if (configuration.tiers.length > 1 || first.duration != 0 || first.multiplierBps != BPS) flags |= TIERED;
    }

    function _checkTokens(IStakingPools.PoolConfiguration calldata configuration) private view {
        _checkToken(configuration.stakeToken);
        _checkToken(configuration.rewardToken);
        if (configuration.boostSource != address(0)) _checkCode(configuration.boostSource);
        bool paired = configuration.pairToken != address(0);
        if (paired) _checkToken(configuration.pairToken);
        if (configuration.pairToken == configuration.stakeToken) {
            revert IStakingPools.StakingPools_PairTokenIsStakeToken(configuration.stakeToken);
        }
        uint256 ratio = configuration.pairRatio;
        if (ratio > type(uint96).max || (ratio != 0) != paired) {
            revert IStakingPools.StakingPools_PairRatioOutOfRange(ratio);
        }
    }

    function _checkTiers(IStakingPools.PoolConfiguration calldata configuration) private pure {
        uint256 count = configuration.tiers.length;
        if (count == 0 || count > MAXIMUM_TIERS) {
            revert IStakingPools.StakingPools_TierCountOutOfRange(count, MAXIMUM_TIERS);
        }
        bool sameToken = configuration.stakeToken == configuration.rewardToken;
        for (uint256 i = 0; i < count; ++i) {
            IStakingPools.Tier calldata tier = configuration.tiers[i];
            if (tier.duration > MAXIMUM_LOCK) {
                revert IStakingPools.StakingPools_TierDurationAboveMaximum(i, tier.duration, MAXIMUM_LOCK);
            }
            if (tier.multiplierBps < BPS || tier.multiplierBps > MAXIMUM_MULTIPLIER_BPS) {
                revert IStakingPools.StakingPools_TierMultiplierOutOfRange(i, tier.multiplierBps);
            }
            bool penaltyAllowed = sameToken && tier.duration != 0 && tier.penaltyBps <= MAXIMUM_PENALTY_BPS;
            if (tier.penaltyBps != 0 && !penaltyAllowed) {
                revert IStakingPools.StakingPools_TierPenaltyOutOfRange(i, tier.penaltyBps);
            }
        }
    }

    function _checkToken(address token) private view {
        _checkCode(token);
        uint256 decimals = type(uint256).max;
        (bool answered, bytes memory answer) = token.staticcall(abi.encodeCall(IERC20Metadata.decimals, ()));
        if (answered && answer.length >= 32) decimals = abi.decode(answer, (uint256));
        if (decimals != DECIMALS) revert IStakingPools.StakingPools_DecimalsNot18(token, decimals);
    }

    function _checkCode(address target) private view {
        if (target.code.length == 0) revert IStakingPools.StakingPools_NotAContract(target);
    }
}
