// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice `stakeFor`: anybody stakes for any account, binds no account and harms no account.
/// forge-config: default.isolate = true
contract GiftsTest is PoolsTest {
    uint64 private constant FIRST = 1 << 32;

    function _give(address giver, uint256 pool, address account, uint256 amount, uint256 tier)
        private
        returns (uint256)
    {
        vm.prank(giver);
        return pools.stakeFor(pool, account, amount, tier);
    }

    function test_AGiftIsPaidByTheGiverAndBelongsToTheAccount() public {
        uint256 pool = flexiblePool();
        uint256 before = mcm.balanceOf(bob);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(pool, alice, FIRST, 5 ether, 0, 0, 5 ether, address(0));
        assertEq(_give(bob, pool, alice, 5 ether, 0), FIRST);
        assertEq(before - mcm.balanceOf(bob), 5 ether);
        assertEq(weightOf(pool, alice), 5 ether);
        assertEq(weightOf(pool, bob), 0);
        assertEq(_give(carol, pool, alice, 6 ether, 0), FIRST + 1);
        IStakingPools.AccountState memory state = pools.accountState(pool, alice);
        assertEq(state.positionCount, 0);
        assertEq(state.giftCount, 2);

        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PositionUnknown.selector, pool, bob, FIRST));
        pools.exit(pool, FIRST, bob);
        vm.startPrank(alice);
        pools.unstake(pool, FIRST, 1 ether, alice);
        pools.exit(pool, FIRST, alice);
        pools.withdrawPrincipal(pool, FIRST + 1, alice);
        vm.stopPrank();
        assertEq(mcm.balanceOf(alice), 100_000_000 ether + 11 ether);
    }

    function test_TheGiverPaysThePairOfAGift() public {
        uint256 pool = pairPool();
        uint256 number = _give(bob, pool, alice, 4 ether, 0);
        assertEq(mcm.balanceOf(bob), 100_000_000 ether - 4 ether);
        assertEq(galx.balanceOf(bob), 100_000_000 ether - 4 ether);
        assertEq(positionOf(pool, alice, number).pairAmount, 4 ether);
    }

    function test_PagesOfGiftsAndOfOwnPositionsAreApart() public {
        uint256 pool = termPool();
        stake(alice, pool, 1 ether, 1);
        _give(bob, pool, alice, 2 ether, 0);
        _give(bob, pool, alice, 3 ether, 3);
        stake(alice, pool, 4 ether, 2);
        IStakingPools.PositionView[] memory own = pools.positionsOf(pool, alice, 0, 100);
        assertEq(own.length, 2);
        assertEq(own[1].position, 1);
        assertEq(own[1].amount, 4 ether);
        IStakingPools.PositionView[] memory gifts = pools.positionsOf(pool, alice, FIRST, type(uint256).max);
        assertEq(gifts.length, 2);
        assertEq(gifts[0].position, FIRST);
        assertEq(gifts[1].amount, 3 ether);
        assertEq(pools.positionsOf(pool, alice, FIRST + 1, 1)[0].tier, 3);
        assertEq(pools.positionsOf(pool, alice, FIRST + 2, 5).length, 0);
    }

    /// Up to thirty gifts of dust: the account's own positions keep numbers, locks, boost and rewards, and every call
    /// costs the same as before.
    function testFuzz_DustChangesNothingOfTheAccount(uint256 seed) public {
        bool tiered = seed % 2 == 0;
        uint256 pool = tiered ? termPool() : flexiblePool();
        fund(pool, BUDGET);
        stake(carol, pool, 50 ether);
        uint256 first = stake(alice, pool, 10 ether);
        stake(alice, pool, 20 ether);
        stake(alice, pool, 30 ether);
        skip(40 days);
        IStakingPools.PositionView[] memory before = pools.positionsOf(pool, alice, 0, 100);
        uint256 snapshot = vm.snapshotState();
        uint256[5] memory alone = _costs(pool, first);
        vm.revertToState(snapshot);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 count = seed % 30 + 1;
        for (uint256 i = 0; i < count; ++i) {
            _give(bob, pool, alice, 1e9, tiered ? 3 : 0);
        }
        assertLe(pools.accountState(pool, alice).earned, owed);
        assertLe(owed - pools.accountState(pool, alice).earned, 2 * count, "less than 2 wei each");
        assertEq(abi.encode(pools.positionsOf(pool, alice, 0, 100)), abi.encode(before), "own positions stay");
        assertEq(pools.accountState(pool, alice).positionCount, 3);
        uint256[5] memory crowded = _costs(pool, first);
        for (uint256 i = 0; i < 5; ++i) {
            assertApproxEqAbs(crowded[i], alone[i], 150, "no call costs more");
        }
    }

    /// Gas of a stake, a claim, an unstake, an exit and a withdrawal of the account's own positions.
    function _costs(uint256 pool, uint256 first) private returns (uint256[5] memory used) {
        vm.startPrank(alice);
        pools.claim(pool, alice);
        skip(1 hours);
        pools.claim(pool, alice);
        used[0] = vm.lastCallGas().gasTotalUsed;
        pools.stake(pool, 5 ether, 0, bob);
        used[1] = vm.lastCallGas().gasTotalUsed;
        pools.unstake(pool, first, 1 ether, alice);
        used[2] = vm.lastCallGas().gasTotalUsed;
        pools.exit(pool, first + 1, alice);
        used[3] = vm.lastCallGas().gasTotalUsed;
        pools.withdrawPrincipal(pool, first, alice);
        used[4] = vm.lastCallGas().gasTotalUsed;
        vm.stopPrank();
    }

    function test_AGiftKeepsTheBoostAsItIs() public {
        uint256 pool = boostedPool();
        stake(alice, pool, 10 ether);
        boosts.set(alice, 15_000);
        _give(bob, pool, alice, 10 ether, 0);
        assertEq(pools.accountState(pool, alice).boostBps, 10_000);
        pools.syncBoost(pool, alice);
        boosts.set(alice, 10_000);
        _give(bob, pool, alice, 10 ether, 0);
        assertEq(weightOf(pool, alice), 45 ether, "of all positions, gifts too");
    }

    function test_GiftsAreRefusedAsStakesAre() public {
        uint256 pool = flexiblePool();
        vm.startPrank(bob);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_RecipientRefused.selector, address(0)));
        pools.stakeFor(pool, address(0), 1 ether, 0);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountTooSmall.selector, 1e9 - 1));
        pools.stakeFor(pool, alice, 1e9 - 1, 0);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 4));
        pools.stakeFor(4, alice, 1 ether, 0);
        vm.stopPrank();
        vm.prank(guardian);
        pools.pauseStaking(pool);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_StakingPaused.selector, pool, block.timestamp + 7 days)
        );
        _give(bob, pool, alice, 1 ether, 0);
    }
}
