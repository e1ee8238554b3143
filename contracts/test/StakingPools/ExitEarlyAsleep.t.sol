// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Early exits while no account has weight, so that the stream's clock stands still.
contract ExitEarlyAsleepTest is PoolsTest {
    /// @dev Less than a unit of weight, even at the multiplier ×3. The pool still takes the penalty from this amount.
    uint256 private constant REST = 0.3e9;

    function _budgetOf(IStakingPools.PoolState memory state) private view returns (uint256) {
        return state.rewardRate * (state.rewardEnd - vm.getBlockTimestamp()) + state.undistributed;
    }

    /// The pool's only position is too small to have weight, and leaves early. The stream continues from the point at which the stream stopped, and
    /// the penalty is added.
    function test_AWeightlessRestThatLeavesEarlyMovesTheStreamByTheIdleTime() public {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether, 3);
        skip(10 days);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether - REST, alice);
        assertEq(weightOf(pool, alice), 0);
        assertEq(pools.poolState(pool).totalWeight, 0);
        skip(5 days);

        IStakingPools.PoolState memory asleep = pools.poolState(pool);
        uint256 penalty = penaltyOf(pool, alice, 0, REST);
        assertGt(penalty, 0);
        vm.prank(alice);
        pools.exitEarly(pool, 0, REST, alice);
        assertEq(_budgetOf(pools.poolState(pool)), _budgetOf(asleep) + penalty, "the whole rest, and the penalty");
        assertEq(pools.poolState(pool).rewardEnd, asleep.rewardEnd, "the end moved back by the idle time");
    }
}
