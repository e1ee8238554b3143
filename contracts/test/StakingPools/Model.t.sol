// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {FIRST_GIFT} from "../../src/types/Position.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {RewardModel} from "./RewardModel.sol";

/// @notice CT3: after every operation of a random sequence, each account's reward is never above the model's, and at
/// most 2 wei below it for each change of the account's weight.
contract StakingPoolsModelTest is PoolsTest {
    uint256 private constant STEPS = 24;

    RewardModel private model;
    uint256 private pool;
    address[3] private actors;

    function setUp() public override {
        super.setUp();
        actors = [alice, bob, carol];
    }

    function _begin(uint256 pool_) private {
        pool = pool_;
        model = new RewardModel(REWARD_DURATION, block.timestamp);
    }

    function testFuzz_RewardsEqualTheExactModel(uint256 seed) public {
        _begin(boostedPool());
        _run(seed);
    }

    function testFuzz_RewardsEqualTheExactModelWithPenalties(uint256 seed) public {
        _begin(termPool());
        _run(seed);
    }

    function testFuzz_RewardsEqualTheExactModelWithCompounding(uint256 seed) public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(mcm));
        configuration.boostSource = address(boosts);
        _begin(createPool(configuration));
        _run(seed);
    }

    /// Thresholds at which bits could be lost: every power of two of the amount, against a weight of one unit.
    function testFuzz_RewardsEqualTheExactModelAroundPowersOfTwo(uint256 seed, uint8 power) public {
        _begin(flexiblePool());
        uint256 amount = (uint256(1) << bound(power, 30, 85)) + seed % 3 - 1;
        _fund(BUDGET);
        _stake(alice, 1e9, 0);
        vm.warp(block.timestamp + seed % 30 days);
        _stake(bob, amount, 0);
        vm.warp(block.timestamp + seed % 1000);
        _stake(carol, amount / 3 + 1e9, 0);
        _check();
        vm.warp(block.timestamp + seed % 40 days);
        _check();
    }

    function _run(uint256 seed) private {
        for (uint256 step = 0; step < STEPS; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            // no time, a second, minutes, days, years
            uint256[6] memory jumps = [uint256(0), 0, 1, 700, 3 days, 200 days];
            vm.warp(block.timestamp + jumps[seed % 6] * ((seed >> 8) % 5));
            _do((seed >> 16) % 10, actors[(seed >> 24) % 3], seed >> 32);
            _check();
        }
    }

    function _do(uint256 kind, address account, uint256 random) private {
        // amounts of every size, from dust to millions
        uint256 amount = (random % 1e6 + 1) * 10 ** (random % 15 + 9 - 3);
        if (kind == 0) return _fund(amount);
        if (kind <= 2) return _stake(account, amount + 1e9, random % 4);
        if (kind == 3) return _claim(account);
        if (kind == 4) return _boost(account, random % 4 == 0 ? 10_000 : 10_000 + random % 10_001);
        if (kind == 8) return _give(account, amount + 1e9, random % 4);
        if (kind == 9) return _compound(account);
        uint256 first = random % 3 == 0 ? FIRST_GIFT : 0;
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, first, 1000);
        if (open.length == 0) return;
        _leave(kind, account, open[random % open.length], random);
    }

    function _fund(uint256 amount) private {
        vm.prank(funder);
        try pools.fund(pool, amount) {
            model.fund(block.timestamp, amount);
        } catch {}
    }

    function _stake(address account, uint256 amount, uint256 tier) private {
        if (amount > mcm.balanceOf(account)) return;
        vm.prank(account);
        try pools.stake(pool, amount, tier, address(0)) {}
        catch {
            stake(account, pool, amount, 0);
        }
        model.setWeight(block.timestamp, account, weightOf(pool, account));
    }

    function _claim(address account) private {
        model.pay(block.timestamp, account, claim(account, pool));
    }

    /// @dev The funder stakes for the account.
    function _give(address account, uint256 amount, uint256 tier) private {
        if (amount > mcm.balanceOf(funder)) return;
        vm.startPrank(funder);
        try pools.stakeFor(pool, account, amount, tier) {}
        catch {
            pools.stakeFor(pool, account, amount, 0);
        }
        vm.stopPrank();
        model.setWeight(block.timestamp, account, weightOf(pool, account));
    }

    function _compound(address account) private {
        uint256 owed = pools.accountState(pool, account).earned;
        vm.prank(account);
        try pools.compound(pool) returns (uint256, uint256 amount) {
            assertEq(amount, owed);
            model.pay(block.timestamp, account, amount);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
        } catch (bytes memory reason) {
            bool tooSmall = bytes4(reason) == IStakingPools.StakingPools_AmountTooSmall.selector;
            assertTrue(tooSmall || bytes4(reason) == IStakingPools.StakingPools_CompoundNotOffered.selector);
        }
    }

    /// @dev A boost that is already known changes nothing, so syncing it may cost nothing either.
    function _boost(address account, uint256 bps) private {
        boosts.set(account, bps);
        uint256 before = pools.accountState(pool, account).boostBps;
        try pools.syncBoost(pool, account) {} catch {}
        if (pools.accountState(pool, account).boostBps == before) return;
        model.setWeight(block.timestamp, account, weightOf(pool, account));
    }

    function _leave(uint256 kind, address account, IStakingPools.PositionView memory held, uint256 random) private {
        uint256 amount = random % held.amount + 1;
        uint256 owed = pools.accountState(pool, account).earned;
        vm.startPrank(account);
        if (block.timestamp < held.unlockAt) {
            uint256 penalty = penaltyOf(pool, account, held.position, amount);
            pools.exitEarly(pool, held.position, amount, account);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
            if (penalty != 0) model.fund(block.timestamp, penalty);
        } else if (kind == 5) {
            pools.unstake(pool, held.position, amount, account);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
        } else if (kind == 6) {
            pools.exit(pool, held.position, account);
            model.pay(block.timestamp, account, owed);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
        } else {
            pools.withdrawPrincipal(pool, held.position, account);
            model.forfeit(block.timestamp, account, owed);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
        }
        vm.stopPrank();
    }

    function _check() private {
        model.pass(block.timestamp);
        for (uint256 i = 0; i < actors.length; ++i) {
            uint256 owed = model.owed(actors[i]);
            uint256 given = pools.accountState(pool, actors[i]).earned * model.ONE();
            assertLe(given, owed, "never more than the exact share");
            assertLe(owed - given, model.rounding(actors[i]), "never less by more than the published rounding");
        }
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.totalWeight, model.totalWeight() * 1e9, "total weight");
        assertEq(state.rewardRate, model.rate(), "rate");
        uint256 left = state.rewardEnd > block.timestamp ? state.rewardEnd - block.timestamp : 0;
        assertEq(left, model.secondsLeft(), "seconds left");
        assertEq(state.undistributed, model.undistributed(), "held back");
    }
}
