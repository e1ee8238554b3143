// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {console} from "forge-std/console.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {FeeToken, HookToken, MoodyToken} from "../support/Tokens.sol";
import {VaultReenterer} from "../support/VaultReenterer.sol";
import {VaultTest} from "../support/VaultTest.sol";
import {VaultHandler} from "./VaultHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract ZnVaultInvariants is VaultTest {
    VaultHandler private handler;
    VaultReenterer private reenterer;

    function setUp() public override {
        super.setUp();
        HookToken hook = new HookToken(address(this));
        MoodyToken moody = new MoodyToken(address(this));
        FeeToken fee = new FeeToken(address(this));
        fee.setFee(0);
        ZnVault[] memory vaults = new ZnVault[](4);
        vaults[0] = vault;
        vaults[1] = vaultOf(address(hook));
        vaults[2] = vaultOf(address(moody));
        vaults[3] = vaultOf(address(fee));

        address[] memory actors = new address[](4);
        (actors[0], actors[1], actors[2], actors[3]) = (alice, bob, carol, funder);
        for (uint256 a = 0; a < actors.length; ++a) {
            for (uint256 v = 1; v < vaults.length; ++v) {
                IERC20 asset = IERC20(vaults[v].asset());
                asset.transfer(actors[a], 1e27);
                vm.prank(actors[a]);
                asset.approve(address(vaults[v]), type(uint256).max);
            }
        }
        handler = new VaultHandler(moody, fee, actors, vaults);

        // a holder who could gain everything
        reenterer = new VaultReenterer(vaults[1]);
        hook.transfer(address(reenterer), 1e24);
        vm.startPrank(address(reenterer));
        hook.approve(address(vaults[1]), type(uint256).max);
        vaults[1].deposit(1e20, address(reenterer));
        vm.stopPrank();
        hook.setHook(reenterer);

        targetContract(address(handler));
        bytes4[] memory excluded = new bytes4[](1);
        excluded[0] = VaultHandler.everybodyLeaves.selector;
        excludeSelector(FuzzSelector(address(handler), excluded));
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences, in one walk
    /// over the vaults.
    function invariant_ZnVault() public view {
        for (uint256 v = 0; v < handler.vaultCount(); ++v) {
            _1_2_4_sumsOf(handler.vaults(v));
        }
        assertEq(handler.pricesLowered(), 0, "3: the price of a share never falls");
        assertEq(handler.earnedByActing(), 0, "5: nobody owns more by acting, without time");
        assertEq(handler.loweredByAnother(), 0, "6: nobody lowers the value of another account's shares");
        assertEq(handler.lostByActing(), 0, "6: one's own call costs a wei at most");
        assertEq(handler.refusedByAPause(), 0, "7: a pause stops no withdrawal");
        assertEq(handler.changedByATransfer(), 0, "8: a transfer of shares changes nothing else");
        assertEq(handler.changedByADonation(), 0, "9: a donation changes nothing");
        assertEq(handler.ratesLowered(), 0, "10: rates never fall");
        assertEq(handler.endsBroughtForward(), 0, "10: ends never come forward");
        assertEq(handler.vestedWrongly(), 0, "11: time vests the rate, with shares enough");
        assertEq(reenterer.successes(), 0, "12: nothing is re-entered");
        assertEq(handler.surprise(), "", "13: every refusal is predicted");
    }

    function _1_2_4_sumsOf(ZnVault target) private view {
        IZnVault.VaultState memory state = target.vaultState();
        // the reenterer made its deposit before the record began
        uint256 cameIn = handler.deposited(target) + handler.funded(target) + (target == handler.vaults(1) ? 1e20 : 0);
        uint256 wentOut = handler.wentOut(target);
        uint256 pauseEnd = handler.pauseEnd(target);
        assertEq(
            state.depositsPausedUntil,
            block.timestamp < pauseEnd ? pauseEnd : 0,
            "14: a pause ends by itself after 7 days"
        );
        uint256 held = state.assets + state.unvested + state.undistributed;
        assertEq(held + wentOut, cameIn, "1: every wei is accounted for");
        assertGe(IERC20(target.asset()).balanceOf(address(target)), held, "1: and the vault holds it");
        uint256 redeemable = target.previewRedeem(target.balanceOf(address(reenterer)));
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            redeemable += target.previewRedeem(target.balanceOf(handler.actors(a)));
        }
        assertLe(redeemable, state.assets, "2: redeemable <= assets");
        assertLe(
            wentOut + redeemable + state.unvested + state.undistributed, cameIn, "4: rewards paid and owed <= funded"
        );
    }

    /// The handler reaches everything. A separate walk shows its counts with -vv.
    function test_TheHandlerReachesEveryCallAndEveryRefusal() public {
        for (uint256 random = 1; random < 2500; ++random) {
            _actAtRandom(uint256(keccak256(abi.encode(random))));
        }
        invariant_ZnVault();
        string[9] memory calls =
            ["deposit", "mint", "withdraw", "redeem", "transfer", "fund", "pause", "unpause", "donate"];
        for (uint256 i = 0; i < calls.length; ++i) {
            console.log(calls[i], "went through", handler.done(calls[i]));
            assertGt(handler.done(calls[i]), 0, calls[i]);
        }
        _assertRefused("deposit", IZnVault.ZnVault_DepositsPaused.selector);
        _assertRefused("deposit", IZnVault.ZnVault_AmountTooSmall.selector);
        _assertRefused("deposit", IZnVault.ZnVault_AmountReceivedDiffers.selector);
        _assertRefused("mint", IZnVault.ZnVault_DepositsPaused.selector);
        _assertRefused("withdraw", ERC4626.ERC4626ExceededMaxWithdraw.selector);
        _assertRefused("withdraw", SafeERC20.SafeERC20FailedOperation.selector);
        _assertRefused("redeem", ERC4626.ERC4626ExceededMaxRedeem.selector);
        _assertRefused("redeem", bytes4(keccak256("Error(string)")));
        _assertRefused("steal", IERC20Errors.ERC20InsufficientAllowance.selector);
        _assertRefused("transfer", IERC20Errors.ERC20InsufficientBalance.selector);
        _assertRefused("fund", IZnVault.ZnVault_FundingTooSmall.selector);
        _assertRefused("pause", IZnVault.ZnVault_CallerNotGuardian.selector);
        _assertRefused("pause", GuardianPause_TooSoon.selector);
        assertGt(handler.depositedAfterAPause(), 0, "deposits continued after a pause that ended by itself");
        assertGt(reenterer.attempts(), 0, "the reenterer was called");
    }

    function _assertRefused(string memory call, bytes4 selector) private view {
        console.log(call, "was refused", handler.refused(call, selector));
        assertGt(handler.refused(call, selector), 0, string.concat(call, " was never refused so"));
    }

    function _actAtRandom(uint256 random) private {
        uint256 kind = random % 13;
        (uint256 a, uint256 b, uint256 c, uint256 d) = (random >> 8, random >> 16, random >> 24, random >> 64);
        if (kind <= 1) handler.deposit(a, b, d, c);
        else if (kind == 2) handler.mint(a, b, d, c);
        else if (kind == 3) handler.withdraw(a, b, c % 4 == 0 ? type(uint256).max - 1 : d);
        else if (kind == 4) handler.redeem(a, b, c % 4 == 0 ? type(uint256).max - 1 : d, c % 3 == 0);
        else if (kind == 5) handler.steal(a, c, b);
        else if (kind == 6) handler.transfer(a, c, b, c % 4 == 0 ? type(uint256).max - 1 : d);
        else if (kind == 7) handler.fund(a, b, d);
        else if (kind == 8) handler.pause(b, d, c % 4 == 0);
        else if (kind == 9) handler.donate(a, b, d);
        else if (kind == 10) handler.changeMood(d);
        else handler.passTime(c, d);
    }

    function afterInvariant() public {
        assertEq(handler.everybodyLeaves(), 0, "7: everybody has left, whatever is paused");
        invariant_ZnVault();
    }
}
