// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Vm} from "forge-std/Vm.sol";

import {StakingPools} from "../../src/StakingPools.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice `StreamUpdated` is logged only if a call changed the stream, with the new stream. Every way out logs the
/// remaining weight.
contract LogsTest is PoolsTest {
    /// @dev Less than a unit of weight, even at the multiplier ×3: a position without weight.
    uint256 private constant WEIGHTLESS = 0.3e9;

    uint256 private pool;
    uint256 private end;

    function setUp() public override {
        super.setUp();
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.boostSource = address(boosts);
        made.tiers = new IStakingPools.Tier[](2);
        made.tiers[0] = IStakingPools.Tier(0, 30_000, 0);
        made.tiers[1] = IStakingPools.Tier(30 days, 30_000, 2000);
        pool = createPool(made);
        fund(pool, BUDGET);
        end = vm.getBlockTimestamp() + REWARD_DURATION;
    }

    function test_TheConstructorLogsTheNamedAccounts() public {
        vm.expectEmit();
        emit Ownable.OwnershipTransferred(address(0), owner);
        vm.expectEmit();
        emit IStakingPools.GuardianSet(guardian);
        new StakingPools(owner, guardian);
    }

    function test_CallsThatLeaveARunningStreamAloneDoNotLogIt() public {
        stake(bob, pool, 100 ether);
        vm.recordLogs();
        stake(alice, pool, 10 ether);
        stake(alice, pool, 10 ether);
        stake(alice, pool, 10 ether, 1);
        vm.prank(bob);
        pools.stakeFor(pool, alice, 1 ether, 0);
        skip(1 days);
        vm.startPrank(alice);
        pools.compound(pool);
        pools.unstake(pool, 0, 1 ether, alice);
        pools.claim(pool, alice);
        boosts.set(alice, 20_000);
        pools.syncBoost(pool, alice);
        pools.exit(pool, 0, alice);
        pools.withdrawPrincipal(pool, 1, alice);
        skip(30 days);
        pools.exitEarly(pool, 2, 10 ether, alice);
        vm.stopPrank();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertGt(logs.length, 10);
        for (uint256 i = 0; i < logs.length; ++i) {
            assertNotEq(logs[i].topics[0], IStakingPools.StreamUpdated.selector);
        }
        assertEq(pools.poolState(pool).rewardEnd, end);
    }

    function test_AnEarlyExitLogsTheStreamAfterItsPenalty() public {
        stake(bob, pool, 100 ether);
        stake(alice, pool, 10 ether, 1);
        skip(1 days);
        vm.recordLogs();
        vm.prank(alice);
        pools.exitEarly(pool, 0, 10 ether, alice);
        Vm.Log memory first = vm.getRecordedLogs()[0];
        assertEq(first.topics[0], IStakingPools.StreamUpdated.selector);
        (uint256 rate, uint256 loggedEnd) = abi.decode(first.data, (uint256, uint256));
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(rate, state.rewardRate);
        assertEq(loggedEnd, state.rewardEnd);
        assertGt(loggedEnd, end);
    }

    function test_AStakeLogsItsPairItsTierAndItsInviter() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 0.25 ether;
        made.tiers = new IStakingPools.Tier[](2);
        made.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        made.tiers[1] = IStakingPools.Tier(30 days, 30_000, 0);
        uint256 paired = createPool(made);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(paired, alice, 0, 8 ether, 2 ether, 1, 24 ether, carol);
        vm.prank(alice);
        pools.stake(paired, 8 ether, 1, carol);
    }

    function test_EveryWayOutLogsTheRemainingWeight() public {
        for (uint256 i = 0; i < 3; ++i) {
            stake(alice, pool, 10 ether);
        }
        stake(alice, pool, 10 ether, 1);
        skip(1 days);
        vm.startPrank(alice);
        _expectUnstaked(0, 4 ether, 0, 108 ether);
        pools.unstake(pool, 0, 4 ether, alice);
        uint256 owed = pools.accountState(pool, alice).earned;
        vm.expectEmit(address(pools));
        emit IStakingPools.Exited(pool, alice, 1, 10 ether, 0, owed, 78 ether);
        pools.exit(pool, 1, alice);
        _expectUnstaked(3, 4 ether, penaltyOf(pool, alice, 3, 4 ether), 66 ether);
        pools.exitEarly(pool, 3, 4 ether, alice);
        _expectUnstaked(2, 10 ether, 0, 36 ether);
        pools.withdrawPrincipal(pool, 2, alice);
        vm.stopPrank();
        assertEq(weightOf(pool, alice), 36 ether);
    }

    function _expectUnstaked(uint256 position, uint256 amount, uint256 penalty, uint256 weight) private {
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(pool, alice, position, amount, 0, penalty, weight);
    }

    /// Alice's reward of a day waits, nobody is staked for three days, then her reward becomes the only stake.
    function test_CompoundingIntoAnEmptyPoolLogsTheMovedEnd() public {
        stake(alice, pool, 10 ether);
        skip(1 days);
        unstake(alice, pool, 0, 10 ether);
        skip(3 days);
        _expectMovedBy(3 days);
        vm.prank(alice);
        pools.compound(pool);
    }

    /// A position without weight leaves a pool in which no account has weight. The idle time moves the end all the
    /// same.
    function test_LeavingAnEmptyPoolLogsTheMovedEnd() public {
        for (uint256 i = 0; i < 4; ++i) {
            stake(alice, pool, 1 ether + WEIGHTLESS);
            unstake(alice, pool, i, 1 ether);
        }
        assertEq(pools.poolState(pool).totalWeight, 0);
        skip(3 days);
        _expectMovedBy(3 days);
        unstake(alice, pool, 0, WEIGHTLESS);
        skip(2 days);
        _expectMovedBy(5 days);
        vm.prank(alice);
        pools.exit(pool, 1, alice);
        skip(1 days);
        _expectMovedBy(6 days);
        vm.prank(alice);
        pools.withdrawPrincipal(pool, 2, alice);
        skip(5 days);
        _expectMovedBy(11 days);
        vm.prank(alice);
        pools.exitEarly(pool, 3, WEIGHTLESS, alice);
        assertEq(pools.poolState(pool).rewardEnd, end + 11 days);
    }

    function _expectMovedBy(uint256 idle) private {
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(pool, 1 ether, end + idle);
    }
}
