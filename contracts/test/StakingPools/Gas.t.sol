// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The gas that each call costs a user, as a receipt shows it (every call is a transaction, release build). A
/// call above its ceiling fails the test. The figures are in snapshots/ and are compared on every run. A ceiling is the
/// goal if the goal was reached, and otherwise the reached figure: docs/decisions/0002-pool-words-and-gas.md names each
/// missed goal.
/// @dev Pools with other stakers and a running stream; accounts that hold some of every token; unlimited allowances
/// unless a test says otherwise.
/// forge-config: default.isolate = true
contract StakingPoolsGas is PoolsTest {
    uint256 private constant AMOUNT = 1234.5 ether;

    /// @dev `exitOfOne`: the account has another open position. `exit`: the account leaves with its only position.
    struct Ceilings {
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

    function _record(string memory call, uint256 ceiling) private {
        uint256 used = vm.snapshotGasLastCall("StakingPools", call);
        assertLe(used, ceiling, string.concat(call, " costs more than its ceiling"));
    }

    function _all(uint256 pool, string memory name, Ceilings memory ceilings) private {
        _begin(pool);
        vm.startPrank(alice);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": first stake"), ceilings.firstStake);
        skip(1 hours);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": second stake"), ceilings.secondStake);
        skip(1 hours);
        pools.stake(pool, AMOUNT, 0, bob);
        _record(string.concat(name, ": third stake"), ceilings.thirdStake);
        skip(31 days);
        pools.exit(pool, 2, alice);
        pools.claim(pool, alice);
        skip(1 hours);
        pools.claim(pool, alice);
        _record(string.concat(name, ": claim"), ceilings.claim);
        skip(1 hours);
        pools.unstake(pool, 0, AMOUNT / 3, alice);
        _record(string.concat(name, ": partial unstake"), ceilings.partialUnstake);
        skip(1 hours);
        pools.exit(pool, 1, alice);
        _record(string.concat(name, ": exit, another position open"), ceilings.exitOfOne);
        skip(1 hours);
        pools.exit(pool, 0, alice);
        _record(string.concat(name, ": exit"), ceilings.exit);
        vm.stopPrank();
    }

    function test_GasOfAFlexiblePool() public {
        _all(
            flexiblePool(),
            "flexible",
            Ceilings({
                firstStake: 99_100,
                secondStake: 78_000,
                thirdStake: 82_000,
                claim: 52_000,
                partialUnstake: 62_500,
                exitOfOne: 76_800,
                exit: 72_000
            })
        );
    }

    function test_GasOfATermPool() public {
        _all(
            termPool(),
            "term",
            Ceilings({
                firstStake: 101_600,
                secondStake: 84_600,
                thirdStake: 84_600,
                claim: 52_000,
                partialUnstake: 62_500,
                exitOfOne: 56_700,
                exit: 56_700
            })
        );
    }

    function test_GasOfABoostedPool() public {
        _all(
            boostedPool(),
            "boosted",
            Ceilings({
                firstStake: 99_100,
                secondStake: 78_000,
                thirdStake: 82_000,
                claim: 52_000,
                partialUnstake: 62_500,
                exitOfOne: 76_800,
                exit: 72_000
            })
        );
    }

    function test_GasOfAPairPool() public {
        _all(
            pairPool(),
            "pair",
            Ceilings({
                firstStake: 123_000,
                secondStake: 106_000,
                thirdStake: 106_000,
                claim: 52_000,
                partialUnstake: 79_700,
                exitOfOne: 74_100,
                exit: 74_100
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
        mcm.approve(address(pools), AMOUNT);
        pools.stake(pool, AMOUNT, 0, bob);
        _record("flexible: third stake, exact allowance", 80_100);
        skip(1 hours);
        pools.withdrawPrincipal(pool, 0, alice);
        _record("flexible: withdraw principal", 68_500);
        vm.stopPrank();
        vm.prank(funder);
        pools.fund(pool, BUDGET);
        _record("fund", 59_000);
        vm.prank(alice);
        mcm.approve(address(pools), type(uint256).max);
        pool = termPool();
        _begin(pool);
        stake(alice, pool, AMOUNT);
        skip(1 hours);
        vm.prank(alice);
        pools.exitEarly(pool, 0, AMOUNT / 2, alice);
        _record("term: exit early", 76_300);
        pool = boostedPool();
        _begin(pool);
        boosts.set(bob, 12_000);
        vm.prank(alice);
        pools.syncBoost(pool, bob);
        _record("boosted: sync boost", 45_700);
    }

    function test_GasOfListsAndGifts() public {
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (flexiblePool(), createPool(flexible(address(galx), address(galx))));
        for (uint256 i = 0; i < 2; ++i) {
            _begin(ids[i]);
            stake(alice, ids[i], AMOUNT);
        }
        skip(1 hours);
        vm.startPrank(bob);
        pools.stakeFor(ids[0], alice, AMOUNT, 0);
        _record("flexible: first gift", 82_600);
        vm.stopPrank();
        vm.startPrank(alice);
        skip(1 hours);
        pools.claimMany(ids, alice);
        _record("claim of two pools", 90_000);
        skip(1 hours);
        pools.compound(ids[1]);
        _record("flexible: compound", 70_000);
        vm.stopPrank();
        vm.prank(guardian);
        pools.pauseStaking(ids[0]);
        _record("pause", 70_000);
    }

    /// The app's own first stake: no allowance, and a signature for each token.
    function test_GasOfStakingByPermit() public {
        (address signer, uint256 key) = makeAddrAndKey("signer");
        mcm.mint(signer, 2 * AMOUNT);
        galx.mint(signer, 2 * AMOUNT);
        IStakingPools.Permit memory none;
        uint256 pool = flexiblePool();
        _begin(pool);
        IStakingPools.Permit memory permit = signPermit(mcm, signer, key, AMOUNT);
        vm.prank(signer);
        pools.stakeWithPermit(pool, AMOUNT, 0, bob, permit, none);
        _record("flexible: first stake by permit", 130_700);
        skip(1 hours);
        vm.prank(bob);
        pools.claimFor(pool, signer);
        _record("flexible: claim for somebody else", 52_000);
        pool = pairPool();
        _begin(pool);
        permit = signPermit(galx, signer, key, AMOUNT / 2);
        IStakingPools.Permit memory pairPermit = signPermit(mcm, signer, key, pairAmountOf(pool, AMOUNT / 2));
        vm.prank(signer);
        pools.stakeWithPermit(pool, AMOUNT / 2, 0, bob, permit, pairPermit);
        _record("pair: first stake by permits", 200_000);
    }
}
