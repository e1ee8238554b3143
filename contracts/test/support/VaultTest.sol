// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Build} from "./Build.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {PermitSigning} from "./PermitSigning.sol";

/// @notice The start of every ZnVault test: the vault, its roles, and depositors with GALX and allowances.
abstract contract VaultTest is Build, PermitSigning {
    uint256 internal constant VESTING = 90 days;
    /// @dev One GALX a second for the vesting duration.
    uint256 internal constant BUDGET = 7_776_000 ether;
    uint256 internal constant WEALTH = 100_000_000 ether;
    /// @dev The shares that a wei buys at the first price; also the number of the vault's own shares, worth 1 wei.
    uint256 internal constant UNIT = 1e12;

    address internal immutable owner = makeAddr("timelock");
    address internal immutable guardian = makeAddr("guardian");
    address internal immutable funder = makeAddr("funder");
    address internal immutable alice;
    uint256 internal immutable aliceKey;
    address internal immutable bob = makeAddr("bob");
    address internal immutable carol = makeAddr("carol");

    GALX internal galx;
    ZnVault internal vault;

    constructor() {
        (alice, aliceKey) = makeAddrAndKey("alice");
    }

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        galx = GALX(deployed("GALX", abi.encode(1_000_000_000 ether, address(this))));
        vault = vaultOf(address(galx));
        address[4] memory holders = [funder, alice, bob, carol];
        for (uint256 i = 0; i < holders.length; ++i) {
            galx.mint(holders[i], WEALTH);
            vm.prank(holders[i]);
            galx.approve(address(vault), type(uint256).max);
        }
    }

    function vaultOf(address asset) internal returns (ZnVault) {
        return ZnVault(deployed("ZnVault", abi.encode(asset, owner, guardian, VESTING)));
    }

    // Calls

    function deposit(address account, uint256 assets) internal returns (uint256 shares) {
        vm.prank(account);
        return vault.deposit(assets, account);
    }

    function withdraw(address account, uint256 assets) internal returns (uint256 shares) {
        vm.prank(account);
        return vault.withdraw(assets, account, account);
    }

    function redeem(address account, uint256 shares) internal returns (uint256 assets) {
        vm.prank(account);
        return vault.redeem(shares, account, account);
    }

    function redeemAll(address account) internal returns (uint256 assets) {
        return redeem(account, vault.balanceOf(account));
    }

    function fund(uint256 amount) internal {
        vm.prank(funder);
        vault.fund(amount);
    }

    function pause() internal {
        vm.prank(guardian);
        vault.pauseDeposits();
    }

    // Readings

    /// @dev The wei that all of the account's shares would pay now.
    function worth(address account) internal view returns (uint256) {
        return vault.previewRedeem(vault.balanceOf(account));
    }

    /// @dev The value of a share: assets / shares, a fraction without rounding.
    function price() internal view returns (uint256 assets, uint256 shares) {
        return (vault.totalAssets() + 1, vault.totalSupply() + UNIT);
    }
}
