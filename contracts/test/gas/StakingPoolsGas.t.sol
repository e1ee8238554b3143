// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice What each act costs a user, as a receipt would say (every call a transaction of its own, release build). The figures
/// are kept in snapshots/ and compared on every run; what lies above its goal is logged here.
/// @dev Pools with other stakers and a running stream; accounts that hold some of every token; maximal allowance unless said.
/// forge-config: default.isolate = true
contract StakingPoolsGas is PoolsTest {
    uint256 private constant AMOUNT = 1234.5 ether;

    function _begin(uint256 pool) private {
        fund(pool, BUDGET);
        stake(bob, pool, 5000 ether);
        skip(1 hours);
        stake(carol, pool, 700 ether);
        skip(1 hours);
    }

    function _record(string memory act, uint256 goal) private {
        uint256 used = vm.snapshotGasLastCall("StakingPools", act);
        if (used > goal) emit log_named_uint(string.concat(act, ", above its goal by"), used - goal);
    }

    function _all(uint256 pool, string memory name, uint256[5] memory goals) private {
        _begin(pool);
        vm.startPrank(alice);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": first stake"), goals[0]);
        skip(1 hours);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": second stake"), goals[1]);
        skip(31 days);
        pools.claim(pool);
        _record(string.concat(name, ": claim"), goals[2]);
        skip(1 hours);
        pools.unstake(pool, 0, AMOUNT / 3);
        _record(string.concat(name, ": partial unstake"), goals[3]);
        skip(1 hours);
        pools.exit(pool, 1);
        _record(string.concat(name, ": exit"), goals[4]);
        vm.stopPrank();
    }

    function test_GasOfAFlexiblePool() public {
        _all(flexiblePool(), "flexible", [uint256(98_000), 78_000, 52_000, 60_000, 70_000]);
    }

    function test_GasOfATermPool() public {
        _all(termPool(), "term", [uint256(100_500), 83_500, 52_000, 60_000, 70_000]);
    }

    function test_GasOfABoostedPool() public {
        _all(boostedPool(), "boosted", [uint256(106_000), 89_000, 52_000, 60_000, 70_000]);
    }

    function test_GasOfAPairPool() public {
        _all(pairPool(), "pair", [uint256(125_000), 108_000, 52_000, 83_000, 85_000]);
    }

    function test_GasOfTheRest() public {
        uint256 pool = flexiblePool();
        _begin(pool);
        vm.startPrank(alice);
        mcm.approve(address(pools), AMOUNT);
        pools.stake(pool, AMOUNT, 0, bob);
        _record("flexible: first stake, exact allowance", 98_000);
        skip(1 hours);
        mcm.approve(address(pools), AMOUNT);
        pools.stake(pool, AMOUNT, 0, bob);
        _record("flexible: second stake, exact allowance", 78_000);
        skip(1 hours);
        pools.withdrawPrincipal(pool, 0);
        _record("flexible: withdraw principal", 80_000);
        vm.stopPrank();
        vm.prank(funder);
        pools.fund(pool, BUDGET);
        _record("fund", 80_000);
        vm.prank(alice);
        mcm.approve(address(pools), type(uint256).max);
        pool = termPool();
        _begin(pool);
        stake(alice, pool, AMOUNT);
        skip(1 hours);
        vm.prank(alice);
        pools.exitEarly(pool, 0, AMOUNT / 2);
        _record("term: exit early", 80_000);
        pool = boostedPool();
        _begin(pool);
        boosts.set(bob, 12_000);
        vm.prank(alice);
        pools.syncBoost(pool, bob);
        _record("boosted: sync boost", 70_000);
    }
}
