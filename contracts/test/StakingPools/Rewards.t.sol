// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FeeToken, MoodyToken, SilentToken} from "../support/Tokens.sol";

/// @notice `claim`, `claimFor`, and the times in which rewards are earned.
contract ClaimTest is PoolsTest {
    function test_ClaimPaysTheOwedAmount() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(bob, pool, 300 ether);
        skip(100);
        uint256 before = galx.balanceOf(alice);
        uint256 amount = claim(alice, pool);
        assertEq(galx.balanceOf(alice) - before, amount);
        assertApproxEqAbs(amount, 25 ether, 1);
        assertLe(amount, 25 ether);
        assertApproxEqAbs(claim(bob, pool), 75 ether, 1);
    }

    function test_ClaimForPaysTheAccountNoMatterWhoCalls() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(100);
        uint256 before = galx.balanceOf(alice);
        uint256 bobBefore = galx.balanceOf(bob);
        vm.prank(bob);
        uint256 amount = pools.claimFor(pool, alice);
        assertEq(galx.balanceOf(alice) - before, amount);
        assertEq(galx.balanceOf(bob), bobBefore);
        assertEq(pools.claimFor(pool, alice), 0, "a second claim in the same second pays nothing and does not revert");
    }

    /// The first stake after idle time moves the end back by the idle time, and the log has the new end.
    function test_WakingLogsTheMovedEnd() public {
        uint256 pool = boostedPool();
        fund(pool, BUDGET);
        uint256 end = block.timestamp + REWARD_DURATION;
        skip(3 days);
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(pool, 1 ether, end + 3 days);
        stake(alice, pool, 1 ether);
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        skip(2 days);
        boosts.set(bob, 20_000);
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(pool, 1 ether, end + 5 days);
        pools.syncBoost(pool, bob);
        stake(bob, pool, 1 ether);
        assertEq(pools.poolState(pool).rewardEnd, end + 5 days);
    }

    function test_ClaimOftenPaysTheSame() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 3 ether);
        stake(bob, pool, 4 ether);
        uint256 paid;
        for (uint256 i = 0; i < 50; ++i) {
            skip(1);
            paid += claim(alice, pool);
        }
        assertApproxEqAbs(paid, uint256(50 ether * 3) / 7, 2);
    }

    function test_ClaimKeepsWorkingPausedAndUnfunded() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(REWARD_DURATION * 2);
        vm.prank(guardian);
        pools.pauseStaking(pool);
        assertApproxEqAbs(claim(alice, pool), BUDGET, REWARD_DURATION * 1e6);
    }

    function test_ClaimOfAnUnknownPoolIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 5));
        pools.claim(5, address(this));
    }

    function test_ClaimOfATokenThatReturnsNothingWorks() public {
        SilentToken token = new SilentToken(address(this));
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(token), address(token)));
        pools.fund(pool, BUDGET);
        pools.stake(pool, 5 ether, 0, address(0));
        skip(10);
        assertApproxEqAbs(pools.claim(pool, address(this)), 10 ether, 1);
        pools.exit(pool, 0, address(this));
        assertApproxEqAbs(token.balanceOf(address(pools)), BUDGET - 10 ether, 1);
    }

    function test_ClaimOfATokenThatAnswersFalseKeepsTheReward() public {
        MoodyToken token = new MoodyToken(address(this));
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(mcm), address(token)));
        pools.fund(pool, BUDGET);
        stake(alice, pool, 5 ether);
        skip(10);
        token.setMood(2);
        vm.expectRevert();
        pools.claimFor(pool, alice);
        token.setMood(0);
        assertApproxEqAbs(pools.claimFor(pool, alice), 10 ether, 1);
    }

    function test_RewardsWaitWhileNobodyIsStaked() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        uint256 end = pools.poolState(pool).rewardEnd;
        skip(40 days);
        assertEq(pools.poolState(pool).rewardEnd, end + 40 days);
        stake(alice, pool, 1 ether);
        assertEq(pools.accountState(pool, alice).earned, 0);
        skip(10 days);
        unstake(alice, pool, 0, 1 ether);
        skip(500 days);
        stake(bob, pool, 1 ether);
        skip(200 days);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, 10 days * 1 ether, 1e15);
        assertApproxEqAbs(
            pools.accountState(pool, alice).earned + pools.accountState(pool, bob).earned, BUDGET, REWARD_DURATION * 1e6
        );
    }

    function test_RewardsWaitOnlyFromTheLastSecondOfTheStream() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(REWARD_DURATION + 5);
        uint256 owed = pools.accountState(pool, alice).earned;
        unstake(alice, pool, 0, 1 ether);
        uint256 end = pools.poolState(pool).rewardEnd;
        skip(9);
        assertEq(pools.poolState(pool).rewardEnd, end, "an ended stream does not start again");
        stake(bob, pool, 1 ether);
        skip(1 days);
        assertEq(pools.accountState(pool, bob).earned, 0);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed, 1);
    }
}

