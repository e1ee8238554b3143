// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {FeeToken} from "../support/Tokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract ZnVaultFundTest is VaultTest {
    function _left() private view returns (uint256) {
        return vault.vaultState().rewardEnd - block.timestamp;
    }

    function test_FundingVestsLinearly() public {
        deposit(alice, 1000 ether);
        vm.expectEmit(address(vault));
        emit IZnVault.Funded(funder, BUDGET, 1 ether, block.timestamp + VESTING);
        fund(BUDGET);
        assertEq(vault.totalAssets(), 1000 ether, "nothing has vested in no time");
        skip(1);
        assertEq(vault.totalAssets(), 1001 ether);
        skip(VESTING / 2 - 1);
        assertEq(vault.totalAssets(), 1000 ether + BUDGET / 2);
        skip(VESTING);
        assertEq(vault.totalAssets(), 1000 ether + BUDGET);
        skip(VESTING);
        assertEq(vault.totalAssets(), 1000 ether + BUDGET, "and not a wei more");
        IZnVault.VaultState memory state = vault.vaultState();
        assertEq(state.rewardRate, 0);
        assertEq(state.rewardEnd, block.timestamp);
        assertEq(state.unvested, 0);
    }

    function test_StateReturnsEveryFigure() public {
        deposit(alice, 1000 ether);
        fund(BUDGET + 5);
        skip(10);
        IZnVault.VaultState memory state = vault.vaultState();
        assertEq(state.assets, 1010 ether);
        assertEq(state.rewardRate, 1 ether);
        assertEq(state.rewardEnd, block.timestamp + VESTING - 10);
        assertEq(state.unvested, BUDGET - 10 ether);
        assertEq(state.undistributed, 5);
        assertEq(state.depositsPausedUntil, 0);
    }

    function test_FundingWhileAStreamRunsRaisesTheRate() public {
        deposit(alice, 1 ether);
        fund(BUDGET);
        skip(VESTING / 2);
        fund(BUDGET);
        assertEq(vault.vaultState().rewardRate, 1.5 ether);
        assertEq(_left(), VESTING);
    }

    function test_FundingTooLittleForAHigherRateMovesTheEndBack() public {
        deposit(alice, 1 ether);
        fund(BUDGET);
        skip(VESTING / 2);
        fund(100 ether);
        assertEq(vault.vaultState().rewardRate, 1 ether);
        assertEq(_left(), VESTING / 2 + 100);
        fund(0.5 ether);
        assertEq(_left(), VESTING / 2 + 100, "half a second's worth is held back");
        assertEq(vault.vaultState().undistributed, 0.5 ether);
        fund(0.5 ether);
        assertEq(_left(), VESTING / 2 + 101, "and comes with the next");
        assertEq(vault.vaultState().undistributed, 0);
    }

    /// Otherwise a small funding after the end would vest within moments, to an account that waits for it.
    function test_FundingAfterTheEndStartsAtItsOwnRate() public {
        deposit(alice, 1 ether);
        fund(BUDGET);
        skip(VESTING + 1);
        fund(BUDGET / 100);
        assertEq(vault.vaultState().rewardRate, 0.01 ether);
        assertEq(_left(), VESTING);
    }

    function testFuzz_FundingNeverLowersARateOrBringsAnEndForward(uint256 first, uint256 later, uint256 time) public {
        first = bound(first, VESTING, WEALTH / 2);
        later = bound(later, 0, WEALTH / 2);
        time = bound(time, 0, 2 * VESTING);
        deposit(alice, 1 ether);
        fund(first);
        skip(time);
        IZnVault.VaultState memory before = vault.vaultState();
        vm.prank(funder);
        try vault.fund(later) {} catch {}
        IZnVault.VaultState memory state = vault.vaultState();
        assertGe(state.rewardRate, before.rewardRate, "rate");
        assertGe(state.rewardEnd, before.rewardEnd, "end");
        assertEq(state.assets, before.assets, "nothing vests by funding");
        assertEq(
            state.assets + state.unvested + state.undistributed,
            galx.balanceOf(address(vault)),
            "every wei is accounted for"
        );
    }

    function test_FundingTooSmallForAnyRateIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_FundingTooSmall.selector, VESTING - 1));
        fund(VESTING - 1);
        assertEq(galx.balanceOf(address(vault)), 0);
        fund(VESTING);
        assertEq(vault.vaultState().rewardRate, 1);
    }

    function test_FundingBeyondTheMaximumIsRefused() public {
        FeeToken token = new FeeToken(address(this));
        token.setFee(0);
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        other.deposit(1e24, address(this));
        // donations use none of the limit
        token.transfer(address(other), 7e24);
        uint256 most = (1 << 91) - 1;
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AssetsAboveMaximum.selector, most + 1, most));
        other.fund(most + 1 - 1e24);
        other.fund(most - 1e24);
        assertLt(other.maxDeposit(address(this)), 1461 days, "only the held-back amount is left to deposit");
        skip(VESTING);
        assertEq(other.totalAssets() + other.vaultState().undistributed, most);
        assertApproxEqAbs(other.redeem(1e36, address(this), address(this)), most, 1 days * 1461);
    }

    function test_FundingCountsTheReceivedAmount() public {
        FeeToken token = new FeeToken(address(this));
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        vm.expectEmit(address(other));
        emit IZnVault.Funded(address(this), BUDGET * 97 / 100, 0.97 ether, block.timestamp + VESTING);
        other.fund(BUDGET);
        assertEq(other.vaultState().unvested, BUDGET * 97 / 100);
    }

    function test_VestingStandsStillWhileThereAreNoShares() public {
        fund(BUDGET);
        skip(40 days);
        assertEq(vault.totalAssets(), 0);
        assertEq(_left(), VESTING);
        deposit(alice, 1000 ether);
        assertEq(worth(alice), 1000 ether, "nobody earns for the time before");
        skip(100);
        assertEq(vault.totalAssets(), 1100 ether);
        redeemAll(alice);
        skip(40 days);
        assertEq(_left(), VESTING - 100, "nor for the time between");
        deposit(bob, 1000 ether);
        assertApproxEqAbs(worth(bob), 1000 ether, 1);
        skip(VESTING);
        // except for the part of the vault's own 10^12 of 10^33 shares
        assertApproxEqAbs(worth(bob), 1000 ether + BUDGET - 100 ether, BUDGET / 1e20, "nothing is lost");
    }

    function test_VestingStandsStillWhileThereAreTooFewShares() public {
        fund(BUDGET);
        vm.startPrank(alice);
        vault.mint(vault.minimumShares() - 1, alice);
        uint256 assets = vault.totalAssets();
        skip(40 days);
        assertEq(vault.totalAssets(), assets);
        assertEq(_left(), VESTING);
        vault.mint(1, alice);
        skip(1);
        assertEq(vault.totalAssets(), assets + 1 + 1 ether);
        vault.redeem(1, alice, alice);
        skip(1 days);
        assertEq(vault.totalAssets(), assets + 1 + 1 ether);
        assertEq(_left(), VESTING - 1);
        vm.stopPrank();
    }

    function test_RewardsAreTheSameOverAnySplitOfTime() public {
        deposit(alice, 3 ether);
        fund(BUDGET / 7 + 1);
        uint256 start = vm.snapshotState();
        skip(100_000);
        fund(0);
        uint256 assets = vault.totalAssets();
        vm.revertToState(start);
        uint256[5] memory steps = [uint256(1), 0, 86_398, 1, 13_600];
        for (uint256 i = 0; i < steps.length; ++i) {
            skip(steps[i]);
            fund(0);
            assertEq(vault.totalAssets(), 3 ether + vault.vaultState().rewardRate * (block.timestamp - 1_800_000_000));
        }
        assertEq(vault.totalAssets(), assets);
    }

    function test_TokensSentToTheVaultMoveNothing() public {
        deposit(alice, 1000 ether);
        fund(BUDGET);
        skip(100);
        IZnVault.VaultState memory before = vault.vaultState();
        uint256 shares = vault.previewDeposit(1 ether);
        vm.prank(bob);
        galx.transfer(address(vault), 1_000_000 ether);
        assertEq(abi.encode(vault.vaultState()), abi.encode(before));
        assertEq(vault.previewDeposit(1 ether), shares);
        fund(1 ether);
        assertEq(vault.vaultState().unvested, before.unvested + 1 ether, "nor does a funding pick them up");
    }
}
