// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice A voucher program's hot word: all that a claim reads and writes of it, as long as enough has vested.
/// `signer 160 | available 96`
///
/// `signer`: whose vouchers are paid now; zero while claims are paused or the signer is switched off.
/// `available`: wei that are known to have vested and are not paid. A claim takes from it; only what the program's
/// `Vesting` lets go adds to it. What has vested stays so, hence nothing else need be looked at until it is used up.
type Purse is uint256;

using {signer, available, plus, minus, withSigner} for Purse global;

uint256 constant AVAILABLE_BITS = 96;
uint256 constant AVAILABLE_MASK = (1 << AVAILABLE_BITS) - 1;

function signer(Purse self) pure returns (address) {
    return address(uint160(Purse.unwrap(self) >> AVAILABLE_BITS));
}

/// @return wei
function available(Purse self) pure returns (uint256) {
    return Purse.unwrap(self) & AVAILABLE_MASK;
}

/// @param amount wei; with what is there below 2^96, since a program is never let hold more than `MAXIMUM_BALANCE`
function plus(Purse self, uint256 amount) pure returns (Purse) {
    unchecked {
        return Purse.wrap(Purse.unwrap(self) + amount);
    }
}

/// @param amount wei, at most what is available
function minus(Purse self, uint256 amount) pure returns (Purse) {
    unchecked {
        return Purse.wrap(Purse.unwrap(self) - amount);
    }
}

function withSigner(Purse self, address signer_) pure returns (Purse) {
    return Purse.wrap((uint256(uint160(signer_)) << AVAILABLE_BITS) | self.available());
}
