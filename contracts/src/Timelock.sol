// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// @title Timelock
/// @notice OpenZeppelin's timelock as it is: the owner of what little can be configured. Everything it does is announced
/// on-chain `minDelay` seconds before, for everyone to see and leave.
contract Timelock is TimelockController {
    /// @param minDelay seconds between announcing and doing
    /// @param proposers may announce and cancel
    /// @param executors may carry out what was announced; the zero address: anyone
    constructor(uint256 minDelay, address[] memory proposers, address[] memory executors)
        TimelockController(minDelay, proposers, executors, address(0))
    {}
}