/// @notice `fund`.
contract FundTest is PoolsTest {
    function test_FundStreamsOverTheRewardDuration() public {
        uint256 pool = flexiblePool();
        vm.expectEmit(address(pools));
        emit IStakingPools.Funded(pool, funder, BUDGET, 1 ether, block.timestamp + REWARD_DURATION);
        fund(pool, BUDGET);
        assertEq(pools.poolState(pool).undistributed, 0);
    }

    function test_FundRaisesTheRateWhenThatIsFaster() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(45 days);
        fund(pool, BUDGET);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate, 1.5 ether);
        assertEq(state.rewardEnd, block.timestamp + REWARD_DURATION);
    }

    function test_FundProlongsWhenTheRateWouldFall() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        uint256 end = pools.poolState(pool).rewardEnd;
        skip(45 days);
        fund(pool, 86_400 ether);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate, 1 ether);
        assertEq(state.rewardEnd, end + 1 days);
    }

    function test_FundOfDustChangesNothingForTheWorse() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        for (uint256 i = 0; i < 100; ++i) {
            skip(1 hours);
            IStakingPools.PoolState memory before = pools.poolState(pool);
            fund(pool, 1);
            IStakingPools.PoolState memory state = pools.poolState(pool);
            assertGe(state.rewardRate, before.rewardRate);
            assertGe(state.rewardEnd, before.rewardEnd);
        }
        assertEq(pools.poolState(pool).undistributed, 100, "kept for the next funding");
    }

    function test_FundAfterTheEndStartsAtAnyRate() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(100 days);
        fund(pool, BUDGET / 10);
        assertEq(pools.poolState(pool).rewardRate, 0.1 ether);
        assertEq(pools.poolState(pool).rewardEnd, block.timestamp + REWARD_DURATION);
    }

    function test_FundStreamsForfeitedRewards() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 1 ether);
        skip(90 days);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 0, alice);
        uint256 held = pools.poolState(pool).undistributed;
        assertApproxEqAbs(held, BUDGET, 1e9);
        fund(pool, 1);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.undistributed + state.rewardRate * REWARD_DURATION, held + 1);
    }

    function test_FundCountsTheReceivedAmount() public {
        FeeToken token = new FeeToken(address(this));
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(mcm), address(token)));
        pools.fund(pool, BUDGET);
        assertEq(pools.poolState(pool).rewardRate, 0.97 ether);
    }

    function test_FundRefusesABudgetTooSmallForAnyRate() public {
        uint256 pool = flexiblePool();
        uint256 least = REWARD_DURATION * 1e6;
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_FundingTooSmall.selector, least - 1));
        fund(pool, least - 1);
        fund(pool, least);
        assertEq(pools.poolState(pool).rewardRate, 1e6);
    }

    function test_FundRefusesUnknownPools() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 5));
        fund(5, 1 ether);
    }

    function test_FundWhileNobodyIsStakedStandsStill() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        skip(50 days);
        fund(pool, BUDGET);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate, 2 ether);
        assertEq(state.rewardEnd, block.timestamp + REWARD_DURATION);
        skip(7 days);
        assertEq(pools.poolState(pool).rewardEnd, block.timestamp + REWARD_DURATION);
    }
}

