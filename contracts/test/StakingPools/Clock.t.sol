// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {MAXIMUM_TIME} from "../../src/types/Units.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The pools' clock at the end of 32-bit times (2106) and at its own end (2514): nothing is paid twice,
/// everything can leave, and no word is corrupted.
contract ClockTest is PoolsTest {
    uint256 private constant WRAP = 1 << 32;

    uint256 private pool;

    /// A pool whose reward token is its stake token, made `before` seconds before `edge`.
    function _begin(uint256 edge, uint256 before) private {
        vm.warp(edge - before);
        pool = createPool(flexible(address(mcm), address(mcm)));
    }

    function _leave(address account) private returns (uint256 paid) {
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, 0, 100);
        uint256 principal;
        uint256 before = mcm.balanceOf(account);
        vm.startPrank(account);
        for (uint256 i = 0; i < open.length; ++i) {
            principal += open[i].amount;
            pools.exit(pool, open[i].position, account);
        }
        vm.stopPrank();
        return mcm.balanceOf(account) - before - principal;
    }

    /// The earlier fault: a stream that had ended decades ago was paid again a second after the times wrapped.
    function test_AStreamThatEndedIsNotPaidAgainAfterTheWrap() public {
        _begin(WRAP, 40 * 365 days);
        fund(pool, BUDGET);
        stake(alice, pool, 1000 ether);
        skip(REWARD_DURATION);
        uint256 alices = claim(alice, pool);
        assertApproxEqAbs(alices, BUDGET, 1);
        vm.warp(WRAP + 10);
        stake(bob, pool, 1e9);
        vm.warp(WRAP + 11);
        assertEq(claim(bob, pool), 0, "nothing streams");
        assertEq(claim(alice, pool), 0);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(_leave(bob), 0);
        assertEq(mcm.balanceOf(alice), 100_000_000 ether + alices);
        assertEq(mcm.balanceOf(bob), 100_000_000 ether);
    }

    /// Two stakers, equal tokens, a funding, claims, stakes and exits before, across and after an edge of the clock.
    function _across(uint256 edge, uint256 seed) private {
        uint256 funded;
        uint256 paid;
        _begin(edge, bound(seed, 1, 2 * REWARD_DURATION));
        stake(alice, pool, 700 ether);
        for (uint256 i = 0; i < 14; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            address account = seed % 2 == 0 ? alice : bob;
            uint256 kind = (seed >> 8) % 6;
            if (kind == 0) {
                vm.prank(funder);
                try pools.fund(pool, 1000 ether) {
                    funded += 1000 ether;
                    assertLt(block.timestamp, MAXIMUM_TIME, "a stopped clock streams nothing");
                } catch (bytes memory reason) {
                    assertEq(bytes4(reason), IStakingPools.StakingPools_FundingTooSmall.selector);
                    assertGe(block.timestamp, MAXIMUM_TIME, "as long as the clock runs, a funding streams");
                }
            } else if (kind <= 2) {
                stake(account, pool, (seed >> 16) % 1e21 + 1e9);
            } else if (kind == 3) {
                paid += claim(account, pool);
            } else if (kind == 4) {
                paid += _leave(account);
            }
            _wordsAreWhole();
            vm.warp(block.timestamp + (seed >> 128) % (REWARD_DURATION / 2));
        }
        uint256 from = block.timestamp > edge ? block.timestamp : edge;
        vm.warp(from + REWARD_DURATION + (seed >> 64) % (200 * 365 days));
        paid += claim(alice, pool) + claim(bob, pool);
        vm.warp(block.timestamp + (seed >> 32) % (200 * 365 days));
        assertEq(claim(alice, pool) + claim(bob, pool), 0, "long after the end nothing is owed again");
        assertLe(paid, funded, "never more than was funded");
        paid += _leave(alice) + _leave(bob);
        assertLe(paid, funded);
        assertEq(mcm.balanceOf(address(pools)), funded - paid, "all principal has left");
        assertEq(pools.poolState(pool).totalWeight, 0);
    }

    function _wordsAreWhole() private view {
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(pools.poolConfiguration(pool).rewardToken, address(mcm));
        assertLe(state.rewardEnd, MAXIMUM_TIME);
        assertLe(state.lastUpdate, block.timestamp);
        assertLe(state.rewardRate, 1000 ether);
    }

    function testFuzz_NothingIsPaidTwiceAcrossTheEndOf32BitTime(uint256 seed) public {
        _across(WRAP, seed);
    }

    function testFuzz_NothingIsPaidTwiceAcrossTheClocksEnd(uint256 seed) public {
        _across(MAXIMUM_TIME, seed);
    }

    /// After the end of 32-bit time the pools continue as before.
    function test_StreamsRunThroughTheEndOf32BitTime() public {
        _begin(WRAP, 10 days);
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        assertEq(pools.poolState(pool).rewardEnd, WRAP + 80 days);
        vm.warp(WRAP + 20 days);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, BUDGET / 3, 1);
        fund(pool, BUDGET);
        assertEq(pools.poolState(pool).rewardEnd, WRAP + 110 days);
        assertEq(positionOf(pool, alice, 0).unlockAt, WRAP - 10 days);
        stake(alice, pool, 1 ether);
        assertEq(positionOf(pool, alice, 1).unlockAt, WRAP + 20 days, "both halves of the word keep their time");
        assertEq(positionOf(pool, alice, 0).unlockAt, WRAP - 10 days);
    }

    /// A funding whose stream would pass the clock's end streams up to that end, and the rest is held back.
    function test_AFundingNearTheClocksEndStreamsUpToIt() public {
        _begin(MAXIMUM_TIME, 30 days);
        stake(alice, pool, 1 ether);
        fund(pool, BUDGET);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardEnd, MAXIMUM_TIME);
        assertEq(state.rewardRate, 1 ether);
        assertEq(state.undistributed, BUDGET - 30 days * 1 ether);
        assertEq(pools.poolConfiguration(pool).rewardToken, address(mcm), "the end spills into nothing");
        fund(pool, BUDGET);
        assertEq(pools.poolState(pool).rewardEnd, MAXIMUM_TIME);
        vm.warp(MAXIMUM_TIME + 1000 days);
        uint256 owed = pools.accountState(pool, alice).earned;
        assertApproxEqAbs(owed, pools.poolState(pool).rewardRate * 30 days, 1);
        assertEq(claim(alice, pool), owed);
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPools.StakingPools_FundingTooSmall.selector, pools.poolState(pool).undistributed + BUDGET
            )
        );
        vm.prank(funder);
        pools.fund(pool, BUDGET);
        vm.warp(MAXIMUM_TIME + 100_000 days);
        assertEq(claim(alice, pool), 0);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        assertEq(mcm.balanceOf(alice), 100_000_000 ether + owed);
    }

    function test_AFundingASecondBeforeTheClocksEndStreamsForThatSecond() public {
        _begin(MAXIMUM_TIME, 1);
        stake(alice, pool, 1 ether);
        fund(pool, BUDGET);
        assertEq(pools.poolState(pool).rewardEnd, MAXIMUM_TIME);
        vm.warp(MAXIMUM_TIME);
        assertApproxEqAbs(claim(alice, pool), 1 ether, 1);
    }

    /// A stream that waits for stakers moves back no further than the clock's end.
    function test_AnIdleStreamStopsAtTheClocksEnd() public {
        _begin(MAXIMUM_TIME, 100 days);
        fund(pool, BUDGET);
        vm.warp(MAXIMUM_TIME - 10 days);
        assertEq(pools.poolState(pool).rewardEnd, MAXIMUM_TIME);
        stake(alice, pool, 1 ether);
        assertEq(pools.poolState(pool).rewardEnd, MAXIMUM_TIME);
        vm.warp(MAXIMUM_TIME + 1 days);
        assertApproxEqAbs(_leave(alice), 10 days * 1 ether, 1);
    }

    /// Every lock ends, even a lock that would end after the clock has stopped.
    function test_EveryLockEndsWithTheClock() public {
        vm.warp(MAXIMUM_TIME - 10 days);
        pool = termPool();
        stake(alice, pool, 10 ether, 3);
        assertEq(positionOf(pool, alice, 0).unlockAt, MAXIMUM_TIME);
        assertGt(penaltyOf(pool, alice, 0, 10 ether), 0);
        vm.warp(MAXIMUM_TIME - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionLocked.selector, 0, MAXIMUM_TIME));
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        vm.warp(MAXIMUM_TIME + 7);
        assertEq(penaltyOf(pool, alice, 0, 10 ether), 0);
        stake(alice, pool, 5 ether, 2);
        vm.startPrank(alice);
        pools.unstake(pool, 0, 4 ether, alice);
        pools.exit(pool, 0, alice);
        pools.withdrawPrincipal(pool, 1, alice);
        vm.stopPrank();
        assertEq(mcm.balanceOf(alice), 100_000_000 ether);
    }
}
