// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";

import {Errors} from "../libraries/Errors.sol";
import {RATE_UNIT} from "./Units.sol";

/// @notice A pool's hot word, written by everything that changes a weight and never by a claim.
/// `lastUpdate 32 | totalWeight 66 | accumulator 158`
///
/// `accumulator`: reward wei one weight unit has earned since the pool was made, scaled by 2^66, modulo 2^158.
/// Wrapping is exact: the reward of a weight is `weight × accumulator / 2^66` modulo 2^92, and what one account has not
/// claimed stays below 2^91, because no more than that is ever taken in (`MAXIMUM_BALANCE`). So nothing saturates or
/// reverts, however small the total weight was and for however long.
type Accrual is uint256;

using {lastUpdate, totalWeight, accumulator, accumulatorAt} for Accrual global;

uint256 constant TOTAL_WEIGHT_BITS = 66;
uint256 constant ACCUMULATOR_BITS = 158;
uint256 constant MAXIMUM_TOTAL_WEIGHT = (1 << TOTAL_WEIGHT_BITS) - 1;
uint256 constant ACCUMULATOR_MASK = (1 << ACCUMULATOR_BITS) - 1;
/// @dev log2 of the accumulator's scale: fine enough that an update costs an account less than a wei
uint256 constant ACCUMULATOR_SCALE_BITS = 66;

/// @return unix seconds
function lastUpdate(Accrual self) pure returns (uint256) {
    return Accrual.unwrap(self) >> (TOTAL_WEIGHT_BITS + ACCUMULATOR_BITS);
}

/// @return weight units
function totalWeight(Accrual self) pure returns (uint256) {
    return (Accrual.unwrap(self) >> ACCUMULATOR_BITS) & MAXIMUM_TOTAL_WEIGHT;
}

function accumulator(Accrual self) pure returns (uint256) {
    return Accrual.unwrap(self) & ACCUMULATOR_MASK;
}

/// @notice The accumulator at `timestamp`, having earned at `rate` rate units a second until `end`. With no weight nothing
/// is earned: the clock of the stream stands still, which the caller accounts for.
/// @dev The increment is rounded down; `rate × seconds × 2^66` stays below 2^(56 + 20 + 32 + 66). The sum may lie above the
/// modulus: whoever uses it takes results modulo 2^92, and `newAccrual` cuts it. Without branches: no time and no weight
/// (x / 0 = 0) add nothing.
function accumulatorAt(Accrual self, uint256 timestamp, uint256 rate, uint256 end) pure returns (uint256) {
    unchecked {
        uint256 time = FixedPointMathLib.zeroFloorSub(FixedPointMathLib.min(timestamp, end), self.lastUpdate());
        uint256 reward = (rate * RATE_UNIT * time) << ACCUMULATOR_SCALE_BITS;
        return self.accumulator() + FixedPointMathLib.rawDiv(reward, self.totalWeight());
    }
}

/// @dev Refuses a weight that does not fit: only a stake or a boost can meet it, an exit makes the weight smaller.
/// @param weight units
/// @param earned the accumulator, taken modulo 2^158
function newAccrual(uint256 timestamp, uint256 weight, uint256 earned) pure returns (Accrual) {
    if (weight > MAXIMUM_TOTAL_WEIGHT) revert Errors.StakingPools_TotalWeightAboveMaximum(weight);
    return Accrual.wrap(
        (timestamp << (TOTAL_WEIGHT_BITS + ACCUMULATOR_BITS)) | (weight << ACCUMULATOR_BITS)
            | (earned & ACCUMULATOR_MASK)
    );
}
