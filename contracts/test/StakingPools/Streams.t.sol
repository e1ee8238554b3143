// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The begin and the end of a stream, to the second and to the wei.
contract StreamsTest is PoolsTest {
    uint256 private constant RATE_UNIT = 1e6;

    function test_AFundingInTheLastSecondCountsTheRewardOfThatSecond() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(REWARD_DURATION - 1);
        fund(pool, BUDGET);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardEnd, vm.getBlockTimestamp() + REWARD_DURATION);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, BUDGET + 1 ether);
    }

    /// Half a unit of rate above the lowest rate: the rate is rounded down, the stream does not become longer, and the
    /// half is held back.
    function test_AStreamIsNeverLongerThanTheRewardDuration() public {
        uint256 pool = flexiblePool();
        uint256 least = REWARD_DURATION * RATE_UNIT;
        fund(pool, least + least / 2);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate, RATE_UNIT);
        assertEq(state.rewardEnd, vm.getBlockTimestamp() + REWARD_DURATION);
        assertEq(state.undistributed, least / 2);
    }

    /// After the end of the stream, a penalty too small for any rate is held back, and the ended stream does not
    /// change.
    function test_APenaltyTooSmallForAnyRateIsHeldBack() public {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        uint256 end = vm.getBlockTimestamp() + REWARD_DURATION;
        stake(alice, pool, 1e9, 3);
        skip(REWARD_DURATION + 1 days);
        uint256 held = pools.poolState(pool).undistributed;
        uint256 penalty = penaltyOf(pool, alice, 0, 1e9);
        assertGt(penalty, 0);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 1e9, alice);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.undistributed, held + penalty);
        assertEq(state.rewardRate, 1 ether);
        assertEq(state.rewardEnd, end);
    }

    /// The last staker leaves `before` seconds before the end; then nobody is staked for a day.
    function _leftBeforeTheEnd(uint256 before) private returns (uint256 moved) {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        uint256 end = vm.getBlockTimestamp() + REWARD_DURATION;
        stake(alice, pool, 1 ether);
        skip(REWARD_DURATION - before);
        unstake(alice, pool, 0, 1 ether);
        skip(1 days);
        moved = pools.poolState(pool).rewardEnd - end;
        stake(bob, pool, 1 ether);
        skip(1 days);
        assertEq(pools.poolState(pool).rewardEnd - end, moved);
        assertApproxEqAbs(pools.accountState(pool, bob).earned, before * 1 ether, 1);
    }

    function test_AStreamThatEndedWithTheLastStakerStaysEnded() public {
        assertEq(_leftBeforeTheEnd(0), 0);
    }

    function test_AStreamOfOneSecondMoreWaitsWithIt() public {
        assertEq(_leftBeforeTheEnd(1), 1 days);
    }
}
