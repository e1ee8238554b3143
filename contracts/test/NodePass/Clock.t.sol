// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";

/// @notice Across and after the ends of 32-bit, 40-bit and 48-bit time: a cool-down lasts 7 days, and each bond is paid once.
contract NodePassClockTest is NodePassTest {
    function test_CoolDownsRunAcrossTheEndOfTime() public {
        uint256[3] memory ends = [uint256(1 << 32), 1 << 40, 1 << 48];
        for (uint256 i = 0; i < ends.length; ++i) {
            vm.warp(ends[i] - 3 days);
            uint256 first = mint(alice, "clock");
            uint256 second = mint(bob, "clock");
            vm.prank(alice);
            passes.startUnbonding(first);
            assertEq(passes.pass(first).unbondingUntil, ends[i] + 4 days);
            vm.warp(ends[i] + 4 days - 1);
            vm.prank(alice);
            vm.expectRevert(
                abi.encodeWithSelector(INodePass.NodePass_CoolDownRunning.selector, first, ends[i] + 4 days)
            );
            passes.unbond(first);
            vm.prank(bob);
            passes.startUnbonding(second);
            skip(1);
            uint256 held = mcm.balanceOf(alice);
            vm.startPrank(alice);
            passes.unbond(first);
            assertEq(mcm.balanceOf(alice), held + passes.BOND());
            vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", first));
            passes.unbond(first);
            vm.stopPrank();
            assertFalse(passes.isLive(second));
            skip(7 days);
            vm.prank(bob);
            passes.unbond(second);
            assertEq(mcm.balanceOf(address(passes)), 0, "every bond has left");
        }
    }
}
