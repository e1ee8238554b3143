// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Vm} from "forge-std/Vm.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {FalseToken, FeeToken, SilentToken} from "../support/Tokens.sol";
import {VaultTest} from "../support/VaultTest.sol";

contract ZnVaultDepositTest is VaultTest {
    function test_FirstDepositBuysATrillionSharesAWei() public {
        vm.expectEmit(address(vault));
        emit IERC4626.Deposit(alice, alice, 5 ether, 5e30);
        assertEq(deposit(alice, 5 ether), 5e30);
        assertEq(vault.balanceOf(alice), 5e30);
        assertEq(vault.totalAssets(), 5 ether);
        assertEq(galx.balanceOf(address(vault)), 5 ether);
        assertEq(galx.balanceOf(alice), WEALTH - 5 ether);
    }

    function test_LaterDepositsPayThePriceOfTheMoment() public {
        deposit(alice, 1000 ether);
        fund(BUDGET);
        skip(1000);
        // 1 000 GALX have become 2 000, so a share costs twice as much
        assertApproxEqAbs(deposit(bob, 1000 ether), 500e30, UNIT);
        assertApproxEqAbs(worth(alice), 2000 ether, 2);
        assertApproxEqAbs(worth(bob), 1000 ether, 2);
    }

    function test_MintTakesThePriceOfTheSharesRoundedUp() public {
        deposit(alice, 1000 ether);
        fund(BUDGET);
        skip(333);
        vm.prank(bob);
        uint256 assets = vault.mint(1, bob);
        assertEq(assets, 1);
        assertEq(vault.balanceOf(bob), 1);
        assertEq(worth(bob), 0, "less than a wei's worth of shares pays nothing");
    }

    function test_DepositsForSomebodyElse() public {
        vm.prank(alice);
        vault.deposit(5 ether, bob);
        assertEq(vault.balanceOf(bob), 5e30);
        assertEq(vault.balanceOf(alice), 0);
    }

    function test_DepositsOfLessThanAShareAreRefused() public {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AmountTooSmall.selector, 0));
        vault.deposit(0, alice);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AmountTooSmall.selector, 0));
        vault.mint(0, alice);
        vm.stopPrank();
    }

    function test_NoVestingLiftsAShareAboveAWei() public {
        // the fewest shares for which anything vests, and the greatest amount that can vest
        deposit(alice, vault.minimumShares() / UNIT + 1);
        galx.mint(funder, 600_000_000 ether);
        fund(galx.balanceOf(funder));
        skip(VESTING);
        assertEq(vault.previewMint(1), 1);
        assertGt(vault.previewDeposit(1), 0);
    }

    function test_DepositsBeyondTheMaximumAreRefused() public {
        assertEq(vault.maxDeposit(alice), (1 << 91) - 1);
        deposit(alice, 1 ether);
        fund(BUDGET);
        uint256 most = (1 << 91) - 1 - 1 ether - BUDGET;
        assertEq(vault.maxDeposit(alice), most, "the amount that will vest counts");
        skip(1000);
        assertEq(vault.maxDeposit(alice), most, "vesting changes nothing");
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxDeposit.selector, alice, most + 1, most));
        vault.deposit(most + 1, alice);
        uint256 shares = vault.maxMint(alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxMint.selector, alice, shares + 1, shares));
        vault.mint(shares + 1, alice);
        vm.stopPrank();
    }

    /// At a price that does not divide evenly, the maximum buys a whole number of shares and not one more.
    function test_TheMaximumToMintIsRoundedDown() public {
        deposit(alice, 1000 ether);
        fund(BUDGET);
        skip(333);
        uint256 most = vault.maxDeposit(alice);
        (uint256 assets, uint256 shares) = price();
        assertNotEq(mulmod(most, shares, assets), 0, "it does not divide");
        uint256 mintable = vault.maxMint(alice);
        assertEq(mintable, Math.mulDiv(most, shares, assets));
        assertEq(vault.previewMint(mintable), most, "costs what can be deposited");
        assertEq(vault.previewMint(mintable + 1), most + 1, "one share more costs a wei too much");
    }

    /// The maximum counts the assets that belong to shares now or later, but neither donations nor held-back amounts.
    function test_TheMaximumCountsVestedAndUnvestedAloneToTheWei() public {
        deposit(alice, 1000 ether);
        fund(BUDGET + 12_345);
        skip(333);
        assertEq(vault.vaultState().undistributed, 12_345);
        uint256 most = (1 << 91) - 1 - 1000 ether - BUDGET;
        assertEq(vault.maxDeposit(bob), most);
        vm.prank(bob);
        galx.transfer(address(vault), 777 ether);
        assertEq(vault.maxDeposit(bob), most, "a donation takes no room");
        assertEq(vault.vaultState().unvested, BUDGET - 333 ether);
        withdraw(alice, 200 ether);
        assertEq(vault.maxDeposit(bob), most + 200 ether, "a withdrawal makes room");
    }

    function test_DepositsBeyondTheBalanceOrTheAllowanceAreRefused() public {
        vm.startPrank(alice);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        vault.deposit(WEALTH + 1, alice);
        galx.approve(address(vault), 1 ether - 1);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        vault.deposit(1 ether, alice);
        vm.stopPrank();
        assertEq(vault.totalSupply(), 0);
    }

    // Inviters

    function test_InviterIsNamedForTheCaller() public {
        vm.expectEmit(address(vault));
        emit IZnVault.InviterNamed(alice, carol);
        vm.prank(alice);
        assertEq(vault.depositWithInviter(5 ether, alice, carol), 5e30);
        assertEq(vault.balanceOf(alice), 5e30);
    }

    function test_InviterIsNeverNamedForSomebodyElse() public {
        // shares sent to bob do not say who invited bob
        vm.expectEmit(address(vault));
        emit IZnVault.InviterNamed(alice, carol);
        vm.prank(alice);
        vault.depositWithInviter(5 ether, bob, carol);
        assertEq(vault.balanceOf(bob), 5e30);
    }

    function test_NoInviterIsNamedByZero() public {
        vm.recordLogs();
        vm.prank(alice);
        vault.depositWithInviter(5 ether, alice, address(0));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            assertTrue(logs[i].topics[0] != IZnVault.InviterNamed.selector);
        }
        assertEq(logs.length, 3, "Transfer of the asset, Transfer of the shares, Deposit");
    }

    // Permits

    function test_PermitDepositsWithoutAnAllowance() public {
        vm.prank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        vm.expectEmit(address(vault));
        emit IZnVault.InviterNamed(alice, carol);
        vm.prank(alice);
        vault.depositWithPermit(5 ether, alice, carol, signed.deadline, signed.v, signed.r, signed.s);
        assertEq(vault.balanceOf(alice), 5e30);
        assertEq(galx.allowance(alice, address(vault)), 0);
    }

    function test_PermitOfTheCallerPaysForSharesOfAnother() public {
        vm.prank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        vm.prank(alice);
        vault.depositWithPermit(5 ether, bob, address(0), signed.deadline, signed.v, signed.r, signed.s);
        assertEq(vault.balanceOf(bob), 5e30);
        assertEq(galx.balanceOf(alice), WEALTH - 5 ether);
    }

    function test_PermitOfAnotherAmountDepositsNothing() public {
        vm.startPrank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        vault.depositWithPermit(6 ether, alice, carol, signed.deadline, signed.v, signed.r, signed.s);
        vm.stopPrank();
        assertEq(galx.balanceOf(alice), WEALTH);
    }

    function test_ExpiredPermitDepositsWithinTheAllowance() public {
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), 5 ether);
        skip(2 hours);
        vm.prank(alice);
        vault.depositWithPermit(5 ether, alice, address(0), signed.deadline, signed.v, signed.r, signed.s);
        assertEq(vault.balanceOf(alice), 5e30);
    }

    // Other assets: the vault is made for GALX, and credits nothing that did not arrive

    function test_AssetsThatTakeAFeeAreRefused() public {
        FeeToken token = new FeeToken(address(this));
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AmountReceivedDiffers.selector, 10_000, 9700));
        other.deposit(10_000, address(this));
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_AmountReceivedDiffers.selector, 10_000, 9700));
        other.mint(10_000e12, address(this));
        token.setFee(0);
        assertEq(other.deposit(10_000, address(this)), 10_000e12);
    }

    function test_AssetsThatAnswerFalseAreRefused() public {
        FalseToken token = new FalseToken(address(this));
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        token.setLying(true);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        other.deposit(1 ether, address(this));
        token.setLying(false);
        other.deposit(1 ether, address(this));
        token.setLying(true);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        other.redeem(1e30, address(this), address(this));
        assertEq(other.balanceOf(address(this)), 1e30);
    }

    function test_AssetsThatAnswerNothingAreTaken() public {
        SilentToken token = new SilentToken(address(this));
        ZnVault other = vaultOf(address(token));
        token.approve(address(other), type(uint256).max);
        assertEq(other.deposit(1 ether, address(this)), 1e30);
        assertEq(other.redeem(1e30, address(this), address(this)), 1 ether);
        assertEq(token.balanceOf(address(this)), 1e28);
    }

    // Creating a vault

    function test_VaultDescribesItself() public view {
        assertEq(vault.name(), "ZN GALX");
        assertEq(vault.symbol(), "znGALX");
        assertEq(vault.decimals(), 30);
        assertEq(vault.asset(), address(galx));
        assertEq(vault.owner(), owner);
        assertEq(vault.guardian(), guardian);
        assertEq(vault.vestingDuration(), VESTING);
        assertEq(vault.minimumShares(), 1 << 91);
    }

    /// @dev An external function, because a test can expect its revert with and without dynamic linking.
    function make(address asset, uint256 vestingDuration) external {
        new ZnVault(asset, owner, guardian, vestingDuration);
    }

    function test_VaultIsNotMadeWithOddTerms() public {
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_NotAContract.selector, alice));
        this.make(alice, VESTING);
        uint256[3] memory odd = [uint256(0), 7 days - 1, 1461 days + 1];
        for (uint256 i = 0; i < odd.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IZnVault.ZnVault_VestingDurationOutOfRange.selector, odd[i], 7 days, 1461 days)
            );
            this.make(address(galx), odd[i]);
        }
        this.make(address(galx), 7 days);
        this.make(address(galx), 1461 days);
    }
}

