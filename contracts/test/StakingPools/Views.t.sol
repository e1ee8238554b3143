// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The views of an account, at the limits of its values.
contract AccountViewsTest is PoolsTest {
    uint256 private constant FIRST_GIFT = 1 << 32;

    function test_TheAccountsStateHasItsRewards() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(bob, pool, 300 ether);
        skip(100);
        vm.prank(bob);
        pools.stakeFor(pool, alice, 1 ether, 0);
        IStakingPools.AccountState memory state = pools.accountState(pool, alice);
        assertApproxEqAbs(state.earned, 25 ether, 2);
        assertEq(state.earned, pools.accountState(pool, alice).earned);
        assertEq(state.weight, 101 ether);
        assertEq(state.boostBps, 10_000);
        assertEq(state.positionCount, 1);
        assertEq(state.giftCount, 1);
    }

    function test_PositionsOfEndsWhereThePositionsEnd() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 1 ether);
        stake(alice, pool, 2 ether);
        vm.startPrank(bob);
        pools.stakeFor(pool, alice, 3 ether, 0);
        pools.stakeFor(pool, alice, 4 ether, 0);
        vm.stopPrank();
        assertEq(pools.positionsOf(pool, alice, 0, 9).length, 2);
        assertEq(pools.positionsOf(pool, alice, 1, 9)[0].amount, 2 ether);
        assertEq(pools.positionsOf(pool, alice, 2, 9).length, 0);
        assertEq(pools.positionsOf(pool, alice, 3, 9).length, 0);
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT - 1, 9).length, 0, "no gift is among the account's own");
        IStakingPools.PositionView[] memory gifts = pools.positionsOf(pool, alice, FIRST_GIFT, 9);
        assertEq(gifts.length, 2);
        assertEq(gifts[0].position, FIRST_GIFT);
        assertEq(gifts[0].amount, 3 ether);
        assertEq(gifts[1].amount, 4 ether);
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT, 1).length, 1);
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT + 1, 9).length, 1);
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT + 2, 9).length, 0);
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT + 3, 9).length, 0);
    }
}
