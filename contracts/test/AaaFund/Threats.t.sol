// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFund} from "../../src/AaaFund.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {HookToken, IHook} from "../support/Tokens.sol";

/// @notice The distributed token calls it back; it then distributes again, funds and claims.
contract ReenteringDistributor is IHook {
    AaaFund private immutable fund;
    IStakingPools private immutable pools;
    uint256 private immutable pool;
    uint256 private depth;

    uint256 public callbacks;
    uint256 public successes;

    constructor(AaaFund fund_, IStakingPools pools_, uint256 pool_) {
        (fund, pools, pool) = (fund_, pools_, pool_);
    }

    function onTransfer() external {
        ++callbacks;
        if (depth != 0) return;
        ++depth;
        _try(address(fund), abi.encodeCall(fund.distribute, ()));
        _try(address(pools), abi.encodeCall(pools.fund, (pool, 1)));
        _try(address(pools), abi.encodeCall(pools.claimFor, (pool, address(this))));
        --depth;
    }

    function _try(address target, bytes memory call) private {
        (bool succeeded,) = target.call(call);
        if (succeeded) ++successes;
    }
}

contract AaaFundThreats is AaaFundTest {
    function test_Threat_Reentrancy() public {
        HookToken token = new HookToken(address(this));
        uint256 hooked = createPool(flexible(address(mcm), address(token)));
        AaaFund target = new AaaFund(address(pools), 2);
        token.transfer(address(target), 900 ether);
        ReenteringDistributor distributor = new ReenteringDistributor(target, pools, hooked);
        token.setHook(distributor);
        assertEq(target.distribute(), 900 ether);
        assertGt(distributor.callbacks(), 0);
        assertEq(distributor.successes(), 0, "nothing goes through from within");
        assertEq(token.balanceOf(address(pools)), 900 ether);
        IStakingPools.PoolState memory state = pools.poolState(hooked);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, 900 ether, "streamed once");
    }

    /// Somebody stakes almost everything just before a distribution and leaves just after it, within one second.
    function test_Threat_SandwichedDistribution() public {
        stake(alice, pool, 100 ether);
        feedFund(10_000 ether);
        uint256 before = aaa.balanceOf(bob);
        stake(bob, pool, 900_000 ether);
        vm.prank(bob);
        fund_.distribute();
        vm.prank(bob);
        pools.exit(pool, 0, bob);
        assertEq(aaa.balanceOf(bob), before, "it streams: a moment gives nothing");
        assertEq(pools.accountState(pool, alice).earned, 0);
        skip(REWARD_DURATION);
        assertApproxEqRel(pools.accountState(pool, alice).earned, 10_000 ether, 1e9, "the stakers who stay get all of it");
    }

    /// An attacker can move the pair's price, and trades, distributes, stakes and claims in one transaction. Each trade costs.
    function testFuzz_Threat_MovedPrice(uint256 amount, uint256 staked, bool sellFirst) public {
        stake(alice, pool, 100 ether);
        feedFund(1000 ether);
        amount = bound(amount, 1 ether, 400_000 ether);
        staked = bound(staked, 1 ether, 100_000 ether);
        uint256 coins = aaa.balanceOf(bob);
        uint256 dollars = usdt.balanceOf(bob);
        stake(bob, pool, staked);
        if (sellFirst) sell(bob, amount);
        else buy(bob, amount);
        fund_.distribute();
        assertEq(claim(bob, pool), 0);
        // moves the prices back by returning the tokens of the trade
        if (sellFirst) buy(bob, usdt.balanceOf(bob) - dollars);
        else sell(bob, aaa.balanceOf(bob) + staked - coins);
        if (aaa.balanceOf(address(fund_)) != 0) fund_.distribute();
        vm.prank(bob);
        pools.exit(pool, 0, bob);
        assertLe(aaa.balanceOf(bob), coins);
        assertLe(usdt.balanceOf(bob), dollars);
        assertTrue(aaa.balanceOf(bob) < coins || usdt.balanceOf(bob) < dollars, "profit < 0");
    }

    /// The last caller in a stream chooses the pace of the fees, not their sum. A call in the last second of the stream adds the fees at the stream's
    /// rate. A call a second later spreads the fees over the whole reward duration. No pace exceeds the faster of these two.
    function test_Threat_ChosenPace() public {
        stake(alice, pool, 100 ether);
        aaa.approve(address(pools), type(uint256).max);
        pools.fund(pool, 2_430_000 ether);
        uint256 fees = 162_000 ether;
        feedFund(fees);
        uint256 rate = pools.poolState(pool).rewardRate;
        uint256 end = pools.poolState(pool).rewardEnd;
        assertEq(rate * 1 days / 1 ether, 27_000);

        vm.warp(end - 1);
        uint256 snapshot = vm.snapshotState();
        fund_.distribute();
        assertEq(pools.poolState(pool).rewardRate, rate, "at the running rate");
        assertApproxEqAbs(pools.poolState(pool).rewardEnd, end + fees / rate, 1, "six days of it");
        uint256 early = _earnedIn(REWARD_DURATION + 1);
        vm.revertToState(snapshot);

        vm.warp(end);
        fund_.distribute();
        IStakingPools.PoolState memory late = pools.poolState(pool);
        assertEq(late.rewardRate * 1 days / 1 ether, 1799);
        assertEq(late.rewardEnd, end + REWARD_DURATION, "over the reward duration");
        assertApproxEqAbs(
            _earnedIn(REWARD_DURATION), early, rate, "the sum is the same, except for a second that is held back"
        );
    }

    /// @dev Alice's whole earnings after this number of seconds.
    function _earnedIn(uint256 time) private returns (uint256) {
        skip(time);
        return pools.accountState(pool, alice).earned;
    }

    /// A wei in each second of a day leaves the stream unchanged.
    function test_Threat_Griefing() public {
        stake(alice, pool, 100 ether);
        feedFund(900 ether);
        fund_.distribute();
        uint256 rate = pools.poolState(pool).rewardRate;
        for (uint256 i = 0; i < 200; ++i) {
            skip(i % 3);
            feedFund(1);
            vm.prank(bob);
            fund_.distribute();
        }
        assertGe(pools.poolState(pool).rewardRate, rate);
        skip(REWARD_DURATION);
        assertApproxEqAbs(
            pools.accountState(pool, alice).earned, 900 ether, rate, "except for a second's amount that waits for the next"
        );
    }

    /// For every caller: the fund's AAA goes to the pool, and no other token of the fund moves.
    function testFuzz_Threat_MissingAccessControl(bytes4 selector, address caller, bytes32 word) public {
        vm.assume(caller != address(fund_));
        feedFund(100 ether);
        usdt.transfer(address(fund_), 100 ether);
        vm.prank(caller);
        (bool succeeded,) = address(fund_).call(abi.encodePacked(selector, word, word));
        succeeded;
        assertEq(usdt.balanceOf(address(fund_)), 100 ether);
        assertEq(held() + aaa.balanceOf(address(pools)), 100 ether);
    }
}
