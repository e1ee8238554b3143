// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {MAXIMUM_TIME} from "./Clock.sol";
import {RATE_UNIT} from "./Units.sol";

/// @notice A pool's hot word, written by everything that changes a weight and never by a claim.
/// `lastUpdate 34 | totalWeight 65 | rewardPerWeight 157`
///
/// `rewardPerWeight`: reward wei one weight unit has earned since the pool was made, scaled by 2^65, modulo 2^157.
/// Wrapping is exact: the reward of a weight is `weight × rewardPerWeight / 2^65` modulo 2^92, and what one account has not
/// claimed stays below 2^91, because no more than that is ever taken in (`MAXIMUM_BALANCE`). So nothing saturates or
/// reverts, however small the total weight was and for however long.
///
/// `totalWeight`: weight units. `MAXIMUM_BALANCE` at the largest multiplier (×4) and boost (×2) makes less than 2^65.
type Accrual is uint256;

using {lastUpdate, totalWeight, rewardPerWeight, rewardPerWeightAt} for Accrual global;

uint256 constant REWARD_PER_WEIGHT_BITS = 157;
uint256 constant TOTAL_WEIGHT_BITS = 65;
uint256 constant REWARD_PER_WEIGHT_OFFSET = 0;
uint256 constant TOTAL_WEIGHT_OFFSET = REWARD_PER_WEIGHT_OFFSET + REWARD_PER_WEIGHT_BITS;
uint256 constant LAST_UPDATE_OFFSET = TOTAL_WEIGHT_OFFSET + TOTAL_WEIGHT_BITS;
uint256 constant REWARD_PER_WEIGHT_MASK = (1 << REWARD_PER_WEIGHT_BITS) - 1;
uint256 constant MAXIMUM_TOTAL_WEIGHT = (1 << TOTAL_WEIGHT_BITS) - 1;
/// @dev log2 of the scale: with no weight above 2^65 units an update costs an account less than a wei.
uint256 constant SCALE_BITS = 65;

/// @return unix seconds
function lastUpdate(Accrual self) pure returns (uint256) {
    return Accrual.unwrap(self) >> LAST_UPDATE_OFFSET;
}

/// @return weight units
function totalWeight(Accrual self) pure returns (uint256) {
    return (Accrual.unwrap(self) >> TOTAL_WEIGHT_OFFSET) & MAXIMUM_TOTAL_WEIGHT;
}

/// @return as of `lastUpdate`, scaled, modulo 2^157
function rewardPerWeight(Accrual self) pure returns (uint256) {
    return (Accrual.unwrap(self) >> REWARD_PER_WEIGHT_OFFSET) & REWARD_PER_WEIGHT_MASK;
}

/// @notice The reward per weight at `time`, having earned at `rate` rate units a second until `end`. With no weight nothing
/// is earned: the stream's clock stands still, which the caller accounts for.
/// @dev The increment is rounded down; `rate × seconds × 2^65` stays below 2^(56 + 20 + 34 + 65). The sum may lie above the
/// modulus: results are taken modulo 2^92, and `newAccrual` cuts it. Without branches: no time and no weight
/// (x / 0 = 0) add nothing.
function rewardPerWeightAt(Accrual self, uint256 time, uint256 rate, uint256 end) pure returns (uint256) {
    unchecked {
        uint256 elapsed = FixedPointMathLib.zeroFloorSub(FixedPointMathLib.min(time, end), self.lastUpdate());
        uint256 reward = (rate * RATE_UNIT * elapsed) << SCALE_BITS;
        return self.rewardPerWeight() + FixedPointMathLib.rawDiv(reward, self.totalWeight());
    }
}

/// @dev Reverts with TotalWeightAboveMaximum: only a stake or a boost can meet it, an exit makes the weight smaller.
/// @param time unix seconds, at most `MAXIMUM_TIME`
/// @param weight units
/// @param perWeight the reward per weight, taken modulo 2^157
function newAccrual(uint256 time, uint256 weight, uint256 perWeight) pure returns (Accrual) {
    if (weight > MAXIMUM_TOTAL_WEIGHT) revert IStakingPools.StakingPools_TotalWeightAboveMaximum(weight);
    return Accrual.wrap(
        ((time & MAXIMUM_TIME) << LAST_UPDATE_OFFSET) | (weight << TOTAL_WEIGHT_OFFSET)
            | ((perWeight & REWARD_PER_WEIGHT_MASK) << REWARD_PER_WEIGHT_OFFSET)
    );
}
