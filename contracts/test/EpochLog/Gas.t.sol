// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EpochLogTest} from "./EpochLogTest.sol";

/// @notice The gas of each call, as a receipt shows it (every call is a transaction, release build).
/// forge-config: default.isolate = true
contract EpochLogGas is EpochLogTest {
    function _record(string memory call, uint256 goal) private {
        assertLe(vm.snapshotGasLastCall("EpochLog", call), goal, call);
    }

    function test_GasOfEpochLog() public {
        endEpoch(first + 40);
        publish(first, 1);
        _record("publish one", 110_000);
        publish(first + 1, 1);
        _record("publish one more", 90_000);
        publish(first + 2, 30);
        _record("publish 30", 30 * 52_000);
        vm.prank(owner);
        epochLog.replace(first, "corrected", 1);
        _record("replace", 50_000);
        vm.prank(owner);
        epochLog.addRuleset("rules 2", first + 60);
        _record("add ruleset", 95_000);
    }
}
