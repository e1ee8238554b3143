// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";
import {VaultRecord} from "./VaultRecord.sol";

/// @notice Makes random calls to vaults as random people, and predicts each refusal.
contract VaultHandler is VaultRecord {
    address private immutable guardian;
    address private immutable owner;

    constructor(MoodyToken moody_, FeeToken fee_, address[] memory actors_, ZnVault[] memory vaults_)
        VaultRecord(moody_, fee_, actors_, vaults_)
    {
        guardian = vaults_[0].guardian();
        owner = vaults_[0].owner();
    }

    /// @dev Amounts of every size, from nothing to a million.
    function deposit(uint256 actor, uint256 vault_, uint256 amount, uint256 size) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        amount = bound(amount, 0, 10 ** (size % 25));
        bytes4 due = _payingIn(vault, amount, vault.previewDeposit(amount));
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.depositWithInviter(amount, account, address(this)) {
            _went("deposit", due);
            if (pauseEnd[vault] != 0) ++depositedAfterAPause;
            deposited[vault] += amount;
        } catch (bytes memory reason) {
            _wasRefused("deposit", due, reason);
        }
        _compare(vault, before, account);
    }

    function mint(uint256 actor, uint256 vault_, uint256 shares, uint256 size) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        uint256 most = vault.convertToShares(1e24);
        shares = bound(shares, 0, size % 35 == 34 ? most : 10 ** (size % 35));
        if (shares > most) shares = most;
        uint256 amount = vault.previewMint(shares);
        bytes4 due = _payingIn(vault, amount, shares);
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.mint(shares, account) {
            _went("mint", due);
            deposited[vault] += amount;
        } catch (bytes memory reason) {
            _wasRefused("mint", due, reason);
        }
        _compare(vault, before, account);
    }

    /// @dev Sometimes a wei too much, like from a person who read an old balance.
    function withdraw(uint256 actor, uint256 vault_, uint256 amount) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        uint256 most = vault.maxWithdraw(account);
        amount = bound(amount, 0, most + 1);
        bytes4 due = amount > most ? ERC4626.ERC4626ExceededMaxWithdraw.selector : _payingOut(vault);
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.withdraw(amount, account, account) {
            _went("withdraw", due);
            wentOut[vault] += amount;
        } catch (bytes memory reason) {
            _wasRefused("withdraw", due, reason);
            if (due == NONE && before.state.depositsPausedUntil != 0) ++refusedByAPause;
        }
        _compare(vault, before, account);
    }

    function redeem(uint256 actor, uint256 vault_, uint256 shares, bool all) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        uint256 held = vault.balanceOf(account);
        shares = all ? held : bound(shares, 0, held + 1);
        bytes4 due = shares > held ? ERC4626.ERC4626ExceededMaxRedeem.selector : _payingOut(vault);
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.redeem(shares, account, account) returns (uint256 assets) {
            _went("redeem", due);
            wentOut[vault] += assets;
        } catch (bytes memory reason) {
            _wasRefused("redeem", due, reason);
            if (due == NONE && before.state.depositsPausedUntil != 0) ++refusedByAPause;
        }
        _compare(vault, before, account);
    }

    /// @dev Somebody tries to use another account's shares without an allowance.
    function steal(uint256 actor, uint256 thief, uint256 vault_) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        address caller = actors[thief % actors.length];
        uint256 held = vault.balanceOf(account);
        if (caller == account || held == 0) return;
        Before memory before = _look(vault);
        vm.prank(caller);
        try vault.redeem(held, caller, account) {
            _went("steal", IERC20Errors.ERC20InsufficientAllowance.selector);
        } catch (bytes memory reason) {
            _wasRefused("steal", IERC20Errors.ERC20InsufficientAllowance.selector, reason);
        }
        _compare(vault, before, caller);
    }

    function transfer(uint256 actor, uint256 to, uint256 vault_, uint256 shares) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        uint256 held = vault.balanceOf(account);
        shares = bound(shares, 0, held + 1);
        bytes4 due = shares > held ? IERC20Errors.ERC20InsufficientBalance.selector : NONE;
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.transfer(actors[to % actors.length], shares) {
            _went("transfer", due);
        } catch (bytes memory reason) {
            _wasRefused("transfer", due, reason);
        }
        Before memory after_ = _look(vault);
        bytes memory state = abi.encode(after_.state, after_.assets, after_.shares);
        if (keccak256(state) != keccak256(abi.encode(before.state, before.assets, before.shares))) {
            ++changedByATransfer;
        }
        // the sum of two amounts rounded down may differ by the wei that their remainders add up to
        (uint256 was, uint256 is_) = (_sum(before.owned), _sum(after_.owned));
        if (is_ > was + 1 || was > is_ + 1) ++changedByATransfer;
    }

    /// @dev Every other amount is so small that it may give no rate at all.
    function fund(uint256 actor, uint256 vault_, uint256 amount) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        amount = amount % 2 == 0 ? bound(amount, 0, 2 * vault.vestingDuration()) : bound(amount, 0, 1e24);
        IZnVault.VaultState memory state = vault.vaultState();
        uint256 arriving = amount - _feeOf(vault, amount);
        bool none = state.unvested + state.undistributed + arriving < vault.vestingDuration() && state.unvested == 0;
        bytes4 due = none ? IZnVault.ZnVault_FundingTooSmall.selector : NONE;
        Before memory before = _look(vault);
        vm.prank(account);
        try vault.fund(amount) {
            _went("fund", due);
            funded[vault] += arriving;
        } catch (bytes memory reason) {
            _wasRefused("fund", due, reason);
        }
        _compare(vault, before, address(0));
    }

    /// @dev Called by the guardian, the owner or somebody else.
    function pause(uint256 vault_, uint256 who, bool on) external {
        (, ZnVault vault) = _pick(0, vault_);
        address caller = who % 3 == 0 ? actors[0] : who % 3 == 1 ? guardian : owner;
        bytes4 due = who % 3 == 0 ? IZnVault.ZnVault_CallerNotGuardian.selector : NONE;
        bool tooSoon = guardianPausedAt[vault] != 0 && block.timestamp < guardianPausedAt[vault] + 30 days;
        if (who % 3 == 1 && tooSoon) due = GuardianPause_TooSoon.selector;
        Before memory before = _look(vault);
        vm.prank(on ? caller : owner);
        if (on) {
            try vault.pauseDeposits() {
                _went("pause", due);
                pauseEnd[vault] = block.timestamp + 7 days;
                if (who % 3 == 1) guardianPausedAt[vault] = block.timestamp;
            } catch (bytes memory reason) {
                _wasRefused("pause", due, reason);
            }
        } else {
            vault.unpauseDeposits();
            _went("unpause", NONE);
            pauseEnd[vault] = 0;
        }
        _compare(vault, before, address(0));
    }

    function donate(uint256 actor, uint256 vault_, uint256 amount) external {
        (address account, ZnVault vault) = _pick(actor, vault_);
        // outside of the vault's calls, the hooked token's reenterer may do anything that anybody may do
        if (vault == vaults[1] || _payingOut(vault) != NONE) return;
        IERC20 asset = IERC20(vault.asset());
        Before memory before = _look(vault);
        vm.prank(account);
        asset.transfer(address(vault), bound(amount, 0, 1e21));
        _went("donate", NONE);
        Before memory after_ = _look(vault);
        (after_.owned, after_.fees) = (before.owned, before.fees);
        if (keccak256(abi.encode(before)) != keccak256(abi.encode(after_))) ++changedByADonation;
    }

    function changeMood(uint256 mood) external {
        // an answer of false, a revert, or a fee that begins and ends
        moody.setMood(bound(mood, 0, 4) % 3);
        fee.setFee(mood % 2 == 0 ? 0 : bound(mood >> 8, 0, 500));
    }

    /// @dev No time, a second, some seconds, a day or a quarter, so that several calls may share a second.
    function passTime(uint256 kind, uint256 amount) external {
        uint256[5] memory most = [uint256(0), 1, 60, 1 days, 90 days];
        uint256 time = bound(amount, 0, most[kind % 5]);
        Before[] memory before = new Before[](vaults.length);
        for (uint256 v = 0; v < vaults.length; ++v) {
            before[v] = _look(vaults[v]);
        }
        vm.warp(block.timestamp + time);
        for (uint256 v = 0; v < vaults.length; ++v) {
            IZnVault.VaultState memory state = before[v].state;
            uint256 left = state.rewardEnd + time - block.timestamp;
            uint256 vesting = vaults[v].totalSupply() < vaults[v].minimumShares() ? 0 : time < left ? time : left;
            if (vaults[v].totalAssets() != state.assets + state.rewardRate * vesting) ++vestedWrongly;
            // an ended stream has no rate: time lowered the rate, not a call
            before[v].state.rewardRate = 0;
            _compare(vaults[v], before[v], address(0));
        }
    }

    /// @notice Everybody leaves while deposits are paused.
    /// @return refusals the number of accounts that could not leave
    function everybodyLeaves() external returns (uint256 refusals) {
        moody.setMood(0);
        for (uint256 v = 0; v < vaults.length; ++v) {
            vm.prank(owner);
            vaults[v].pauseDeposits();
            pauseEnd[vaults[v]] = block.timestamp + 7 days;
            for (uint256 a = 0; a < actors.length; ++a) {
                uint256 shares = vaults[v].balanceOf(actors[a]);
                uint256 worth = vaults[v].previewRedeem(shares);
                vm.prank(actors[a]);
                try vaults[v].redeem(shares, actors[a], actors[a]) returns (uint256 assets) {
                    wentOut[vaults[v]] += assets;
                    if (assets != worth) ++refusals;
                } catch {
                    ++refusals;
                }
            }
        }
    }

    function _sum(uint256[] memory terms) private pure returns (uint256 sum) {
        for (uint256 i = 0; i < terms.length; ++i) {
            sum += terms[i];
        }
    }
}
