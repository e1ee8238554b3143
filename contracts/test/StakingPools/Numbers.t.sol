// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Positions by their numbers: an account's own positions count from 0, gifts from 2^32.
contract NumbersTest is PoolsTest {
    uint256 private constant LAST_OWN = type(uint32).max;
    uint256 private constant FIRST_GIFT = 1 << 32;

    function _exit(uint256 pool, uint256 position) private {
        vm.prank(alice);
        pools.exit(pool, position, alice);
    }

    function test_ExitNamesThePositionThatWasNeverOpenedOnEitherSideOfTheFirstGift() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 1 ether);
        uint256[4] memory never = [LAST_OWN, FIRST_GIFT, 1 << 64, type(uint256).max];
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, alice, never[i])
            );
            _exit(pool, never[i]);
        }
        vm.prank(bob);
        assertEq(pools.stakeFor(pool, alice, 2 ether, 0), FIRST_GIFT);
        _exit(pool, FIRST_GIFT);
        assertEq(weightOf(pool, alice), 1 ether);
        _exit(pool, 0);
        assertEq(weightOf(pool, alice), 0);
    }

    /// A compounded position has no pair, even in a pool where every position has a separate word.
    function test_CompoundingInAPoolOfTiersOpensAPositionWithoutAPair() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers[0].multiplierBps = 20_000;
        uint256 pool = createPool(made);
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(1 days);
        vm.prank(alice);
        (uint256 number, uint256 amount) = pools.compound(pool);
        assertEq(positionOf(pool, alice, number).pairAmount, 0);
        uint256 before = mcm.balanceOf(alice);
        _exit(pool, number);
        assertEq(mcm.balanceOf(alice) - before, amount);
    }
}
