// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";

import {ERC4626Properties} from "./ERC4626Properties.sol";

/// @notice The text of ERC-4626 on the four calls and their previews.
abstract contract ERC4626Operations is ERC4626Properties {
    // deposit: "Mints shares Vault shares to receiver by depositing exactly assets of underlying tokens. MUST emit the Deposit
    // event. MUST support ERC-20 approve / transferFrom on asset as a deposit flow."
    // previewDeposit: "MUST return as close to and no more than the exact amount of Vault shares that would be minted in a
    // deposit call in the same transaction."

    function testFuzz_ERC4626_DepositTakesExactlyAndMintsWhatWasPreviewed(uint256 state, uint256 assets)
        public
        inState(state)
    {
        assets = _assets(assets);
        (uint256 held, uint256 supply) = (asset.balanceOf(caller), vault.totalSupply());
        uint256 preview = vault.previewDeposit(assets);
        vm.expectEmit(address(vault));
        emit IERC4626.Deposit(caller, receiver, assets, preview);
        vm.prank(caller);
        uint256 shares = vault.deposit(assets, receiver);
        assertGe(shares, preview, "no more than the exact amount");
        assertLe(shares - preview, 0, "as close to it as can be");
        assertEq(vault.balanceOf(receiver), shares);
        assertEq(vault.totalSupply(), supply + shares);
        assertEq(asset.balanceOf(caller), held - assets);
        assertLe(vault.convertToAssets(shares), assets, "rounded in the vault's favour");
    }

    // mint: "Mints exactly shares Vault shares to receiver by depositing assets of underlying tokens."
    // previewMint: "MUST return as close to and no fewer than the exact amount of assets that would be deposited"

    function testFuzz_ERC4626_MintMintsExactlyAndTakesWhatWasPreviewed(uint256 state, uint256 shares)
        public
        inState(state)
    {
        shares = _shares(shares);
        uint256 held = asset.balanceOf(caller);
        uint256 preview = vault.previewMint(shares);
        vm.expectEmit(address(vault));
        emit IERC4626.Deposit(caller, receiver, preview, shares);
        vm.prank(caller);
        uint256 assets = vault.mint(shares, receiver);
        assertEq(assets, preview);
        assertEq(vault.balanceOf(receiver), shares);
        assertEq(asset.balanceOf(caller), held - assets);
        assertLe(vault.convertToAssets(shares), assets, "rounded in the vault's favour");
    }

    // deposit, mint: "MUST revert if all of assets cannot be deposited (due to deposit limit being reached, slippage, the user
    // not approving enough underlying tokens to the Vault contract, etc)."

    function testFuzz_ERC4626_DepositAndMintRevertWithoutAllowanceOrAssets(uint256 state, uint256 assets)
        public
        inState(state)
    {
        assets = _assets(assets);
        uint256 shares = vault.convertToShares(assets);
        uint256 cost = vault.previewMint(shares);
        uint256 held = asset.balanceOf(caller);
        vm.startPrank(caller);
        asset.approve(address(vault), cost - 1);
        vm.expectRevert();
        vault.deposit(assets > cost - 1 ? assets : cost, receiver);
        vm.expectRevert();
        vault.mint(shares, receiver);
        asset.approve(address(vault), type(uint256).max);
        vm.expectRevert();
        vault.deposit(held + 1, receiver);
        vm.stopPrank();
        assertEq(asset.balanceOf(caller), held);
        assertEq(vault.balanceOf(receiver), 0);
    }

    // withdraw: "Burns shares from owner and sends exactly assets of underlying tokens to receiver. MUST emit the Withdraw event.
    // MUST support a withdraw flow where the shares are burned from owner directly where owner is msg.sender."
    // previewWithdraw: "MUST return as close to and no fewer than the exact amount of Vault shares that would be burned"

    function testFuzz_ERC4626_WithdrawPaysExactlyAndBurnsWhatWasPreviewed(uint256 state, uint256 given, uint256 part)
        public
        inState(state)
    {
        uint256 shares = _give(_assets(given));
        uint256 assets = bound(part, 0, vault.maxWithdraw(owner));
        uint256 supply = vault.totalSupply();
        uint256 preview = vault.previewWithdraw(assets);
        vm.expectEmit(address(vault));
        emit IERC4626.Withdraw(owner, receiver, owner, assets, preview);
        vm.prank(owner);
        uint256 burned = vault.withdraw(assets, receiver, owner);
        assertEq(burned, preview);
        assertEq(vault.balanceOf(owner), shares - burned);
        assertEq(vault.totalSupply(), supply - burned);
        assertEq(asset.balanceOf(receiver), assets);
    }

    // redeem: "Burns exactly shares from owner and sends assets of underlying tokens to receiver."
    // previewRedeem: "MUST return as close to and no more than the exact amount of assets that would be withdrawn"

    function testFuzz_ERC4626_RedeemBurnsExactlyAndPaysWhatWasPreviewed(uint256 state, uint256 given, uint256 part)
        public
        inState(state)
    {
        uint256 held = _give(_assets(given));
        uint256 shares = bound(part, 0, held);
        uint256 preview = vault.previewRedeem(shares);
        vm.expectEmit(address(vault));
        emit IERC4626.Withdraw(owner, receiver, owner, preview, shares);
        vm.prank(owner);
        uint256 assets = vault.redeem(shares, receiver, owner);
        assertEq(assets, preview);
        assertEq(vault.balanceOf(owner), held - shares);
        assertEq(asset.balanceOf(receiver), assets);
    }

    // "MUST support a withdraw/redeem flow where the shares are burned from owner directly where msg.sender has ERC-20 approval
    // over the shares of owner."

    function testFuzz_ERC4626_SpenderWithdrawsWithinTheAllowanceInShares(uint256 state, uint256 given, uint256 part)
        public
        inState(state)
    {
        _give(_assets(given));
        uint256 assets = bound(part, 0, vault.maxWithdraw(owner));
        uint256 cost = vault.previewWithdraw(assets);
        vm.prank(owner);
        vault.approve(caller, cost + 7);
        vm.prank(caller);
        vault.withdraw(assets, receiver, owner);
        assertEq(vault.allowance(owner, caller), 7);
        assertEq(asset.balanceOf(receiver), assets);
    }

    function testFuzz_ERC4626_SpenderRedeemsWithinTheAllowanceInShares(uint256 state, uint256 given, uint256 part)
        public
        inState(state)
    {
        uint256 shares = bound(part, 0, _give(_assets(given)));
        vm.prank(owner);
        vault.approve(caller, shares + 7);
        vm.prank(caller);
        uint256 assets = vault.redeem(shares, receiver, owner);
        assertEq(vault.allowance(owner, caller), 7);
        assertEq(asset.balanceOf(receiver), assets);
    }

    // "SHOULD check msg.sender can spend owner funds, assets needs to be converted to shares and shares should be checked for
    // allowance. MUST revert if all of assets cannot be withdrawn / all of shares cannot be redeemed"

    function testFuzz_ERC4626_SpenderBeyondTheAllowanceIsRefused(uint256 state, uint256 given, uint256 part)
        public
        inState(state)
    {
        _give(_assets(given));
        uint256 most = vault.maxWithdraw(owner);
        if (most == 0) return;
        uint256 assets = bound(part, 1, most);
        uint256 cost = vault.previewWithdraw(assets);
        vm.prank(owner);
        vault.approve(caller, cost - 1);
        vm.startPrank(caller);
        vm.expectRevert();
        vault.withdraw(assets, receiver, owner);
        vm.expectRevert();
        vault.redeem(cost, receiver, owner);
        vm.stopPrank();
        assertEq(asset.balanceOf(receiver), 0);
        assertEq(vault.allowance(owner, caller), cost - 1);
    }

    // Deposit: "MUST be emitted when tokens are deposited into the Vault via the mint and deposit methods." Withdraw: "MUST be
    // emitted when shares are withdrawn from the Vault in redeem or withdraw methods." (checked above, with every argument)

    // previews: "any unfavorable discrepancy between convertToShares and previewDeposit SHOULD be considered slippage"; there is
    // none but rounding, and previews do not depend on the caller, limits or allowances

    function testFuzz_ERC4626_PreviewsAreConversionsRoundedForTheVault(uint256 state, uint256 amount, bool closed)
        public
        inState(state)
    {
        if (closed) close();
        amount = bound(amount, 0, MOST);
        assertEq(vault.previewDeposit(amount), vault.convertToShares(amount));
        assertEq(vault.previewRedeem(amount), vault.convertToAssets(amount));
        uint256 assets = vault.previewMint(amount);
        assertGe(assets, vault.convertToAssets(amount));
        assertLe(assets, vault.convertToAssets(amount) + 1);
        uint256 shares = vault.previewWithdraw(amount);
        assertGe(shares, vault.convertToShares(amount));
        assertLe(shares, vault.convertToShares(amount) + 1);
        vm.prank(makeAddr("poor"));
        assertEq(vault.previewDeposit(amount), vault.convertToShares(amount));
    }
}
