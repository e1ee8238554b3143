// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EpochLog} from "../../src/EpochLog.sol";
import {EpochLogTest} from "./EpochLogTest.sol";

contract EpochLogFirstEpochTest is EpochLogTest {
    function test_TheFirstEpochIsThatOfTheEarliestProgramWhereverItIsListed() public {
        uint256 earliest = epochLog.firstEpoch();
        vm.startPrank(owner);
        vouchers.createProgram(address(galx), BUDGET, (earliest - 1) * EPOCH);
        assertEq(new EpochLog(owner, publisher, address(vouchers)).firstEpoch(), earliest - 1, "the last of four");
        vouchers.createProgram(address(galx), BUDGET, (earliest + 9) * EPOCH);
        assertEq(new EpochLog(owner, publisher, address(vouchers)).firstEpoch(), earliest - 1, "the fourth of five");
        vm.stopPrank();
    }
}
