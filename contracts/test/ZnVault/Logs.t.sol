// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {LogCount} from "../support/LogCount.sol";
import {FeeToken} from "../support/Tokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice Every event with every field, each field with a distinct value, over an asset that takes a fee wherever the
/// vault accepts a fee. Also the cap, which counts all received assets.
contract ZnVaultLogsTest is VaultTest, LogCount {
    uint256 private constant MOST = (1 << 91) - 1;

    FeeToken private token;
    ZnVault private taxed;

    function setUp() public override {
        super.setUp();
        token = new FeeToken(address(this));
        taxed = vaultOf(address(token));
        address[3] memory holders = [funder, alice, bob];
        token.setFee(0);
        for (uint256 i = 0; i < holders.length; ++i) {
            token.transfer(holders[i], 4 * MOST);
            vm.prank(holders[i]);
            token.approve(address(taxed), type(uint256).max);
        }
        token.setFee(300);
    }

    function _fund(uint256 amount) private {
        vm.prank(funder);
        taxed.fund(amount);
    }

    /// @dev A deposit is refused if less arrives than was requested, so no fee applies during deposits.
    function _deposit(address account, uint256 amount) private {
        token.setFee(0);
        vm.prank(account);
        taxed.deposit(amount, account);
        token.setFee(300);
    }

    function _expectFunded(uint256 amount, uint256 rate, uint256 left) private {
        vm.expectEmit(address(taxed));
        emit IZnVault.Funded(funder, amount, rate, vm.getBlockTimestamp() + left);
    }

    // Funding

    /// 200 tokens a second are requested and 194 arrive, in addition to the stream's rest and the held-back amount.
    function test_FundingLogsTheReceivedAmount() public {
        _deposit(alice, 1000 ether);
        vm.recordLogs();
        _expectFunded(194 ether * VESTING, 194 ether, VESTING);
        _fund(200 ether * VESTING);
        assertEq(logsOf(address(taxed)), 1, "the stream runs, which Funded says");
        skip(40 days);
        // 97 tokens a second for 90 days are added to 194 for 50 days
        uint256 budget = 194 ether * uint256(50 days) + 97 ether * VESTING;
        _expectFunded(97 ether * VESTING, budget / VESTING, VESTING);
        _fund(100 ether * VESTING);
        assertEq(taxed.vaultState().undistributed, budget % VESTING);
    }

    /// This is less than the running rate would use until then, so the rate stays and the end moves back.
    function test_FundingLittleLogsTheReceivedAmountAndTheOldRate() public {
        _deposit(alice, 1000 ether);
        _fund(200 ether * VESTING);
        skip(40 days);
        _expectFunded(194 ether * uint256(3 days), 194 ether, 53 days);
        _fund(200 ether * uint256(3 days));
    }

    function test_FundingWithTooFewSharesLogsThatNothingVests() public {
        _expectFunded(194 ether * VESTING, 194 ether, VESTING);
        vm.expectEmit(address(taxed));
        emit IZnVault.StreamUpdated(0, vm.getBlockTimestamp() + VESTING);
        _fund(200 ether * VESTING);
        skip(1 days);
        token.setFee(0);
        vm.expectEmit(address(taxed));
        emit IZnVault.StreamUpdated(194 ether, vm.getBlockTimestamp() + VESTING);
        vm.prank(alice);
        taxed.deposit(1000 ether, alice);
    }

    // The cap

    /// The cap counts both the streaming and the arriving amount. Each amount alone would fit.
    function test_TheCapCountsStreamingAmounts() public {
        _deposit(alice, MOST / 3);
        token.setFee(0);
        _fund(MOST / 3);
        skip(30 days); // a third of the amount has vested, and still counts
        uint256 room = MOST - 2 * (MOST / 3);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AssetsAboveMaximum.selector, MOST + 1, MOST));
        _fund(room + 1);
        _fund(room);
        assertEq(taxed.vaultState().assets + taxed.vaultState().unvested + taxed.vaultState().undistributed, MOST);
    }

    /// An amount that rounding held back counts, too.
    function test_TheCapCountsHeldBackAmounts() public {
        token.setFee(0);
        _fund(2 * VESTING - 1);
        assertEq(taxed.vaultState().undistributed, VESTING - 1);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AssetsAboveMaximum.selector, MOST + 1, MOST));
        _fund(MOST + 1 - (2 * VESTING - 1));
        _fund(MOST - (2 * VESTING - 1));
    }

    /// A funding may request more than the cap leaves, if the received amount fits.
    function test_TheCapCountsTheReceivedAmount() public {
        uint256 asked = MOST * 10_000 / 9700;
        uint256 came = asked - asked * 300 / 10_000;
        assertLe(came, MOST);
        vm.expectRevert(
            abi.encodeWithSelector(IZnVault.ZnVault_AssetsAboveMaximum.selector, came + 97 * (MOST - came + 1), MOST)
        );
        _fund(asked + 100 * (MOST - came + 1));
        _fund(asked);
        assertEq(taxed.vaultState().unvested + taxed.vaultState().undistributed, came);
    }

    // Depositing and leaving

    function test_DepositingLogsThePayerAndTheHolder() public {
        token.setFee(0);
        vm.recordLogs();
        _expectMoves(alice, address(taxed), 7 ether, address(0), bob, 7 ether * UNIT);
        emit IERC4626.Deposit(alice, bob, 7 ether, 7 ether * UNIT);
        vm.expectEmit(address(taxed));
        emit IZnVault.InviterNamed(alice, carol);
        vm.prank(alice);
        taxed.depositWithInviter(7 ether, bob, carol);
        assertEq(logsOf(address(taxed)), 3);
    }

    /// At a price of 3 wei a share: shares and assets differ.
    function test_MintingLogsItsCost() public {
        _tripled();
        uint256 assets = taxed.previewMint(2 ether * UNIT);
        assertApproxEqAbs(assets, 6 ether, 1e6);
        token.setFee(0);
        _expectMoves(alice, address(taxed), assets, address(0), bob, 2 ether * UNIT);
        emit IERC4626.Deposit(alice, bob, assets, 2 ether * UNIT);
        vm.prank(alice);
        assertEq(taxed.mint(2 ether * UNIT, bob), assets);
    }

    /// If the asset takes a fee, the recipient gets less than left the vault. The log has the amount that left.
    function test_LeavingLogsCallerRecipientAndHolder() public {
        _tripled();
        vm.prank(alice);
        taxed.approve(bob, type(uint256).max);
        uint256 shares = taxed.previewWithdraw(60 ether);
        _expectLeaving(60 ether, shares);
        vm.prank(bob);
        assertEq(taxed.withdraw(60 ether, carol, alice), shares);
        assertEq(token.balanceOf(carol), 60 ether * 97 / 100);
        uint256 assets = taxed.previewRedeem(9 ether * UNIT);
        _expectLeaving(assets, 9 ether * UNIT);
        vm.prank(bob);
        assertEq(taxed.redeem(9 ether * UNIT, carol, alice), assets);
    }

    /// @dev Alice's 100 tokens become 300.
    function _tripled() private {
        _deposit(alice, 100 ether);
        token.setFee(0);
        _fund(200 ether);
        skip(VESTING);
        token.setFee(300);
        assertApproxEqAbs(taxed.totalAssets(), 300 ether, VESTING);
    }

    function _expectMoves(
        address payer,
        address paid,
        uint256 assets,
        address sharesFrom,
        address sharesTo,
        uint256 shares
    ) private {
        vm.expectEmit(address(token));
        emit IERC20.Transfer(payer, paid, assets);
        vm.expectEmit(address(taxed));
        emit IERC20.Transfer(sharesFrom, sharesTo, shares);
        vm.expectEmit(address(taxed));
    }

    function _expectLeaving(uint256 assets, uint256 shares) private {
        vm.expectEmit(address(taxed));
        emit IERC20.Transfer(alice, address(0), shares);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(taxed), carol, assets - assets * 300 / 10_000);
        vm.expectEmit(address(taxed));
        emit IERC4626.Withdraw(bob, carol, alice, assets, shares);
    }

    // Roles

    function test_RolesLogTheNamedAccounts() public {
        vm.expectEmit();
        emit IZnVault.GuardianSet(guardian);
        ZnVault other = vaultOf(address(galx));
        vm.startPrank(owner);
        vm.expectEmit(address(other));
        emit IZnVault.GuardianSet(bob);
        other.setGuardian(bob);
        vm.expectEmit(address(other));
        emit IZnVault.DepositsPauseSet(vm.getBlockTimestamp() + 7 days);
        other.pauseDeposits();
        skip(1 days);
        vm.expectEmit(address(other));
        emit IZnVault.DepositsPauseSet(0);
        other.unpauseDeposits();
        other.transferOwnership(carol);
        vm.stopPrank();
        vm.expectEmit(address(other));
        emit Ownable.OwnershipTransferred(owner, carol);
        vm.prank(carol);
        other.acceptOwnership();
    }
}
