// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice The recipients of the vault's payments: any account that the holder names, except an account from which
/// nobody could withdraw.
contract ZnVaultRecipientsTest is VaultTest {
    function test_NeitherTheZeroAddressNorTheVaultIsPaid() public {
        deposit(alice, 10 ether);
        address[2] memory lost = [address(0), address(vault)];
        for (uint256 i = 0; i < lost.length; ++i) {
            bytes memory refusal = abi.encodeWithSelector(IZnVault.ZnVault_RecipientRefused.selector, lost[i]);
            vm.startPrank(alice);
            vm.expectRevert(refusal);
            vault.withdraw(1 ether, lost[i], alice);
            vm.expectRevert(refusal);
            vault.redeem(1 ether * UNIT, lost[i], alice);
            vm.stopPrank();
        }
        assertEq(worth(alice), 10 ether);
        vm.prank(alice);
        vault.withdraw(1 ether, bob, alice);
        assertEq(galx.balanceOf(bob), WEALTH + 1 ether);
    }

    function test_TheVaultMayHaveNoSharesOfItsOwn() public {
        assertEq(vault.maxDeposit(address(vault)), 0);
        assertEq(vault.maxMint(address(vault)), 0);
        assertGt(vault.maxDeposit(bob), 0);
        vm.startPrank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxDeposit.selector, address(vault), 1 ether, 0)
        );
        vault.deposit(1 ether, address(vault));
        vm.expectRevert(abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxMint.selector, address(vault), UNIT, 0));
        vault.mint(UNIT, address(vault));
        vm.expectRevert(
            abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxDeposit.selector, address(vault), 1 ether, 0)
        );
        vault.depositWithInviter(1 ether, address(vault), bob);
        vm.stopPrank();
        assertEq(galx.balanceOf(alice), WEALTH);
    }

    function test_TheVaultTakesNoTransferOfItsShares() public {
        uint256 shares = deposit(alice, 10 ether);
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(vault)));
        vault.transfer(address(vault), 1);
        vault.approve(bob, shares);
        vm.stopPrank();
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(vault)));
        vault.transferFrom(alice, address(vault), 1);
        assertEq(vault.balanceOf(alice), shares);
    }
}
