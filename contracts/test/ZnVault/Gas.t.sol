// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VaultTest} from "../support/VaultTest.sol";
import {BareVault} from "./BareVault.sol";

/// @notice The gas that each call costs a user, as a receipt shows it (every call is a transaction, release build). The
/// figures are in snapshots/ and are compared on every run.
/// @dev A vault with other holders and a running stream; accounts that hold the asset; unlimited allowances unless a
/// test says otherwise.
/// forge-config: default.isolate = true
contract ZnVaultGas is VaultTest {
    uint256 private constant AMOUNT = 1234.5 ether;

    function setUp() public override {
        super.setUp();
        fund(BUDGET);
        deposit(bob, 5000 ether);
        skip(1 hours);
        deposit(carol, 700 ether);
        skip(1 hours);
    }

    function _record(string memory call) private {
        vm.snapshotGasLastCall("ZnVault", call);
    }

    function test_GasOfTheVault() public {
        vm.startPrank(alice);
        vault.depositWithInviter(AMOUNT, alice, bob);
        _record("first deposit");
        skip(1 hours);
        vault.depositWithInviter(AMOUNT, alice, bob);
        _record("second deposit");
        skip(1 hours);
        vault.deposit(AMOUNT, alice);
        _record("second deposit, no inviter");
        skip(1 hours);
        vault.mint(1e30, alice);
        _record("mint");
        skip(31 days);
        vault.withdraw(AMOUNT, alice, alice);
        _record("withdraw");
        skip(1 hours);
        vault.transfer(bob, 1e30);
        _record("transfer of shares");
        skip(1 hours);
        vault.redeem(vault.balanceOf(alice), alice, alice);
        _record("redeem all");
        vm.stopPrank();
        fund(BUDGET);
        _record("fund");
    }

    function test_GasOfADepositWithPermit() public {
        vm.prank(alice);
        galx.approve(address(vault), 0);
        Signed memory signed = signPermit(aliceKey, address(galx), address(vault), AMOUNT);
        vm.prank(alice);
        vault.depositWithPermit(AMOUNT, alice, bob, signed.deadline, signed.v, signed.r, signed.s);
        _record("first deposit with permit");
    }

    function test_GasOfABareVault() public {
        BareVault bare = BareVault(deployed("BareVault", abi.encode(galx)));
        vm.startPrank(bob);
        galx.approve(address(bare), type(uint256).max);
        bare.deposit(5000 ether, bob);
        vm.stopPrank();
        vm.startPrank(alice);
        galx.approve(address(bare), type(uint256).max);
        bare.deposit(AMOUNT, alice);
        _record("for comparison, OpenZeppelin's ERC4626 as it is: first deposit");
        bare.deposit(AMOUNT, alice);
        _record("for comparison, OpenZeppelin's ERC4626 as it is: second deposit");
        bare.withdraw(AMOUNT, alice, alice);
        _record("for comparison, OpenZeppelin's ERC4626 as it is: withdraw");
        bare.redeem(bare.balanceOf(alice), alice, alice);
        _record("for comparison, OpenZeppelin's ERC4626 as it is: redeem all");
        vm.stopPrank();
    }
}
