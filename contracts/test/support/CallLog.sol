// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @notice The notes of every handler: successful calls, refused calls by their error, and the first call with an
/// unexpected outcome.
abstract contract CallLog is CommonBase, StdCheats, StdUtils {
    /// @dev A call that must succeed.
    bytes4 internal constant NONE = 0;

    mapping(string call => uint256) public done;
    mapping(string call => mapping(bytes4 selector => uint256)) public refused;

    string public surprise;
    bytes4 public surpriseSelector;

    /// @dev `call` succeeded although `due` had to refuse it, unless `due` is none.
    function _went(string memory call, bytes4 due) internal {
        ++done[call];
        if (due != NONE) _surprised(call, due);
    }

    /// @dev `call` was refused for `reason` although `due` was expected.
    function _wasRefused(string memory call, bytes4 due, bytes memory reason) internal {
        ++refused[call][bytes4(reason)];
        if (due == NONE || bytes4(reason) != due) _surprised(call, bytes4(reason));
    }

    function _surprised(string memory call, bytes4 selector) private {
        if (bytes(surprise).length != 0) return;
        surprise = string.concat(call, "!");
        surpriseSelector = selector;
    }

    /// @dev No time, a second, some seconds, a day or a quarter, so that several calls may share a second.
    function passTime(uint256 kind, uint256 amount) external {
        uint256[5] memory most = [uint256(0), 1, 60, 8 days, 90 days];
        vm.warp(block.timestamp + bound(amount, 0, most[kind % 5]));
    }
}
