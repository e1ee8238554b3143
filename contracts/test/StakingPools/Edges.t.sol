// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Vm} from "forge-std/Vm.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {FIRST_GIFT} from "../../src/types/Position.sol";
import {Accrual, SCALE_BITS, newAccrual} from "../../src/types/Stream.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";

/// @notice Reports the amount of each transfer as the whole balance of the pools, so that the same money arrives again
/// and again.
contract ForgetfulToken is ERC20 {
    address private immutable pools;
    uint256 private last;

    constructor(address pools_) ERC20("Forgetful", "OUT") {
        pools = pools_;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return account == pools ? last : 0;
    }

    function transferFrom(address, address, uint256 value) public override returns (bool) {
        last = value;
        return true;
    }

    function forget() external {
        last = 0;
    }
}

contract EdgesTest is PoolsTest {
    uint256 private constant MOST = (1 << 91) - 1;

    /// Only a false token brings in enough for this. The rate then stops at the greatest value of its bits, and the
    /// rest waits.
    function test_TheRateReachesItsMaximumAndNoMore() public {
        ForgetfulToken token = new ForgetfulToken(address(pools));
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(token));
        made.rewardDuration = 1 days;
        uint256 pool = createPool(made);
        stake(alice, pool, 1 ether);
        for (uint256 i = 0; i < 3; ++i) {
            token.forget();
            fund(pool, MOST);
        }
        uint256 highest = uint256(2 ** 56 - 1) * 1e6;
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate, highest);
        assertEq(state.rewardEnd, vm.getBlockTimestamp() + 1 days);
        assertEq(state.undistributed, 3 * MOST - highest * 1 days);
        skip(1);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, highest, 1);
    }

    function test_ALockAboveTheMaximumIsNamedWithIt() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers[0].duration = 1461 days + 1;
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPools.StakingPools_TierDurationAboveMaximum.selector, 0, 1461 days + 1, 1461 days
            )
        );
        createPool(made);
    }

    /// The last wei of the pair leaves with the last part of the position, not with an earlier part.
    function test_APartTakesNoMoreThanItsShareOfThePair() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 1;
        uint256 pool = createPool(made);
        stake(alice, pool, 1 ether);
        assertEq(positionOf(pool, alice, 0).pairAmount, 1);
        unstake(alice, pool, 0, 1 ether - 1);
        assertEq(positionOf(pool, alice, 0).pairAmount, 1);
        uint256 before = mcm.balanceOf(alice);
        unstake(alice, pool, 0, 1);
        assertEq(mcm.balanceOf(alice) - before, 1);
    }

    /// An uneven share is rounded down, on both sides.
    function test_APartsShareOfThePairIsRoundedDown() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 2.5 ether;
        uint256 pool = createPool(made);
        stake(alice, pool, 2e9);
        unstake(alice, pool, 0, 1);
        assertEq(positionOf(pool, alice, 0).pairAmount, 5e9 - 2);
    }

    /// The rest of a position whose token refused keeps its number, its tier and its unlock time.
    function test_ARefusedPairStaysOnTheTermsOfItsPosition() public {
        MoodyToken moody = new MoodyToken(alice);
        approveAll(alice, address(moody));
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(moody);
        made.pairRatio = 2 ether;
        made.tiers = new IStakingPools.Tier[](2);
        made.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        made.tiers[1] = IStakingPools.Tier(30 days, 15_000, 500);
        uint256 pool = createPool(made);
        stake(alice, pool, 10 ether, 0);
        uint256 unlockAt = vm.getBlockTimestamp() + 30 days;
        stake(alice, pool, 10 ether, 1);
        vm.warp(unlockAt);
        moody.setMood(1);
        vm.startPrank(alice);
        pools.withdrawPrincipal(pool, 1, alice);
        IStakingPools.PositionView memory left = positionOf(pool, alice, 1);
        assertEq(left.amount, 0);
        assertEq(left.pairAmount, 20 ether);
        assertEq(left.tier, 1);
        assertEq(left.unlockAt, unlockAt);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PrincipalRefused.selector, pool, 1));
        pools.withdrawPrincipal(pool, 1, alice);
        vm.stopPrank();
        assertEq(positionOf(pool, alice, 0).pairAmount, 20 ether);
    }

    /// The second of two tiers, with every possible fault.
    function test_ATierThatIsRefusedIsNamed() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers = new IStakingPools.Tier[](2);
        made.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        made.tiers[1] = IStakingPools.Tier(30 days, 9999, 7);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_TierMultiplierOutOfRange.selector, 1, 9999));
        createPool(made);
        made.tiers[1] = IStakingPools.Tier(30 days, 10_000, 2001);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_TierPenaltyOutOfRange.selector, 1, 2001));
        createPool(made);
    }

    /// The limit applies to the balance after the transfer, not to the amount sent.
    function test_ABalanceAboveTheMaximumIsNamed() public {
        FeeToken token = new FeeToken(address(this));
        token.setFee(0);
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(token), address(galx)));
        pools.stake(pool, 1e9, 0, address(0));
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_BalanceAboveMaximum.selector, token, MOST + 1e9, MOST)
        );
        pools.stake(pool, MOST, 0, address(0));
        assertEq(token.balanceOf(address(pools)), 1e9);
    }

    /// A third of a second's payment is rounded down. The last second of the stream is the second before its end.
    function test_AWeightEarnsRoundedDownUntilTheEnd() public pure {
        Accrual accrual = newAccrual(100, 3, 5);
        uint256 second = 1e6 << SCALE_BITS;
        uint256[5] memory times = [uint256(100), 101, 199, 200, 201];
        uint256[5] memory seconds_ = [uint256(0), 1, 99, 100, 100];
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(accrual.rewardPerWeightAt(times[i], 1, 200), 5 + second * seconds_[i] / 3);
        }
    }

    function test_AnExitWithholdsNothing() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(5);
        IStakingPools.PoolState memory before = pools.poolState(pool);
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.undistributed, before.undistributed);
        assertEq(state.rewardRate, before.rewardRate);
        assertEq(state.rewardEnd, before.rewardEnd);
    }

    /// Nothing streamed before, so the logged rate is a new rate.
    function test_APenaltyThatStartsAStreamLogsItsRate() public {
        uint256 pool = termPool();
        stake(bob, pool, 1 ether, 0);
        stake(alice, pool, 1000 ether, 3);
        vm.recordLogs();
        vm.prank(alice);
        pools.exitEarly(pool, 0, 1000 ether, alice);
        Vm.Log memory first = vm.getRecordedLogs()[0];
        assertEq(first.topics[0], IStakingPools.StreamUpdated.selector);
        (uint256 rate,) = abi.decode(first.data, (uint256, uint256));
        assertGt(rate, 0);
        assertEq(rate, pools.poolState(pool).rewardRate);
    }

    function test_PoolsAreListedInOrderWithTheTimeOfTheirLastUpdate() public {
        uint256[2] memory made = [flexiblePool(), boostedPool()];
        uint256 time = vm.getBlockTimestamp();
        for (uint256 i = 0; i < 2; ++i) {
            assertEq(pools.poolAt(i), made[i]);
            vm.warp(time + i);
            stake(alice, made[i], 1 ether);
        }
        skip(5);
        for (uint256 i = 0; i < 2; ++i) {
            assertEq(pools.poolState(made[i]).lastUpdate, time + i);
        }
    }

    /// An account that opened 20 000 positions earlier and received 30 000 gifts. The test writes its word directly.
    function test_PagesReachPositionsAfterThousandsOfOthers() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 1 ether);
        vm.prank(bob);
        pools.stakeFor(pool, alice, 1 ether, 0);
        vm.record();
        pools.accountState(pool, alice);
        (bytes32[] memory read,) = vm.accesses(address(pools));
        for (uint256 i = 0; i < read.length; ++i) {
            uint256 word = uint256(vm.load(address(pools), read[i]));
            if (uint64(word) == (1 << 32) + 1) {
                vm.store(address(pools), read[i], bytes32(word + (29_999 << 32) + 19_999));
            }
        }
        assertEq(pools.accountState(pool, alice).positionCount, 20_000);
        assertEq(pools.accountState(pool, alice).giftCount, 30_000);
        assertEq(stake(alice, pool, 2 ether), 20_000);
        vm.prank(bob);
        assertEq(pools.stakeFor(pool, alice, 3 ether, 0), FIRST_GIFT + 30_000);
        IStakingPools.PositionView[] memory own = pools.positionsOf(pool, alice, 19_999, 9);
        assertEq(own.length, 1);
        assertEq(own[0].position, 20_000);
        assertEq(own[0].amount, 2 ether);
        IStakingPools.PositionView[] memory gifts = pools.positionsOf(pool, alice, FIRST_GIFT + 29_999, 9);
        assertEq(gifts.length, 1);
        assertEq(gifts[0].amount, 3 ether);
    }

    /// The function accepts any number of requested positions.
    function test_APageOfGiftsEndsWhereTheGiftsEnd() public {
        uint256 pool = flexiblePool();
        vm.prank(bob);
        pools.stakeFor(pool, alice, 1 ether, 0);
        uint256[3] memory limits = [uint256(2), 2 ** 33, type(uint256).max];
        for (uint256 i = 0; i < 3; ++i) {
            assertEq(pools.positionsOf(pool, alice, FIRST_GIFT, limits[i]).length, 1);
        }
        assertEq(pools.positionsOf(pool, alice, FIRST_GIFT + 1, type(uint256).max).length, 0);
    }
}
