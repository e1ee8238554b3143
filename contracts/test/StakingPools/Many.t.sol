// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice `claimMany` and `compound`.
contract ManyTest is PoolsTest {
    uint256 private plain;
    uint256 private term;
    uint256 private pair;

    function setUp() public override {
        super.setUp();
        plain = flexiblePool();
        term = termPool();
        pair = pairPool();
        uint256[3] memory ids = [plain, term, pair];
        for (uint256 i = 0; i < 3; ++i) {
            fund(ids[i], BUDGET);
            stake(alice, ids[i], 10 ether);
            stake(bob, ids[i], 30 ether);
        }
        stake(alice, plain, 10 ether);
        skip(40 days);
    }

    function _ids(uint256 seed, uint256 length) private view returns (uint256[] memory ids) {
        uint256[3] memory all = [plain, term, pair];
        ids = new uint256[](length);
        for (uint256 i = 0; i < length; ++i) {
            ids[i] = all[uint256(keccak256(abi.encode(seed, i))) % 3];
        }
    }

    /// A list pays the same as the set of its pools.
    function testFuzz_ClaimManyPaysEachPoolOnce(uint256 seed) public {
        uint256[] memory ids = _ids(seed, seed % 7);
        uint256 mcmBefore = mcm.balanceOf(carol);
        uint256 galxBefore = galx.balanceOf(carol);
        uint256[] memory owed = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            owed[i] = pools.accountState(ids[i], alice).earned;
            for (uint256 k = 0; k < i; ++k) {
                if (ids[k] == ids[i]) owed[i] = 0;
            }
        }
        vm.prank(alice);
        uint256[] memory amounts = pools.claimMany(ids, carol);
        assertEq(abi.encode(amounts), abi.encode(owed));
        uint256 mcms;
        uint256 galxs;
        for (uint256 i = 0; i < ids.length; ++i) {
            if (ids[i] == term) mcms += owed[i];
            else galxs += owed[i];
            assertEq(pools.accountState(ids[i], alice).earned, 0);
        }
        assertEq(mcm.balanceOf(carol) - mcmBefore, mcms);
        assertEq(galx.balanceOf(carol) - galxBefore, galxs);
    }

    function test_ClaimManyOfAnUnknownPoolPaysNothing() public {
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (plain, 77);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 77));
        vm.prank(alice);
        pools.claimMany(ids, alice);
    }

    function test_CompoundStakesTheReward() public {
        uint256 pool = createPool(flexible(address(mcm), address(mcm)));
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        stake(bob, pool, 30 ether);
        skip(1 days);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 before = mcm.balanceOf(alice);
        uint256 held = mcm.balanceOf(address(pools));
        vm.expectEmit(address(pools));
        emit IStakingPools.Claimed(pool, alice, owed);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(pool, alice, 1, owed, 0, 0, (10 ether + owed) / 1e9 * 1e9, address(0));
        vm.prank(alice);
        (uint256 number, uint256 amount) = pools.compound(pool);
        assertEq(number, 1);
        assertEq(amount, owed);
        assertEq(positionOf(pool, alice, 1).amount, owed);
        assertEq(pools.accountState(pool, alice).earned, 0);
        assertEq(mcm.balanceOf(alice), before);
        assertEq(mcm.balanceOf(address(pools)), held, "no token moves");
        skip(1 days);
        uint256 more = pools.accountState(pool, alice).earned;
        assertGt(more, owed);
        vm.startPrank(alice);
        pools.exit(pool, 0, alice);
        pools.exit(pool, 1, alice);
        vm.stopPrank();
        assertEq(mcm.balanceOf(alice) - before, 10 ether + owed + more);
    }

    function test_CompoundTakesTheFirstFlexibleTier() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers = new IStakingPools.Tier[](3);
        made.tiers[0] = IStakingPools.Tier(30 days, 20_000, 0);
        made.tiers[1] = IStakingPools.Tier(0, 12_000, 0);
        made.tiers[2] = IStakingPools.Tier(0, 10_000, 0);
        uint256 pool = createPool(made);
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(1 days);
        vm.prank(alice);
        (uint256 number,) = pools.compound(pool);
        IStakingPools.PositionView memory held = positionOf(pool, alice, number);
        assertEq(held.tier, 1);
        assertEq(held.unlockAt, block.timestamp);
    }

    function test_CompoundIsRefusedIfTheRewardCannotBeStaked() public {
        vm.startPrank(alice);
        uint256[3] memory ids = [plain, term, pair];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_CompoundNotOffered.selector, ids[i]));
            pools.compound(ids[i]);
        }
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 5));
        pools.compound(5);
        vm.stopPrank();
        uint256 pool = createPool(flexible(address(mcm), address(mcm)));
        stake(alice, pool, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountTooSmall.selector, 0));
        vm.prank(alice);
        pools.compound(pool);
        vm.prank(guardian);
        pools.pauseStaking(pool);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_StakingPaused.selector, pool, block.timestamp + 7 days)
        );
        vm.prank(alice);
        pools.compound(pool);
    }
}
