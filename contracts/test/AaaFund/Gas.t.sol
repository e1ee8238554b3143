// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFundTest} from "../support/AaaFundTest.sol";

/// @notice The gas of AAA's transfers and of a distribution, as a receipt shows it; see StakingPoolsGas.
/// forge-config: default.isolate = true
contract AaaFundGas is AaaFundTest {
    function test_GasOfAaa() public {
        feedFund(1 ether);
        vm.startPrank(alice);
        aaa.transfer(bob, 1 ether);
        vm.snapshotGasLastCall("AAA", "transfer");
        aaa.transfer(pair, 1 ether);
        vm.snapshotGasLastCall("AAA", "transfer, taxed");
        aaa.approve(carol, type(uint256).max);
        vm.snapshotGasLastCall("AAA", "approve");
        vm.stopPrank();
        vm.startPrank(carol);
        aaa.transferFrom(alice, bob, 1 ether);
        vm.snapshotGasLastCall("AAA", "transferFrom");
        aaa.transferFrom(alice, pair, 1 ether);
        vm.snapshotGasLastCall("AAA", "transferFrom, taxed");
        vm.stopPrank();
    }

    function test_GasOfAaaFund() public {
        stake(alice, pool, 100 ether);
        sell(bob, 1000 ether);
        vm.snapshotGasLastCall("AAA", "sale through the router");
        buy(bob, 1000 ether);
        vm.snapshotGasLastCall("AAA", "purchase through the router");
        vm.prank(carol);
        fund_.distribute();
        vm.snapshotGasLastCall("AaaFund", "distribute, the first");
        skip(1 hours);
        sell(bob, 1000 ether);
        vm.prank(carol);
        fund_.distribute();
        vm.snapshotGasLastCall("AaaFund", "distribute");
    }
}
