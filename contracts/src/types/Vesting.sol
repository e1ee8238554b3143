// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice What of a voucher program's funding has not vested, and how it will.
/// `epoch 40 | budget 96 | unvested 96`
///
/// Each epoch, when it ends, lets `min(budget, unvested)` wei vest. `epoch` is the first one that has not been reckoned with;
/// all before it are done with for good, so that what comes in later is never counted for them: the word must be brought
/// to the current epoch before anything is put in.
type Vesting is uint256;

using {epoch, budget, unvested, advancedTo, plus} for Vesting global;

uint256 constant VESTING_AMOUNT_MASK = (1 << 96) - 1;

function epoch(Vesting self) pure returns (uint256) {
    return Vesting.unwrap(self) >> 192;
}

/// @return wei an epoch
function budget(Vesting self) pure returns (uint256) {
    return (Vesting.unwrap(self) >> 96) & VESTING_AMOUNT_MASK;
}

/// @return wei
function unvested(Vesting self) pure returns (uint256) {
    return Vesting.unwrap(self) & VESTING_AMOUNT_MASK;
}

/// @notice The word once all epochs before `current` have ended, and what they let vest.
/// @dev Nothing comes in between, so that `n` epochs let `min(n × budget, unvested)` vest: the budget until less is left,
/// then the rest, then nothing. `n × budget` stays below 2^(40 + 96).
/// @param current number of the epoch that is running; where it has not come to `epoch` yet, nothing changes
/// @return vested wei
function advancedTo(Vesting self, uint256 current) pure returns (Vesting, uint256 vested) {
    if (current <= self.epoch()) return (self, 0);
    vested = (current - self.epoch()) * self.budget();
    if (vested > self.unvested()) vested = self.unvested();
    return (newVesting(current, self.budget(), self.unvested() - vested), vested);
}

/// @param amount wei; with what is there below 2^96, since a program is never let hold more than `MAXIMUM_BALANCE`
function plus(Vesting self, uint256 amount) pure returns (Vesting) {
    unchecked {
        return Vesting.wrap(Vesting.unwrap(self) + amount);
    }
}

/// @param epoch_ below 2^40, `budget_` and `unvested_` wei below 2^96
function newVesting(uint256 epoch_, uint256 budget_, uint256 unvested_) pure returns (Vesting) {
    return Vesting.wrap((epoch_ << 192) | (budget_ << 96) | unvested_);
}
