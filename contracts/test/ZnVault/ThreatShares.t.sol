// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {FeeToken, HookToken, MoodyToken} from "../support/Tokens.sol";
import {VaultReenterer} from "../support/VaultReenterer.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice Transferred receipts, truncation, permits, reentrancy and hostile assets.
contract ZnVaultSharesTest is VaultTest {
    function setUp() public override {
        super.setUp();
        deposit(alice, 1000 ether);
        deposit(bob, 3000 ether);
        fund(BUDGET);
        skip(10 days);
    }

    // A claim by transferred shares

    function testFuzz_Threat_TransferredSharesEarnOnce(uint256 shares, uint256 before, uint256 later) public {
        shares = bound(shares, 0, vault.balanceOf(alice));
        (before, later) = (bound(before, 0, 40 days), bound(later, 0, 40 days));
        uint256 start = vm.snapshotState();
        skip(before + later);
        uint256 undisturbed = worth(alice);
        uint256 bobs = worth(bob);
        vm.revertToState(start);
        skip(before);
        vm.prank(alice);
        vault.transfer(carol, shares);
        skip(later);
        assertLe(worth(alice) + worth(carol), undisturbed);
        assertGe(worth(alice) + worth(carol) + 1, undisturbed);
        assertEq(worth(bob), bobs);
        assertLe(redeemAll(alice) + redeemAll(carol), undisturbed + 1);
    }

    function test_Threat_SharesThroughAHundredAccountsEarnNoMore() public {
        uint256 start = vm.snapshotState();
        skip(100 minutes);
        uint256 undisturbed = worth(alice);
        vm.revertToState(start);
        address holder = alice;
        for (uint256 i = 0; i < 100; ++i) {
            address next = makeAddr(vm.toString(i));
            uint256 shares = vault.balanceOf(holder);
            vm.prank(holder);
            vault.transfer(next, shares);
            holder = next;
            skip(1 minutes);
        }
        assertEq(worth(holder), undisturbed);
        assertEq(redeemAll(holder), undisturbed);
    }

    // Truncation: a small payment with a large credit

    function testFuzz_Threat_WhatIsCreditedWasPaid(uint8 power, uint256 nudge, uint256 time) public {
        skip(bound(time, 0, VESTING));
        uint256 amount = (uint256(1) << bound(power, 1, 86)) + nudge % 3 - 1;
        if (amount > WEALTH) galx.mint(carol, amount - WEALTH);
        (uint256 assets, uint256 balance) = (vault.totalAssets(), galx.balanceOf(address(vault)));
        uint256 shares = deposit(carol, amount);
        assertEq(galx.balanceOf(address(vault)), balance + amount, "transferred");
        assertEq(vault.totalAssets(), assets + amount, "credited");
        assertLe(worth(carol), amount);
        assertGe(worth(carol) + 1, amount);
        uint256 paid = redeem(carol, shares);
        assertEq(paid + vault.totalAssets(), assets + amount, "every wei is accounted for");
    }

    function testFuzz_Threat_WhatIsStreamedWasFunded(uint8 power, uint256 nudge) public {
        uint256 amount = (uint256(1) << bound(power, 24, 86)) + nudge % 3 - 1;
        if (amount > WEALTH) galx.mint(funder, amount);
        uint256 before = vault.totalAssets() + vault.vaultState().unvested + vault.vaultState().undistributed;
        fund(amount);
        skip(2 * VESTING);
        assertEq(vault.totalAssets() + vault.vaultState().undistributed, before + amount);
        assertLt(vault.vaultState().undistributed, 1 ether + VESTING);
    }

    function testFuzz_Threat_SharesOfEverySizePayNoMoreThanTheirPart(uint8 power, uint256 nudge) public {
        uint256 held = vault.balanceOf(bob);
        uint256 shares = (uint256(1) << bound(power, 0, 111)) + nudge % 3;
        if (shares > held) shares = held;
        (uint256 assets, uint256 supply) = price();
        uint256 paid = redeem(bob, shares);
        assertLe(paid * supply, shares * assets);
    }

    // Permits

    function test_Threat_PermitGriefing_SomebodyElseUsesItFirst() public {
        vm.prank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        vm.prank(carol);
        galx.permit(alice, address(vault), 5 ether, signed.deadline, signed.v, signed.r, signed.s);
        uint256 before = vault.balanceOf(alice);
        uint256 shares = vault.previewDeposit(5 ether);
        vm.prank(alice);
        vault.depositWithPermit(5 ether, alice, bob, signed.deadline, signed.v, signed.r, signed.s);
        assertEq(vault.balanceOf(alice), before + shares);
        assertEq(galx.allowance(alice, address(vault)), 0);
    }

    function test_Threat_PermitOfAVictimDepositsNothingForTheThief() public {
        vm.prank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        (uint256 before, uint256 thiefs) = (galx.balanceOf(alice), galx.balanceOf(carol));
        vm.prank(carol);
        vault.depositWithPermit(5 ether, carol, bob, signed.deadline, signed.v, signed.r, signed.s);
        assertEq(galx.balanceOf(alice), before, "the caller pays");
        assertEq(galx.balanceOf(carol), thiefs - 5 ether);
    }

    // Reentrancy, hostile assets

    function test_Threat_Reentrancy_FromEveryTransferOfTheAsset() public {
        HookToken hook = new HookToken(address(this));
        ZnVault other = vaultOf(address(hook));
        VaultReenterer reenterer = new VaultReenterer(other);
        hook.transfer(address(reenterer), 1e24);
        vm.startPrank(address(reenterer));
        hook.approve(address(other), type(uint256).max);
        other.deposit(1e20, address(reenterer));
        vm.stopPrank();
        hook.approve(address(other), type(uint256).max);
        hook.setHook(reenterer);

        other.deposit(1 ether, address(this));
        other.mint(1e30, address(this));
        other.depositWithInviter(1 ether, address(this), alice);
        other.fund(BUDGET);
        skip(1 days);
        other.withdraw(1 ether, address(this), address(this));
        other.redeem(1e30, address(this), address(this));
        assertEq(reenterer.attempts(), 6 * 2 * 7, "before and after every movement, every function");
        assertEq(reenterer.successes(), 0);
    }

    function test_Threat_HostileAssets_RefusalsChangeNothing() public {
        MoodyToken moody = new MoodyToken(address(this));
        ZnVault other = vaultOf(address(moody));
        moody.approve(address(other), type(uint256).max);
        other.deposit(10 ether, address(this));
        bytes memory state = abi.encode(other.vaultState(), other.totalSupply());
        moody.setMood(1);
        vm.expectRevert("not today");
        other.withdraw(1 ether, address(this), address(this));
        moody.setMood(2);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(moody)));
        other.redeem(1e30, address(this), address(this));
        assertEq(abi.encode(other.vaultState(), other.totalSupply()), state);
        moody.setMood(0);
        assertEq(other.redeem(10e30, address(this), address(this)), 10 ether);
    }

    /// An asset that begins to take fees cannot make the vault credit more than arrived.
    function testFuzz_Threat_HostileAssets_FeesAreNeverCredited(uint256 fee, uint256 amount) public {
        FeeToken token = new FeeToken(address(this));
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        token.setFee(bound(fee, 0, 10_000));
        amount = bound(amount, 1, 1e24);
        try other.deposit(amount, address(this)) {} catch {}
        try other.fund(amount) {} catch {}
        uint256 held = other.totalAssets() + other.vaultState().unvested + other.vaultState().undistributed;
        assertEq(token.balanceOf(address(other)), held);
    }
}
