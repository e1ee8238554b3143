// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRewardVouchers} from "../interfaces/IRewardVouchers.sol";
import {MAXIMUM_BALANCE} from "../types/Units.sol";

/// @notice What the terms of a voucher program may be. They are checked once, when the program is made, and never change.
library ProgramRules {
    /// @dev Naming a signer, switching it off and pausing write to each.
    uint256 internal constant MAXIMUM_PROGRAMS = 64;
    uint256 internal constant MAXIMUM_EPOCH_DURATION = 30 days;
    uint256 internal constant MAXIMUM_LEAD = 1461 days;

    function checkEpochDuration(uint256 epochDuration) internal pure {
        if (epochDuration == 0 || epochDuration > MAXIMUM_EPOCH_DURATION) {
            revert IRewardVouchers.RewardVouchers_EpochDurationOutOfRange(epochDuration, MAXIMUM_EPOCH_DURATION);
        }
    }

    /// @param count how many programs there are already
    function check(uint256 count, address token, uint256 budgetPerEpoch, uint256 start) internal view {
        if (count == MAXIMUM_PROGRAMS) revert IRewardVouchers.RewardVouchers_TooManyPrograms(MAXIMUM_PROGRAMS);
        if (token.code.length == 0) revert IRewardVouchers.RewardVouchers_NotAContract(token);
        if (budgetPerEpoch == 0 || budgetPerEpoch > MAXIMUM_BALANCE) {
            revert IRewardVouchers.RewardVouchers_BudgetOutOfRange(budgetPerEpoch, MAXIMUM_BALANCE);
        }
        uint256 latest = block.timestamp + MAXIMUM_LEAD;
        if (start > latest) revert IRewardVouchers.RewardVouchers_StartTooLate(start, latest);
    }
}
