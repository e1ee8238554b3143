// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice A voucher program's hot word: all that a claim reads and writes of it, as long as enough has vested.
/// `token 160 | available 96`; `available`: wei that are known to have vested and are not paid.
/// A claim takes from it; only what its `Vesting` lets go adds to it. Money known to have vested stays so, hence it
/// need not be looked at again until it is used up.
type Purse is uint256;

using {token, available, plus, minus} for Purse global;

uint256 constant AVAILABLE_MASK = (1 << 96) - 1;

function token(Purse self) pure returns (address) {
    return address(uint160(Purse.unwrap(self) >> 96));
}

/// @return wei
function available(Purse self) pure returns (uint256) {
    return Purse.unwrap(self) & AVAILABLE_MASK;
}

/// @param amount wei; with what is there below 2^96, since a program is never let hold more than `MAXIMUM_BALANCE`
function plus(Purse self, uint256 amount) pure returns (Purse) {
    return Purse.wrap(Purse.unwrap(self) + amount);
}

/// @param amount wei, at most what is available
function minus(Purse self, uint256 amount) pure returns (Purse) {
    return Purse.wrap(Purse.unwrap(self) - amount);
}

function newPurse(address token_) pure returns (Purse) {
    return Purse.wrap(uint256(uint160(token_)) << 96);
}
