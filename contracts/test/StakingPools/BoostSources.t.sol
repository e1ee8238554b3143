// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The answer of a boost source counts only if the call succeeded.
contract BoostSourcesTest is PoolsTest {
    function test_ARefusalThatLooksLikeABoostIsIgnored() public {
        uint256 pool = boostedPool();
        stake(alice, pool, 100 ether);
        vm.etch(address(boosts), hex"614e205f5260205ffd"); // reverts with 20 000 in 32 bytes
        pools.syncBoost(pool, alice);
        assertEq(pools.accountState(pool, alice).boostBps, 10_000);
        vm.etch(address(boosts), hex"614e205f5260205ff3"); // answers the same
        pools.syncBoost(pool, alice);
        assertEq(pools.accountState(pool, alice).boostBps, 20_000);
    }
}
