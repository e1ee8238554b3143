// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract ZnVaultEdgesTest is VaultTest {
    /// One and a half times the lowest funding: the rate is rounded down, the stream does not become longer, and the
    /// half is held back.
    function test_AStreamIsNeverLongerThanTheVestingDuration() public {
        deposit(alice, 1 ether);
        fund(VESTING + VESTING / 2);
        IZnVault.VaultState memory state = vault.vaultState();
        assertEq(state.rewardRate, 1);
        assertEq(state.rewardEnd, vm.getBlockTimestamp() + VESTING);
        assertEq(state.unvested, VESTING);
        assertEq(state.undistributed, VESTING / 2);
        skip(VESTING + 1 days);
        assertEq(vault.totalAssets(), 1 ether + VESTING);
    }

    /// The amount that the error names includes the undistributed rest of earlier fundings.
    function test_AFundingThatIsTooSmallNamesTheTotal() public {
        deposit(alice, 1 ether);
        fund(VESTING + VESTING / 2);
        skip(VESTING);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_FundingTooSmall.selector, VESTING / 2 + 1));
        vm.prank(funder);
        vault.fund(1);
        assertEq(vault.vaultState().undistributed, VESTING / 2);
    }

    function test_ALiftedPauseShowsNoEnd() public {
        pause();
        vm.prank(owner);
        vault.unpauseDeposits();
        assertEq(vault.vaultState().depositsPausedUntil, 0);
        assertEq(vault.maxDeposit(alice), (1 << 91) - 1);
    }

    function test_EveryPermitOfSharesIsGoodOnce() public {
        for (uint256 used = 0; used < 2; ++used) {
            assertEq(vault.nonces(alice), used);
            Signed memory permit = signPermit(aliceKey, address(vault), bob, 7 ether + used);
            vault.permit(alice, bob, 7 ether + used, permit.deadline, permit.v, permit.r, permit.s);
            assertEq(vault.allowance(alice, bob), 7 ether + used);
            vm.expectRevert();
            vault.permit(alice, bob, 7 ether + used, permit.deadline, permit.v, permit.r, permit.s);
        }
        assertEq(vault.nonces(alice), 2);
        assertEq(vault.nonces(bob), 0);
    }
}
