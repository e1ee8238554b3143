// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";

contract WithdrawPrincipalTest is PoolsTest {
    function test_WithdrawPrincipalForfeitsTheRewardToTheNextFunding() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(10);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 held = pools.poolState(pool).undistributed;
        vm.expectEmit(address(pools));
        emit IStakingPools.Forfeited(pool, alice, owed);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(pool, alice, 0, 100 ether, 0, 0, 0);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(mcm.balanceOf(alice), 100_000_000 ether);
        assertEq(pools.accountState(pool, alice).earned, 0);
        assertEq(pools.poolState(pool).undistributed, held + owed);
        assertEq(pools.positionsOf(pool, alice, 0, 9).length, 0);
    }

    function test_WithdrawPrincipalWaitsForTheLock() public {
        uint256 pool = termPool();
        stake(alice, pool, 1 ether, 0);
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_PositionLocked.selector, 0, block.timestamp + 30 days)
        );
        pools.withdrawPrincipal(pool, 0, alice);
    }

    function test_WithdrawPrincipalNeedsNoRewardTokenBoostOrOwner() public {
        MoodyToken reward = new MoodyToken(address(this));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(reward));
        configuration.boostSource = address(boosts);
        uint256 pool = createPool(configuration);
        reward.approve(address(pools), type(uint256).max);
        pools.fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(1 days);
        vm.prank(guardian);
        pools.pauseStaking(pool);
        vm.etch(address(boosts), hex"fe");
        vm.etch(address(reward), hex"fe");
        vm.prank(alice);
        vm.expectRevert();
        pools.exit(pool, 0, alice);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(mcm.balanceOf(alice), 100_000_000 ether);
    }

    function _moodyPair(bool moodyStake) private returns (uint256 pool, MoodyToken moody) {
        moody = new MoodyToken(alice);
        IStakingPools.PoolConfiguration memory configuration =
            flexible(moodyStake ? address(moody) : address(galx), address(galx));
        configuration.pairToken = moodyStake ? address(galx) : address(moody);
        configuration.pairRatio = 2 ether;
        pool = createPool(configuration);
        approveAll(alice, address(moody));
        stake(alice, pool, 10 ether);
    }

    function test_WithdrawPrincipalPaysEachTokenOfAPairSeparately() public {
        for (uint256 mood = 1; mood <= 3; ++mood) {
            (uint256 pool, MoodyToken moody) = _moodyPair(false);
            uint256 unlockAt = positionOf(pool, alice, 0).unlockAt;
            skip(1);
            moody.setMood(mood);
            vm.expectEmit(address(pools));
            emit IStakingPools.Unstaked(pool, alice, 0, 10 ether, 0, 0, 0);
            vm.prank(alice);
            pools.withdrawPrincipal{gas: 5_000_000}(pool, 0, alice);
            assertEq(galx.balanceOf(alice), 100_000_000 ether, "the token that works is paid");
            assertEq(positionOf(pool, alice, 0).amount, 0);
            assertEq(positionOf(pool, alice, 0).pairAmount, 20 ether, "the other stays recorded");
            assertEq(positionOf(pool, alice, 0).unlockAt, unlockAt, "on its terms");
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PrincipalRefused.selector, pool, 0));
            pools.withdrawPrincipal{gas: 5_000_000}(pool, 0, alice);
            moody.setMood(0);
            uint256 before = moody.balanceOf(alice);
            vm.prank(alice);
            pools.withdrawPrincipal(pool, 0, alice);
            assertEq(moody.balanceOf(alice) - before, 20 ether, "and is paid once it is willing");
            assertEq(pools.positionsOf(pool, alice, 0, 9).length, 0);
        }
    }

    function test_WithdrawPrincipalLeavesARefusedStakeTokenWithoutWeight() public {
        (uint256 pool, MoodyToken moody) = _moodyPair(true);
        stake(alice, pool, 1 ether);
        moody.setMood(1);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(positionOf(pool, alice, 0).amount, 10 ether);
        assertEq(positionOf(pool, alice, 0).pairAmount, 0);
        assertEq(weightOf(pool, alice), 1 ether);
        moody.setMood(0);
        unstake(alice, pool, 0, 4 ether);
        assertEq(weightOf(pool, alice), 1 ether, "its weight was given up already");
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertEq(moody.balanceOf(address(pools)), 1 ether);
    }

    function test_WithdrawPrincipalOfOneTokenThatRefusesChangesNothing() public {
        MoodyToken moody = new MoodyToken(alice);
        approveAll(alice, address(moody));
        uint256 pool = createPool(flexible(address(moody), address(galx)));
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(5);
        moody.setMood(2);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PrincipalRefused.selector, pool, 0));
        pools.withdrawPrincipal(pool, 0, alice);
        assertGt(pools.accountState(pool, alice).earned, 4 ether);
    }

    function test_ExitPaysAPairTokenThatWasRefusedBefore() public {
        (uint256 pool, MoodyToken moody) = _moodyPair(false);
        moody.setMood(1);
        vm.startPrank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        moody.setMood(0);
        pools.exit(pool, 0, alice);
        vm.stopPrank();
        assertEq(moody.balanceOf(address(pools)), 0);
    }
}
