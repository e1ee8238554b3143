// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Positions by their numbers: own ones count from 0, gifts from 2^32.
contract NumbersTest is PoolsTest {
    uint64 private constant LAST_OWN = type(uint32).max;
    uint64 private constant FIRST_GIFT = 1 << 32;

    function _exitMany(uint256 pool, uint64 number) private {
        IStakingPools.PositionId[] memory one = new IStakingPools.PositionId[](1);
        one[0] = IStakingPools.PositionId(pool, number);
        vm.prank(alice);
        pools.exitMany(one, alice);
    }

    function test_ExitManyNamesThePositionThatWasNeverOpenedOnEitherSideOfTheFirstGift() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 1 ether);
        uint64[2] memory never = [LAST_OWN, FIRST_GIFT];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, alice, never[i])
            );
            _exitMany(pool, never[i]);
        }
        vm.prank(bob);
        assertEq(pools.stakeFor(pool, alice, 2 ether, 0), FIRST_GIFT);
        _exitMany(pool, FIRST_GIFT);
        assertEq(weightOf(pool, alice), 1 ether);
        _exitMany(pool, FIRST_GIFT);
        _exitMany(pool, 0);
        assertEq(weightOf(pool, alice), 0);
    }

    /// What is compounded has no pair, also where every position has a word of its own.
    function test_CompoundingInAPoolOfTiersOpensAPositionWithoutAPair() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers[0].multiplierBps = 20_000;
        uint256 pool = createPool(made);
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(1 days);
        vm.prank(alice);
        (uint256 number, uint256 amount) = pools.compound(pool);
        assertEq(pools.position(pool, alice, number).pairAmount, 0);
        uint256 before = mcm.balanceOf(alice);
        _exitMany(pool, uint64(number));
        assertEq(mcm.balanceOf(alice) - before, amount);
    }
}
