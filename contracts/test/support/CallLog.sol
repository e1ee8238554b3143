// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @notice What every handler notes down: which acts went through, which were refused and by which error, and the first that
/// went otherwise than it was known to go beforehand.
abstract contract CallLog is CommonBase, StdCheats, StdUtils {
    /// @dev An act that must go through.
    bytes4 internal constant NONE = 0;

    mapping(string act => uint256) public done;
    mapping(string act => mapping(bytes4 selector => uint256)) public refused;

    string public surprise;
    bytes4 public surpriseSelector;

    /// @dev `act` went through though `due` was to refuse it, unless that is none.
    function _went(string memory act, bytes4 due) internal {
        ++done[act];
        if (due != NONE) _surprised(act, due);
    }

    /// @dev `act` was refused for `reason` where `due` was to be expected.
    function _wasRefused(string memory act, bytes4 due, bytes memory reason) internal {
        ++refused[act][bytes4(reason)];
        if (due == NONE || bytes4(reason) != due) _surprised(act, bytes4(reason));
    }

    function _surprised(string memory act, bytes4 selector) private {
        if (bytes(surprise).length != 0) return;
        surprise = string.concat(act, "!");
        surpriseSelector = selector;
    }

    /// @dev No time, a second, some seconds, a day, a quarter: also several acts within one second.
    function passTime(uint256 kind, uint256 amount) external {
        uint256[5] memory most = [uint256(0), 1, 60, 8 days, 90 days];
        vm.warp(block.timestamp + bound(amount, 0, most[kind % 5]));
    }
}
