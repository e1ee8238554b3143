// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {MAXIMUM_TIME, RATE_UNIT, TIME_BITS} from "./Units.sol";

/// @notice What a pool pays, and what every stake needs to know of it.
/// `rewardToken 160 | rate 56 | end 34 | flags 6`; `rate` in rate units a second, `end` in unix seconds.
type Stream is uint256;

using {rewardToken, rate, end, has, takesStakes, equals, withPaused, withRate, withEnd} for Stream global;

// The flags are the word's lowest bits: each constant is a bit of the word itself.
uint256 constant EXISTS = 1;
uint256 constant PAIRED = 2; // stakes come with a pair token
uint256 constant BOOSTED = 4; // the pool has a boost source
uint256 constant TIERED = 8; // the tiers are other than one flexible tier of ×1
uint256 constant PAUSED = 16; // new stakes were paused; the pool's `GuardianPause` says whether they still are

uint256 constant FLAGS_BITS = 6;
uint256 constant RATE_BITS = 56;
uint256 constant END_OFFSET = FLAGS_BITS;
uint256 constant RATE_OFFSET = END_OFFSET + TIME_BITS;
uint256 constant REWARD_TOKEN_OFFSET = RATE_OFFSET + RATE_BITS;
uint256 constant FLAGS_MASK = (1 << FLAGS_BITS) - 1;
uint256 constant MAXIMUM_RATE = (1 << RATE_BITS) - 1;

function rewardToken(Stream self) pure returns (address) {
    return address(uint160(Stream.unwrap(self) >> REWARD_TOKEN_OFFSET));
}

/// @return rate units a second
function rate(Stream self) pure returns (uint256) {
    return (Stream.unwrap(self) >> RATE_OFFSET) & MAXIMUM_RATE;
}

/// @return unix seconds
function end(Stream self) pure returns (uint256) {
    return (Stream.unwrap(self) >> END_OFFSET) & MAXIMUM_TIME;
}

/// @param flags of those above
/// @return whether one of them is set
function has(Stream self, uint256 flags) pure returns (bool) {
    return Stream.unwrap(self) & flags != 0;
}

/// @return whether the pool exists and no pause was noted
function takesStakes(Stream self) pure returns (bool) {
    return Stream.unwrap(self) & (EXISTS | PAUSED) == EXISTS;
}

function equals(Stream self, Stream other) pure returns (bool) {
    return Stream.unwrap(self) == Stream.unwrap(other);
}

function withPaused(Stream self, bool paused) pure returns (Stream) {
    return Stream.wrap(paused ? Stream.unwrap(self) | PAUSED : Stream.unwrap(self) & ~PAUSED);
}

/// @param units rate units a second, at most `MAXIMUM_RATE`
function withRate(Stream self, uint256 units) pure returns (Stream) {
    return Stream.wrap((Stream.unwrap(self) & ~(MAXIMUM_RATE << RATE_OFFSET)) | ((units & MAXIMUM_RATE) << RATE_OFFSET));
}

/// @param time unix seconds, at most `MAXIMUM_TIME`
function withEnd(Stream self, uint256 time) pure returns (Stream) {
    return Stream.wrap((Stream.unwrap(self) & ~(MAXIMUM_TIME << END_OFFSET)) | ((time & MAXIMUM_TIME) << END_OFFSET));
}

/// @return a stream that pays nothing yet
function newStream(address token, uint256 flags) pure returns (Stream) {
    return Stream.wrap((uint256(uint160(token)) << REWARD_TOKEN_OFFSET) | (flags & FLAGS_MASK));
}

/// @notice A pool's hot word, written by everything that changes a weight and never by a claim.
/// `lastUpdate 34 | totalWeight 65 | rewardPerWeight 157`
///
/// `rewardPerWeight`: reward wei one weight unit has earned since the pool was made, scaled by 2^65, modulo 2^157.
/// Wrapping is exact: the reward of a weight is `weight × rewardPerWeight / 2^65` modulo 2^92, and the unclaimed reward of
/// an account stays below 2^91, because no more is ever taken in (`MAXIMUM_BALANCE`).
///
/// `totalWeight`: weight units. `MAXIMUM_BALANCE` at the largest multiplier (×4) and boost (×2) makes less than 2^65.
type Accrual is uint256;

using {lastUpdate, totalWeight, rewardPerWeight, rewardPerWeightAt} for Accrual global;

uint256 constant REWARD_PER_WEIGHT_BITS = 157;
uint256 constant TOTAL_WEIGHT_BITS = 65;
uint256 constant TOTAL_WEIGHT_OFFSET = REWARD_PER_WEIGHT_BITS;
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
    return Accrual.unwrap(self) & REWARD_PER_WEIGHT_MASK;
}

/// @notice The reward per weight at `time`, having earned at `rate` rate units a second until `end`. With no weight nothing
/// is earned: the stream's clock stands still, which the caller accounts for.
/// @dev The increment is rounded down; `rate × seconds × 2^65` stays below 2^(56 + 20 + 34 + 65). The sum may lie above the
/// modulus: results are taken modulo 2^92, and `newAccrual` cuts it.
function rewardPerWeightAt(Accrual self, uint256 time, uint256 rate_, uint256 end_) pure returns (uint256) {
    unchecked {
        uint256 until = time < end_ ? time : end_;
        uint256 weight = self.totalWeight();
        if (until <= self.lastUpdate() || weight == 0) return self.rewardPerWeight();
        uint256 reward = rate_ * RATE_UNIT * (until - self.lastUpdate());
        return self.rewardPerWeight() + (reward << SCALE_BITS) / weight;
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
            | (perWeight & REWARD_PER_WEIGHT_MASK)
    );
}