contract ZnVaultWithdrawTest is VaultTest {
    function setUp() public override {
        super.setUp();
        deposit(alice, 1000 ether);
        fund(BUDGET);
        skip(500);
    }

    function test_WithdrawPaysExactlyAndBurnsRoundedUp() public {
        uint256 shares = vault.previewWithdraw(600 ether);
        vm.expectEmit(address(vault));
        emit IERC4626.Withdraw(alice, carol, alice, 600 ether, shares);
        vm.prank(alice);
        assertEq(vault.withdraw(600 ether, carol, alice), shares);
        assertEq(galx.balanceOf(carol), WEALTH + 600 ether);
        assertApproxEqAbs(shares, 400e30, UNIT);
        assertApproxEqAbs(worth(alice), 900 ether, 2);
    }

    function test_RedeemPaysPrincipalAndVestedRewards() public {
        assertApproxEqAbs(redeemAll(alice), 1500 ether, 2);
        assertEq(vault.totalSupply(), 0);
        assertLe(vault.totalAssets(), 2, "only the remainder of rounding");
        assertEq(vault.vaultState().unvested, BUDGET - 500 ether);
    }

    function test_SpenderWithdrawsWithinTheAllowance() public {
        vm.prank(alice);
        vault.approve(bob, 10e30);
        vm.startPrank(bob);
        vault.redeem(4e30, bob, alice);
        assertEq(vault.allowance(alice, bob), 6e30);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, bob, 6e30, 7e30));
        vault.redeem(7e30, bob, alice);
        uint256 shares = vault.previewWithdraw(10 ether);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, bob, 6e30, shares));
        vault.withdraw(10 ether, bob, alice);
        vm.stopPrank();
    }

    function test_WithdrawingMoreThanTheMaximumIsRefused() public {
        uint256 most = vault.maxWithdraw(alice);
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxWithdraw.selector, alice, most + 1, most));
        vault.withdraw(most + 1, alice, alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4626.ERC4626ExceededMaxRedeem.selector, alice, 1001e30, 1000e30));
        vault.redeem(1001e30, alice, alice);
        vault.withdraw(most, alice, alice);
        vm.stopPrank();
    }

    function test_WithdrawingLowersNobodyElsesValue() public {
        deposit(bob, 123 ether);
        uint256 before = worth(bob);
        withdraw(alice, 777 ether);
        assertGe(worth(bob), before);
        redeemAll(alice);
        assertGe(worth(bob), before);
    }
}
