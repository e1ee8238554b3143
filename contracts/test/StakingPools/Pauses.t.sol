// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Every pause of new stakes ends by itself.
contract PausesTest is PoolsTest {
    uint256 private pool;
    uint256 private other;

    function setUp() public override {
        super.setUp();
        pool = flexiblePool();
        other = termPool();
    }

    function _pause(address by, uint256 id) private {
        vm.prank(by);
        pools.pauseStaking(id);
    }

    function _pausedUntil(uint256 until) private {
        bytes memory paused = abi.encodeWithSelector(IStakingPools.StakingPools_StakingPaused.selector, pool, until);
        vm.expectRevert(paused);
        stake(alice, pool, 1 ether);
        assertEq(pools.poolState(pool).stakingPausedUntil, until);
    }

    function test_AGuardiansPauseEndsAfterSevenDays() public {
        uint256 until = block.timestamp + 7 days;
        vm.expectEmit(address(pools));
        emit IStakingPools.StakingPauseSet(pool, until);
        _pause(guardian, pool);
        _pausedUntil(until);
        vm.warp(until - 1);
        _pausedUntil(until);
        vm.warp(until);
        assertEq(pools.poolState(pool).stakingPausedUntil, 0);
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(10);
        stake(alice, pool, 1 ether);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, 10 ether, 2, "and the stream is untouched by it");
    }

    function test_AGuardianPausesOnceInThirtyDaysInEachPool() public {
        uint256 began = block.timestamp;
        _pause(guardian, pool);
        assertEq(pools.poolState(pool).guardianPausesFrom, began + 30 days);
        bytes memory tooSoon = abi.encodeWithSelector(GuardianPause_TooSoon.selector, began + 30 days);
        vm.expectRevert(tooSoon);
        _pause(guardian, pool);
        _pause(guardian, other);
        vm.prank(owner);
        pools.unpauseStaking(pool);
        stake(alice, pool, 1 ether);
        vm.expectRevert(tooSoon);
        _pause(guardian, pool);
        vm.prank(owner);
        pools.setGuardian(bob);
        vm.warp(began + 30 days - 1);
        stake(alice, pool, 1 ether);
        vm.expectRevert(tooSoon);
        _pause(bob, pool);
        vm.warp(began + 30 days);
        _pause(bob, pool);
        _pausedUntil(began + 37 days);
    }

    function test_TheOwnersPauseEndsTooAndOnlyTheOwnerRenewsIt() public {
        _pause(owner, pool);
        uint256 until = block.timestamp + 7 days;
        skip(6 days);
        _pausedUntil(until);
        _pause(owner, pool);
        until = block.timestamp + 7 days;
        vm.warp(until - 1);
        _pausedUntil(until);
        vm.warp(until);
        stake(alice, pool, 1 ether);
    }

    /// Without an owner, no function is closed for longer than a guardian's week.
    function test_WithoutAnOwnerEveryPauseEnds() public {
        _pause(owner, pool);
        vm.startPrank(owner);
        pools.renounceOwnership();
        vm.stopPrank();
        uint256 open;
        for (uint256 day = 0; day < 120; ++day) {
            vm.prank(guardian);
            try pools.pauseStaking(pool) {} catch {}
            uint256 snapshot = vm.snapshotState();
            vm.prank(alice);
            try pools.stake(pool, 1 ether, 0, address(0)) {
                ++open;
            } catch {}
            vm.revertToState(snapshot);
            skip(1 days);
        }
        assertEq(open, 120 - 4 * 7, "the guardian's week in every thirty days, the owner's last one within the first");
    }

    /// The next stake removes the record of an ended pause, so that later stakes pay nothing to read it.
    function test_AnEndedPauseCostsOneStakeAndNoMore() public {
        stake(alice, pool, 1 ether);
        stake(bob, pool, 1 ether);
        uint256 state = vm.snapshotState();
        skip(8 days);
        stake(alice, pool, 1 ether);
        stake(alice, pool, 1 ether);
        bytes32 usual = keccak256(abi.encode(pools.poolState(pool), pools.accountState(pool, alice)));
        vm.revertToState(state);
        _pause(owner, pool);
        skip(8 days);
        stake(alice, pool, 1 ether);
        vm.record();
        stake(alice, pool, 1 ether);
        (, bytes32[] memory writes) = vm.accesses(address(pools));
        uint256 stored;
        for (uint256 i = 0; i < writes.length; ++i) {
            if (vm.load(address(pools), writes[i]) != 0) ++stored;
        }
        assertEq(stored, 3, "position, account and pool, but not the stream");
        assertEq(keccak256(abi.encode(pools.poolState(pool), pools.accountState(pool, alice))), usual);
    }
}
