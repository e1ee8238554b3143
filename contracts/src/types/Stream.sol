// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MAXIMUM_TIME, TIME_BITS} from "./Clock.sol";

/// @notice What a pool pays, and what every stake needs to know of it.
/// `rewardToken 160 | rate 56 | end 34 | flags 6`; `rate` in rate units a second, `end` in unix seconds.
type Stream is uint256;

using {rewardToken, rate, end, has, takesStakes, equals, withFlag, withRate, withEnd} for Stream global;

/// @dev The flags are the word's lowest bits, so each constant is a bit of the word itself. This one: the pool exists.
uint256 constant EXISTS = 1;
/// @dev Stakes come with a pair token.
uint256 constant PAIRED = 2;
/// @dev The pool has a boost source.
uint256 constant BOOSTED = 4;
/// @dev The tiers are other than one flexible tier of ×1.
uint256 constant TIERED = 8;
/// @dev New stakes were paused; the pool's `GuardianPause` says whether they still are.
uint256 constant PAUSED = 16;

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

function withFlag(Stream self, uint256 flag, bool on) pure returns (Stream) {
    flag &= FLAGS_MASK;
    return Stream.wrap(on ? Stream.unwrap(self) | flag : Stream.unwrap(self) & ~flag);
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
