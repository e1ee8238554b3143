// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {console} from "forge-std/console.sol";

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {FeeToken, HookToken, MoodyToken, SilentToken} from "../support/Tokens.sol";
import {VoucherReenterer} from "../support/VoucherReenterer.sol";
import {VouchersTest} from "../support/VouchersTest.sol";
import {VoucherModel} from "./VoucherModel.sol";
import {VouchersHandler} from "./VouchersHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract RewardVouchersInvariants is VouchersTest {
    VouchersHandler private handler;
    VoucherReenterer private reenterer;
    VoucherModel private model;
    uint256[] private programs;
    address[] private actors;

    function setUp() public override {
        super.setUp();
        FeeToken fee = new FeeToken(address(this));
        MoodyToken moody = new MoodyToken(address(this));
        HookToken hook = new HookToken(address(this));
        SilentToken silent = new SilentToken(address(this));
        model = new VoucherModel(EPOCH);
        _create(address(galx), 1000 ether, block.timestamp);
        _create(address(galx), 3 ether + 1, block.timestamp + EPOCH + 5);
        _create(address(fee), 777 ether, block.timestamp - 3 * EPOCH);
        _create(address(moody), 50 ether, block.timestamp);
        _create(address(hook), 1000 ether, block.timestamp);
        _create(address(silent), 7, block.timestamp);

        actors = [alice, bob, carol, funder];
        for (uint256 a = 0; a < actors.length; ++a) {
            _equip(actors[a]);
        }
        uint256[] memory keys = new uint256[](4);
        keys[0] = signerKey;
        (, keys[1]) = makeAddrAndKey("second signer");
        (, keys[2]) = makeAddrAndKey("third signer");
        keys[3] = coSignerKey;
        handler = new VouchersHandler(vouchers, moody, fee, model, actors, programs, keys);
        _arm(hook);
        targetContract(address(handler));
    }

    function _create(address token, uint256 budget, uint256 start) private {
        vm.prank(owner);
        programs.push(vouchers.createProgram(token, budget, start));
        model.create(budget, start);
    }

    function _equip(address actor) private {
        galx.mint(actor, 30_000_000 ether);
        for (uint256 p = 0; p < programs.length; ++p) {
            address token = address(uint160(programs[p]));
            if (token != address(galx)) {
                (bool sent,) = token.call(abi.encodeCall(IERC20.transfer, (actor, 1e26)));
                assertTrue(sent);
            }
            vm.prank(actor);
            (bool allowed,) = token.call(abi.encodeCall(IERC20.approve, (address(vouchers), type(uint256).max)));
            assertTrue(allowed);
        }
    }

    /// @dev A token that calls back an account with tokens, an allowance and a valid voucher of each program.
    function _arm(HookToken hook) private {
        reenterer = new VoucherReenterer(address(vouchers));
        hook.transfer(address(reenterer), 1e24);
        vm.prank(address(reenterer));
        hook.approve(address(vouchers), type(uint256).max);
        IRewardVouchers.SignedVoucher[] memory own = new IRewardVouchers.SignedVoucher[](2);
        IRewardVouchers.Voucher memory voucher = voucherOf(programs[0], address(reenterer), 1);
        voucher.deadline = type(uint256).max;
        own[0] = signed(voucher);
        voucher.program = programs[4];
        own[1] = signed(voucher);
        reenterer.prepare(abi.encodeCall(vouchers.claim, (own[0])));
        reenterer.prepare(abi.encodeCall(vouchers.claim, (own[1])));
        reenterer.prepare(abi.encodeCall(vouchers.claimMany, (own)));
        reenterer.prepare(abi.encodeCall(vouchers.fund, (programs[4], 1)));
        hook.setHook(reenterer);
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences, in one walk over the programs.
    function invariant_RewardVouchers() public {
        model.pass(block.timestamp);
        for (uint256 p = 0; p < programs.length; ++p) {
            _1_3_4_ofAProgram(p);
            _2_5_ofAToken(address(uint160(programs[p])));
        }
        assertEq(handler.paidToAnother(), 0, "6: the account, or the recipient that it names, is paid the grant");
        assertEq(vouchers.paused(), block.timestamp < handler.pauseEnd(), "10: a pause ends by itself after 7 days");
        assertEq(reenterer.successes(), 0, "8: nothing is re-entered");
        assertEq(handler.surprise(), "", "9: every refusal is predicted");
    }

    function _1_3_4_ofAProgram(uint256 p) private view {
        IRewardVouchers.ProgramView memory state = vouchers.program(programs[p]);
        assertLe(state.paid, state.vested, "1: paid <= vested");
        assertLe(state.vested, state.funded, "1: vested <= funded");
        uint256 drawn;
        for (uint256 a = 0; a < actors.length; ++a) {
            uint256 own = vouchers.drawn(programs[p], actors[a]);
            assertLe(own, handler.highestSigned(programs[p], actors[a]), "3: drawn <= highest signed");
            assertEq(own, model.drawn(p, actors[a]), "7: drawn, as in a model that never takes back");
            drawn += own;
        }
        assertEq(drawn, state.paid, "3: paid amounts equal drawn amounts");
        assertEq(state.funded, model.funded(p), "4: funded equals received");
        assertEq(state.vested, model.vested(p), "4: each epoch vests from the money present at its end");
        assertEq(state.paid, model.paid(p), "4: paid");
    }

    function _2_5_ofAToken(address token) private view {
        uint256 owed;
        for (uint256 p = 0; p < programs.length; ++p) {
            if (address(uint160(programs[p])) != token) continue;
            IRewardVouchers.ProgramView memory state = vouchers.program(programs[p]);
            owed += state.funded - state.paid;
        }
        uint256 held = IERC20(token).balanceOf(address(vouchers));
        assertGe(held, owed, "2: balance >= funded - paid");
        assertEq(held, handler.balance(token), "5: nothing leaves but by a claim");
    }

    /// The handler reaches everything. A separate walk shows its counts with -vv.
    function test_TheHandlerReachesEveryCallAndEveryRefusal() public {
        for (uint256 random = 1; random < 6000; ++random) {
            _actAtRandom(uint256(keccak256(abi.encode(random))));
        }
        invariant_RewardVouchers();
        string[12] memory calls = [
            "claim",
            "claimTo",
            "claimMany",
            "steal",
            "fund",
            "donate",
            "pause",
            "switchOff",
            "coSwitchOff",
            "unpause",
            "rotate",
            "coRotate"
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            console.log(calls[i], "went through", handler.done(calls[i]));
            assertGt(handler.done(calls[i]), 0, calls[i]);
        }
        assertEq(handler.done("claimForged"), 0, "nothing forged went through");
        string[4] memory claims = ["claim", "claimMany", "claimForged", "steal"];
        for (uint256 i = 0; i < claims.length; ++i) {
            _assertRefused(claims[i], IRewardVouchers.RewardVouchers_ClaimsPaused.selector);
            _assertRefused(claims[i], IRewardVouchers.RewardVouchers_SignerDisabled.selector);
            _assertRefused(claims[i], IRewardVouchers.RewardVouchers_CoSignerDisabled.selector);
            _assertRefused(claims[i], IRewardVouchers.RewardVouchers_SignatureInvalid.selector);
        }
        _assertRefused("claim", IRewardVouchers.RewardVouchers_SignersReplaced.selector);
        _assertRefused("claimForged", IRewardVouchers.RewardVouchers_SignersReplaced.selector);
        _assertRefused("claim", IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector);
        _assertRefused("steal", IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector);
        _assertRefused("rotate", IRewardVouchers.RewardVouchers_SignersEqual.selector);
        _assertRefused("coRotate", IRewardVouchers.RewardVouchers_SignersEqual.selector);
        _assertRefused("claim", IRewardVouchers.RewardVouchers_AlreadyDrawn.selector);
        _assertRefused("claim", IRewardVouchers.RewardVouchers_VoucherExpired.selector);
        _assertRefused("claimTo", IRewardVouchers.RewardVouchers_CallerNotAccount.selector);
        _assertRefused("claimTo", IRewardVouchers.RewardVouchers_RecipientRefused.selector);
        _assertRefused("claimMany", IRewardVouchers.RewardVouchers_VoucherExpired.selector);
        _assertRefused("claim", IRewardVouchers.RewardVouchers_AboveVestedBudget.selector);
        _assertRefused("steal", IRewardVouchers.RewardVouchers_AboveVestedBudget.selector);
        _assertRefused("steal", SafeERC20.SafeERC20FailedOperation.selector);
        _assertRefused("claim", bytes4(keccak256("Error(string)")));
        _assertRefused("fund", IRewardVouchers.RewardVouchers_NothingReceived.selector);
        _assertRefused("pause", IRewardVouchers.RewardVouchers_CallerNotGuardian.selector);
        _assertRefused("pause", GuardianPause_TooSoon.selector);
        assertGt(handler.claimedAfterAPause(), 0, "claims continued after a pause that ended by itself");
        assertGt(reenterer.attempts(), 0, "the reenterer was called");
    }

    function _assertRefused(string memory call, bytes4 selector) private view {
        console.log(call, "was refused", handler.refused(call, selector));
        assertGt(handler.refused(call, selector), 0, string.concat(call, " was never refused so"));
    }

    function _actAtRandom(uint256 random) private {
        uint256 kind = random % 20;
        (uint256 a, uint256 b, uint256 c, uint256 d) = (random >> 8, random >> 16, random >> 24, random >> 64);
        if (kind <= 2) handler.grant(a, b, c, d, a >> 100, b >> 100);
        else if (kind == 3) handler.claim(a, b);
        else if (kind <= 5) handler.claimNewest(a);
        else if (kind == 6) handler.claimForged(a, b, c, d);
        else if (kind <= 9) handler.claimMany(a, b, c, d);
        else if (kind <= 11) handler.steal(a, b, d, c, c >> 100);
        else if (kind <= 13) handler.fund(a, b, d, c);
        else if (kind == 14) handler.donate(a, b, d);
        else if (kind == 15) handler.changeMood(a);
        else if (kind == 16) handler.role(a, b);
        else if (kind == 17) handler.claimTo(a, b, d);
        else handler.passTime(a, d);
    }
}
