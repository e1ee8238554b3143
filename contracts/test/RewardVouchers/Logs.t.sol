// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {LogCount} from "../support/LogCount.sol";
import {BlockingToken, FeeToken} from "../support/Tokens.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Every event with every field, each field with a distinct value, over a token that takes a fee: the received amount is funded,
/// and the sent amount is claimed.
contract RewardVouchersLogsTest is VouchersTest, LogCount {
    FeeToken private token;
    uint256 private other;
    uint256 private program;

    function setUp() public override {
        super.setUp();
        token = new FeeToken(address(this));
        token.transfer(funder, 1e30);
        allow(funder, address(token));
        other = createProgram(address(token), BUDGET);
        program = createProgram(address(token), 2 * BUDGET);
    }

    // Funding

    function test_FundingLogsTheReceivedAmount() public {
        vm.recordLogs();
        vm.expectEmit(address(token));
        emit IERC20.Transfer(funder, address(vouchers), 97 ether);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Funded(program, funder, 97 ether);
        assertEq(fund(program, 100 ether), 97 ether);
        assertEq(logsOf(address(vouchers)), 1);
        token.setFee(2000);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Funded(program, funder, 40 ether);
        assertEq(fund(program, 50 ether), 40 ether);
        assertEq(vouchers.program(program).funded, 137 ether);
        assertEq(vouchers.program(other).funded, 0);
    }

    /// A program's limit counts the received amount.
    function test_TheCapCountsTheReceivedAmount() public {
        uint256 most = (1 << 91) - 1;
        token.setFee(5000);
        fund(program, 100 ether);
        uint256 room = most - 50 ether;
        vm.expectRevert(
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_FundingAboveMaximum.selector, program, most + 1, most)
        );
        fund(program, 2 * room + 2);
        assertEq(fund(program, 2 * room), room);
    }

    // Claiming

    /// @dev Twenty budgets have arrived, and `epochs` of them have vested.
    function _vested(uint256 epochs) private {
        fund(other, 20 * BUDGET);
        fund(program, 40 * BUDGET);
        skip(epochs * EPOCH);
    }

    function _expectClaimed(address account, uint256 amount) private {
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Claimed(program, account, amount);
    }

    function _expectPaid(IERC20 paid, address to, uint256 amount) private {
        vm.expectEmit(address(paid));
        emit IERC20.Transfer(address(vouchers), to, amount);
    }

    /// The log has the whole undrawn amount. Any fee on it is between the token and the account.
    function test_ClaimingLogsTheSentAmountAndTheRecipient() public {
        _vested(1);
        vm.recordLogs();
        _expectClaimed(alice, 100 ether);
        _expectPaid(token, alice, 97 ether);
        vm.prank(carol);
        vouchers.claim(signed(voucherOf(program, alice, 100 ether)));
        assertEq(logsOf(address(vouchers)), 1);
        _expectClaimed(alice, 50 ether);
        vm.prank(carol);
        assertEq(vouchers.claim(signed(voucherOf(program, alice, 150 ether))), 50 ether);
    }

    function test_ClaimingToAnotherAccountLogsBoth() public {
        _vested(1);
        vm.recordLogs();
        _expectClaimed(alice, 100 ether);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimRedirected(program, alice, bob);
        _expectPaid(token, bob, 97 ether);
        vm.startPrank(alice);
        vouchers.claimTo(signed(voucherOf(program, alice, 100 ether)), bob);
        assertEq(logsOf(address(vouchers)), 2);
        vouchers.claimTo(signed(voucherOf(program, alice, 150 ether)), alice);
        assertEq(logsOf(address(vouchers)), 1, "to herself, nothing was redirected");
        vm.stopPrank();
    }

    /// Of four vouchers, one grants nothing new and one cannot be paid. Neither is logged, and the other two are paid as if they were
    /// alone.
    function test_ClaimingManyLogsThePaidAmounts() public {
        BlockingToken blocking = new BlockingToken(address(this));
        blocking.transfer(funder, 1e25);
        allow(funder, address(blocking));
        uint256 third = createProgram(address(blocking), BUDGET);
        fund(third, BUDGET);
        _vested(1);
        claim(program, bob, 20 ether);
        blocking.setBlocked(alice, true);
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](4);
        many[0] = signed(voucherOf(third, alice, 5 ether));
        many[1] = signed(voucherOf(program, bob, 20 ether));
        many[2] = signed(voucherOf(program, bob, 50 ether));
        many[3] = signed(voucherOf(third, carol, 7 ether));
        vm.recordLogs();
        _expectPaid(token, bob, 30 ether * 97 / 100);
        _expectClaimed(bob, 30 ether);
        _expectPaid(blocking, carol, 7 ether);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Claimed(third, carol, 7 ether);
        uint256[] memory amounts = vouchers.claimMany(many);
        assertEq(logsOf(address(vouchers)), 2);
        assertEq(amounts[0], 0);
        assertEq(amounts[1], 0);
        assertEq(amounts[2], 30 ether);
        assertEq(amounts[3], 7 ether);
        assertEq(vouchers.drawn(third, alice), 0);
        assertEq(vouchers.claimable(third), BUDGET - 7 ether, "the unpaid amount can be claimed");
    }

    // Programs and roles

    function test_CreatingAProgramLogsItsTerms() public {
        uint256 start = vm.getBlockTimestamp() + 5 * EPOCH;
        uint256 id = (uint256(3) << 160) | uint160(address(mcm));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ProgramCreated(id, address(mcm), 3 * BUDGET, start);
        vm.prank(owner);
        assertEq(vouchers.createProgram(address(mcm), 3 * BUDGET, start - 1), id);
    }

    function test_RolesLogTheNamedAccounts() public {
        address next = makeAddr("next signer");
        address coNext = makeAddr("next co-signer");
        vm.startPrank(owner);
        _expectSigners(next, coSigner, 2);
        vouchers.setSigner(next);
        _expectSigners(next, coNext, 3);
        vouchers.setCoSigner(coNext);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.GuardianSet(carol);
        vouchers.setGuardian(carol);
        vm.stopPrank();
        vm.startPrank(carol);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimsPauseSet(vm.getBlockTimestamp() + 7 days);
        vouchers.pause();
        _expectSigners(address(0), coNext, 3);
        vouchers.disableSigner();
        _expectSigners(address(0), address(0), 3);
        vouchers.disableCoSigner();
        vm.stopPrank();
        vm.startPrank(owner);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimsPauseSet(0);
        vouchers.unpause();
        _expectSigners(signer, address(0), 4);
        vouchers.setSigner(signer);
        vm.stopPrank();
    }

    function _expectSigners(address signer_, address coSigner_, uint256 nonce) private {
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(signer_, coSigner_, nonce);
    }
}
