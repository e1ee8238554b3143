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

/// @notice What a handler of vaults records: what came in and went out, what everybody owned before a call and after it,
/// and which refusal each call had to meet, if any.
abstract contract VaultRecord is CommonBase, StdCheats, StdUtils {
    /// @dev A call that must go through.
    bytes4 internal constant NONE = 0;

    MoodyToken internal immutable moody;
    FeeToken internal immutable fee;
    address[] public actors;
    ZnVault[] public vaults;

    /// @dev wei
    mapping(ZnVault vault => uint256) public deposited;
    mapping(ZnVault vault => uint256) public funded;
    mapping(ZnVault vault => uint256) public wentOut;

    /// @dev what must stay zero
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

    /// @dev when the last pause ends by itself, and when the guardian last started one
    mapping(ZnVault vault => uint256) public pauseEnd;
    mapping(ZnVault vault => uint256) internal guardianPausedAt;
    /// @dev deposits that went through after a pause had ended by itself
    uint256 public depositedAfterAPause;

    /// @dev the first call that was refused, or let through, other than expected
    string public surprise;
    bytes4 public surpriseSelector;

    /// @dev how often each call went through, and how often it was refused, by the refusal's selector
    mapping(string call => uint256) public done;
    mapping(string call => mapping(bytes4 selector => uint256)) public refused;

    /// @dev `owned`: wei in hand plus what all shares would pay; `fees`: wei the asset has kept for itself
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

    /// @dev `call` went through though it had the refusal `due` coming, unless that is none.
    function _went(string memory call, bytes4 due) internal {
        ++done[call];
        if (due != NONE) _surprised(call, due);
    }

    /// @dev `call` was refused for `reason` though `due` was to be expected, unless they are the same.
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

    /// @dev How a payment out of the vault fails now, if it does.
    function _payingOut(ZnVault vault) internal view returns (bytes4) {
        if (vault.asset() != address(moody)) return NONE;
        uint256 mood = moody.mood();
        if (mood == 1) return bytes4(keccak256("Error(string)"));
        return mood == 2 ? SafeERC20.SafeERC20FailedOperation.selector : NONE;
    }

    /// @return wei that the asset would keep for itself of a payment of `amount`
    function _feeOf(ZnVault vault, uint256 amount) internal view returns (uint256) {
        return vault.asset() == address(fee) ? amount * fee.feeBps() / 10_000 : 0;
    }

    /// @dev How a deposit of `amount` for `shares` is refused now, if it is.
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

    /// @param actor whose call it was; zero: nobody's, nobody's wei in hand changed
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
