// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice All steps in one transaction, from code under construction, which no check of code or origin could detect.
contract OneTransaction {
    constructor(ZnVault vault, GALX galx, uint256 amount, uint256 funding) {
        galx.approve(address(vault), type(uint256).max);
        vault.deposit(amount, address(this));
        if (funding != 0) vault.fund(funding);
        vault.redeem(vault.balanceOf(address(this)) / 2, address(this), address(this));
        vault.deposit(amount / 3, address(this));
        vault.withdraw(vault.maxWithdraw(address(this)), address(this), address(this));
        vault.redeem(vault.balanceOf(address(this)), address(this), address(this));
        galx.transfer(msg.sender, galx.balanceOf(address(this)));
    }
}

/// @notice Catching a top-up, momentary balances, several blocks of one timestamp. Carol attacks; Alice holds.
contract ZnVaultSandwichTest is VaultTest {
    function setUp() public override {
        super.setUp();
        deposit(alice, 10_000 ether);
        fund(BUDGET / 10);
        skip(10 days);
    }

    function testFuzz_Threat_TopUpIsNotCaughtWithinOneBlock(uint256 amount, uint256 topUp) public {
        amount = bound(amount, 1, WEALTH);
        topUp = bound(topUp, VESTING, WEALTH / 2);
        deposit(carol, amount);
        fund(topUp);
        assertLe(redeemAll(carol), amount);
    }

    /// An account that enters before a top-up and leaves some seconds after it earns as much as any holder in these
    /// seconds.
    function testFuzz_Threat_TopUpIsNotCaughtOverSomeSeconds(uint256 amount, uint256 topUp, uint256 time) public {
        amount = bound(amount, 1 ether, WEALTH);
        topUp = bound(topUp, VESTING, WEALTH / 2);
        time = bound(time, 1, 60);
        uint256 shares = deposit(carol, amount);
        fund(topUp);
        IZnVault.VaultState memory state = vault.vaultState();
        uint256 honest = state.rewardRate * time * shares / vault.totalSupply();
        skip(time);
        assertLe(redeemAll(carol), amount + honest + 1, "no more than time and shares earn");
    }

    /// A holder of half the time earns half. The time of the top-up makes no difference.
    function test_Threat_TopUpPaysBySecondsHeld() public {
        fund(BUDGET);
        uint256 rate = vault.vaultState().rewardRate;
        uint256 before = vault.totalAssets();
        for (uint256 i = 1; i <= 20; ++i) {
            skip(1);
            assertEq(vault.totalAssets(), before + rate * i);
        }
    }

    /// At the boundaries of days and of the stream itself, one second counts as one second.
    function testFuzz_Threat_ElapsedTimeNotIndexJumps(uint256 boundary) public {
        uint256 end = vault.vaultState().rewardEnd;
        uint256 at = boundary % 2 == 0 ? end : (block.timestamp / 1 days + 1 + boundary % 70) * 1 days;
        vm.warp(at - 1);
        uint256 rate = vault.vaultState().rewardRate;
        uint256 before = vault.totalAssets();
        uint256 left = end - block.timestamp;
        skip(1);
        assertEq(vault.totalAssets(), before + (left == 0 ? 0 : rate));
        skip(1);
        assertEq(vault.totalAssets(), before + (left == 0 ? 0 : left == 1 ? rate : 2 * rate));
    }

    function testFuzz_Threat_OneTimestampEarnsNothing(uint256 amount, uint256 blocks) public {
        amount = bound(amount, 4, WEALTH);
        deposit(carol, amount);
        for (uint256 i = 0; i < blocks % 4; ++i) {
            vm.roll(block.number + 1);
            withdraw(carol, vault.maxWithdraw(carol));
            deposit(carol, amount / 2);
        }
        redeemAll(carol);
        assertLe(galx.balanceOf(carol), WEALTH);
    }

    function testFuzz_Threat_FlashHeldDepositEarnsNothing(uint256 amount, uint256 funding) public {
        amount = bound(amount, 3, WEALTH / 2);
        funding = bound(funding, 0, 1 ether);
        // this test deploys it, at the address of the test's next creation
        address attack = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        galx.mint(attack, 2 * amount + funding);
        new OneTransaction(vault, galx, amount, funding);
        assertLe(galx.balanceOf(address(this)), 2 * amount);
    }

    /// A newcomer gets nothing of the earlier vested amount.
    function testFuzz_Threat_NewcomerEarnsNoHistory(uint256 amount, uint256 time) public {
        amount = bound(amount, 1, WEALTH);
        skip(bound(time, 0, 100 days));
        uint256 before = worth(alice);
        deposit(carol, amount);
        assertLe(worth(carol), amount);
        assertGe(worth(alice), before);
    }

    function testFuzz_Threat_TinyFundingNeitherLowersNorBringsForward(uint256 amount, uint256 time) public {
        skip(bound(time, 0, VESTING));
        IZnVault.VaultState memory before = vault.vaultState();
        amount = bound(amount, 0, 1 ether);
        vm.prank(carol);
        galx.approve(address(vault), amount);
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(carol);
            try vault.fund(amount / 5) {} catch {}
            IZnVault.VaultState memory state = vault.vaultState();
            assertGe(state.rewardRate, before.rewardRate);
            assertGe(state.rewardEnd, before.rewardEnd);
            assertEq(state.assets, before.assets);
        }
    }
}
