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
