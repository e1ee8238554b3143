// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Submits vouchers during its construction, without code.
contract SubmitsWhileBeingMade {
    constructor(RewardVouchers vouchers, IRewardVouchers.SignedVoucher memory voucher) {
        vouchers.claim(voucher);
    }
}

/// @notice Limits of every claim: nothing without a voucher, no more than granted, no more than vested, and nothing from another program.
contract RewardVouchersClaimsThreatsTest is VouchersTest {
    uint256 private program;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
    }

    // Public claim without entitlement

    function testFuzz_Threat_PublicClaimWithoutEntitlement(IRewardVouchers.SignedVoucher memory voucher, address caller)
        public
    {
        vm.assume(caller != address(vouchers));
        voucher.program = program;
        voucher.cumulative = bound(voucher.cumulative, 1, type(uint256).max);
        voucher.deadline = bound(voucher.deadline, block.timestamp, type(uint256).max);
        voucher.signersNonce = vouchers.signersNonce();
        uint256 before = galx.balanceOf(voucher.account);
        vm.prank(caller);
        vm.expectRevert(
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignatureInvalid.selector, program, voucher.account)
        );
        vouchers.claim(voucher);
        assertEq(galx.balanceOf(voucher.account), before);
        assertEq(galx.balanceOf(address(vouchers)), 10 * BUDGET);
    }

    /// Neither an account without code nor the transaction's origin has a meaning.
    function test_Threat_SubmittedFromAConstructor() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        SubmitsWhileBeingMade submitter = new SubmitsWhileBeingMade(vouchers, voucher);
        assertEq(galx.balanceOf(address(submitter)), 0);
        assertEq(galx.balanceOf(alice), 5 ether);
        vm.expectRevert();
        new SubmitsWhileBeingMade(vouchers, voucher);
    }

    // Duplicates in arrays

    /// An array pays the same as the set of its vouchers, in any order and with any repetitions.
    function testFuzz_Threat_DuplicatesInArrays(uint256 seed) public {
        uint256 other = runningProgram();
        IRewardVouchers.SignedVoucher[] memory set = new IRewardVouchers.SignedVoucher[](4);
        set[0] = signed(voucherOf(program, alice, 1 + seed % 100 ether));
        set[1] = signed(voucherOf(program, alice, 1 + (seed >> 32) % 100 ether));
        set[2] = signed(voucherOf(program, bob, 1 + (seed >> 64) % 100 ether));
        set[3] = signed(voucherOf(other, alice, 1 + (seed >> 96) % 100 ether));
        IRewardVouchers.SignedVoucher[] memory bag = new IRewardVouchers.SignedVoucher[](12);
        for (uint256 i = 0; i < bag.length; ++i) {
            // each at least once, then any
            bag[i] = set[i < 4 ? i : (seed >> (4 * i)) % 4];
        }
        uint256 rotation = (seed >> 200) % 12;
        for (uint256 i = 0; i < rotation; ++i) {
            (bag[i], bag[11 - i]) = (bag[11 - i], bag[i]);
        }

        uint256 start = vm.snapshotState();
        uint256 ofTheSet = _sum(vouchers.claimMany(set));
        uint256[2] memory received = [galx.balanceOf(alice), galx.balanceOf(bob)];
        vm.revertToState(start);
        assertEq(_sum(vouchers.claimMany(bag)), ofTheSet, "sum");
        assertEq(galx.balanceOf(alice), received[0], "alice");
        assertEq(galx.balanceOf(bob), received[1], "bob");
    }

    function _sum(uint256[] memory amounts) private pure returns (uint256 total) {
        for (uint256 i = 0; i < amounts.length; ++i) {
            total += amounts[i];
        }
    }

    // Programs of one token

    /// The contract holds another program's money in the same token. A claim cannot reach that money.
    function test_Threat_AnotherProgramsMoneyOfTheSameToken() public {
        uint256 poor = createProgram(address(galx), type(uint88).max);
        bytes memory why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, poor, 1, 0);
        refuses(signed(voucherOf(poor, carol, 1)), why);
        // donations do not fund the program either
        vm.prank(funder);
        galx.transfer(address(vouchers), 100 ether);
        skip(EPOCH);
        refuses(signed(voucherOf(poor, carol, 1)), why);
        fund(poor, 1);
        skip(EPOCH);
        assertEq(claim(poor, carol, 1), 1);
        assertEq(vouchers.claimable(program), 3 * BUDGET, "the other program has all of its own");
        assertEq(claim(program, alice, 3 * BUDGET), 3 * BUDGET);
    }

    // Truncation

    /// Every arriving wei is credited and every debited wei is paid, around every power of two.
    function testFuzz_Threat_Truncation(uint8 power, uint256 budgetPower) public {
        deal(address(galx), funder, 1 << 95);
        uint256 amount = uint256(1) << bound(power, 1, 90);
        uint256 budget = uint256(1) << bound(budgetPower, 0, 90);
        for (uint256 off = 0; off < 3; ++off) {
            uint256 exact = amount + off - 1;
            uint256 made = createProgram(address(galx), budget);
            uint256 before = galx.balanceOf(address(vouchers));
            assertEq(fund(made, exact), exact, "credited");
            assertEq(galx.balanceOf(address(vouchers)) - before, exact, "arrived");
            skip(EPOCH);
            uint256 vested = budget < exact ? budget : exact;
            assertEq(vouchers.claimable(made), vested, "vested");
            uint256 held = galx.balanceOf(alice);
            assertEq(claim(made, alice, vested), vested, "debited");
            assertEq(galx.balanceOf(alice) - held, vested, "paid");
            assertEq(vouchers.claimable(made), 0, "and no more");
        }
    }

    /// No cumulative amount, however large, wraps around to a small difference.
    function testFuzz_Threat_HugeCumulatives(uint256 cumulative, uint256 drawn) public {
        drawn = bound(drawn, 0, BUDGET);
        if (drawn != 0) claim(program, alice, drawn);
        cumulative = bound(cumulative, BUDGET + 1, type(uint256).max);
        bytes memory why = abi.encodeWithSelector(
            IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, cumulative - drawn, BUDGET - drawn
        );
        refuses(signed(voucherOf(program, alice, cumulative)), why);
    }

    // Allowances

    /// A funding takes only the caller's tokens, even if other accounts have given large allowances.
    function test_Threat_AllowancesToTheContract() public {
        uint256 before = galx.balanceOf(funder);
        vm.startPrank(carol);
        vm.expectRevert();
        vouchers.fund(program, 1 ether);
        galx.approve(address(vouchers), type(uint256).max);
        vm.expectRevert();
        vouchers.fund(program, 1 ether);
        vm.stopPrank();
        assertEq(galx.balanceOf(funder), before);
    }

    // Gas

    /// A claim costs the same with one program or 64, with one account or many, after one epoch or ten thousand.
    function test_Threat_GasGrowsWithNothing() public {
        galx.mint(alice, 1);
        galx.mint(bob, 1);
        uint256 first = _gasOfAClaim(alice);
        for (uint256 i = vouchers.programCount(); i < 64; ++i) {
            createProgram(address(galx), BUDGET);
        }
        for (uint256 i = 0; i < 100; ++i) {
            claim(program, address(uint160(0xc0ffee00 + i)), 1 ether);
        }
        skip(10_000 * EPOCH);
        claim(program, carol, vouchers.claimable(program));
        fund(program, 10 * BUDGET);
        skip(10_000 * EPOCH);
        assertLt(_gasOfAClaim(bob), first + 10_000, "with everything grown, and an epoch to let vest");
    }

    function _gasOfAClaim(address account) private returns (uint256) {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, account, 1 ether));
        vm.cool(address(vouchers));
        vm.cool(address(galx));
        uint256 before = gasleft();
        vouchers.claim(voucher);
        return before - gasleft();
    }
}
