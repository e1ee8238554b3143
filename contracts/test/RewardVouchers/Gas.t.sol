// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The gas of each call, as a receipt shows it (every call is a transaction, release build). The goals are asserted. The figures
/// are in snapshots/ and are compared on every run.
/// @dev Accounts hold some of every token, as in the references: a first claim is the first of a program, not of a token.
/// forge-config: default.isolate = true
contract RewardVouchersGas is VouchersTest {
    uint256 private constant FIRST = 12.345_678_901_234_567 ether;
    uint256 private constant SECOND = 23.456_789_012_345_678 ether;
    uint256 private constant FIRST_GOAL = 78_000;
    uint256 private constant REPEATED_GOAL = 61_000;

    function _record(string memory call, uint256 goal) private {
        assertLe(vm.snapshotGasLastCall("RewardVouchers", call), goal, call);
    }

    /// @dev A second program, so that its number is not the cheaper zero. Bob has claimed in the current epoch.
    function _begin() private returns (uint256 program) {
        createProgram(address(mcm), BUDGET);
        program = runningProgram();
        galx.mint(alice, 1 ether);
        galx.mint(bob, 1 ether);
        claim(program, bob, FIRST);
    }

    function _claim(uint256 program, uint256 cumulative) private {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, cumulative));
        vm.prank(alice);
        vouchers.claim(voucher);
    }

    function test_GasOfClaims() public {
        uint256 program = _begin();
        _claim(program, FIRST);
        _record("first claim", FIRST_GOAL);
        _claim(program, SECOND);
        _record("repeated claim", REPEATED_GOAL);
    }

    /// At most once an epoch, a claim finds too little available and vests the due budgets.
    function test_GasOfAClaimThatLetsVest() public {
        uint256 program = _begin();
        _claim(program, FIRST);
        claim(program, bob, BUDGET - FIRST);
        skip(EPOCH);
        _claim(program, SECOND);
        _record("repeated claim, lets an epoch vest", REPEATED_GOAL + 8000);
    }

    function test_GasOfClaimManyOf8() public {
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](8);
        uint256[8] memory ids;
        for (uint256 i = 0; i < 8; ++i) {
            ids[i] = createProgram(i % 2 == 0 ? address(mcm) : address(galx), BUDGET);
            fund(ids[i], 10 * BUDGET);
        }
        skip(EPOCH);
        mcm.mint(alice, 1 ether);
        galx.mint(alice, 1 ether);
        for (uint256 i = 0; i < 8; ++i) {
            claim(ids[i], bob, FIRST);
            claim(ids[i], alice, FIRST);
            many[i] = signed(voucherOf(ids[i], alice, SECOND));
        }
        vm.prank(alice);
        vouchers.claimMany(many);
        _record("claim many, 8 repeated of 2 tokens", 8 * 35_000);
    }

    function test_GasOfTheRest() public {
        uint256 program = _begin();
        fund(program, BUDGET);
        _record("fund", 70_000);
        skip(EPOCH);
        fund(program, BUDGET);
        _record("fund, first of an epoch", 75_000);
        createProgram(address(galx), BUDGET);
        _record("create program", 140_000);
        vm.prank(guardian);
        vouchers.disableSigner();
        _record("disable signer", 60_000);
        vm.prank(guardian);
        vouchers.pause();
        _record("pause", 80_000);
    }
}
