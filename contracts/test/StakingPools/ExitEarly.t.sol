// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {MoodyToken} from "../support/Tokens.sol";

contract ExitEarlyTest is PoolsTest {
    function test_ExitEarlyCostsThePenaltyInProportionToTheTimeLeft() public {
        uint256 pool = termPool();
        stake(bob, pool, 50 ether, 0);
        stake(alice, pool, 100 ether, 3);
        skip(90 days);
        uint256 penalty = 100 ether * 20 / 100 * uint256(270) / 360;
        assertEq(penaltyOf(pool, alice, 0, 100 ether), penalty);
        uint256 before = mcm.balanceOf(alice);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(pool, alice, 0, 100 ether, 0, penalty, 0);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether, alice);
        assertEq(mcm.balanceOf(alice) - before, 100 ether - penalty);
    }

    function test_ExitEarlyHandsThePenaltyToThePoolsStakers() public {
        uint256 pool = termPool();
        stake(bob, pool, 50 ether, 0);
        stake(alice, pool, 100 ether, 3);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether, alice);
        skip(91 days);
        assertApproxEqAbs(pools.accountState(pool, bob).earned, 20 ether, 1e15, "all but what rate rounding holds back");
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertApproxEqAbs(
            pools.accountState(pool, bob).earned + state.undistributed, 20 ether, 1, "and nothing is lost"
        );
        assertEq(mcm.balanceOf(owner), 0);
    }

    function test_ExitEarlyOfAPartTakesAPartOfThePenalty() public {
        uint256 pool = termPool();
        stake(alice, pool, 100 ether, 1);
        uint256 whole = penaltyOf(pool, alice, 0, 100 ether);
        assertEq(whole, 10 ether, "at the very start the whole penalty");
        assertEq(penaltyOf(pool, alice, 0, 25 ether), 2.5 ether);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 25 ether, alice);
        assertEq(positionOf(pool, alice, 0).amount, 75 ether);
        assertEq(weightOf(pool, alice), 112.5 ether);
    }

    function test_ExitEarlyIsFreeFromTheUnlockOn() public {
        uint256 pool = termPool();
        stake(alice, pool, 100 ether, 1);
        skip(90 days - 1);
        uint256 penalty = uint256(50 ether) / 10 / 90 days;
        assertEq(penaltyOf(pool, alice, 0, 50 ether), penalty);
        uint256 before = mcm.balanceOf(alice);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 50 ether, alice);
        assertEq(mcm.balanceOf(alice) - before, 50 ether - penalty, "the last second costs its part");
        skip(1);
        assertEq(penaltyOf(pool, alice, 0, 50 ether), 0);
        before = mcm.balanceOf(alice);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 50 ether, alice);
        assertEq(mcm.balanceOf(alice) - before, 50 ether);
    }

    function test_ExitEarlyKeepsTheReward() public {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether, 1);
        skip(100);
        uint256 owed = pools.accountState(pool, alice).earned;
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether, alice);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed, 1);
        assertGt(claim(alice, pool), 99 ether);
    }

    function test_ExitEarlyPenaltyTooSmallToStreamIsHeldBack() public {
        uint256 pool = termPool();
        stake(alice, pool, 1e12, 0);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 1e12, alice);
        assertEq(pools.poolState(pool).undistributed, 5e10);
        assertEq(pools.poolState(pool).rewardRate, 0);
        fund(pool, BUDGET);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, BUDGET + 5e10);
    }

    /// The penalty raises the rate or moves the end back, and the log has the new value.
    function test_ExitEarlyLogsTheNewStream() public {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        stake(bob, pool, 50 ether, 0);
        stake(alice, pool, 100 ether, 3);
        skip(10 days);
        uint256 penalty = penaltyOf(pool, alice, 0, 100 ether);
        uint256 end = block.timestamp + (80 days * 1 ether + penalty) / 1 ether;
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(pool, 1 ether, end);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether, alice);
        assertEq(pools.poolState(pool).rewardEnd, end);
    }

    /// A rest without weight in an empty pool: idle time moved the end back, and the new end is stored and logged.
    function test_ExitEarlyOfARestWithoutWeightKeepsTheMovedStream() public {
        MoodyToken moody = new MoodyToken(alice);
        approveAll(alice, address(moody));
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.pairToken = address(moody);
        made.pairRatio = 2.5 ether;
        uint256 pool = createPool(made);
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(10 days);
        moody.setMood(1);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(pools.poolState(pool).totalWeight, 0);
        uint256 end = pools.poolState(pool).rewardEnd;
        skip(5 days);
        moody.setMood(0);
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(pool, 1 ether, end + 5 days);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 0, alice);
        assertEq(pools.poolState(pool).rewardEnd, end + 5 days);
        assertEq(moody.balanceOf(alice), 1e28);
        skip(1 days);
        stake(alice, pool, 10 ether);
        assertEq(pools.poolState(pool).rewardEnd, end + 6 days);
        skip(100 days);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, 80 days * 1 ether, 1, "all that was left streams");
    }

    /// An account that has most of the pool earns most of its own penalty back with its remaining stake, as the
    /// documents say.
    function test_ExitEarlyOfADominatingStakerEarnsItsPenaltyBack() public {
        uint256 pool = termPool();
        stake(alice, pool, 1_000_000 ether, 3);
        stake(alice, pool, 1_000_000 ether, 3);
        stake(bob, pool, 10_000 ether, 3);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 1_000_000 ether, alice);
        skip(91 days);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, 198_019 ether, 1 ether, "of 200 000");
        assertApproxEqAbs(pools.accountState(pool, bob).earned, 1980 ether, 1 ether);
    }

    function test_ExitEarlyIsRefusedWhereALockHasNoPenalty() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.tiers[0] = IStakingPools.Tier(30 days, 12_000, 0);
        uint256 pool = createPool(configuration);
        stake(alice, pool, 1 ether);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_EarlyExitNotOffered.selector, 0));
        pools.exitEarly(pool, 0, 1 ether, alice);
    }

    function test_ExitEarlyNamesTheTierWhoseLockHasNoPenalty() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.tiers = new IStakingPools.Tier[](2);
        configuration.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        configuration.tiers[1] = IStakingPools.Tier(30 days, 12_000, 0);
        uint256 pool = createPool(configuration);
        stake(alice, pool, 1 ether, 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_EarlyExitNotOffered.selector, 1));
        pools.exitEarly(pool, 0, 1 ether, alice);
    }

    function test_EverybodyCanExitEarlyFromTheUnlockOn() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.tiers[0] = IStakingPools.Tier(30 days, 12_000, 0);
        uint256 pool = createPool(configuration);
        stake(alice, pool, 1 ether);
        skip(30 days);
        assertEq(penaltyOf(pool, alice, 0, 1 ether), 0);
        uint256 before = mcm.balanceOf(alice);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 1 ether, alice);
        assertEq(mcm.balanceOf(alice) - before, 1 ether);
    }

    function test_ExitEarlyRoundsThePenaltyDown() public {
        uint256 pool = termPool();
        uint256 amount = 1e12 + 1;
        stake(alice, pool, amount, 0);
        skip(1);
        uint256 exact = amount * 500 * (30 days - 1);
        uint256 whole = 10_000 * uint256(30 days);
        assertNotEq(exact % whole, 0);
        vm.prank(alice);
        vm.expectEmit();
        emit IStakingPools.Unstaked(pool, alice, 0, amount, 0, exact / whole, 0);
        pools.exitEarly(pool, 0, amount, alice);
    }

    function test_ExitEarlyRefusesOtherAmountsAndPositions() public {
        uint256 pool = termPool();
        stake(alice, pool, 10 ether, 1);
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountOutOfRange.selector, 0, 10 ether));
        pools.exitEarly(pool, 0, 0, alice);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_AmountOutOfRange.selector, 11 ether, 10 ether)
        );
        pools.exitEarly(pool, 0, 11 ether, alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, alice, 1));
        pools.exitEarly(pool, 1, 1 ether, alice);
        vm.stopPrank();
    }
}
