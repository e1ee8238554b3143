// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice A stolen guardian's key in the first minute of the vault: the thief deposits, and a pause keeps everybody else out
/// for seven days.
contract ZnVaultFirstDepositTest is VaultTest {
    /// @dev The smallest deposit for which anything vests: `minimumShares` at the first price, rounded up.
    uint256 private constant LEAST = 2_475_880_078_570_761;
    uint256 private constant PAUSE = 7 days;
    /// @dev 10 000 GALX a day.
    uint256 private constant FUNDING = 900_000 ether;
    uint256 private constant FIRST_DEPOSIT = 100_000 ether;

    address private immutable treasury = makeAddr("treasury");
    address private immutable thief = guardian;

    function setUp() public override {
        super.setUp();
        galx.mint(thief, WEALTH);
        vm.prank(thief);
        galx.approve(address(vault), type(uint256).max);
    }

    function _deploy(uint256 firstDeposit) private {
        vm.startPrank(funder);
        if (firstDeposit != 0) vault.deposit(firstDeposit, treasury);
        vault.fund(FUNDING);
        vm.stopPrank();
    }

    /// @dev The thief deposits and pauses. Nobody can deposit during the pause.
    /// @return the value of the thief's shares afterwards
    function _keepOthersOut(uint256 assets) private returns (uint256) {
        deposit(thief, assets);
        uint256 start = block.timestamp;
        pause();
        vm.warp(start + PAUSE - 1);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_DepositsPaused.selector, start + PAUSE));
        deposit(bob, 1 ether);
        vm.warp(start + PAUSE);
        return worth(thief);
    }

    /// @dev The amount that vests to `assets` of `all` during a pause.
    function _share(uint256 assets, uint256 all) private view returns (uint256) {
        return Math.mulDiv(vault.vaultState().rewardRate * PAUSE, assets, all);
    }

    /// The reason for the first deposit: without this deposit, 0.0025 GALX gain 69 999 GALX. After the thief has left, vesting
    /// stands still until somebody deposits as much as has vested. No other bound exists.
    function test_Threat_WithoutAFirstDepositTheThiefGainsAllThatVests() public {
        _deploy(0);
        uint256 gained = _keepOthersOut(LEAST) - LEAST;
        assertApproxEqRel(gained, _share(1, 1), 1e6);
        assertEq(gained / 1 ether, 69_999);
        redeemAll(thief);
        uint256 restart = vault.previewMint(vault.minimumShares());
        assertApproxEqRel(restart, gained, 1e12, "as expensive as the whole vested amount");
        deposit(bob, restart - 1 ether);
        uint256 before = vault.totalAssets();
        skip(1 days);
        assertEq(vault.totalAssets(), before, "with less than that nothing vests");
    }

    function test_Threat_BesideTheFirstDepositTheLeastDepositGainsItsShare() public {
        _deploy(FIRST_DEPOSIT);
        uint256 gained = _keepOthersOut(LEAST) - LEAST;
        assertLe(gained, _share(LEAST, LEAST + FIRST_DEPOSIT));
        assertApproxEqAbs(gained, _share(LEAST, LEAST + FIRST_DEPOSIT), 2);
        assertLt(gained, LEAST, "less than 0.0025 GALX");

        redeemAll(thief);
        uint256 before = vault.totalAssets();
        skip(1 days);
        assertEq(vault.totalAssets() - before, vault.vaultState().rewardRate * 1 days, "vesting continues without the thief");
        uint256 all = vault.totalAssets() + 1;
        assertLe(
            vault.previewMint(vault.minimumShares()),
            Math.mulDiv(vault.minimumShares(), all, FIRST_DEPOSIT * UNIT) + 1,
            "no depositor is priced out"
        );
    }

    /// Whatever the thief deposits, the deposit gains exactly its share of the assets. Any other deposit of that size gains the same.
    function testFuzz_Threat_AThiefWhoDepositsGainsTheShareOfTheAssets(uint256 assets, uint256 firstDeposit) public {
        firstDeposit = bound(firstDeposit, 1 ether, FIRST_DEPOSIT);
        assets = bound(assets, 1, WEALTH);
        _deploy(firstDeposit);
        uint256 thiefs = _keepOthersOut(assets);
        assertLe(thiefs, assets + _share(assets, assets + firstDeposit));
        // The vault's own shares, worth a wei at first, take their part of the vesting amount.
        assertGe(thiefs + 2, assets + _share(assets, assets + firstDeposit + 1), "less the rounding");
        uint256 treasurys = firstDeposit + _share(firstDeposit, assets + firstDeposit + 1);
        assertGe(worth(treasury) + 2, treasurys, "and the treasury has the rest");
    }

    /// A pause before the first deposit stops the deployment, because it deposits before it funds.
    function test_Threat_APauseBeforeTheFirstDepositLeavesTheVaultUnfunded() public {
        pause();
        vm.startPrank(funder);
        vm.expectRevert(abi.encodeWithSelector(IZnVault.ZnVault_DepositsPaused.selector, block.timestamp + PAUSE));
        vault.deposit(FIRST_DEPOSIT, treasury);
        vm.stopPrank();
        assertEq(vault.vaultState().rewardRate, 0);
    }
}
