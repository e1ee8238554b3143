// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice The actions of owner and guardian, and the values that neither can touch (assets, rewards, leaving).
contract ZnVaultRolesTest is VaultTest {
    /// @dev Alice holds shares that earn. After `call` they keep their value and continue to earn, and all her ways out
    /// are open.
    function _unharmedBy(function() internal call) private {
        fund(BUDGET);
        deposit(alice, 1000 ether);
        skip(1000);
        uint256 assets = worth(alice);
        call();
        assertEq(worth(alice), assets, "worth");
        skip(1000);
        assertApproxEqAbs(worth(alice), 3000 ether, 2, "earning goes on");
        vm.startPrank(alice);
        vault.withdraw(500 ether, alice, alice);
        vault.transfer(bob, vault.balanceOf(alice) / 5);
        vm.stopPrank();
        assertApproxEqAbs(redeemAll(bob), 500 ether, 3);
        assertApproxEqAbs(redeemAll(alice), 2000 ether, 3);
        fund(1 ether);
    }

    function _pauseAndUnpause() internal {
        pause();
        vm.prank(owner);
        vault.unpauseDeposits();
    }

    function _setGuardian() internal {
        vm.prank(owner);
        vault.setGuardian(bob);
    }

    function _transferOwnership() internal {
        vm.prank(owner);
        vault.transferOwnership(bob);
        assertEq(vault.owner(), owner, "an offer moves nothing");
        assertEq(vault.pendingOwner(), bob);
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, carol));
        vault.acceptOwnership();
        vm.prank(bob);
        vault.acceptOwnership();
        assertEq(vault.owner(), bob);
    }

    function _pauseAndRenounceOwnership() internal {
        pause();
        vm.prank(owner);
        vault.renounceOwnership();
    }

    function test_PausingTakesNothingFromHolders() public {
        _unharmedBy(pause);
    }

    function test_UnpausingTakesNothingFromHolders() public {
        _unharmedBy(_pauseAndUnpause);
    }

    function test_NamingAGuardianTakesNothingFromHolders() public {
        _unharmedBy(_setGuardian);
    }

    function test_HandingOverOwnershipTakesNothingFromHolders() public {
        _unharmedBy(_transferOwnership);
    }

    function test_RenouncingOwnershipWhilePausedTakesNothingFromHolders() public {
        _unharmedBy(_pauseAndRenounceOwnership);
    }

    function test_PauseStopsEveryWayIn() public {
        uint256 until = block.timestamp + 7 days;
        vm.expectEmit(address(vault));
        emit IZnVault.DepositsPauseSet(until);
        pause();
        assertEq(vault.vaultState().depositsPausedUntil, until);
        assertEq(vault.maxDeposit(alice), 0);
        assertEq(vault.maxMint(alice), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 1 ether);
        bytes memory why = abi.encodeWithSelector(IZnVault.ZnVault_DepositsPaused.selector, until);
        vm.startPrank(alice);
        vm.expectRevert(why);
        vault.deposit(1 ether, alice);
        vm.expectRevert(why);
        vault.mint(1e30, alice);
        vm.expectRevert(why);
        vault.depositWithInviter(1 ether, alice, bob);
        vm.expectRevert(why);
        vault.depositWithPermit(1 ether, alice, bob, signed.deadline, signed.v, signed.r, signed.s);
        vm.stopPrank();
        fund(BUDGET);
        skip(1);
        assertEq(vault.vaultState().depositsPausedUntil, until, "funding does not lift a pause");
        vm.expectEmit(address(vault));
        emit IZnVault.DepositsPauseSet(0);
        vm.prank(owner);
        vault.unpauseDeposits();
        deposit(alice, 1 ether);
    }

    function test_WithdrawingDoesNotLiftAPause() public {
        deposit(alice, 2 ether);
        pause();
        skip(1);
        withdraw(alice, 1 ether);
        assertEq(vault.vaultState().depositsPausedUntil, block.timestamp + 7 days - 1);
        assertEq(vault.maxDeposit(alice), 0);
    }

    function test_OwnerPausesToo() public {
        vm.prank(owner);
        vault.pauseDeposits();
        assertEq(vault.vaultState().depositsPausedUntil, block.timestamp + 7 days);
    }

    function test_APauseEndsByItself() public {
        uint256 until = block.timestamp + 7 days;
        pause();
        vm.prank(owner);
        vault.renounceOwnership();
        vm.warp(until - 1);
        assertEq(vault.maxDeposit(alice), 0);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_DepositsPaused.selector, until));
        vault.deposit(1 ether, alice);
        vm.warp(until);
        assertEq(vault.vaultState().depositsPausedUntil, 0);
        assertGt(vault.maxDeposit(alice), 1e27);
        assertGt(vault.maxMint(alice), 1e39);
        vm.prank(alice);
        vault.mint(1e30, alice);
        deposit(bob, 1 ether);
    }

    /// A pause that starts after another pause has ended, with deposits between them, and a pause during a pause.
    function test_PausesFollowEachOther() public {
        uint256 begin = block.timestamp;
        pause();
        skip(7 days);
        deposit(alice, 1 ether);
        vm.prank(owner);
        vault.pauseDeposits();
        assertEq(vault.maxDeposit(alice), 0);
        skip(1 days);
        vm.prank(owner);
        vault.pauseDeposits();
        assertEq(vault.vaultState().depositsPausedUntil, begin + 15 days);
        vm.warp(begin + 15 days);
        deposit(alice, 1 ether);
        assertEq(vault.vaultState().guardianPausesFrom, begin + 30 days);
    }

    function test_TheGuardianPausesOnceInThirtyDaysAndTheOwnerAtAnyTime() public {
        uint256 begin = block.timestamp;
        assertEq(vault.vaultState().guardianPausesFrom, 0);
        _pauseAndUnpause();
        bytes memory why = abi.encodeWithSelector(GuardianPause_TooSoon.selector, begin + 30 days);
        vm.prank(guardian);
        vm.expectRevert(why);
        vault.pauseDeposits();
        vm.prank(owner);
        vault.pauseDeposits();
        vm.warp(begin + 30 days - 1);
        vm.prank(guardian);
        vm.expectRevert(why);
        vault.pauseDeposits();
        deposit(alice, 1 ether);
        skip(1);
        pause();
        assertEq(vault.vaultState().depositsPausedUntil, begin + 37 days);
    }

    function test_GuardianIsReplacedAtOnce() public {
        vm.expectEmit(address(vault));
        emit IZnVault.GuardianSet(bob);
        _setGuardian();
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_CallerNotGuardian.selector, guardian));
        vault.pauseDeposits();
        vm.prank(bob);
        vault.pauseDeposits();
    }

    function test_OnlyTheRolesHaveTheirPowers() public {
        address[2] memory callers = [alice, guardian];
        for (uint256 i = 0; i < callers.length; ++i) {
            bytes memory stranger = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, callers[i]);
            vm.startPrank(callers[i]);
            vm.expectRevert(stranger);
            vault.unpauseDeposits();
            vm.expectRevert(stranger);
            vault.setGuardian(callers[i]);
            vm.expectRevert(stranger);
            vault.transferOwnership(callers[i]);
            vm.expectRevert(stranger);
            vault.renounceOwnership();
            vm.stopPrank();
        }
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_CallerNotGuardian.selector, alice));
        vault.pauseDeposits();
    }
}
