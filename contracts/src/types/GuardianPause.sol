// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGuardianPause} from "../interfaces/IGuardianPause.sol";

/// @notice A pause that ends by itself, in one word: `guardianFrom 64 | until 64` from bit 64 and bit 0; the rest is zero.
///
/// Every pause lasts `PAUSE_DURATION`, a guardian's and the owner's alike. A guardian may start one only `PAUSE_INTERVAL` after its last one
/// started, so it closes at most 7 days in any 30. The owner may start one at any time, also while one is running, and
/// alone may lift one. So nothing stays closed unless the owner renews the pause week by week: an owner that is lost or
/// renounced closes nothing.
/// @dev Times are unix seconds in 64 bits, which no block's timestamp exceeds. Each contract keeps one word for each thing
/// that can be paused. A flag elsewhere may say that the word must be looked at; whether a pause is running is said
/// by `running` alone.
type GuardianPause is uint256;

using {until, guardianFrom, running, runningUntil, started, lifted} for GuardianPause global;

/// @dev Seconds that a pause lasts.
uint256 constant PAUSE_DURATION = 7 days;
/// @dev Seconds from the start of a guardian's pause to the earliest start of its next one.
uint256 constant PAUSE_INTERVAL = 30 days;

uint256 constant PAUSE_TIME_MASK = (1 << 64) - 1;
uint256 constant UNTIL_OFFSET = 0;
uint256 constant GUARDIAN_FROM_OFFSET = 64;

/// @return unix seconds at which the last pause ends or ended; 0: none was started, or the last one was lifted
function until(GuardianPause self) pure returns (uint256) {
    return (GuardianPause.unwrap(self) >> UNTIL_OFFSET) & PAUSE_TIME_MASK;
}

/// @return unix seconds from which a guardian may start a pause; 0: no guardian has started one yet
function guardianFrom(GuardianPause self) pure returns (uint256) {
    return (GuardianPause.unwrap(self) >> GUARDIAN_FROM_OFFSET) & PAUSE_TIME_MASK;
}

/// @return whether a pause is running in this block; in the second `until` it no longer is
function running(GuardianPause self) view returns (bool) {
    return block.timestamp < self.until();
}

/// @return unix seconds at which the running pause ends; 0: none is running
function runningUntil(GuardianPause self) view returns (uint256) {
    return self.running() ? self.until() : 0;
}

/// @notice The word after a pause of `PAUSE_DURATION` from now was started. An earlier one, if still running, ends with it.
/// @param byOwner whether the owner starts it; otherwise a guardian does, who is refused with GuardianPause_TooSoon
/// before `guardianFrom`. The owner's pauses leave `guardianFrom` as it is
function started(GuardianPause self, bool byOwner) view returns (GuardianPause) {
    uint256 from = self.guardianFrom();
    if (!byOwner) {
        if (block.timestamp < from) revert IGuardianPause.GuardianPause_TooSoon(from);
        from = block.timestamp + PAUSE_INTERVAL;
    }
    return newPause(block.timestamp + PAUSE_DURATION, from);
}

/// @notice The word after the owner lifted the pause. The guardian must wait all the same until `guardianFrom`.
function lifted(GuardianPause self) pure returns (GuardianPause) {
    return newPause(0, self.guardianFrom());
}

/// @param until_ unix seconds below 2^64, `guardianFrom_` likewise
function newPause(uint256 until_, uint256 guardianFrom_) pure returns (GuardianPause) {
    return GuardianPause.wrap(
        ((guardianFrom_ & PAUSE_TIME_MASK) << GUARDIAN_FROM_OFFSET) | ((until_ & PAUSE_TIME_MASK) << UNTIL_OFFSET)
    );
}