/// @notice Boosts.
contract BoostTest is PoolsTest {
    function test_BoostRaisesTheWeightOnSyncAlone() public {
        uint256 pool = boostedPool();
        boosts.set(alice, 11_000);
        stake(alice, pool, 100 ether);
        assertEq(weightOf(pool, alice), 100 ether, "a stake does not call the boost source");
        pools.syncBoost(pool, alice);
        assertEq(weightOf(pool, alice), 110 ether);
        boosts.set(alice, 20_000);
        assertEq(weightOf(pool, alice), 110 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.BoostSynced(pool, alice, 20_000, 200 ether);
        vm.prank(carol);
        pools.syncBoost(pool, alice);
        assertEq(pools.poolState(pool).totalWeight, 200 ether);
        stake(alice, pool, 50 ether);
        assertEq(weightOf(pool, alice), 300 ether);
        unstake(alice, pool, 0, 100 ether);
        assertEq(weightOf(pool, alice), 100 ether);
    }

    function test_BoostDoesNotChangeEarnedRewards() public {
        uint256 pool = boostedPool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(bob, pool, 100 ether);
        skip(1000);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 bobOwed = pools.accountState(pool, bob).earned;
        boosts.set(alice, 20_000);
        pools.syncBoost(pool, alice);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed, 1);
        assertEq(pools.accountState(pool, bob).earned, bobOwed);
        skip(300);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed + 200 ether, 2);
        assertApproxEqAbs(pools.accountState(pool, bob).earned, bobOwed + 100 ether, 2);
    }

    function test_BoostOutOfRangeIsIgnored() public {
        uint256 pool = boostedPool();
        boosts.set(alice, 15_000);
        stake(alice, pool, 100 ether);
        pools.syncBoost(pool, alice);
        uint256[3] memory odd = [uint256(9999), 20_001, type(uint256).max];
        for (uint256 i = 0; i < 3; ++i) {
            boosts.set(alice, odd[i]);
            pools.syncBoost(pool, alice);
            assertEq(weightOf(pool, alice), 150 ether);
        }
        boosts.set(alice, 10_000);
        pools.syncBoost(pool, alice);
        assertEq(weightOf(pool, alice), 100 ether);
    }

    function test_BoostSourceThatFailsStopsNothing() public {
        uint256 pool = boostedPool();
        boosts.set(alice, 15_000);
        stake(alice, pool, 100 ether);
        pools.syncBoost(pool, alice);
        bytes[6] memory sources = [
            bytes(hex"fe"), // burns all the gas it is given
            hex"5f5ffd", // reverts
            hex"60205f5ff3", // answers nothing it was asked
            hex"5f5ff3", // answers nothing at all
            hex"603a601e53601f5ff3", // answers 31 bytes, which with whatever follows them would be 14 848 and some
            hex"5b5f56" // never ends
        ];
        for (uint256 i = 0; i < sources.length; ++i) {
            vm.etch(address(boosts), sources[i]);
            vm.prank(alice);
            pools.stake{gas: 1_000_000}(pool, 1 ether, 0, address(0));
            uint256 gasBefore = gasleft();
            pools.syncBoost{gas: 1_000_000}(pool, alice);
            assertLt(gasBefore - gasleft(), 200_000, "whatever it does with its part of the gas");
            assertEq(pools.accountState(pool, alice).boostBps, 15_000);
        }
        vm.etch(address(boosts), "");
        vm.prank(alice);
        pools.exit(pool, 0, alice);
    }

    function test_SyncBoostIsRefusedWithoutABoostSource() public {
        uint256 pool = flexiblePool();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolNotBoosted.selector, pool));
        pools.syncBoost(pool, alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 3));
        pools.syncBoost(3, alice);
    }

    function test_SyncBoostOfANewcomerAppliesToItsFirstStake() public {
        uint256 pool = boostedPool();
        boosts.set(alice, 20_000);
        pools.syncBoost(pool, alice);
        assertEq(weightOf(pool, alice), 0);
        stake(alice, pool, 1 ether);
        assertEq(weightOf(pool, alice), 2 ether);
    }
}
