// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Basis points in one.
uint256 constant BPS = 10_000;
/// @dev Wei of the stake token in one unit of weight.
uint256 constant WEIGHT_UNIT = 1e9;
/// @dev Wei a second in one unit of rate.
uint256 constant RATE_UNIT = 1e6;
/// @dev No transfer may lift the contract's balance of a token above this: it bounds every amount, and what an account
/// can have unclaimed, below 2^91 wei (2.4 billion tokens of 18 decimals).
uint256 constant MAXIMUM_BALANCE = (1 << 91) - 1;
/// @dev Bits of a stored time. Every stored time comes from the functions below, so it fits.
uint256 constant TIME_BITS = 34;
/// @dev 30 May 2514, where the pools' clock stops: nothing is earned afterwards, and no lock and no stream ends later.
uint256 constant MAXIMUM_TIME = (1 << TIME_BITS) - 1;

/// @return unix seconds: the block's, or `MAXIMUM_TIME` from then on
function currentTime() view returns (uint256) {
    return block.timestamp < MAXIMUM_TIME ? block.timestamp : MAXIMUM_TIME;
}

/// @param time unix seconds
/// @param duration seconds; the sum of both below 2^256
/// @return later unix seconds, `duration` after `time`, but at most `MAXIMUM_TIME`
function laterTime(uint256 time, uint256 duration) pure returns (uint256 later) {
    unchecked {
        later = time + duration;
        if (later > MAXIMUM_TIME) later = MAXIMUM_TIME;
    }
}
