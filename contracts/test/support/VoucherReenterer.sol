// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHook} from "./Tokens.sol";

/// @notice A token calls this contract in the middle of its transfers. It then makes every given call, and counts the
/// successful calls.
contract VoucherReenterer is IHook {
    address private immutable target;
    bytes[] private _calls;
    /// @dev An attempt that reaches another transfer has shown enough.
    bool private _trying;

    uint256 public attempts;
    uint256 public successes;
    bytes public lastAnswer;

    constructor(address target_) {
        target = target_;
    }

    function prepare(bytes calldata call_) external {
        _calls.push(call_);
    }

    function onTransfer() external {
        if (_trying) return;
        _trying = true;
        for (uint256 i = 0; i < _calls.length; ++i) {
            ++attempts;
            (bool succeeded, bytes memory answer) = target.call(_calls[i]);
            if (succeeded) ++successes;
            lastAnswer = answer;
        }
        _trying = false;
    }
}
