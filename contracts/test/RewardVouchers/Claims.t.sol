// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The payments of vouchers, one by one and many in one call.
contract RewardVouchersClaimsTest is VouchersTest {
    uint256 private program;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
    }

    function test_AVoucherPaysItsAccountNoMatterWhoSubmits() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Claimed(program, alice, 5 ether);
        vm.prank(carol);
        assertEq(vouchers.claim(voucher), 5 ether);
        assertEq(galx.balanceOf(alice), 5 ether);
        assertEq(galx.balanceOf(carol), 0);
        assertEq(vouchers.drawn(program, alice), 5 ether);
    }

    function test_ALaterVoucherPaysTheDifference() public {
        claim(program, alice, 5 ether);
        assertEq(claim(program, alice, 12 ether), 7 ether);
        assertEq(galx.balanceOf(alice), 12 ether);
        assertEq(vouchers.drawn(program, alice), 12 ether);
        assertEq(vouchers.program(program).paid, 12 ether);
        assertEq(vouchers.claimable(program), BUDGET - 12 ether);
    }

    function test_ExactlyTheVestedWeiCanBeClaimed() public {
        claim(program, alice, BUDGET - 1);
        bytes memory why =
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, 2, 1);
        refuses(signed(voucherOf(program, bob, 2)), why);
        assertEq(claim(program, bob, 1), 1);
        why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, 1, 0);
        refuses(signed(voucherOf(program, bob, 2)), why);
        skip(EPOCH);
        assertEq(claim(program, bob, 1 + BUDGET), BUDGET, "the next epoch's");
    }

    /// No payment is partial: a voucher above the budget pays nothing and stays valid.
    function test_AboveTheVestedBudgetNothingIsPaid() public {
        IRewardVouchers.Voucher memory voucher = voucherOf(program, alice, BUDGET + 1);
        voucher.deadline = block.timestamp + 10 * EPOCH;
        bytes memory why = abi.encodeWithSelector(
            IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, BUDGET + 1, BUDGET
        );
        refuses(signed(voucher), why);
        assertEq(galx.balanceOf(alice), 0);
        skip(EPOCH);
        assertEq(claim(voucher), BUDGET + 1, "with the next epoch's");
    }

    function test_AClaimVestsDueBudgetsOnlyIfNecessary() public {
        skip(5 * EPOCH);
        assertEq(vouchers.claimable(program), 6 * BUDGET);
        assertEq(claim(program, alice, 6 * BUDGET), 6 * BUDGET);
        fund(program, BUDGET);
        IRewardVouchers.ProgramView memory state = vouchers.program(program);
        assertEq(state.funded, 11 * BUDGET);
        assertEq(state.vested, 6 * BUDGET);
        assertEq(state.paid, 6 * BUDGET);
    }

    function test_AVoucherWithNothingLeftIsRefusedByName() public {
        claim(program, alice, 5 ether);
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 5 ether
            )
        );
        vouchers.claim(voucher);
        voucher = signed(voucherOf(program, bob, 0));
        vm.expectRevert(
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, bob, 0, 0)
        );
        vouchers.claim(voucher);
    }

    function test_AVoucherIsValidUntilItsDeadline() public {
        IRewardVouchers.Voucher memory voucher = voucherOf(program, alice, 5 ether);
        vm.warp(voucher.deadline + 1);
        refuses(
            signed(voucher),
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_VoucherExpired.selector, voucher.deadline)
        );
        vm.warp(voucher.deadline);
        assertEq(claim(voucher), 5 ether);
    }

    function test_TheDigestIsThatOfEip712() public view {
        IRewardVouchers.Voucher memory voucher = voucherOf(program, alice, 5 ether);
        assertEq(vouchers.digest(voucher), digestOf(voucher));
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            vouchers.eip712Domain();
        assertEq(name, "GALX RewardVouchers");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(verifyingContract, address(vouchers));
    }

    // Many vouchers in one call

    function _many(uint256 count) private pure returns (IRewardVouchers.SignedVoucher[] memory) {
        return new IRewardVouchers.SignedVoucher[](count);
    }

    function test_ManyVouchersOfManyProgramsAndAccounts() public {
        uint256 other = createProgram(address(mcm), BUDGET);
        fund(other, BUDGET);
        skip(EPOCH);
        IRewardVouchers.SignedVoucher[] memory many = _many(3);
        many[0] = signed(voucherOf(program, alice, 5 ether));
        many[1] = signed(voucherOf(other, alice, 6 ether));
        many[2] = signed(voucherOf(program, bob, 7 ether));
        uint256[] memory amounts = vouchers.claimMany(many);
        assertEq(amounts.length, 3);
        assertEq(amounts[0], 5 ether);
        assertEq(amounts[1], 6 ether);
        assertEq(amounts[2], 7 ether);
        assertEq(galx.balanceOf(alice), 5 ether);
        assertEq(mcm.balanceOf(alice), 6 ether);
        assertEq(galx.balanceOf(bob), 7 ether);
    }

    /// Somebody who first submits one of the vouchers spoils nothing, whatever signature that person uses.
    function test_VouchersDrawnAlreadyAreSkipped() public {
        IRewardVouchers.SignedVoucher[] memory many = _many(2);
        many[0] = signed(voucherOf(program, alice, 5 ether));
        many[1] = signed(voucherOf(program, bob, 7 ether));
        vm.prank(carol);
        vouchers.claim(many[0]);
        many[0].deadline = 0;
        uint256[] memory amounts = vouchers.claimMany(many);
        assertEq(amounts[0], 0);
        assertEq(amounts[1], 7 ether);
        amounts = vouchers.claimMany(many);
        assertEq(amounts[0] + amounts[1], 0, "nothing left, nothing refused");
        assertEq(galx.balanceOf(alice), 5 ether);
        assertEq(galx.balanceOf(bob), 7 ether);
    }

    function test_NoVouchersPayNothing() public {
        assertEq(vouchers.claimMany(_many(0)).length, 0);
    }

    function test_OneRefusedVoucherRefusesTheCall() public {
        IRewardVouchers.SignedVoucher[] memory many = _many(2);
        many[0] = signed(voucherOf(program, alice, 5 ether));
        many[1] = signed(voucherOf(program, bob, BUDGET));
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, BUDGET, BUDGET - 5 ether
            )
        );
        vouchers.claimMany(many);
        assertEq(vouchers.drawn(program, alice), 0);
        assertEq(galx.balanceOf(alice), 0);
    }

    function testFuzz_ClaimsPayTheHighestCumulativeInAnySteps(uint256[8] memory steps) public {
        uint256 highest;
        for (uint256 i = 0; i < steps.length; ++i) {
            uint256 cumulative = bound(steps[i], 0, BUDGET);
            IRewardVouchers.SignedVoucher[] memory one = _many(1);
            one[0] = signed(voucherOf(program, alice, cumulative));
            uint256 paid = vouchers.claimMany(one)[0];
            assertEq(paid, cumulative > highest ? cumulative - highest : 0, "the difference");
            if (cumulative > highest) highest = cumulative;
            assertEq(galx.balanceOf(alice), highest, "never more than the highest");
        }
    }
}
