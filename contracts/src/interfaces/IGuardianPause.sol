// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What a guardian's pause is refused for, in every contract that has one
interface IGuardianPause {
    /// @notice The guardian paused this less than 30 days ago and cannot do so again yet; the owner can.
    /// @param guardianFrom unix seconds from which the guardian can
    error GuardianPause_TooSoon(uint256 guardianFrom);
}
