// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VaultTest} from "../support/VaultTest.sol";

/// @notice First-depositor inflation and donations. An attacker may change the price of a share in any way beforehand, and the next depositor still
/// loses at most a wei. Carol attacks, and Alice is the victim.
contract ZnVaultInflationTest is VaultTest {
    function testFuzz_Threat_FirstDepositorInflation(uint256 dust, uint256 donation, uint256 amount) public {
        dust = bound(dust, 1, 1 ether);
        donation = bound(donation, 0, 1e24);
        amount = bound(amount, 1, 1e24);
        deposit(carol, dust);
        vm.prank(carol);
        galx.transfer(address(vault), donation);
        deposit(alice, amount);
        assertEq(worth(alice), amount, "the victim loses nothing");
        uint256 paid = redeemAll(carol);
        assertEq(paid, dust, "and the donation is gone");
    }

    function test_Threat_FirstDepositorInflation_Donation1e24() public {
        deposit(carol, 1);
        vm.prank(carol);
        galx.transfer(address(vault), 1e24);
        assertEq(deposit(alice, 1), UNIT);
        assertEq(redeemAll(alice), 1);
    }

    /// Only a funding counts as a gift. It raises the price for real, and the next depositor pays that price without a
    /// loss.
    function testFuzz_Threat_FirstDepositorInflation_ByFunding(uint256 first, uint256 gift, uint256 amount) public {
        first = bound(first, 1, 1 ether);
        gift = bound(gift, VESTING, WEALTH);
        amount = bound(amount, 1, WEALTH);
        deposit(carol, first);
        fund(gift);
        skip(VESTING);
        deposit(alice, amount);
        assertGe(worth(alice) + 1, amount, "the victim loses a wei at most");
        assertLe(worth(alice), amount);
    }

    /// A thousand calls, each of which adds the remainder of rounding to the price, with almost no shares in the vault.
    function test_Threat_FirstDepositorInflation_ByRounding() public {
        deposit(carol, 3 ether);
        fund(WEALTH);
        skip(VESTING);
        uint256 spent = galx.balanceOf(carol) + worth(carol);
        vm.startPrank(carol);
        vault.redeem(vault.balanceOf(carol) - 5, carol, carol);
        for (uint256 i = 0; i < 1000; ++i) {
            vault.deposit(1, carol);
            vault.redeem(vault.balanceOf(carol), carol, carol);
        }
        vm.stopPrank();
        assertLe(galx.balanceOf(carol) + worth(carol), spent, "it costs the attacker");
        deposit(alice, 1 ether);
        assertGe(worth(alice) + 1, 1 ether, "the victim loses a wei at most");
    }

    /// The vault's own shares, which protect against inflation, take almost nothing of a funding.
    function testFuzz_Threat_RewardsDoNotFallToNobody(uint256 amount, uint256 budget) public {
        amount = bound(amount, vault.minimumShares() / UNIT + 1, WEALTH);
        budget = bound(budget, VESTING, WEALTH);
        deposit(alice, amount);
        fund(budget);
        uint256 vesting = vault.vaultState().unvested;
        skip(VESTING);
        assertGe(worth(alice) + vesting / 1e15 + 1, amount + vesting, "a part in 10^15 at most, and a wei");
    }
}
