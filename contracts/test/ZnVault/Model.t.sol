// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";
import {VaultModel} from "./VaultModel.sol";

/// @notice After every operation of a random sequence, everybody's shares are worth the exact model's amount, within a
/// wei an operation, and the paid and payable amounts never exceed the received amount.
/// @dev Rounding is always against the caller, and its remainder goes to all other holders. So an account may stand
/// above the exact figure by the remainders of others' roundings, at most a wei an operation.
contract ZnVaultModelTest is VaultTest {
    uint256 private constant STEPS = 32;

    VaultModel private model;
    address[3] private actors;
    uint256 private operations;
    uint256 private cameIn;
    uint256 private wentOut;

    function setUp() public override {
        super.setUp();
        actors = [alice, bob, carol];
        model = new VaultModel(VESTING, block.timestamp, address(vault));
    }

    function testFuzz_SharesAreWorthTheExactModelsAmount(uint256 seed) public {
        for (uint256 step = 0; step < STEPS; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            // no time, a second, minutes, days, a quarter
            uint256[6] memory jumps = [uint256(0), 0, 1, 700, 3 days, 100 days];
            _pass(jumps[seed % 6] * ((seed >> 8) % 5));
            _do((seed >> 16) % 9, actors[(seed >> 24) % 3], seed >> 32);
            _check();
        }
        _everybodyLeaves();
    }

    /// Everybody leaves, rounding leaves a fraction of a wei, and shares are minted by the million beside the vault's
    /// own shares.
    function test_SharesMintedBesideALeftFractionOfAWei() public {
        testFuzz_SharesAreWorthTheExactModelsAmount(11_132);
    }

    /// Thresholds at which bits could be lost: every power of two of a deposit, beside a small holder.
    function testFuzz_SharesAreWorthTheExactModelsAmountAroundPowersOfTwo(uint256 seed, uint8 power) public {
        uint256 amount = (uint256(1) << bound(power, 1, 86)) + seed % 3 - 1;
        _fund(BUDGET);
        _deposit(alice, 1 ether);
        _pass(seed % 30 days);
        _deposit(bob, amount);
        _pass(seed % 1000);
        _deposit(carol, amount / 3 + 1);
        _check();
        _pass(seed % 90 days);
        _check();
        _redeem(bob, vault.balanceOf(bob));
        _check();
        _everybodyLeaves();
    }

    function _do(uint256 kind, address account, uint256 random) private {
        // amounts of every size, from a wei to millions
        uint256 amount = (random % 1e6 + 1) * 10 ** (random % 20);
        uint256 shares = vault.balanceOf(account);
        if (kind == 0) _fund(amount);
        else if (kind <= 3) _deposit(account, amount);
        else if (kind == 4) _mint(account, amount);
        else if (kind == 5) _withdraw(account, random % (vault.maxWithdraw(account) + 1));
        else if (kind == 6) _redeem(account, random % (shares + 1));
        else if (kind == 7) _redeem(account, shares);
        else _transfer(account, actors[(random >> 128) % 3], random % (shares + 1));
    }

    function _pass(uint256 time) private {
        vm.warp(block.timestamp + time);
        model.pass(block.timestamp, vault.totalSupply() >= vault.minimumShares());
    }

    function _fund(uint256 amount) private {
        if (amount > galx.balanceOf(funder)) return;
        vm.prank(funder);
        try vault.fund(amount) {
            model.fund(amount);
            cameIn += amount;
        } catch (bytes memory reason) {
            assertEq(bytes4(reason), IZnVault.ZnVault_FundingTooSmall.selector, "fund");
        }
    }

    function _deposit(address account, uint256 assets) private {
        if (assets > galx.balanceOf(account)) return;
        if (vault.previewDeposit(assets) == 0) return;
        deposit(account, assets);
        model.add(account, assets);
        cameIn += assets;
        ++operations;
    }

    function _mint(address account, uint256 shares) private {
        uint256 assets = vault.previewMint(shares);
        if (assets > galx.balanceOf(account)) return;
        uint256 supply = vault.totalSupply() + UNIT;
        vm.prank(account);
        assertEq(vault.mint(shares, account), assets);
        model.addShares(account, assets, shares, supply);
        cameIn += assets;
        ++operations;
    }

    function _withdraw(address account, uint256 assets) private {
        withdraw(account, assets);
        model.take(account, assets);
        wentOut += assets;
        ++operations;
    }

    function _redeem(address account, uint256 shares) private {
        uint256 held = vault.balanceOf(account);
        uint256 assets = redeem(account, shares);
        model.takeShares(account, assets, shares, held);
        wentOut += assets;
        ++operations;
    }

    /// @dev Moves the owned amount in proportion to the moved shares.
    function _transfer(address from, address to, uint256 shares) private {
        uint256 held = vault.balanceOf(from);
        vm.prank(from);
        vault.transfer(to, shares);
        if (held != 0) model.move(from, to, shares, held);
        ++operations;
    }

    function _check() private view {
        uint256 slack = (operations + 1) * model.ONE();
        uint256 sum;
        for (uint256 i = 0; i < actors.length; ++i) {
            uint256 assets = worth(actors[i]);
            sum += assets;
            assertApproxEqAbs(assets * model.ONE(), model.owned(actors[i]), slack, "a wei an operation");
        }
        IZnVault.VaultState memory state = vault.vaultState();
        assertLe(sum, state.assets, "redeemable <= assets");
        assertLe(model.overpaid(), slack, "paid more than is owned");
        assertEq(state.assets + state.unvested + state.undistributed + wentOut, cameIn, "every wei is accounted for");
        uint256 left = state.rewardEnd - block.timestamp;
        assertEq(left, model.secondsLeft(), "seconds left");
        assertEq(state.rewardRate, left == 0 ? 0 : model.rate(), "rate");
        assertEq(state.undistributed, model.undistributed(), "held back");
        // the model's total has no rounding: the vault's own wei and all received amounts
        assertApproxEqAbs(model.total(), (state.assets + 1) * model.ONE(), slack, "total");
    }

    function _everybodyLeaves() private {
        for (uint256 i = 0; i < actors.length; ++i) {
            _redeem(actors[i], vault.balanceOf(actors[i]));
            _check();
        }
        assertEq(vault.totalSupply(), 0);
    }
}
