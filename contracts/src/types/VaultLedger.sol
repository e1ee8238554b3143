// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";

/// @notice What belongs to the vault's shares and how it grows, in one word:
/// `pauseStarted 1 | updatedAt 48 | secondsLeft 32 | rate 72 | assets 96` from bit 248 to bit 0; the rest is zero.
///
/// `assets`: wei that belong to the shares, as of `updatedAt`, unix seconds. From then on `rate` wei vest a second for
/// another `secondsLeft`. `pauseStarted`: a pause was started since the last deposit; whether it is still running, the
/// vault's `GuardianPause` says.
/// @dev `updatedAt` has 48 bits: it would wrap eight million years from now.
type VaultLedger is uint256;

using {
    assets,
    rate,
    secondsLeft,
    updatedAt,
    pauseStarted,
    unvested,
    runningRate,
    vestingSeconds,
    advancedTo,
    withAssets,
    withStream,
    withUpdatedAt,
    withPauseStarted
} for VaultLedger global;

uint256 constant ASSETS_BITS = 96;
uint256 constant VAULT_RATE_BITS = 72;
uint256 constant SECONDS_BITS = 32;
uint256 constant UPDATED_AT_BITS = 48;
uint256 constant ASSETS_OFFSET = 0;
uint256 constant VAULT_RATE_OFFSET = ASSETS_OFFSET + ASSETS_BITS;
uint256 constant SECONDS_OFFSET = VAULT_RATE_OFFSET + VAULT_RATE_BITS;
uint256 constant UPDATED_AT_OFFSET = SECONDS_OFFSET + SECONDS_BITS;
uint256 constant PAUSE_STARTED_OFFSET = UPDATED_AT_OFFSET + UPDATED_AT_BITS;
uint256 constant ASSETS_MASK = (1 << ASSETS_BITS) - 1;
uint256 constant VAULT_RATE_MASK = (1 << VAULT_RATE_BITS) - 1;
uint256 constant SECONDS_MASK = (1 << SECONDS_BITS) - 1;
uint256 constant UPDATED_AT_MASK = (1 << UPDATED_AT_BITS) - 1;

/// @return wei that belong to the shares as of `updatedAt`
function assets(VaultLedger self) pure returns (uint256) {
    return (VaultLedger.unwrap(self) >> ASSETS_OFFSET) & ASSETS_MASK;
}

/// @return wei a second, of the last stream there was
function rate(VaultLedger self) pure returns (uint256) {
    return (VaultLedger.unwrap(self) >> VAULT_RATE_OFFSET) & VAULT_RATE_MASK;
}

/// @return seconds of the stream that were left at `updatedAt`
function secondsLeft(VaultLedger self) pure returns (uint256) {
    return (VaultLedger.unwrap(self) >> SECONDS_OFFSET) & SECONDS_MASK;
}

/// @return unix seconds
function updatedAt(VaultLedger self) pure returns (uint256) {
    return (VaultLedger.unwrap(self) >> UPDATED_AT_OFFSET) & UPDATED_AT_MASK;
}

/// @return whether a pause was started since the last deposit
function pauseStarted(VaultLedger self) pure returns (bool) {
    return (VaultLedger.unwrap(self) >> PAUSE_STARTED_OFFSET) & 1 != 0;
}

/// @return wei that had not vested at `updatedAt`; below 2^(72 + 32)
function unvested(VaultLedger self) pure returns (uint256) {
    return self.rate() * self.secondsLeft();
}

/// @return wei a second of the stream that is not over yet; 0: nothing is left to vest
function runningRate(VaultLedger self) pure returns (uint256) {
    return self.secondsLeft() == 0 ? 0 : self.rate();
}

/// @return seconds of the stream that pass until `time`: none where nothing vests
/// @param time unix seconds, no earlier than `updatedAt`: an earlier one reverts where something vests
/// @param vests whether there were enough shares since `updatedAt`
function vestingSeconds(VaultLedger self, uint256 time, bool vests) pure returns (uint256) {
    return vests ? FixedPointMathLib.min(time - self.updatedAt(), self.secondsLeft()) : 0;
}

/// @notice The ledger at `time`, below 2^48. Parameters and refusals are those of `vestingSeconds`.
function advancedTo(VaultLedger self, uint256 time, bool vests) pure returns (VaultLedger) {
    uint256 elapsed = self.vestingSeconds(time, vests);
    return self.withUpdatedAt(time).withAssets(self.assets() + self.rate() * elapsed).withStream(
        self.rate(), self.secondsLeft() - elapsed
    );
}

/// @param assets_ wei below 2^96: the vault keeps vested and unvested wei together below 2^91
function withAssets(VaultLedger self, uint256 assets_) pure returns (VaultLedger) {
    return VaultLedger.wrap(
        (VaultLedger.unwrap(self) & ~(ASSETS_MASK << ASSETS_OFFSET)) | ((assets_ & ASSETS_MASK) << ASSETS_OFFSET)
    );
}

/// @param rate_ wei a second below 2^72
/// @param secondsLeft_ below 2^32
function withStream(VaultLedger self, uint256 rate_, uint256 secondsLeft_) pure returns (VaultLedger) {
    uint256 mask = (VAULT_RATE_MASK << VAULT_RATE_OFFSET) | (SECONDS_MASK << SECONDS_OFFSET);
    return VaultLedger.wrap(
        (VaultLedger.unwrap(self) & ~mask) | ((rate_ & VAULT_RATE_MASK) << VAULT_RATE_OFFSET)
            | ((secondsLeft_ & SECONDS_MASK) << SECONDS_OFFSET)
    );
}

/// @param time unix seconds below 2^48
function withUpdatedAt(VaultLedger self, uint256 time) pure returns (VaultLedger) {
    return VaultLedger.wrap(
        (VaultLedger.unwrap(self) & ~(UPDATED_AT_MASK << UPDATED_AT_OFFSET))
            | ((time & UPDATED_AT_MASK) << UPDATED_AT_OFFSET)
    );
}

function withPauseStarted(VaultLedger self, bool started) pure returns (VaultLedger) {
    uint256 flag = 1 << PAUSE_STARTED_OFFSET;
    return VaultLedger.wrap(started ? VaultLedger.unwrap(self) | flag : VaultLedger.unwrap(self) & ~flag);
}
