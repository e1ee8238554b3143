// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {FIRST_GIFT} from "../../src/types/Position.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";

/// @notice Every event with every field, each field with a distinct value, in pools whose stake and reward tokens take
/// a fee. The received amount is staked, streamed and matched by the pair's part. The sent amount is logged, whatever
/// the recipient receives.
contract PoolsFeeLogsTest is PoolsTest {
    uint256 private constant BONUS_RATE = 1.94 ether;

    FeeToken private token;
    FeeToken private bonus;
    /// @dev token + MCM → bonus, boosted, flexible or 30 days at ×3
    uint256 private paired;
    /// @dev token → token, flexible or 30 days at ×3 with a penalty of 20 %
    uint256 private same;
    /// @dev token + MCM → token, on the terms of `same`
    uint256 private samePaired;

    function setUp() public override {
        super.setUp();
        token = new FeeToken(address(this));
        bonus = new FeeToken(address(this));
        IStakingPools.PoolConfiguration memory terms = flexible(address(token), address(bonus));
        terms.tiers = new IStakingPools.Tier[](2);
        terms.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        terms.tiers[1] = IStakingPools.Tier(30 days, 30_000, 0);
        terms.pairToken = address(mcm);
        terms.pairRatio = 0.25 ether;
        terms.boostSource = address(boosts);
        paired = createPool(terms);
        terms = flexible(address(token), address(token));
        terms.tiers = new IStakingPools.Tier[](2);
        terms.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        terms.tiers[1] = IStakingPools.Tier(30 days, 30_000, 2000);
        same = createPool(terms);
        terms.pairToken = address(mcm);
        terms.pairRatio = 0.25 ether;
        samePaired = createPool(terms);
        address[3] memory holders = [funder, alice, bob];
        for (uint256 i = 0; i < holders.length; ++i) {
            token.transfer(holders[i], 1e27);
            bonus.transfer(holders[i], 1e27);
            approveAll(holders[i], address(token));
            approveAll(holders[i], address(bonus));
        }
    }

    function _expectMove(address moved, address from, address to, uint256 amount) private {
        vm.expectEmit(moved);
        emit IERC20.Transfer(from, to, amount);
    }

    // Staking

    /// 1000 are requested and 970 arrive. They are the stake, and the pair's part is a quarter of them.
    function test_AStakeLogsTheReceivedAmountAndThePairsPart() public {
        uint256 before = mcm.balanceOf(alice);
        _expectMove(address(token), alice, address(pools), 970 ether);
        _expectMove(address(mcm), alice, address(pools), 242.5 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(paired, alice, 0, 970 ether, 242.5 ether, 1, 2910 ether, carol);
        vm.prank(alice);
        assertEq(pools.stake(paired, 1000 ether, 1, carol), 0);
        assertEq(before - mcm.balanceOf(alice), 242.5 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(paired, alice, 1, 97 ether, 24.25 ether, 0, 3007 ether, address(0));
        vm.prank(alice);
        pools.stake(paired, 100 ether, 0, address(0));
        IStakingPools.PositionView memory held = positionOf(paired, alice, 0);
        assertEq(held.amount, 970 ether);
        assertEq(held.pairAmount, 242.5 ether);
    }

    function test_AGiftLogsTheReceivedAmountAndItsOwner() public {
        uint256 first = FIRST_GIFT;
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(paired, alice, first, 970 ether, 242.5 ether, 1, 2910 ether, address(0));
        vm.prank(bob);
        pools.stakeFor(paired, alice, 1000 ether, 1);
        assertEq(mcm.balanceOf(alice), 100_000_000 ether, "the giver pays the pair's part");
    }

    /// The permits name the requested amount. The received amount and its pair's part are staked.
    function test_AStakeWithPermitsLogsTheReceivedAmount() public {
        (address holder, uint256 key) = makeAddrAndKey("holder of tokens with permits");
        token.transfer(holder, 2000 ether);
        uint256 granted = pairAmountOf(paired, 1000 ether);
        assertEq(granted, 250 ether);
        mcm.mint(holder, granted);
        vm.prank(holder);
        token.approve(address(pools), 1000 ether);
        IStakingPools.Permit memory none;
        IStakingPools.Permit memory pairPermit = signPermit(CappedToken(mcm), holder, key, granted);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(paired, holder, 0, 970 ether, 242.5 ether, 1, 2910 ether, bob);
        vm.prank(holder);
        pools.stakeWithPermit(paired, 1000 ether, 1, bob, none, pairPermit);
        assertEq(mcm.balanceOf(holder), 7.5 ether);
        assertEq(mcm.allowance(holder, address(pools)), 7.5 ether);
    }

    // Funding and rewards

    function test_FundingLogsTheReceivedAmount() public {
        vm.expectEmit(address(pools));
        emit IStakingPools.Funded(
            paired, funder, BONUS_RATE * REWARD_DURATION, BONUS_RATE, vm.getBlockTimestamp() + REWARD_DURATION
        );
        fund(paired, 2 ether * REWARD_DURATION);
        stake(alice, paired, 1000 ether);
        skip(40 days);
        uint256 budget = BONUS_RATE * uint256(50 days) + 0.97 ether * REWARD_DURATION;
        uint256 rate = budget / REWARD_DURATION / 1e6 * 1e6;
        vm.expectEmit(address(pools));
        emit IStakingPools.Funded(
            paired, funder, 0.97 ether * REWARD_DURATION, rate, vm.getBlockTimestamp() + budget / rate
        );
        fund(paired, 1 ether * REWARD_DURATION);
        assertEq(pools.poolState(paired).rewardRate, rate);
    }

    /// @dev Two tokens are funded for every second, and 1.94 stream. Alice has a position of 970 and a position of 97,
    /// both flexible.
    function _running() private {
        fund(paired, 2 ether * REWARD_DURATION);
        stake(alice, paired, 1000 ether);
        stake(alice, paired, 100 ether);
        skip(1 days);
    }

    function test_ClaimingLogsTheSentAmount() public {
        _running();
        uint256 owed = pools.accountState(paired, alice).earned;
        assertApproxEqAbs(owed, BONUS_RATE * 1 days, 1);
        vm.expectEmit(address(pools));
        emit IStakingPools.Claimed(paired, alice, owed);
        _expectMove(address(bonus), address(pools), carol, owed - owed * 300 / 10_000);
        vm.prank(alice);
        assertEq(pools.claim(paired, carol), owed);
        skip(1 days);
        owed = pools.accountState(paired, alice).earned;
        vm.expectEmit(address(pools));
        emit IStakingPools.Claimed(paired, alice, owed);
        vm.prank(bob);
        pools.claimFor(paired, alice);
        assertEq(bonus.balanceOf(alice), 1e27 * 97 / 100 + owed - owed * 300 / 10_000);
    }

    /// The reward is staked without a transfer, so no fee is taken and the whole reward becomes the position.
    function test_CompoundingLogsTheWholeReward() public {
        fund(same, 2 ether * REWARD_DURATION);
        stake(alice, same, 1000 ether, 1);
        skip(1 days);
        uint256 owed = pools.accountState(same, alice).earned;
        vm.expectEmit(address(pools));
        emit IStakingPools.Claimed(same, alice, owed);
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(same, alice, 1, owed, 0, 0, 2910 ether + owed / 1e9 * 1e9, address(0));
        vm.prank(alice);
        (uint256 number, uint256 amount) = pools.compound(same);
        assertEq(number, 1);
        assertEq(amount, owed);
    }

    function test_ABoostLogsItsAccount() public {
        _running();
        boosts.set(alice, 20_000);
        vm.expectEmit(address(pools));
        emit IStakingPools.BoostSynced(paired, alice, 20_000, 2134 ether);
        vm.prank(bob);
        pools.syncBoost(paired, alice);
    }

    // Leaving

    function test_UnstakingLogsTheSentAmountAndThePairsPart() public {
        _running();
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(paired, alice, 0, 400 ether, 100 ether, 0, 667 ether);
        _expectMove(address(token), address(pools), carol, 388 ether);
        _expectMove(address(mcm), address(pools), carol, 100 ether);
        vm.prank(alice);
        pools.unstake(paired, 0, 400 ether, carol);
    }

    function test_ExitingLogsTheSentAmountAndTheReward() public {
        _running();
        uint256 owed = pools.accountState(paired, alice).earned;
        vm.expectEmit(address(pools));
        emit IStakingPools.Exited(paired, alice, 1, 97 ether, 24.25 ether, owed, 970 ether);
        _expectMove(address(bonus), address(pools), carol, owed - owed * 300 / 10_000);
        _expectMove(address(token), address(pools), carol, 97 ether * 97 / 100);
        _expectMove(address(mcm), address(pools), carol, 24.25 ether);
        vm.prank(alice);
        pools.exit(paired, 1, carol);
    }

    function test_LeavingWithoutTheRewardLogsTheForfeitedReward() public {
        _running();
        uint256 owed = pools.accountState(paired, alice).earned;
        vm.expectEmit(address(pools));
        emit IStakingPools.Forfeited(paired, alice, owed);
        _expectMove(address(token), address(pools), carol, 97 ether * 97 / 100);
        _expectMove(address(mcm), address(pools), carol, 24.25 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(paired, alice, 1, 97 ether, 24.25 ether, 0, 970 ether);
        vm.prank(alice);
        pools.withdrawPrincipal(paired, 1, carol);
        assertEq(pools.poolState(paired).undistributed, owed);
    }

    /// A third of the lock is left, so a third of 20 % of 400 is withheld. All of it streams, because an amount that
    /// stays pays no fee.
    function test_LeavingEarlyLogsThePenaltyAndTheStreamItJoins() public {
        fund(same, 2 ether * REWARD_DURATION);
        uint256 end = vm.getBlockTimestamp() + REWARD_DURATION;
        stake(alice, same, 1000 ether, 1);
        skip(20 days);
        uint256 penalty = uint256(400 ether) / 15;
        uint256 more = (penalty + pools.poolState(same).undistributed) / BONUS_RATE;
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(same, BONUS_RATE, end + more);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(same, alice, 0, 400 ether, 0, penalty, 1710 ether);
        uint256 paid = 400 ether - penalty;
        _expectMove(address(token), address(pools), carol, paid - paid * 300 / 10_000);
        vm.prank(alice);
        pools.exitEarly(same, 0, 400 ether, carol);
    }

    /// A third of the lock is left, so a fifteenth of the leaving amount stays. Only the stake token pays the penalty;
    /// the whole pair's part leaves.
    function test_LeavingAPairEarlyPaysTheStakeLessThePenaltyAndThePairsPartWhole() public {
        fund(samePaired, 2 ether * REWARD_DURATION);
        stake(alice, samePaired, 100 ether);
        stake(alice, samePaired, 1000 ether, 1);
        skip(20 days);
        uint256 penalty = uint256(400 ether) / 15;
        _leaveEarly(400 ether, penalty, 100 ether, 1807 ether);
        IStakingPools.PositionView memory held = positionOf(samePaired, alice, 1);
        assertEq(held.amount, 570 ether);
        assertEq(held.pairAmount, 142.5 ether);
        _leaveEarly(570 ether, 38 ether, 142.5 ether, 97 ether);
        assertEq(pools.positionsOf(samePaired, alice, 0, 9).length, 1);
        uint256 left = 97 ether + BONUS_RATE * REWARD_DURATION + penalty + 38 ether;
        assertEq(token.balanceOf(address(pools)), left, "the flexible stake, the funding and both penalties");
        assertEq(mcm.balanceOf(address(pools)), 24.25 ether, "the flexible stake's");
    }

    /// @dev `amount` of Alice's position 1 in `samePaired` leaves for Carol, and the test accounts for every token.
    function _leaveEarly(uint256 amount, uint256 penalty, uint256 pairAmount, uint256 weight) private {
        uint256 paid = amount - penalty;
        uint256 fee = paid * 300 / 10_000;
        address[4] memory parties = [address(pools), alice, carol, address(0xfee)];
        uint256[4] memory tokens;
        uint256[4] memory pairs;
        for (uint256 i = 0; i < parties.length; ++i) {
            (tokens[i], pairs[i]) = (token.balanceOf(parties[i]), mcm.balanceOf(parties[i]));
        }
        IStakingPools.PoolState memory state = pools.poolState(samePaired);
        uint256 streamed = state.undistributed + penalty;
        vm.expectEmit(address(pools));
        emit IStakingPools.StreamUpdated(samePaired, BONUS_RATE, state.rewardEnd + streamed / BONUS_RATE);
        vm.expectEmit(address(pools));
        emit IStakingPools.Unstaked(samePaired, alice, 1, amount, pairAmount, penalty, weight);
        _expectMove(address(token), address(pools), address(0xfee), fee);
        _expectMove(address(token), address(pools), carol, paid - fee);
        _expectMove(address(mcm), address(pools), carol, pairAmount);
        vm.prank(alice);
        pools.exitEarly(samePaired, 1, amount, carol);
        assertEq(tokens[0] - token.balanceOf(address(pools)), paid, "the penalty stays, and no fee is taken of it");
        assertEq(pairs[0] - mcm.balanceOf(address(pools)), pairAmount);
        assertEq(token.balanceOf(alice), tokens[1]);
        assertEq(mcm.balanceOf(alice), pairs[1]);
        assertEq(token.balanceOf(carol) - tokens[2], paid - fee);
        assertEq(mcm.balanceOf(carol) - pairs[2], pairAmount);
        assertEq(token.balanceOf(address(0xfee)) - tokens[3], fee);
        assertEq(pools.poolState(samePaired).undistributed, streamed % BONUS_RATE, "an amount below one second's rate waits");
    }

    /// The stake is paid and logged at once. The pair's part is paid and logged once the pair token no longer refuses.
    function test_APairTokenThatRefusesIsLoggedOnlyOnceItIsPaid() public {
        for (uint256 mood = 1; mood <= 3; ++mood) {
            MoodyToken moody = new MoodyToken(alice);
            approveAll(alice, address(moody));
            IStakingPools.PoolConfiguration memory terms = flexible(address(token), address(bonus));
            terms.pairToken = address(moody);
            terms.pairRatio = 0.25 ether;
            uint256 pool = createPool(terms);
            fund(pool, 2 ether * REWARD_DURATION);
            stake(alice, pool, 1000 ether);
            stake(alice, pool, 100 ether);
            skip(1 days);
            uint256 owed = pools.accountState(pool, alice).earned;
            uint256[2] memory held = [token.balanceOf(address(pools)), token.balanceOf(carol)];
            moody.setMood(mood);
            vm.expectEmit(address(pools));
            emit IStakingPools.Forfeited(pool, alice, owed);
            _expectMove(address(token), address(pools), carol, 94.09 ether);
            vm.expectEmit(address(pools));
            emit IStakingPools.Unstaked(pool, alice, 1, 97 ether, 0, 0, 970 ether);
            vm.prank(alice);
            pools.withdrawPrincipal{gas: 5_000_000}(pool, 1, carol);
            assertEq(held[0] - token.balanceOf(address(pools)), 97 ether);
            assertEq(token.balanceOf(carol) - held[1], 94.09 ether);
            assertEq(moody.balanceOf(address(pools)), 266.75 ether, "the pair's part of both stakes");
            assertEq(moody.balanceOf(carol), 0);
            assertEq(positionOf(pool, alice, 1).amount, 0);
            assertEq(positionOf(pool, alice, 1).pairAmount, 24.25 ether, "stays recorded");

            skip(1 days);
            moody.setMood(0);
            owed = pools.accountState(pool, alice).earned;
            held = [token.balanceOf(address(pools)), token.balanceOf(carol)];
            vm.expectEmit(address(pools));
            emit IStakingPools.Unstaked(pool, alice, 1, 0, 24.25 ether, 0, 970 ether);
            _expectMove(address(moody), address(pools), carol, 24.25 ether);
            vm.prank(alice);
            pools.unstake(pool, 1, 0, carol);
            assertEq(moody.balanceOf(address(pools)), 242.5 ether);
            assertEq(moody.balanceOf(carol), 24.25 ether);
            assertEq(token.balanceOf(address(pools)), held[0], "the stake was paid already");
            assertEq(token.balanceOf(carol), held[1]);
            assertApproxEqAbs(pools.accountState(pool, alice).earned, owed, 1);
            assertEq(pools.positionsOf(pool, alice, 0, 9).length, 1);
        }
    }
}
