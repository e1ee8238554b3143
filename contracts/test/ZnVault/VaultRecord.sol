// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {FeeToken, MoodyToken} from "../support/Tokens.sol";

/// @notice The record of a handler of vaults: all payments in and out, everybody's assets before and after each call,
/// and the required refusal of each call, if any.
abstract contract VaultRecord is CommonBase, StdCheats, StdUtils {
    /// @dev A call that must succeed.
    bytes4 internal constant NONE = 0;

    MoodyToken internal immutable moody;
    FeeToken internal immutable fee;
    address[] public actors;
    ZnVault[] public vaults;

    /// @dev wei
    mapping(ZnVault vault => uint256) public deposited;
    mapping(ZnVault vault => uint256) public funded;
    mapping(ZnVault vault => uint256) public wentOut;

    /// @dev numbers that must stay zero
    uint256 public pricesLowered;
    uint256 public earnedByActing;
    uint256 public lostByActing;
    uint256 public loweredByAnother;
    uint256 public refusedByAPause;
    uint256 public changedByATransfer;
    uint256 public changedByADonation;
    uint256 public ratesLowered;
    uint256 public endsBroughtForward;
    uint256 public vestedWrongly;

    /// @dev the time at which the last pause ends by itself, and the time of the guardian's last pause
    mapping(ZnVault vault => uint256) public pauseEnd;
    mapping(ZnVault vault => uint256) internal guardianPausedAt;
    /// @dev deposits that went through after a pause had ended by itself
    uint256 public depositedAfterAPause;

    /// @dev the first call with an unexpected outcome
    string public surprise;
    bytes4 public surpriseSelector;

    /// @dev how often each call succeeded, and how often it was refused, by the selector of the refusal
    mapping(string call => uint256) public done;
    mapping(string call => mapping(bytes4 selector => uint256)) public refused;

    /// @dev `owned`: the wei in the wallet and the value of all shares; `fees`: wei that the asset has kept
    struct Before {
        uint256[] owned;
        uint256[] worth;
        uint256 fees;
        uint256 assets;
        uint256 shares;
        IZnVault.VaultState state;
    }

    constructor(MoodyToken moody_, FeeToken fee_, address[] memory actors_, ZnVault[] memory vaults_) {
        moody = moody_;
        fee = fee_;
        actors = actors_;
        vaults = vaults_;
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function vaultCount() external view returns (uint256) {
        return vaults.length;
    }

    function _pick(uint256 actor, uint256 vault) internal view returns (address, ZnVault) {
        return (actors[actor % actors.length], vaults[vault % vaults.length]);
    }

    /// @dev `call` succeeded although it had to fail with `due`, unless `due` is none.
    function _went(string memory call, bytes4 due) internal {
        ++done[call];
        if (due != NONE) _surprised(call, due);
    }

    /// @dev `call` was refused for `reason` although `due` was expected, unless the two are equal.
    function _wasRefused(string memory call, bytes4 due, bytes memory reason) internal {
        bytes4 selector = bytes4(reason);
        ++refused[call][selector];
        if (due == NONE || selector != due) _surprised(call, selector);
    }

    function _surprised(string memory call, bytes4 selector) private {
        if (bytes(surprise).length != 0) return;
        surprise = call;
        surpriseSelector = selector;
    }

    /// @dev The way in which a payment out of the vault fails now, if it does.
    function _payingOut(ZnVault vault) internal view returns (bytes4) {
        if (vault.asset() != address(moody)) return NONE;
        uint256 mood = moody.mood();
        if (mood == 1) return bytes4(keccak256("Error(string)"));
        return mood == 2 ? SafeERC20.SafeERC20FailedOperation.selector : NONE;
    }

    /// @return the wei that the asset would keep of a payment of `amount`
    function _feeOf(ZnVault vault, uint256 amount) internal view returns (uint256) {
        return vault.asset() == address(fee) ? amount * fee.feeBps() / 10_000 : 0;
    }

    /// @dev The refusal of a deposit of `amount` for `shares` now, if any.
    function _payingIn(ZnVault vault, uint256 amount, uint256 shares) internal view returns (bytes4) {
        if (block.timestamp < pauseEnd[vault]) return IZnVault.ZnVault_DepositsPaused.selector;
        if (shares == 0) return IZnVault.ZnVault_AmountTooSmall.selector;
        return _feeOf(vault, amount) == 0 ? NONE : IZnVault.ZnVault_AmountReceivedDiffers.selector;
    }

    function _look(ZnVault vault) internal view returns (Before memory before) {
        IERC20 asset = IERC20(vault.asset());
        before.owned = new uint256[](actors.length);
        before.worth = new uint256[](actors.length);
        for (uint256 a = 0; a < actors.length; ++a) {
            before.worth[a] = vault.previewRedeem(vault.balanceOf(actors[a]));
            before.owned[a] = before.worth[a] + asset.balanceOf(actors[a]);
        }
        before.fees = asset.balanceOf(address(0xfee));
        (before.assets, before.shares) = (vault.totalAssets() + 1, vault.totalSupply() + 1e12);
        before.state = vault.vaultState();
    }

    /// @param actor the caller; zero: no account, so that no wallet's balance has changed
    function _compare(ZnVault vault, Before memory before, address actor) internal {
        Before memory after_ = _look(vault);
        if (after_.assets * before.shares < before.assets * after_.shares) ++pricesLowered;
        if (after_.state.rewardRate < before.state.rewardRate) ++ratesLowered;
        if (after_.state.rewardEnd < before.state.rewardEnd) ++endsBroughtForward;
        for (uint256 a = 0; a < actors.length; ++a) {
            if (actors[a] == actor) {
                if (after_.owned[a] > before.owned[a]) ++earnedByActing;
                if (after_.owned[a] + after_.fees - before.fees + 1 < before.owned[a]) ++lostByActing;
            } else if (after_.worth[a] < before.worth[a]) {
                ++loweredByAnother;
            }
        }
    }
}
