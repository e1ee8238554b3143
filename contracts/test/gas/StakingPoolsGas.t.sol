// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice What each act costs a user, as a receipt would say (every call a transaction of its own, release build). An act
/// above its goal fails; the figures are kept in snapshots/ and compared on every run.
/// @dev Pools with other stakers and a running stream; accounts that hold some of every token; maximal allowance unless said.
/// forge-config: default.isolate = true
contract StakingPoolsGas is PoolsTest {
    uint256 private constant AMOUNT = 1234.5 ether;

    /// @dev `exitOfOne`: with another position of the account open. `exit`: of the only one, the account leaves whole.
    struct Goals {
        uint256 firstStake;
        uint256 secondStake;
        uint256 thirdStake;
        uint256 claim;
        uint256 partialUnstake;
        uint256 exitOfOne;
        uint256 exit;
    }

    function _begin(uint256 pool) private {
        fund(pool, BUDGET);
        stake(bob, pool, 5000 ether);
        skip(1 hours);
        stake(carol, pool, 700 ether);
        skip(1 hours);
    }

    function _record(string memory act, uint256 goal) private {
        uint256 used = vm.snapshotGasLastCall("StakingPools", act);
        assertLe(used, goal, string.concat(act, " costs more than its goal"));
    }

    function _all(uint256 pool, string memory name, Goals memory goals) private {
        _begin(pool);
        vm.startPrank(alice);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": first stake"), goals.firstStake);
        skip(1 hours);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": second stake"), goals.secondStake);
        skip(1 hours);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": third stake"), goals.thirdStake);
        skip(31 days);
        pools.exit(pool, 2);
        pools.claim(pool);
        skip(1 hours);
        pools.claim(pool);
        _record(string.concat(name, ": claim"), goals.claim);
        skip(1 hours);
        pools.unstake(pool, 0, AMOUNT / 3);
        _record(string.concat(name, ": partial unstake"), goals.partialUnstake);
        skip(1 hours);
        pools.exit(pool, 1);
        _record(string.concat(name, ": exit, another position open"), goals.exitOfOne);
        skip(1 hours);
        pools.exit(pool, 0);
        _record(string.concat(name, ": exit"), goals.exit);
        vm.stopPrank();
    }

    function test_GasOfAFlexiblePool() public {
        _all(
            flexiblePool(),
            "flexible",
            Goals({
                firstStake: 98_000,
                secondStake: 78_000,
                thirdStake: 80_700,
                claim: 52_000,
                partialUnstake: 60_000,
                exitOfOne: 76_500,
                exit: 71_500
            })
        );
    }

    function test_GasOfATermPool() public {
        _all(
            termPool(),
            "term",
            Goals({
                firstStake: 100_500,
                secondStake: 83_500,
                thirdStake: 83_500,
                claim: 52_000,
                partialUnstake: 60_000,
                exitOfOne: 56_500,
                exit: 56_500
            })
        );
    }

    function test_GasOfABoostedPool() public {
        _all(
            boostedPool(),
            "boosted",
            Goals({
                firstStake: 105_500,
                secondStake: 71_500,
                thirdStake: 88_500,
                claim: 52_000,
                partialUnstake: 60_000,
                exitOfOne: 76_500,
                exit: 71_500
            })
        );
    }

    function test_GasOfAPairPool() public {
        _all(
            pairPool(),
            "pair",
            Goals({
                firstStake: 122_000,
                secondStake: 105_000,
                thirdStake: 105_000,
                claim: 52_000,
                partialUnstake: 77_500,
                exitOfOne: 73_700,
                exit: 73_700
            })
        );
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
        _record("flexible: withdraw principal", 66_500);
        vm.stopPrank();
        vm.prank(funder);
        pools.fund(pool, BUDGET);
        _record("fund", 58_500);
        vm.prank(alice);
        mcm.approve(address(pools), type(uint256).max);
        pool = termPool();
        _begin(pool);
        stake(alice, pool, AMOUNT);
        skip(1 hours);
        vm.prank(alice);
        pools.exitEarly(pool, 0, AMOUNT / 2);
        _record("term: exit early", 72_000);
        pool = boostedPool();
        _begin(pool);
        boosts.set(bob, 12_000);
        vm.prank(alice);
        pools.syncBoost(pool, bob);
        _record("boosted: sync boost", 45_500);
    }
}
