// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice What a pool pays, and what every stake needs to know of it.
/// `rewardToken 160 | rate 56 | end 32 | flags 8`; `rate` in rate units, `end` in unix seconds.
type Stream is uint256;

using {rewardToken, rate, end, has, takesStakes, withFlag, withRate, withEnd} for Stream global;

/// @dev The pool exists.
uint256 constant EXISTS = 1;
/// @dev Stakes come with a pair token.
uint256 constant PAIRED = 2;
/// @dev Accounts' boosts are asked of a boost source.
uint256 constant BOOSTED = 4;
/// @dev The tiers are other than one flexible tier of ×1.
uint256 constant TIERED = 8;
/// @dev New stakes are paused.
uint256 constant PAUSED = 16;

uint256 constant MAXIMUM_RATE = (1 << 56) - 1;
uint256 constant END_MASK = (1 << 32) - 1;

function rewardToken(Stream self) pure returns (address) {
    return address(uint160(Stream.unwrap(self) >> 96));
}

function rate(Stream self) pure returns (uint256) {
    return (Stream.unwrap(self) >> 40) & MAXIMUM_RATE;
}

function end(Stream self) pure returns (uint256) {
    return (Stream.unwrap(self) >> 8) & END_MASK;
}

function has(Stream self, uint256 flag) pure returns (bool) {
    return Stream.unwrap(self) & flag != 0;
}

function takesStakes(Stream self) pure returns (bool) {
    return Stream.unwrap(self) & (EXISTS | PAUSED) == EXISTS;
}

function withFlag(Stream self, uint256 flag, bool on) pure returns (Stream) {
    return Stream.wrap(on ? Stream.unwrap(self) | flag : Stream.unwrap(self) & ~flag);
}

/// @param units rate units a second, at most `MAXIMUM_RATE`
function withRate(Stream self, uint256 units) pure returns (Stream) {
    return Stream.wrap((Stream.unwrap(self) & ~(MAXIMUM_RATE << 40)) | (units << 40));
}

/// @param timestamp unix seconds, at most 2^32 - 1
function withEnd(Stream self, uint256 timestamp) pure returns (Stream) {
    return Stream.wrap((Stream.unwrap(self) & ~(END_MASK << 8)) | (timestamp << 8));
}

function newStream(address token, uint256 flags) pure returns (Stream) {
    return Stream.wrap((uint256(uint160(token)) << 96) | flags);
}
