// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice All that a claim reads and writes of a voucher program while enough is known to have vested, in one word:
/// `signer 160 | available 96` from bit 96 and bit 0.
///
/// `signer`: whose vouchers are paid. Zero: look further (claims were paused, or the signer is switched off).
/// `available`: wei that are known to have vested and are not paid. A claim takes from it; only what the program's
/// `Vesting` releases adds to it. What has vested stays vested, so nothing else is read until it is used up.
type ClaimState is uint256;

using {signer, available, plus, minus, withSigner} for ClaimState global;

uint256 constant AVAILABLE_MASK = (1 << 96) - 1;
/// @dev `available` is the lowest field: adding to the word adds to it.
uint256 constant SIGNER_OFFSET = 96;

function signer(ClaimState self) pure returns (address) {
    return address(uint160(ClaimState.unwrap(self) >> SIGNER_OFFSET));
}

/// @return wei
function available(ClaimState self) pure returns (uint256) {
    return ClaimState.unwrap(self) & AVAILABLE_MASK;
}

/// @param amount wei; with what is there below 2^96, since no program holds more than `MAXIMUM_BALANCE`
function plus(ClaimState self, uint256 amount) pure returns (ClaimState) {
    unchecked {
        return withAvailable(self, ClaimState.unwrap(self) + amount);
    }
}

/// @param amount wei, at most what is available
function minus(ClaimState self, uint256 amount) pure returns (ClaimState) {
    unchecked {
        return withAvailable(self, ClaimState.unwrap(self) - amount);
    }
}

function withSigner(ClaimState self, address signer_) pure returns (ClaimState) {
    return ClaimState.wrap((uint256(uint160(signer_)) << SIGNER_OFFSET) | self.available());
}

/// @param amount wei, of which the lowest 96 bits count
function withAvailable(ClaimState self, uint256 amount) pure returns (ClaimState) {
    return ClaimState.wrap((ClaimState.unwrap(self) & ~AVAILABLE_MASK) | (amount & AVAILABLE_MASK));
}
