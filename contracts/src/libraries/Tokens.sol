// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {MAXIMUM_BALANCE} from "../types/Units.sol";

/// @notice How tokens come in and go out. Nothing is believed but balances: what a token takes for itself or keeps back shows
/// in them. `transferFrom` is asked for the caller's tokens alone.
library Tokens {
    using SafeERC20 for IERC20;

    /// @notice Moves `amount` of the caller's to this contract. @return received what arrived, wei
    function receiveFromCaller(address token, uint256 amount) internal returns (uint256 received) {
        uint256 before = _balance(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 balance = _balance(token);
        if (balance > MAXIMUM_BALANCE) {
            revert IStakingPools.StakingPools_BalanceAboveMaximum(token, balance, MAXIMUM_BALANCE);
        }
        return Math.saturatingSub(balance, before);
    }

    /// @notice Pays `account`; not for 0 wei, which some tokens refuse to move.
    function pay(address token, address account, uint256 amount) internal {
        IERC20(token).safeTransfer(account, amount);
    }

    /// @return whether the token could not be paid, or would not
    function refusesToPay(address token, address account, uint256 amount) internal returns (bool) {
        return amount != 0 && !IERC20(token).trySafeTransfer(account, amount);
    }

    /// @notice Takes the caller's permit, if there is one and a token that could.
    /// @dev An address without code (no pair token, a pool that is none) is left to whatever is refused next, by name.
    /// A permit that fails may have been used already by somebody who saw it coming: then the allowance is there, and
    /// if it is not, the transfer says so.
    function permit(address token, uint256 amount, IStakingPools.Permit calldata given) internal {
        if (given.deadline == 0 || token.code.length == 0) return;
        try IERC20Permit(token).permit(msg.sender, address(this), amount, given.deadline, given.v, given.r, given.s) {}
            catch {}
    }

    /// @dev `balanceOf(address(this))`, whose answer is read without a copy in memory; a token that gives none ends the call.
    function _balance(address token) private view returns (uint256 held) {
        bytes4 selector = IERC20.balanceOf.selector;
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, address())
            if iszero(and(gt(returndatasize(), 31), staticcall(gas(), token, 0, 36, 0, 32))) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
            held := mload(0)
        }
    }
}
