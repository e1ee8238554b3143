// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice `unstake` and `exit`.
contract LeaveTest is PoolsTest {
    function test_UnstakePaysPrincipalAndKeepsTheReward() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(10);
        uint256 mcmBefore = mcm.balanceOf(alice);
        uint256 galxBefore = galx.balanceOf(alice);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(pool, alice, 0, 40 ether, 0, 0, 60 ether);
        unstake(alice, pool, 0, 40 ether);
        assertEq(mcm.balanceOf(alice) - mcmBefore, 40 ether);
        assertEq(galx.balanceOf(alice), galxBefore);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, 10 ether, 2);
        assertEq(positionOf(pool, alice, 0).amount, 60 ether);
    }

    function test_UnstakeWaitsForTheOnlyTiersLock() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.tiers[0].duration = 30 days;
        uint256 pool = createPool(configuration);
        stake(alice, pool, 1 ether);
        uint256 unlockAt = block.timestamp + 30 days;
        assertEq(positionOf(pool, alice, 0).unlockAt, unlockAt);
        skip(30 days - 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionLocked.selector, 0, unlockAt));
        pools.unstake(pool, 0, 1 ether, alice);
        skip(1);
        unstake(alice, pool, 0, 1 ether);
    }

    /// The price of leaving includes the refund for a cleared word.
    function test_LeavingWholeClearsThePositionsWord() public {
        uint256 pool = termPool();
        vm.record();
        stake(alice, pool, 1 ether, 0);
        uint256 unlockAt = block.timestamp + 30 days;
        bytes32 word = bytes32((uint256(1 ether) << 160) | (unlockAt << 24) | 10_000);
        (, bytes32[] memory written) = vm.accesses(address(pools));
        bytes32 place;
        for (uint256 i = 0; i < written.length; ++i) {
            if (vm.load(address(pools), written[i]) == word) place = written[i];
        }
        assertEq(vm.load(address(pools), place), word, "the position is one word");
        skip(30 days);
        unstake(alice, pool, 0, 1 ether);
        assertEq(vm.load(address(pools), place), 0);
    }

    function test_UnstakeOfTheLastPairsOutInProportion() public {
        uint256 pool = pairPool();
        stake(alice, pool, 10 ether);
        unstake(alice, pool, 0, 3 ether);
        assertEq(positionOf(pool, alice, 0).pairAmount, 7 ether);
        unstake(alice, pool, 0, 7 ether);
        assertEq(mcm.balanceOf(address(pools)), 0);
        assertEq(galx.balanceOf(address(pools)), 0);
        assertEq(weightOf(pool, alice), 0);
    }

    function test_UnstakeWaitsForTheLock() public {
        uint256 pool = termPool();
        stake(alice, pool, 10 ether, 1);
        uint256 unlockAt = block.timestamp + 90 days;
        vm.warp(unlockAt - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionLocked.selector, 0, unlockAt));
        unstake(alice, pool, 0, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionLocked.selector, 0, unlockAt));
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        vm.warp(unlockAt);
        unstake(alice, pool, 0, 10 ether);
        assertEq(weightOf(pool, alice), 0);
    }

    function test_UnstakeRefusesOtherAmounts() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountOutOfRange.selector, 0, 10 ether));
        unstake(alice, pool, 0, 0);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_AmountOutOfRange.selector, 10 ether + 1, 10 ether)
        );
        unstake(alice, pool, 0, 10 ether + 1);
    }

    function test_UnstakeRefusesPositionsOfOthers() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, bob, 0));
        unstake(bob, pool, 0, 1 ether);
        unstake(alice, pool, 0, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, alice, 0));
        unstake(alice, pool, 0, 1);
    }

    function test_UnstakeInDustLeavesNoWeightBehind() public {
        uint256 pool = termPool();
        stake(alice, pool, 1e9 + 7, 3);
        skip(360 days);
        for (uint256 i = 0; i < 10; ++i) {
            unstake(alice, pool, 0, 1e8);
        }
        unstake(alice, pool, 0, 7);
        assertEq(weightOf(pool, alice), 0);
        assertEq(pools.poolState(pool).totalWeight, 0);
    }

    function test_ExitPaysPrincipalAndReward() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(alice, pool, 50 ether);
        skip(10);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 galxBefore = galx.balanceOf(alice);
        uint256 mcmBefore = mcm.balanceOf(alice);
        vm.expectEmit(address(pools));
        emit IStakingPools.Exited(pool, alice, 0, 100 ether, 0, owed, 50 ether);
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertEq(galx.balanceOf(alice) - galxBefore, owed);
        assertEq(mcm.balanceOf(alice) - mcmBefore, 100 ether);
        assertEq(pools.accountState(pool, alice).earned, 0);
        assertEq(weightOf(pool, alice), 50 ether);
    }

    function test_ExitWorksWithNothingEarned() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 100 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.Exited(pool, alice, 0, 100 ether, 0, 0, 0);
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertEq(mcm.balanceOf(address(pools)), 0);
    }
}
