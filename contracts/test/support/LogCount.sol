// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {Vm} from "forge-std/Vm.sol";

/// @notice Counts the recorded logs of one contract.
abstract contract LogCount is CommonBase {
    /// @return count of the logs of `emitter` since logs were last read
    function logsOf(address emitter) internal returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == emitter) ++count;
        }
    }
}
