// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// @title Timelock
/// @notice OpenZeppelin's timelock with one function more: the owner of what little can be configured. Everything it does is
/// announced on-chain `minDelay` seconds before, for everyone to see and leave, but for accepting what it is offered.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract Timelock is TimelockController {
    /// @param minDelay seconds between announcing and doing
    /// @param proposers may announce and cancel
    /// @param executors may carry out what was announced; the zero address: anyone
    constructor(uint256 minDelay, address[] memory proposers, address[] memory executors)
        TimelockController(minDelay, proposers, executors, address(0))
    {}

    /// @notice Accepts the ownership of `offered`, whose owner has named this timelock as the next owner. Anyone may call, without
    /// an announcement: otherwise the deployer would stay the owner until the first announcement has run its time.
    /// @dev The call has no argument and no value, so nothing else can be done with it in the timelock's name.
    /// Refuses what `offered` refuses: OwnableUnauthorizedAccount where the timelock is not the next owner.
    function acceptOwnership(Ownable2Step offered) external {
        offered.acceptOwnership();
    }
}
