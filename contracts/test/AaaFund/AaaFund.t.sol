// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFund} from "../../src/AaaFund.sol";
import {IAaaFund} from "../../src/interfaces/IAaaFund.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {FalseToken, MoodyToken} from "../support/Tokens.sol";

contract AaaFundUnitTest is AaaFundTest {
    function test_AaaFundIsKnownToTheTokenAndKnowsItsPool() public view {
        assertEq(aaa.feeRecipient(), address(fund_));
        assertEq(aaa.swapPair(), pair);
        assertEq(fund_.stakingPools(), address(pools));
        assertEq(fund_.poolIndex(), 1);
        assertEq(fund_.pool(), pool);
        assertEq(fund_.token(), address(aaa));
    }

    function test_AaaFundReceivesTheFeeOfSales() public {
        sell(alice, 1000 ether);
        assertEq(held(), 30 ether);
        assertEq(aaa.balanceOf(alice), 999_000 ether);
        // 970 AAA arrived in a pair with a million of each token, whose own fee is 0.3 %
        uint256 effective = uint256(970 ether) * 997;
        uint256 out = effective * 1_000_000 ether / (uint256(1_000_000 ether) * 1000 + effective);
        assertEq(usdt.balanceOf(alice) - 1_000_000 ether, out);
    }

    function test_AaaFundReceivesTheFeeOfPurchases() public {
        uint256 reserve = aaa.balanceOf(pair);
        uint256 before = aaa.balanceOf(alice);
        buy(alice, 1000 ether);
        uint256 left = reserve - aaa.balanceOf(pair);
        assertEq(held(), left * 3 / 100);
        assertEq(aaa.balanceOf(alice) - before, left - left * 3 / 100);
    }

    function test_AaaFundReceivesTheFeeOfLiquidity() public {
        vm.startPrank(alice);
        (uint256 amount,, uint256 liquidity) =
            router.addLiquidity(address(aaa), address(usdt), 1000 ether, 1000 ether, 0, 0, alice, block.timestamp);
        assertEq(held(), amount * 3 / 100);
        (bool approved,) = pair.call(abi.encodeWithSignature("approve(address,uint256)", router, liquidity));
        assertTrue(approved);
        uint256 reserve = aaa.balanceOf(pair);
        router.removeLiquidity(address(aaa), address(usdt), liquidity, 0, 0, alice, block.timestamp);
        assertEq(held(), amount * 3 / 100 + (reserve - aaa.balanceOf(pair)) * 3 / 100);
        vm.stopPrank();
    }

    function test_AaaFundStreamsTheFeesToThePoolsStakers() public {
        stake(alice, pool, 300 ether);
        stake(bob, pool, 100 ether);
        sell(carol, 10_000 ether);
        buy(carol, 5000 ether);
        uint256 fees = held();
        vm.expectEmit(address(fund_));
        emit IAaaFund.Distributed(fees);
        vm.prank(carol);
        assertEq(fund_.distribute(), fees);
        assertEq(held(), 0);
        assertEq(aaa.allowance(address(fund_), address(pools)), 0, "nothing more can be drawn");

        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardEnd, block.timestamp + REWARD_DURATION);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, fees, "all of it streams");
        skip(REWARD_DURATION);
        uint256 before = aaa.balanceOf(alice);
        claim(alice, pool);
        claim(bob, pool);
        uint256 streamed = state.rewardRate * REWARD_DURATION;
        assertApproxEqAbs(aaa.balanceOf(alice) - before, streamed * 3 / 4, 1);
        assertApproxEqAbs(aaa.balanceOf(bob) + 100 ether - 1_000_000 ether, streamed / 4, 1);
    }

    function test_AaaFundAddsToWhatStreams() public {
        stake(alice, pool, 100 ether);
        feedFund(9000 ether);
        fund_.distribute();
        skip(45 days);
        uint256 rate = pools.poolState(pool).rewardRate;
        feedFund(9000 ether);
        fund_.distribute();
        assertApproxEqRel(pools.poolState(pool).rewardRate, rate * 3 / 2, 1e9, "4500 left and 9000 more over 90 days");
        assertEq(pools.poolState(pool).rewardEnd, block.timestamp + REWARD_DURATION);
    }

    function test_AaaFundHasNothingToDistributeWithoutFees() public {
        vm.expectRevert(IAaaFund.AaaFund_NothingToDistribute.selector);
        fund_.distribute();
        vm.prank(owner);
        aaa.lowerFee(0);
        sell(alice, 1000 ether);
        vm.expectRevert(IAaaFund.AaaFund_NothingToDistribute.selector);
        fund_.distribute();
        aaa.transfer(alice, 5 ether);
        assertEq(held(), 0, "an ordinary transfer pays nothing");
    }

    function test_AaaFundWaitsForItsPool() public {
        AaaFund early = new AaaFund(address(pools), 2);
        aaa.transfer(address(early), 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IAaaFund.AaaFund_PoolNotMade.selector, 2));
        early.distribute();
        vm.expectRevert(abi.encodeWithSelector(IAaaFund.AaaFund_PoolNotMade.selector, 2));
        early.pool();
        vm.expectRevert(abi.encodeWithSelector(IAaaFund.AaaFund_PoolNotMade.selector, 2));
        early.token();
        uint256 made = createPool(flexible(address(aaa), address(aaa)));
        assertEq(early.distribute(), 10 ether, "nothing was lost");
        assertGt(pools.poolState(made).rewardRate, 0);
    }

    function test_AaaFundKeepsDustUntilItCanStream() public {
        // Rates are whole steps of 1e6 wei a second: over 90 days the least that streams is 7.776e12 wei.
        uint256 least = 1e6 * REWARD_DURATION;
        feedFund(least - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_FundingTooSmall.selector, least - 1));
        fund_.distribute();
        assertEq(held(), least - 1);
        assertEq(aaa.allowance(address(fund_), address(pools)), 0);
        feedFund(1);
        assertEq(fund_.distribute(), least);
        assertEq(pools.poolState(pool).rewardRate, 1e6);
        feedFund(1);
        assertEq(fund_.distribute(), 1, "dust joins a stream that runs");
    }

    function test_AaaFundPaysWhileStakingIsPausedAndWhileNobodyIsStaked() public {
        vm.prank(guardian);
        pools.pauseStaking(pool);
        feedFund(900 ether);
        fund_.distribute();
        skip(200 days);
        vm.prank(owner);
        pools.unpauseStaking(pool);
        stake(alice, pool, 1 ether);
        assertEq(pools.poolState(pool).rewardEnd, block.timestamp + REWARD_DURATION, "the stream waited for stakers");
    }

    function test_AaaFundSaysWhyTheTokenRefuses() public {
        FalseToken lying = new FalseToken(address(this));
        MoodyToken moody = new MoodyToken(address(this));
        createPool(flexible(address(mcm), address(lying)));
        createPool(flexible(address(mcm), address(moody)));
        AaaFund first = new AaaFund(address(pools), 2);
        lying.transfer(address(first), 10 ether);
        lying.setLying(true);
        vm.expectRevert(abi.encodeWithSignature("SafeERC20FailedOperation(address)", lying));
        first.distribute();
        lying.setLying(false);
        assertEq(first.distribute(), 10 ether);
        AaaFund second = new AaaFund(address(pools), 3);
        moody.transfer(address(second), 10 ether);
        vm.mockCallRevert(
            address(moody), abi.encodeWithSignature("transferFrom(address,address,uint256)"), bytes("blocked")
        );
        vm.expectRevert("blocked");
        second.distribute();
        vm.clearMockedCalls();
        assertEq(second.distribute(), 10 ether, "all is as it was before");
    }

    function test_AaaFundSaysThatThePoolsAreFull() public {
        FalseToken token = new FalseToken(address(this));
        createPool(flexible(address(mcm), address(token)));
        AaaFund other = new AaaFund(address(pools), 2);
        uint256 maximum = (1 << 91) - 1;
        token.transfer(address(pools), maximum - 10 ether);
        token.transfer(address(other), 10 ether + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_BalanceAboveMaximum.selector, token, maximum + 1, maximum)
        );
        other.distribute();
        assertEq(token.balanceOf(address(other)), 10 ether + 1);
    }

    function test_AaaFundSendsOnlyItsPoolsToken() public {
        usdt.transfer(address(fund_), 7 ether);
        vm.expectRevert(IAaaFund.AaaFund_NothingToDistribute.selector);
        fund_.distribute();
        feedFund(10 ether);
        fund_.distribute();
        assertEq(usdt.balanceOf(address(fund_)), 7 ether);
    }

    function test_AaaFundNeedsThePoolsContract() public {
        vm.expectRevert(abi.encodeWithSelector(IAaaFund.AaaFund_NotAContract.selector, alice));
        new AaaFund(alice, 0);
    }

    /// Fees of any trades: the distributed amount equals the received amount.
    function testFuzz_AaaFundDistributesTheFeesOfTrades(uint256[6] memory amounts) public {
        uint256 received;
        for (uint256 i = 0; i < amounts.length; ++i) {
            uint256 amount = bound(amounts[i], 1e12, 100_000 ether);
            uint256 reserve = aaa.balanceOf(pair);
            if (i % 2 == 0) {
                sell(alice, amount);
                received += amount * FEE_BPS / 10_000;
            } else {
                buy(bob, amount);
                received += (reserve - aaa.balanceOf(pair)) * FEE_BPS / 10_000;
            }
        }
        assertEq(held(), received);
        if (received < 1e6 * REWARD_DURATION) return;
        assertEq(fund_.distribute(), received);
        IStakingPools.PoolState memory state = pools.poolState(pool);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, received);
    }

    /// No call lowers the rate or brings the end forward, whatever its amount and however often it is repeated.
    function testFuzz_AaaFundCannotBeGriefedBySmallDistributions(uint256[8] memory amounts, uint256[8] memory waits)
        public
    {
        stake(alice, pool, 1 ether);
        feedFund(900 ether);
        fund_.distribute();
        for (uint256 i = 0; i < amounts.length; ++i) {
            skip(bound(waits[i], 0, 10 days));
            IStakingPools.PoolState memory before = pools.poolState(pool);
            uint256 owed = pools.accountState(pool, alice).earned;
            feedFund(bound(amounts[i], 1, i % 2 == 0 ? 1e6 : 1 ether));
            fund_.distribute();
            IStakingPools.PoolState memory state = pools.poolState(pool);
            assertGe(state.rewardRate, before.rewardRate);
            assertGe(state.rewardEnd, before.rewardEnd);
            assertEq(pools.accountState(pool, alice).earned, owed);
        }
    }
}
