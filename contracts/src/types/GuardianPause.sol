// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A guardian's pause was refused: its last one began less than 30 days ago. The owner can still pause.
/// @param guardianFrom unix seconds from which the guardian can pause again
error GuardianPause_TooSoon(uint256 guardianFrom);

/// @notice A pause that ends by itself after `PAUSE_DURATION`, whoever started it. A guardian may start one only
/// `PAUSE_INTERVAL` after its last one started, so it closes at most 7 days in any 30. The owner may start one at any
/// time, and alone may lift one; an owner that is lost or renounced closes nothing.
/// @dev A flag elsewhere may say that the struct must be read; whether a pause is running is said by `running` alone.
/// @param until unix seconds at which the last pause ends or ended; 0: none was started, or the last one was lifted
/// @param guardianFrom unix seconds from which a guardian may start a pause; 0: no guardian has started one yet
struct GuardianPause {
    uint64 until;
    uint64 guardianFrom;
}

using {running, runningUntil, start, lift} for GuardianPause global;

/// @dev Seconds that a pause lasts.
uint256 constant PAUSE_DURATION = 7 days;
/// @dev Seconds from the start of a guardian's pause to the earliest start of its next one.
uint256 constant PAUSE_INTERVAL = 30 days;

/// @return whether a pause is running in this block; in the second `until` it no longer is
function running(GuardianPause storage self) view returns (bool) {
    return block.timestamp < self.until;
}

/// @return unix seconds at which the running pause ends; 0: none is running
function runningUntil(GuardianPause storage self) view returns (uint256) {
    return self.running() ? self.until : 0;
}

/// @notice Starts a pause of `PAUSE_DURATION` from now. An earlier one, if still running, ends with it.
/// @param byOwner whether the owner starts it; otherwise a guardian does, who is refused with GuardianPause_TooSoon
/// before `guardianFrom`. The owner's pauses leave `guardianFrom` as it is
/// @return until unix seconds at which the pause ends
function start(GuardianPause storage self, bool byOwner) returns (uint64 until) {
    uint64 from = self.guardianFrom;
    if (!byOwner) {
        if (block.timestamp < from) revert GuardianPause_TooSoon(from);
        from = uint64(block.timestamp + PAUSE_INTERVAL);
    }
    until = uint64(block.timestamp + PAUSE_DURATION);
    (self.until, self.guardianFrom) = (until, from);
}

/// @notice Ends the pause at once. The guardian must wait all the same until `guardianFrom`.
function lift(GuardianPause storage self) {
    self.until = 0;
}
