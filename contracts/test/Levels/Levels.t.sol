// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Levels} from "../../src/Levels.sol";
import {ILevels} from "../../src/interfaces/ILevels.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {LevelsTest} from "../support/LevelsTest.sol";

contract LevelsUnitTest is LevelsTest {
    uint256[6] private prices = [0, 100 ether, 300 ether, 1000 ether, 3000 ether, 10_000 ether];
    uint256[6] private boostBps = [uint256(10_000), 11_000, 12_000, 13_500, 16_000, 20_000];

    function setUp() public override {
        super.setUp();
        allowLevels(alice, type(uint256).max);
        allowLevels(bob, type(uint256).max);
    }

    function test_LevelsHaveTheProductsPricesAndBoosts() public {
        assertEq(levels.MAXIMUM_LEVEL(), 5);
        for (uint256 level = 0; level <= 5; ++level) {
            assertEq(levels.priceOf(level), prices[level]);
            assertEq(levels.boostOf(level), boostBps[level]);
        }
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelUnknown.selector, 6, 5));
        levels.priceOf(6);
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelUnknown.selector, 6, 5));
        levels.boostOf(6);
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelUnknown.selector, 6, 5));
        levels.priceFor(alice, 6);
    }

    function test_LevelsBurnTheWholePriceOfTheFirst() public {
        uint256 balance = mcm.balanceOf(alice);
        uint256 supply = mcm.totalSupply();
        assertEq(levels.boostBps(alice), 10_000);
        vm.expectEmit(address(levels));
        emit ILevels.LevelBought(alice, 0, 3, 1000 ether);
        buy(alice, 3, noPools());
        assertEq(levels.levelOf(alice), 3);
        assertEq(levels.boostBps(alice), 13_500);
        assertEq(mcm.balanceOf(alice), balance - 1000 ether);
        assertEq(mcm.totalSupply(), supply - 1000 ether, "burned, not kept");
        assertEq(levels.levelOf(bob), 0);
    }

    function test_LevelsUpgradePaysTheDifference() public {
        buy(alice, 1, noPools());
        for (uint256 level = 2; level <= 5; ++level) {
            uint256 supply = mcm.totalSupply();
            assertEq(levels.priceFor(alice, level), prices[level] - prices[level - 1]);
            vm.expectEmit(address(levels));
            emit ILevels.LevelBought(alice, level - 1, level, prices[level] - prices[level - 1]);
            buy(alice, level, noPools());
            assertEq(supply - mcm.totalSupply(), prices[level] - prices[level - 1]);
            assertEq(levels.boostBps(alice), boostBps[level]);
        }
    }

    function test_LevelsPriceForIsZeroForHeldAndLowerLevels() public {
        buy(alice, 3, noPools());
        uint256[6] memory expected = [uint256(0), 0, 0, 0, 2000 ether, 9000 ether];
        for (uint256 level = 0; level <= 5; ++level) {
            assertEq(levels.priceFor(alice, level), expected[level]);
            assertEq(levels.priceFor(bob, level), prices[level]);
        }
    }

    function test_LevelsRefuseALevelThatIsNotHigher() public {
        buy(alice, 3, noPools());
        uint256 supply = mcm.totalSupply();
        for (uint256 level = 0; level <= 3; ++level) {
            vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelNotHigher.selector, level, 3));
            buy(alice, level, noPools());
        }
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelNotHigher.selector, 0, 0));
        buy(bob, 0, noPools());
        assertEq(mcm.totalSupply(), supply);
        assertEq(levels.levelOf(alice), 3);
    }

    function test_LevelsRefuseWithoutAllowanceOrBalance() public {
        allowLevels(alice, 100 ether - 1);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        buy(alice, 1, noPools());
        address poor = makeAddr("poor");
        mcm.mint(poor, 299 ether);
        allowLevels(poor, type(uint256).max);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        buy(poor, 2, noPools());
        assertEq(levels.levelOf(alice) + levels.levelOf(poor), 0, "a refused purchase leaves no level");
    }

    function test_LevelsBoostReachesPositionsInTheSameTransaction() public {
        fund(btc, BTC_BUDGET);
        stake(alice, btc, 100 ether);
        stake(bob, btc, 100 ether);
        skip(30 days);
        uint256 aliceEarned = pools.accountState(btc, alice).earned;
        uint256 bobEarned = pools.accountState(btc, bob).earned;
        buy(alice, 5, only(btc));

        assertEq(weightOf(btc, alice), 200 ether);
        assertEq(pools.poolState(btc).totalWeight, 300 ether);
        assertApproxEqAbs(pools.accountState(btc, alice).earned, aliceEarned, 1, "what was earned stays");
        assertLe(pools.accountState(btc, alice).earned, aliceEarned);
        assertEq(pools.accountState(btc, bob).earned, bobEarned, "nobody else's changes");

        skip(30 days);
        uint256 streamed = pools.poolState(btc).rewardRate * 30 days;
        assertApproxEqRel(pools.accountState(btc, alice).earned - aliceEarned, streamed * 2 / 3, 1e9);
        assertApproxEqRel(pools.accountState(btc, bob).earned - bobEarned, streamed / 3, 1e9);
    }

    function test_LevelsBoostReachesEachNamedPool() public {
        uint256 second = levelledPool(address(mcm), address(galx));
        uint256 third = levelledPool(address(galx), address(galx));
        stake(alice, btc, 10 ether);
        stake(alice, second, 10 ether);
        stake(alice, third, 10 ether);
        uint256[] memory targets = new uint256[](3);
        (targets[0], targets[1], targets[2]) = (second, btc, second);
        buy(alice, 2, targets);
        assertEq(weightOf(btc, alice), 12 ether);
        assertEq(weightOf(second, alice), 12 ether, "named twice, applied once");
        assertEq(weightOf(third, alice), 10 ether, "not named");
        vm.prank(bob);
        pools.syncBoost(third, alice);
        assertEq(weightOf(third, alice), 12 ether, "until anybody asks for it");
    }

    function test_LevelsBoostAppliesToStakesMadeLater() public {
        buy(alice, 4, only(btc));
        stake(alice, btc, 10 ether);
        assertEq(weightOf(btc, alice), 16 ether);
    }

    function test_LevelsBurnNothingWhenAPoolRefuses() public {
        uint256 unboosted = flexiblePool();
        uint256 supply = mcm.totalSupply();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 7));
        buy(alice, 1, only(7));
        uint256[] memory targets = new uint256[](2);
        (targets[0], targets[1]) = (btc, unboosted);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolNotBoosted.selector, unboosted));
        buy(alice, 1, targets);
        assertEq(mcm.totalSupply(), supply);
        assertEq(levels.levelOf(alice), 0);
    }

    function test_LevelsAreBoughtWithAPermit() public {
        stake(signer, btc, 10 ether);
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 300 ether);
        vm.prank(signer);
        levels.buyWithPermit(2, only(btc), permit.deadline, permit.v, permit.r, permit.s);
        assertEq(weightOf(btc, signer), 12 ether);
        assertEq(mcm.balanceOf(signer), 99_700 ether);
        assertEq(mcm.allowance(signer, address(levels)), 0, "the permit is used up");

        permit = signPermit(signerKey, address(mcm), address(levels), levels.priceFor(signer, 5));
        vm.prank(signer);
        levels.buyWithPermit(5, only(btc), permit.deadline, permit.v, permit.r, permit.s);
        assertEq(mcm.balanceOf(signer), 90_000 ether);
        assertEq(weightOf(btc, signer), 20 ether);
    }

    function test_LevelsPermitForAnotherAmountIsUseless() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 10_000 ether);
        vm.prank(signer);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        levels.buyWithPermit(2, noPools(), permit.deadline, permit.v, permit.r, permit.s);
        assertEq(levels.levelOf(signer), 0);
    }

    function test_LevelsPermitRefusesAsBuyDoes() public {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelUnknown.selector, 6, 5));
        levels.buyWithPermit(6, noPools(), block.timestamp, 27, 0, 0);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelNotHigher.selector, 0, 0));
        levels.buyWithPermit(0, noPools(), block.timestamp, 27, 0, 0);
    }

    /// @dev An external function, because a test can expect its revert with and without dynamic linking.
    function make(address mcm_, address stakingPools) external {
        new Levels(mcm_, stakingPools);
    }

    function test_LevelsNeedTheirContracts() public {
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_NotAContract.selector, alice));
        this.make(alice, address(pools));
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_NotAContract.selector, bob));
        this.make(address(mcm), bob);
        assertEq(levels.mcm(), address(mcm));
        assertEq(levels.stakingPools(), address(pools));
    }

    /// A level costs the same, whatever the steps that lead to it.
    function testFuzz_LevelsCostTheSameByAnyWay(uint256[8] memory wishes) public {
        uint256 supply = mcm.totalSupply();
        for (uint256 i = 0; i < wishes.length; ++i) {
            uint256 wish = wishes[i] % 6;
            if (wish <= levels.levelOf(alice)) continue;
            buy(alice, wish, only(btc));
        }
        assertEq(supply - mcm.totalSupply(), prices[levels.levelOf(alice)]);
        assertEq(levels.boostBps(alice), boostBps[levels.levelOf(alice)]);
    }

    /// At any moment and with any stakes, a purchase takes at most the wei of rounding, and gives nothing for the past.
    function testFuzz_LevelsDoNotChangeEarnedRewards(uint256 mine, uint256 others, uint256 wait, uint256 level) public {
        fund(btc, BTC_BUDGET);
        stake(alice, btc, bound(mine, 1e9, 1_000_000 ether));
        stake(bob, btc, bound(others, 1e9, 1_000_000 ether));
        skip(bound(wait, 0, 100 days));
        uint256 aliceEarned = pools.accountState(btc, alice).earned;
        uint256 bobEarned = pools.accountState(btc, bob).earned;
        uint256 weight = weightOf(btc, alice);
        level = bound(level, 1, 5);
        buy(alice, level, only(btc));
        assertLe(pools.accountState(btc, alice).earned, aliceEarned);
        assertApproxEqAbs(pools.accountState(btc, alice).earned, aliceEarned, 1);
        assertEq(pools.accountState(btc, bob).earned, bobEarned);
        assertEq(weightOf(btc, alice), weight * boostBps[level] / 10_000 / 1e9 * 1e9);
    }
}
