// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILevels} from "../../src/interfaces/ILevels.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {LevelsTest} from "../support/LevelsTest.sol";
import {LevelsHandler} from "./LevelsHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract LevelsInvariants is LevelsTest {
    uint256[6] private prices = [0, 100 ether, 300 ether, 1000 ether, 3000 ether, 10_000 ether];
    uint256[6] private boostBps = [uint256(10_000), 11_000, 12_000, 13_500, 16_000, 20_000];

    LevelsHandler private handler;
    uint256 private supply;

    function setUp() public override {
        super.setUp();
        uint256[4] memory ids = [btc, levelledPool(address(galx), address(galx)), flexiblePool(), 7];
        fund(btc, BTC_BUDGET);
        fund(ids[1], BUDGET);
        uint256[] memory keys = new uint256[](4);
        for (uint256 i = 0; i < keys.length; ++i) {
            address account;
            (account, keys[i]) = makeAddrAndKey(string.concat("actor ", vm.toString(i)));
            // enough to reach the top two or three times
            mcm.mint(account, 7000 ether);
            galx.mint(account, 1_000_000 ether);
            aaa.transfer(account, 1_000_000 ether);
            approveAll(account, address(aaa));
            approveAll(account, address(galx));
        }
        handler = new LevelsHandler(levels, pools, mcm, keys, ids);
        supply = mcm.totalSupply();
        targetContract(address(handler));
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences.
    function invariant_Levels() public view {
        uint256 paid;
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            uint256 level = levels.levelOf(actor);
            paid += prices[level];
            assertEq(level, handler.level(actor), "2: a level rises by its holder's purchase and never falls");
            assertEq(levels.boostBps(actor), boostBps[level], "3: the boost is the level's");
            assertEq(mcm.balanceOf(actor), handler.balance(actor), "6: nobody pays for anybody else");
        }
        assertEq(supply - mcm.totalSupply(), paid, "1: MCM burned = prices of the levels held");
        assertEq(handler.burned(), paid, "1: MCM burned = level prices paid");
        assertEq(handler.levelsFallen(), 0, "2: a level never falls");
        for (uint256 p = 0; p < 2; ++p) {
            _4_weightsFollowTheBoost(handler.poolIds(p));
        }
        assertEq(handler.earnedChangedByAnother(), 0, "5: a purchase changes nobody else's rewards");
        assertEq(handler.ownEarnedLost(), 0, "5: a purchase takes at most a wei of the buyer's rewards, and adds none");
        assertEq(mcm.balanceOf(address(levels)), handler.balance(address(levels)), "6: donations stay");
        assertEq(handler.surprise(), "", "7: every refusal is known beforehand");
    }

    function _4_weightsFollowTheBoost(uint256 pool) private view {
        uint256 total;
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            IStakingPools.PositionView[] memory open = pools.positionsOf(pool, actor, 0, 1000);
            uint256 base;
            for (uint256 i = 0; i < open.length; ++i) {
                base += open[i].amount / 1e9;
            }
            uint256 weight = base * boostBps[handler.heard(pool, actor)] / 10_000 * 1e9;
            assertEq(weightOf(pool, actor), weight, "4: weight = positions x the boost the pool last heard of");
            total += weight;
        }
        assertEq(pools.poolState(pool).totalWeight, total, "4: total weight = sum of weights");
    }

    /// A long walk meets every call and every refusal, so the campaign above is not empty.
    function test_LevelsWalkMeetsEverything() public {
        for (uint256 i = 0; i < 1500; ++i) {
            uint256 a = uint256(keccak256(abi.encode("levels", i)));
            (uint256 b, uint256 c, uint256 d) = (a >> 32, a >> 64, a >> 96);
            uint256 call = (a >> 240) % 9;
            if (call == 0) handler.buy(b, c, d);
            else if (call == 1) handler.buyWithPermit(b, c, d, a >> 128);
            else if (call == 2) handler.approve(b, c);
            else if (call == 3) handler.give(b, c, d % 2000 ether);
            else if (call == 4) handler.stake(b, c, d);
            else if (call == 5) handler.leave(b, c, d, a % 2 == 0);
            else if (call == 6) handler.claim(b, c);
            else if (call == 7) handler.sync(b, c);
            else handler.passTime(b, c);
        }
        invariant_Levels();
        string[2] memory ways = ["buy", "buyWithPermit"];
        for (uint256 i = 0; i < 2; ++i) {
            assertGt(handler.done(ways[i]), 0, ways[i]);
            assertGt(handler.refused(ways[i], ILevels.Levels_LevelUnknown.selector), 0, ways[i]);
            assertGt(handler.refused(ways[i], ILevels.Levels_LevelNotHigher.selector), 0, ways[i]);
            assertGt(handler.refused(ways[i], bytes4(keccak256("InsufficientAllowance()"))), 0, ways[i]);
            assertGt(handler.refused(ways[i], bytes4(keccak256("InsufficientBalance()"))), 0, ways[i]);
        }
        assertGt(
            handler.refused("buy", IStakingPools.StakingPools_PoolNotBoosted.selector)
                + handler.refused("buyWithPermit", IStakingPools.StakingPools_PoolNotBoosted.selector),
            0
        );
        assertGt(
            handler.refused("buy", IStakingPools.StakingPools_PoolUnknown.selector)
                + handler.refused("buyWithPermit", IStakingPools.StakingPools_PoolUnknown.selector),
            0
        );
        assertGt(handler.done("stake") * handler.done("leave") * handler.done("sync") * handler.done("give"), 0);
    }
}
