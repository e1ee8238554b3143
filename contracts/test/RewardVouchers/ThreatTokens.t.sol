// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {BlockingToken, FalseToken, FeeToken, HookToken, MoodyToken, SilentToken} from "../support/Tokens.sol";
import {VoucherReenterer} from "../support/VoucherReenterer.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice One suite over tokens of every kind, and the possible faults of each kind.
contract RewardVouchersTokensTest is VouchersTest {
    /// @dev A program of `token` with ten budgets, one epoch old, beside a program that must stay unchanged.
    function _programOf(address token) private returns (uint256 program, uint256 innocent) {
        innocent = createProgram(address(galx), BUDGET);
        fund(innocent, 5 * BUDGET);
        program = createProgram(token, BUDGET);
        (bool sent,) = token.call(abi.encodeCall(IERC20.transfer, (funder, 1e25)));
        assertTrue(sent);
        allow_(funder, token);
        fund(program, 10 * BUDGET);
        skip(EPOCH);
    }

    /// @dev Like `allow`, also for tokens that return nothing.
    function allow_(address holder, address token) private {
        vm.prank(holder);
        (bool allowed,) = token.call(abi.encodeCall(IERC20.approve, (address(vouchers), type(uint256).max)));
        assertTrue(allowed);
    }

    /// @param feeBps the part of each transfer that the token keeps
    function _suite(address token, uint256 feeBps) private {
        (uint256 program, uint256 innocent) = _programOf(token);
        IERC20 erc20 = IERC20(token);
        uint256 arrived = 10 * BUDGET * (10_000 - feeBps) / 10_000;
        assertEq(vouchers.program(program).funded, arrived, "funded: what arrived");
        assertEq(erc20.balanceOf(address(vouchers)), arrived);
        assertEq(claim(program, alice, 100 ether), 100 ether);
        assertEq(erc20.balanceOf(alice), 100 ether * (10_000 - feeBps) / 10_000, "received");
        assertEq(erc20.balanceOf(address(vouchers)), arrived - 100 ether, "debited: what was granted");
        claim(program, bob, BUDGET - 100 ether);
        bytes memory why =
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, 1, 0);
        refuses(signed(voucherOf(program, carol, 1)), why);
        skip(20 * EPOCH);
        claim(program, carol, vouchers.claimable(program));
        assertEq(erc20.balanceOf(address(vouchers)), 0, "all of it can be paid out");
        assertEq(vouchers.claimable(innocent), 5 * BUDGET, "the other program has all of its own");
        assertEq(claim(innocent, alice, 5 * BUDGET), 5 * BUDGET);
    }

    function test_Threat_PlainToken() public {
        mcm.mint(address(this), 1e25);
        _suite(address(mcm), 0);
    }

    function test_Threat_FeeOnTransfer() public {
        _suite(address(new FeeToken(address(this))), 300);
    }

    function test_Threat_NoReturnValue() public {
        _suite(address(new SilentToken(address(this))), 0);
    }

    function test_Threat_FalseReturnValue() public {
        FalseToken token = new FalseToken(address(this));
        (uint256 program,) = _programOf(address(token));
        token.setLying(true);
        bytes memory why = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token));
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectRevert(why);
        vouchers.claim(voucher);
        _skips(voucherOf(program, alice, 5 ether));
        vm.prank(funder);
        vm.expectRevert(why);
        vouchers.fund(program, 1 ether);
        assertEq(vouchers.program(program).funded, 10 * BUDGET, "nothing credited");
        token.setLying(false);
        assertEq(claim(program, alice, 5 ether), 5 ether, "the voucher stayed good");
    }

    function test_Threat_TransfersThatFail() public {
        MoodyToken token = new MoodyToken(address(this));
        (uint256 program, uint256 innocent) = _programOf(address(token));
        for (uint256 mood = 1; mood <= 3; ++mood) {
            token.setMood(mood);
            IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
            (bool succeeded,) = address(vouchers).call{gas: 1_000_000}(abi.encodeCall(vouchers.claim, (voucher)));
            assertFalse(succeeded, "refused");
            assertEq(vouchers.drawn(program, alice), 0, "and nothing drawn");
            assertEq(claim(innocent, alice, mood * 1 ether), 1 ether, "the other program pays");
        }
        token.setMood(0);
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    /// @dev Nothing is paid or drawn, and nothing is logged.
    function _skips(IRewardVouchers.Voucher memory voucher) private {
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](1);
        many[0] = signed(voucher);
        uint256 claimable = vouchers.claimable(voucher.program);
        uint256 drawn = vouchers.drawn(voucher.program, voucher.account);
        vm.recordLogs();
        assertEq(vouchers.claimMany(many)[0], 0);
        assertEq(vm.getRecordedLogs().length, 0, "logs");
        assertEq(vouchers.claimable(voucher.program), claimable, "claimable");
        assertEq(vouchers.drawn(voucher.program, voucher.account), drawn, "drawn");
    }

    /// An account that cannot be paid loses nothing and blocks nobody, even in a call of many.
    function test_Threat_Blocklist() public {
        BlockingToken token = new BlockingToken(address(this));
        (uint256 program,) = _programOf(address(token));
        token.setBlocked(alice, true);
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](2);
        many[0] = signed(voucherOf(program, alice, 5 ether));
        many[1] = signed(voucherOf(program, bob, 6 ether));
        vm.expectRevert("blocked");
        vouchers.claim(many[0]);
        _skips(voucherOf(program, alice, 5 ether));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Claimed(program, bob, 6 ether);
        uint256[] memory amounts = vouchers.claimMany(many);
        assertEq(amounts[0], 0);
        assertEq(amounts[1], 6 ether);
        assertEq(token.balanceOf(bob), 6 ether);
        _skips(voucherOf(program, alice, 7 ether));
        token.setBlocked(alice, false);
        assertEq(vouchers.claim(many[0]), 5 ether, "nothing was lost");
    }

    /// A false balance credits only the liar's own program, and within limits.
    function test_Threat_LyingBalance() public {
        LyingToken token = new LyingToken();
        uint256 innocent = runningProgram();
        uint256 program = createProgram(address(token), BUDGET);
        vm.startPrank(carol);
        token.sayNext(0, type(uint256).max);
        vm.expectRevert();
        vouchers.fund(program, 1);
        token.sayNext(0, (1 << 91) - 1);
        vouchers.fund(program, 1);
        token.sayNext(0, 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_FundingAboveMaximum.selector, program, 1 << 91, (1 << 91) - 1
            )
        );
        vouchers.fund(program, 1);
        token.sayNext(5, 4);
        vm.expectRevert();
        vouchers.fund(program, 1);
        vm.stopPrank();
        IRewardVouchers.ProgramView memory state = vouchers.program(program);
        assertEq(state.funded, (1 << 91) - 1);
        assertEq(state.budgetPerEpoch, BUDGET, "terms");
        assertEq(vouchers.claimable(innocent), BUDGET);
    }

    // Reentrancy by hooks

    function test_Threat_ReentrancyFromEveryCallback() public {
        HookToken token = new HookToken(address(this));
        (uint256 program, uint256 innocent) = _programOf(address(token));
        VoucherReenterer reenterer = new VoucherReenterer(address(vouchers));
        // the attacker has tokens and valid vouchers of its own, so only the lock can refuse it
        token.transfer(address(reenterer), 1e24);
        vm.prank(address(reenterer));
        token.approve(address(vouchers), type(uint256).max);
        IRewardVouchers.SignedVoucher[] memory own = new IRewardVouchers.SignedVoucher[](2);
        own[0] = signed(voucherOf(program, address(reenterer), 1 ether));
        own[1] = signed(voucherOf(innocent, address(reenterer), 1 ether));
        reenterer.prepare(abi.encodeCall(vouchers.claim, (own[0])));
        reenterer.prepare(abi.encodeCall(vouchers.claim, (own[1])));
        reenterer.prepare(abi.encodeCall(vouchers.claimTo, (own[0], alice)));
        reenterer.prepare(abi.encodeCall(vouchers.claimMany, (own)));
        reenterer.prepare(abi.encodeCall(vouchers.fund, (program, 1 ether)));
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](2);
        many[0] = signed(voucherOf(program, alice, 5 ether));
        many[1] = signed(voucherOf(program, bob, 5 ether));

        token.setHook(reenterer);
        fund(program, BUDGET);
        assertEq(reenterer.attempts(), 10, "five calls, before and after one transfer");
        vouchers.claim(many[0]);
        vouchers.claimMany(many);
        assertEq(reenterer.attempts(), 30);
        assertEq(reenterer.successes(), 0, "none goes through");
        assertEq(
            bytes4(reenterer.lastAnswer()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector, "the lock"
        );
        assertEq(vouchers.program(program).funded, 11 * BUDGET);
        assertEq(vouchers.program(program).paid, 10 ether);
        assertEq(token.balanceOf(address(vouchers)), 11 * BUDGET - 10 ether);

        // afterwards the attacker can make the calls that anybody can make
        token.setHook(VoucherReenterer(address(0)));
        assertEq(vouchers.claimMany(own)[0], 1 ether);
    }

    /// Even with the powers of owner and guardian, a callback cannot pay out more than was paid in.
    function test_Threat_ReentrancyOfTheRolesDuringFunding() public {
        HookToken token = new HookToken(address(this));
        (uint256 program,) = _programOf(address(token));
        VoucherReenterer reenterer = new VoucherReenterer(address(vouchers));
        reenterer.prepare(abi.encodeCall(vouchers.pause, ()));
        reenterer.prepare(abi.encodeCall(vouchers.unpause, ()));
        reenterer.prepare(abi.encodeCall(vouchers.disableSigner, ()));
        reenterer.prepare(abi.encodeCall(vouchers.setSigner, (signer)));
        reenterer.prepare(abi.encodeCall(vouchers.setGuardian, (address(reenterer))));
        reenterer.prepare(abi.encodeCall(vouchers.createProgram, (address(token), BUDGET, block.timestamp)));
        vm.prank(owner);
        vouchers.transferOwnership(address(reenterer));
        vm.prank(address(reenterer));
        vouchers.acceptOwnership();
        token.setHook(reenterer);
        fund(program, BUDGET);
        claim(program, alice, 5 ether);
        assertEq(reenterer.successes(), reenterer.attempts(), "all of it went through");
        assertEq(vouchers.program(program).funded, 11 * BUDGET);
        assertEq(vouchers.claimable(program), BUDGET - 5 ether);
        assertEq(vouchers.signer(), signer);
    }
}

/// @notice Answers with the balance that the test sets: one balance before a transfer, another after it.
contract LyingToken {
    uint256[2] private _answers;
    uint256 private _transfers;

    function sayNext(uint256 before, uint256 afterwards) external {
        _answers = [before, afterwards];
        _transfers = 0;
    }

    function balanceOf(address) external view returns (uint256) {
        return _answers[_transfers];
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        ++_transfers;
        return true;
    }
}
