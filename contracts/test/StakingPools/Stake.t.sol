// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FeeToken} from "../support/Tokens.sol";

contract StakeTest is PoolsTest {
    function test_StakeOpensAPositionAndCarriesTheInviter() public {
        uint256 pool = flexiblePool();
        vm.expectEmit(address(pools));
        emit IStakingPools.Staked(pool, alice, 0, 100 ether, 0, 0, 100 ether, bob);
        vm.prank(alice);
        uint256 number = pools.stake(pool, 100 ether, 0, bob);

        assertEq(number, 0);
        assertEq(mcm.balanceOf(address(pools)), 100 ether);
        IStakingPools.PositionView memory held = positionOf(pool, alice, 0);
        assertEq(held.amount, 100 ether);
        assertEq(held.pairAmount, 0);
        assertEq(held.unlockAt, block.timestamp);
        assertEq(pools.poolState(pool).totalWeight, 100 ether);
    }

    function test_StakeNeverUsesAPositionNumberTwice() public {
        uint256 pool = flexiblePool();
        assertEq(stake(alice, pool, 1 ether), 0);
        assertEq(stake(alice, pool, 2 ether), 1);
        vm.prank(alice);
        pools.exit(pool, 1, alice);
        assertEq(stake(alice, pool, 3 ether), 2);
        assertEq(pools.accountState(pool, alice).positionCount, 3);
        assertEq(pools.positionsOf(pool, alice, 0, 10).length, 2);
    }

    function test_StakeWeighsByTier() public {
        uint256 pool = termPool();
        uint16[4] memory multipliers = [uint16(10_000), 15_000, 20_000, 30_000];
        uint32[4] memory locks = [uint32(30 days), 90 days, 180 days, 360 days];
        uint256 expected;
        for (uint256 tier = 0; tier < 4; ++tier) {
            uint256 number = stake(alice, pool, 10 ether, tier);
            expected += 10 ether * uint256(multipliers[tier]) / 10_000;
            assertEq(weightOf(pool, alice), expected);
            assertEq(positionOf(pool, alice, number).unlockAt, block.timestamp + locks[tier]);
            assertEq(positionOf(pool, alice, number).tier, tier);
        }
    }

    function test_StakeTakesThePairInItsRatio() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(galx), address(galx));
        configuration.pairToken = address(mcm);
        configuration.pairRatio = 0.3 ether + 1;
        uint256 pool = createPool(configuration);
        uint256 required = pairAmountOf(pool, 7 ether);
        assertEq(required, 2.1 ether + 7);
        assertEq(pairAmountOf(pool, 1), 1, "rounded up");
        stake(alice, pool, 7 ether);
        assertEq(positionOf(pool, alice, 0).pairAmount, required);
        assertEq(mcm.balanceOf(address(pools)), required);
    }

    function test_StakeCreditsTheReceivedAmount() public {
        FeeToken token = new FeeToken(address(this));
        token.transfer(alice, 100 ether);
        approveAll(alice, address(token));
        uint256 pool = createPool(flexible(address(token), address(galx)));
        stake(alice, pool, 50 ether);
        assertEq(positionOf(pool, alice, 0).amount, 48.5 ether);
        assertEq(weightOf(pool, alice), 48.5 ether);
    }

    function test_StakeRefusesAPairTokenThatArrivesShort() public {
        FeeToken token = new FeeToken(address(this));
        token.transfer(alice, 100 ether);
        approveAll(alice, address(token));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(galx), address(galx));
        configuration.pairToken = address(token);
        configuration.pairRatio = 1 ether;
        uint256 pool = createPool(configuration);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_PairAmountShort.selector, 10 ether, 9.7 ether)
        );
        stake(alice, pool, 10 ether);
    }

    function test_StakeRefusesAnUnknownPool() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 77));
        stake(alice, 77, 1 ether);
    }

    function test_StakeRefusesAnUnknownTier() public {
        uint256 pool = flexiblePool();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_TierUnknown.selector, 1, 1));
        stake(alice, pool, 1 ether, 1);
        pool = termPool();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_TierUnknown.selector, 4, 4));
        stake(alice, pool, 1 ether, 4);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_TierUnknown.selector, type(uint256).max, 4));
        stake(alice, pool, 1 ether, type(uint256).max);
    }

    function test_StakeRefusesAnAmountThatWeighsNothing() public {
        uint256 pool = flexiblePool();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountTooSmall.selector, 0));
        stake(alice, pool, 0);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_AmountTooSmall.selector, 1e9 - 1));
        stake(alice, pool, 1e9 - 1);
        stake(alice, pool, 1e9);
        assertEq(weightOf(pool, alice), 1e9);
    }

    function test_StakeRefusesABalanceAboveTheMaximum() public {
        uint256 maximum = 2 ** 91 - 1;
        FeeToken token = new FeeToken(address(this));
        token.setFee(0);
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(token), address(galx)));
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPools.StakingPools_BalanceAboveMaximum.selector, address(token), maximum + 1, maximum
            )
        );
        pools.stake(pool, maximum + 1, 0, address(0));
        pools.stake(pool, maximum, 0, address(0));
        assertEq(positionOf(pool, address(this), 0).amount, maximum);
        pools.exit(pool, 0, address(this));
        assertEq(token.balanceOf(address(pools)), 0);
    }

    function test_StakeIsRefusedWhilePaused() public {
        uint256 pool = flexiblePool();
        vm.prank(guardian);
        pools.pauseStaking(pool);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_StakingPaused.selector, pool, block.timestamp + 7 days)
        );
        stake(alice, pool, 1 ether);
    }

    function test_StakeSaysTheTokensOwnReason() public {
        uint256 pool = flexiblePool();
        vm.prank(alice);
        mcm.approve(address(pools), 0);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        stake(alice, pool, 1 ether);
    }
}
