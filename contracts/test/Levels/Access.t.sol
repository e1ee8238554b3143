// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LevelsTest} from "../support/LevelsTest.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control: every function of Levels, called by an account without roles. Levels has no roles at all.
contract AccessLevelsTest is Access, LevelsTest {
    function setUp() public override(PoolsTest, LevelsTest) {
        LevelsTest.setUp();
        address[3] memory people = [alice, bob, attacker];
        for (uint256 i = 0; i < people.length; ++i) {
            mcm.mint(people[i], 50_000 ether);
            allowLevels(people[i], type(uint256).max);
            aaa.transfer(people[i], 1000 ether);
            approveAll(people[i], address(aaa));
            stake(people[i], btc, 100 ether);
        }
        fund(btc, BTC_BUDGET);
        buy(alice, 2, only(btc));
        skip(1 hours);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                stateOf(btc, alice), stateOf(btc, bob), levels.levelOf(alice), levels.levelOf(bob), weightOf(btc, alice)
            )
        );
    }

    function test_Threat_MissingAccessControl() public {
        reads(abi.encodeCall(levels.MAXIMUM_LEVEL, ()));
        reads(abi.encodeCall(levels.mcm, ()));
        reads(abi.encodeCall(levels.stakingPools, ()));
        reads(abi.encodeCall(levels.levelOf, (alice)));
        reads(abi.encodeCall(levels.boostBps, (alice)));
        reads(abi.encodeCall(levels.boostOf, (3)));
        reads(abi.encodeCall(levels.priceOf, (3)));
        reads(abi.encodeCall(levels.priceFor, (alice, 3)));
        ownAffair(abi.encodeCall(levels.buy, (5, only(btc))));
        ownAffair(abi.encodeCall(levels.buyWithPermit, (5, only(btc), block.timestamp, 27, 0, 0)));
        walk("Levels", address(levels), attacker);
    }
}
