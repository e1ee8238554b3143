// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {RewardModel} from "../StakingPools/RewardModel.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Interest by a jump of the index instead of elapsed time; past rewards for a newcomer; an index for many
/// accounts that differs from the sum of each account.
contract ElapsedTest is ThreatTest {
    /// A stretch of time earns the same with calls in between as without calls, less a wei for each call.
    function testFuzz_Threat_RewardIsAdditiveOverAnySplitOfTime(uint256 seed, uint256 stretch, uint8 cuts) public {
        uint256 pool = boostedPool();
        stretch = bound(stretch, 1, 400 days);
        uint256 pieces = bound(cuts, 1, 30);
        fund(pool, BUDGET);
        stake(alice, pool, 7 ether);
        stake(bob, pool, 11 ether);
        skip(seed % 100 days);
        claim(alice, pool);
        claim(bob, pool);

        uint256 start = block.timestamp;
        uint256 snapshot = vm.snapshotState();
        vm.warp(start + stretch);
        uint256 alicesInOnePiece = pools.accountState(pool, alice).earned;
        uint256 bobsInOnePiece = pools.accountState(pool, bob).earned;
        vm.revertToState(snapshot);

        uint256 paid;
        for (uint256 i = 1; i <= pieces; ++i) {
            // cuts at any times, some of them equal
            vm.warp(start + stretch * (i == pieces ? pieces : _cut(seed, i, pieces)) / pieces);
            paid += _poke(pool, seed >> (8 * (i % 30)));
        }
        uint256 alicesInPieces = paid + pools.accountState(pool, alice).earned;
        assertLe(alicesInPieces, alicesInOnePiece, "cutting time gains nothing");
        assertLe(alicesInOnePiece - alicesInPieces, pieces + 1, "and loses a wei for each call at most");
        uint256 bobsInPieces = pools.accountState(pool, bob).earned;
        assertLe(bobsInPieces, bobsInOnePiece, "nor for the others");
        assertLe(bobsInOnePiece - bobsInPieces, pieces + 1, "nor against them");
    }

    /// @dev The i-th of `pieces` cuts, in order: at its place or at an earlier place.
    function _cut(uint256 seed, uint256 i, uint256 pieces) private pure returns (uint256) {
        uint256 place = i - (seed >> i) % 2;
        return place > pieces ? pieces : place;
    }

    /// @dev Calls that change no weight.
    /// @return paid the amount for Alice
    function _poke(uint256 pool, uint256 random) private returns (uint256 paid) {
        uint256 kind = random % 4;
        if (kind == 0) return pools.claimFor(pool, alice);
        if (kind == 1) pools.syncBoost(pool, bob);
        else _settle(pool);
    }

    /// @dev Carol has no stake, so the change of her boost settles the pool and changes no weight.
    function _settle(uint256 pool) private {
        boosts.set(carol, boosts.boostBps(carol) == 10_001 ? 10_002 : 10_001);
        pools.syncBoost(pool, carol);
        assertEq(pools.poolState(pool).lastUpdate, block.timestamp, "time is cut here");
    }

    /// Every second earns one second's reward.
    function test_Threat_OneSecondAcrossABoundaryEarnsOneSecond() public {
        uint256 pool = termPool();
        vm.startPrank(funder);
        pools.fund(pool, BUDGET);
        vm.stopPrank();
        stake(alice, pool, 5 ether, 0);
        uint256 begin = block.timestamp;
        uint256 end = pools.poolState(pool).rewardEnd;
        uint256 midnight = (begin / 1 days + 1) * 1 days;
        uint256[7] memory boundaries = [
            begin + 1,
            (begin / 1 minutes + 1) * 1 minutes,
            midnight,
            (begin / 7 days + 1) * 7 days,
            begin + 30 days, // the unlock
            (begin / 365 days + 1) * 365 days < end ? (begin / 365 days + 1) * 365 days : midnight + 1 days,
            end
        ];
        for (uint256 i = 0; i < boundaries.length; ++i) {
            vm.warp(boundaries[i] - 1);
            uint256 before = pools.accountState(pool, alice).earned;
            vm.warp(boundaries[i]);
            uint256 earned = pools.accountState(pool, alice).earned - before;
            assertApproxEqAbs(earned, 1 ether, 1, "a second's reward");
        }
        uint256 all = pools.accountState(pool, alice).earned;
        vm.warp(end + 1000 days);
        assertEq(pools.accountState(pool, alice).earned, all, "nothing after the end");
    }

    function testFuzz_Threat_ANewcomerEarnsNothingFromBefore(uint256 before, uint256 amount, uint256 after_) public {
        uint256 pool = boostedPool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        before = bound(before, 0, REWARD_DURATION);
        after_ = bound(after_, 0, REWARD_DURATION);
        amount = bound(amount, 1e9, 1e26);
        mcm.mint(bob, amount);
        skip(before);
        // the calls that an account without a stake can make beforehand
        boosts.set(bob, 20_000);
        pools.syncBoost(pool, bob);
        assertEq(pools.claimFor(pool, bob), 0);
        uint256 alices = pools.accountState(pool, alice).earned;
        stake(bob, pool, amount);
        assertEq(pools.accountState(pool, bob).earned, 0, "nothing at the moment of joining");
        skip(after_);
        uint256 bobs = pools.accountState(pool, bob).earned;
        uint256 ran = before + after_ > REWARD_DURATION ? REWARD_DURATION - before : after_;
        assertLe(bobs, ran * 1 ether, "no more than the stream since then");
        assertGe(pools.accountState(pool, alice).earned, alices, "earlier rewards stay");
        assertLe(bobs + pools.accountState(pool, alice).earned, (before + ran) * 1 ether);
    }

    /// The same for an account that was staked before and left: the stream in between is not its own.
    function testFuzz_Threat_AReturnerEarnsNothingFromBetween(uint256 away, uint256 amount) public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(bob, pool, 100 ether);
        skip(1 days);
        unstake(bob, pool, 0, 100 ether);
        uint256 owed = pools.accountState(pool, bob).earned;
        skip(bound(away, 1, 60 days));
        assertEq(pools.accountState(pool, bob).earned, owed, "nothing while away");
        stake(bob, pool, bound(amount, 1e9, 1e25));
        assertApproxEqAbs(pools.accountState(pool, bob).earned, owed, 1, "and nothing for coming back");
        assertLe(pools.accountState(pool, bob).earned, owed);
    }

    /// Eight accounts, compared with a computation that visits each account at every step and keeps no index.
    function testFuzz_Threat_TheIndexEqualsTheSumOverEveryAccount(uint256 seed) public {
        uint256 pool = boostedPool();
        RewardModel model = new RewardModel(REWARD_DURATION, block.timestamp);
        fund(pool, BUDGET);
        model.fund(block.timestamp, BUDGET);
        address[] memory members = new address[](8);
        for (uint256 i = 0; i < members.length; ++i) {
            members[i] = address(uint160(0xa11ce000 + i));
            equip(members[i], 1e25);
        }
        for (uint256 step = 1; step <= 12; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            skip(seed % 3 == 0 ? 0 : (seed >> 8) % 5 days);
            _move(pool, model, members[(seed >> 64) % members.length], seed >> 128);
            model.pass(block.timestamp);
            _compare(pool, model, members);
        }
    }

    function _move(uint256 pool, RewardModel model, address account, uint256 random) private {
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, 0, 100);
        if (open.length != 0 && random % 3 == 0) {
            IStakingPools.PositionView memory held = open[(random >> 8) % open.length];
            unstake(account, pool, held.position, (random >> 16) % held.amount + 1);
        } else {
            boosts.set(account, 10_000 + (random >> 32) % 10_001);
            pools.syncBoost(pool, account);
            model.setWeight(block.timestamp, account, weightOf(pool, account));
            stake(account, pool, (random >> 48) % 1e20 + 1e9);
        }
        model.setWeight(block.timestamp, account, weightOf(pool, account));
    }

    function _compare(uint256 pool, RewardModel model, address[] memory members) private view {
        for (uint256 i = 0; i < members.length; ++i) {
            uint256 owed = model.owed(members[i]);
            uint256 given = pools.accountState(pool, members[i]).earned * model.ONE();
            assertLe(given, owed);
            assertLe(owed - given, model.rounding(members[i]));
        }
    }
}
