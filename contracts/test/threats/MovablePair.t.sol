// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VmSafe} from "forge-std/Vm.sol";

import {IUniswapPair, ThreatTest} from "./ThreatTest.sol";

/// @notice Spot prices in the accounting: an attacker with 1e27 wei and a pair of the pool's two tokens, whose price it
/// can move at will, all in one transaction.
contract MovablePairTest is ThreatTest {
    uint256 private constant HOARD = 1e27 / 2;

    IUniswapPair private pair;
    uint256 private plain;
    uint256 private paired;

    function setUp() public override {
        super.setUp();
        pair = exchangePair(10_000_000 ether);
        plain = flexiblePool();
        paired = pairPool();
        fund(plain, BUDGET);
        fund(paired, BUDGET);
        stake(alice, plain, 100 ether);
        stake(alice, paired, 100 ether);
        vm.startPrank(attacker);
        mcm.approve(address(pools), type(uint256).max);
        galx.approve(address(pools), type(uint256).max);
        vm.stopPrank();
        mcm.mint(attacker, HOARD);
        galx.mint(attacker, HOARD / 10);
    }

    /// @dev The attacker's receipts from both pools in one transaction, less its payments.
    function _gain() private returns (int256 gain) {
        uint256 before = wealth(attacker);
        uint256[2] memory ids = [plain, paired];
        for (uint256 i = 0; i < ids.length; ++i) {
            uint256 number = stake(attacker, ids[i], 1_000_000 ether);
            claim(attacker, ids[i]);
            vm.prank(attacker);
            pools.exit(ids[i], number, attacker);
        }
        return int256(wealth(attacker)) - int256(before);
    }

    function test_Threat_MovingAPairGainsNothingInOneTransaction() public {
        skip(1 days);
        uint256 before = wealth(attacker);
        sell(pair, attacker, address(mcm), HOARD - 10_000_000 ether);
        assertEq(_gain(), 0, "at a price a thousand times off");
        uint256 bought = galx.balanceOf(attacker) - HOARD / 10;
        sell(pair, attacker, address(galx), bought);
        assertEq(_gain(), 0, "and back");
        assertLe(wealth(attacker), before, "profit <= 0");
    }

    /// The same calls beside an untouched pair and beside a pair that is moved before each step have the same result to
    /// the wei.
    function testFuzz_Threat_NoFigureDependsOnAPrice(uint256 amount, bool sellsMcm, uint256 time) public {
        amount = bound(amount, 1e9, HOARD / 20);
        time = bound(time, 0, REWARD_DURATION);
        uint256 snapshot = vm.snapshotState();
        bytes32 untouched = _course(time);
        vm.revertToState(snapshot);
        sell(pair, attacker, sellsMcm ? address(mcm) : address(galx), amount);
        assertEq(_course(time), untouched);
    }

    function _course(uint256 time) private returns (bytes32) {
        stake(bob, plain, 1000 ether);
        stake(bob, paired, 1000 ether);
        skip(time);
        return keccak256(
            abi.encode(
                stateOf(plain, alice),
                stateOf(paired, alice),
                stateOf(plain, bob),
                stateOf(paired, bob),
                pairAmountOf(paired, 1 ether),
                pools.poolState(plain),
                pools.poolState(paired),
                claim(bob, plain),
                claim(bob, paired)
            )
        );
    }

    /// No contract is asked for a price: a stake, a claim and an exit call only the two tokens.
    function test_Threat_MoneyPathsCallOnlyTheTokens() public {
        vm.startStateDiffRecording();
        uint256 number = stake(bob, paired, 1000 ether);
        skip(1 hours);
        claim(bob, paired);
        vm.prank(bob);
        pools.exit(paired, number, bob);
        uint256 calls;
        VmSafe.AccountAccess[] memory accesses = vm.stopAndReturnStateDiff();
        for (uint256 i = 0; i < accesses.length; ++i) {
            if (accesses[i].accessor != address(pools)) continue;
            ++calls;
            bool known = accesses[i].account == address(mcm) || accesses[i].account == address(galx)
                || accesses[i].account == address(pools);
            assertTrue(known, "another contract was called");
        }
        assertGt(calls, 5);
    }
}
