// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What of a voucher program's funding has not vested, and how it will, in one word:
/// `epoch 64 | budget 96 | unvested 96` from bit 192, bit 96 and bit 0.
///
/// Each epoch, when it ends, lets `min(budget, unvested)` wei vest. `epoch` is the first one that is not accounted for yet.
/// All before it are settled, so that what comes in later is never counted for them: the word must be brought to the
/// current epoch before anything is added.
/// @dev An epoch's number is a time divided by the epoch duration. 64 bits hold every block's timestamp, so it cannot wrap.
type Vesting is uint256;

using {epoch, budget, unvested, advancedTo, plus} for Vesting global;

uint256 constant VESTING_AMOUNT_MASK = (1 << 96) - 1;
uint256 constant VESTING_EPOCH_MASK = (1 << 64) - 1;
uint256 constant UNVESTED_OFFSET = 0;
uint256 constant BUDGET_OFFSET = 96;
uint256 constant EPOCH_OFFSET = 192;

function epoch(Vesting self) pure returns (uint256) {
    return Vesting.unwrap(self) >> EPOCH_OFFSET;
}

/// @return wei an epoch
function budget(Vesting self) pure returns (uint256) {
    return (Vesting.unwrap(self) >> BUDGET_OFFSET) & VESTING_AMOUNT_MASK;
}

/// @return wei
function unvested(Vesting self) pure returns (uint256) {
    return (Vesting.unwrap(self) >> UNVESTED_OFFSET) & VESTING_AMOUNT_MASK;
}

/// @notice The word once all epochs before `current` have ended, and what they let vest.
/// @dev Nothing comes in between, so `n` epochs let `min(n × budget, unvested)` vest: the budget until less is left, then the
/// rest, then nothing. `n × budget` stays below 2^(64 + 96).
/// @param current number of the epoch that is running, below 2^64; before `epoch` nothing changes
/// @return vested wei
function advancedTo(Vesting self, uint256 current) pure returns (Vesting, uint256 vested) {
    if (current <= self.epoch()) return (self, 0);
    vested = (current - self.epoch()) * self.budget();
    if (vested > self.unvested()) vested = self.unvested();
    return (newVesting(current, self.budget(), self.unvested() - vested), vested);
}

/// @param amount wei; with what is there below 2^96, since no program holds more than `MAXIMUM_BALANCE`
function plus(Vesting self, uint256 amount) pure returns (Vesting) {
    return newVesting(self.epoch(), self.budget(), self.unvested() + amount);
}

/// @param epoch_ below 2^64, `budget_` and `unvested_` wei below 2^96
function newVesting(uint256 epoch_, uint256 budget_, uint256 unvested_) pure returns (Vesting) {
    return Vesting.wrap(
        ((epoch_ & VESTING_EPOCH_MASK) << EPOCH_OFFSET) | ((budget_ & VESTING_AMOUNT_MASK) << BUDGET_OFFSET)
            | ((unvested_ & VESTING_AMOUNT_MASK) << UNVESTED_OFFSET)
    );
}
