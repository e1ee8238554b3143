// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice Across and after the ends of 32-bit and 40-bit time: nothing vests twice or early, and the holders leave
/// with exactly the received amount.
contract ZnVaultClockTest is VaultTest {
    uint256[2] private ends = [uint256(1 << 32), 1 << 40];

    /// Two holders at a price other than 1, a stream across the end of the clock, and every kind of call between that
    /// end and the exit.
    function test_AStreamRunsAcrossTheEndOfTime() public {
        for (uint256 i = 0; i < ends.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            _acrossTheEnd(ends[i]);
            vm.revertToState(snapshot);
        }
    }

    function _acrossTheEnd(uint256 end) private {
        vm.warp(end - VESTING / 3);
        deposit(alice, 3000 ether);
        deposit(bob, 1000 ether);
        fund(BUDGET);
        uint256 rewardEnd = vault.vaultState().rewardEnd;
        vm.warp(end - 1);
        _assertVested(VESTING / 3 - 1);
        vm.warp(end);
        _assertVested(VESTING / 3);
        vm.warp(end + 10);
        _assertVested(VESTING / 3 + 10);

        // a deposit, a withdrawal, a transfer, a funding and a pause move the ledger to a time after the end of the
        // clock
        uint256 price = worth(bob);
        deposit(carol, 500 ether);
        assertApproxEqAbs(worth(carol), 500 ether, 2, "no shares for nothing");
        withdraw(carol, 200 ether);
        uint256 half = vault.balanceOf(carol) / 2;
        vm.prank(carol);
        vault.transfer(alice, half);
        pause();
        assertEq(worth(bob), price, "calls alone vest nothing");
        uint256 unvested = vault.vaultState().unvested;
        fund(7 ether);
        assertEq(vault.vaultState().unvested + vault.vaultState().undistributed, unvested + 7 ether);
        assertGe(vault.vaultState().rewardEnd, rewardEnd, "no end comes forward");
        skip(1);
        assertLe(worth(bob) - price, vault.vaultState().rewardRate, "a second vests a second's rewards at most");

        vm.warp(end + 2 * VESTING);
        IZnVault.VaultState memory state = vault.vaultState();
        assertEq(state.unvested, 0);
        uint256 all = 4000 ether + 300 ether + BUDGET + 7 ether;
        assertEq(state.assets + state.undistributed, all, "all received amounts less all paid amounts");
        skip(100_000 days);
        assertEq(vault.totalAssets(), state.assets, "and it vests once");
        uint256 paid = redeemAll(alice) + redeemAll(bob) + redeemAll(carol);
        // a few thousand wei have vested to the vault's own 10^12 shares
        assertApproxEqAbs(paid + state.undistributed, all, 5000, "everybody leaves with it");
        assertLe(paid + state.undistributed, all);
    }

    function _assertVested(uint256 time) private view {
        assertEq(vault.totalAssets(), 4000 ether + time * 1 ether);
    }

    /// Vesting stands still while nobody holds shares, also across the end of the clock.
    function test_AStreamThatStandsStillAcrossTheEndIsNotLost() public {
        for (uint256 i = 0; i < ends.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.warp(ends[i] - 5);
            fund(BUDGET);
            vm.warp(ends[i] + 5);
            deposit(alice, 3000 ether);
            assertEq(vault.totalAssets(), 3000 ether);
            assertEq(vault.vaultState().unvested, BUDGET);
            skip(100);
            assertEq(vault.totalAssets(), 3100 ether);
            assertApproxEqAbs(redeemAll(alice), 3100 ether, 2);
            vm.revertToState(snapshot);
        }
    }
}
