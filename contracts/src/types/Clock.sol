// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";

/// @dev Bits of a stored time, in unix seconds. Every time that is stored comes from the functions below, so it fits.
uint256 constant TIME_BITS = 34;
/// @dev 30 May 2514. The pools' clock stops there: no time passes any more, so nothing is earned, and no lock and no
/// stream ends later.
uint256 constant MAXIMUM_TIME = (1 << TIME_BITS) - 1;

/// @return unix seconds: the block's, or `MAXIMUM_TIME` from then on
function currentTime() view returns (uint256) {
    return FixedPointMathLib.min(block.timestamp, MAXIMUM_TIME);
}

/// @param time unix seconds
/// @param duration seconds; the sum of both below 2^256
/// @return later unix seconds, `duration` after `time`, but at most `MAXIMUM_TIME`
function laterTime(uint256 time, uint256 duration) pure returns (uint256 later) {
    unchecked {
        return FixedPointMathLib.min(time + duration, MAXIMUM_TIME);
    }
}
