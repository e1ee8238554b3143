// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Only the account of a voucher can have the voucher paid to another address.
contract ClaimToTest is VouchersTest {
    uint256 private program;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
    }

    function test_TheAccountCanHaveItsVoucherPaidElsewhere() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Claimed(program, alice, 5 ether);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimRedirected(program, alice, bob);
        vm.prank(alice);
        assertEq(vouchers.claimTo(voucher, bob), 5 ether);
        assertEq(galx.balanceOf(bob), 5 ether);
        assertEq(galx.balanceOf(alice), 0);
        assertEq(vouchers.drawn(program, alice), 5 ether, "alice has drawn it");
        assertEq(vouchers.drawn(program, bob), 0);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 5 ether
            )
        );
        vm.prank(alice);
        vouchers.claimTo(voucher, bob);
        assertEq(claim(program, alice, 6 ether), 1 ether, "the next claim pays her again");
        assertEq(galx.balanceOf(alice), 1 ether);
    }

    function test_NobodyElseRedirectsIt() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        address[4] memory callers = [bob, owner, guardian, signer];
        for (uint256 i = 0; i < callers.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IRewardVouchers.RewardVouchers_CallerNotAccount.selector, alice, callers[i])
            );
            vm.prank(callers[i]);
            vouchers.claimTo(voucher, callers[i]);
        }
        voucher.account = bob;
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignatureInvalid.selector, program, bob));
        vm.prank(bob);
        vouchers.claimTo(voucher, bob);
        assertEq(vouchers.drawn(program, alice), 0);
    }

    function test_APaymentThatWouldBeLostIsRefused() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        address[2] memory lost = [address(0), address(vouchers)];
        vm.startPrank(alice);
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_RecipientRefused.selector, lost[i]));
            vouchers.claimTo(voucher, lost[i]);
        }
        vouchers.claimTo(voucher, alice);
        vm.stopPrank();
        assertEq(galx.balanceOf(alice), 5 ether, "the account itself is a valid recipient");
    }

    /// `claimTo` has the refusals of `claim`: expired, paused, switched off, above the vested amount.
    function test_ClaimToHasTheRefusalsOfClaim() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, BUDGET + 1));
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, BUDGET + 1, BUDGET
            )
        );
        vouchers.claimTo(voucher, bob);
        uint256 until = block.timestamp + 7 days;
        vm.prank(guardian);
        vouchers.pause();
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ClaimsPaused.selector, until));
        vouchers.claimTo(voucher, bob);
        vm.warp(voucher.deadline + 1);
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_VoucherExpired.selector, voucher.deadline)
        );
        vouchers.claimTo(voucher, bob);
    }

    /// The purpose of `claimTo`: a token that refuses to pay an account.
    function test_ABlocklistedAccountGetsItsGrantElsewhere() public {
        BlocklistToken token = new BlocklistToken(funder);
        allow(funder, address(token));
        uint256 blocked = createProgram(address(token), BUDGET);
        fund(blocked, BUDGET);
        skip(EPOCH);
        token.blockAccount(alice);
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(blocked, alice, 5 ether));
        vm.expectRevert("blocked");
        vouchers.claim(voucher);
        vm.prank(alice);
        assertEq(vouchers.claimTo(voucher, carol), 5 ether);
        assertEq(token.balanceOf(carol), 5 ether);
    }
}

/// @notice Refuses to move anything to or from the accounts on its list, as some stablecoins do.
contract BlocklistToken is ERC20 {
    mapping(address account => bool) private _blocked;

    constructor(address holder) ERC20("Blocklist", "BLOCK") {
        _mint(holder, 1e30);
    }

    function blockAccount(address account) external {
        _blocked[account] = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!_blocked[from] && !_blocked[to], "blocked");
        super._update(from, to, value);
    }
}
