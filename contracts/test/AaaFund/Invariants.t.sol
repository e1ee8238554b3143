// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAaaFund} from "../../src/interfaces/IAaaFund.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {AaaFundHandler} from "./AaaFundHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract AaaFundInvariants is AaaFundTest {
    AaaFundHandler private handler;

    function setUp() public override {
        super.setUp();
        address[] memory actors = new address[](4);
        (actors[0], actors[1], actors[2], actors[3]) = (alice, bob, carol, funder);
        handler = new AaaFundHandler(pools, fund_, aaa, usdt, router, pool, actors);
        targetContract(address(handler));
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences.
    function invariant_AaaFund() public view {
        assertEq(handler.received(), handler.distributed() + held(), "1: received = distributed + held");
        assertEq(aaa.allowance(address(fund_), address(pools)), 0, "2: no allowance is left over");
        assertEq(handler.misreported(), 0, "2: a distribution sends the whole balance");
        assertEq(handler.ratesLowered(), 0, "3: a distribution lowers no rate");
        assertEq(handler.endsBroughtForward(), 0, "3: a distribution brings no end forward");
        assertEq(handler.earnedLowered(), 0, "3: a distribution lowers nobody's rewards");
        assertEq(handler.untaxedTaxed(), 0, "4: only trades with the pair are taxed");
        assertEq(aaa.totalSupply(), 100_000_000 ether, "4: no AAA is made or lost");
        _5_poolHoldsWhatItOwes();
        assertEq(handler.surprise(), "", "6: every refusal is known beforehand");
    }

    function _5_poolHoldsWhatItOwes() private view {
        IStakingPools.PoolState memory state = pools.poolState(pool);
        uint256 left = state.rewardEnd > block.timestamp ? state.rewardEnd - block.timestamp : 0;
        uint256 owed = state.rewardRate * left + state.undistributed;
        uint256 principal;
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            owed += pools.accountState(pool, actor).earned;
            IStakingPools.PositionView[] memory open = pools.positionsOf(pool, actor, 0, 1000);
            for (uint256 i = 0; i < open.length; ++i) {
                principal += open[i].amount;
            }
        }
        assertLe(handler.paid() + owed, handler.funded(), "5: the pool pays and owes no more than came in");
        assertEq(aaa.balanceOf(address(pools)), principal + handler.funded() - handler.paid(), "5: the pool holds all of it");
    }

    /// A long walk meets every call and every refusal, so the campaign above is not empty.
    function test_AaaFundWalkMeetsEverything() public {
        // dust, before anything streams
        handler.give(0, 0, 1e6);
        handler.distribute(0);
        for (uint256 i = 0; i < 1500; ++i) {
            uint256 a = uint256(keccak256(abi.encode("fund", i)));
            (uint256 b, uint256 c) = (a >> 32, a >> 64);
            uint256 call = (a >> 240) % 10;
            if (call == 0) handler.sell(b, c);
            else if (call == 1) handler.buy(b, c);
            else if (call == 2) handler.give(b, c, a >> 96);
            else if (call == 3 && i % 16 == 0) handler.lowerFee(b);
            else if (call <= 4) handler.distribute(b);
            else if (call == 5) handler.stake(b, c);
            else if (call == 6) handler.leave(b, c);
            else if (call == 7) handler.claim(b);
            else if (call == 8 && i % 8 == 0) handler.fundDirectly(b, c);
            else handler.passTime(b, c);
        }
        invariant_AaaFund();
        string[7] memory calls = ["sell", "buy", "give", "distribute", "stake", "leave", "lowerFee"];
        for (uint256 i = 0; i < calls.length; ++i) {
            assertGt(handler.done(calls[i]), 0, calls[i]);
        }
        assertGt(handler.refused("distribute", IAaaFund.AaaFund_NothingToDistribute.selector), 0);
        assertGt(handler.refused("distribute", IStakingPools.StakingPools_FundingTooSmall.selector), 0);
    }
}
