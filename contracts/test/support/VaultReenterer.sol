// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {IHook} from "./Tokens.sol";

/// @notice A token calls this contract in the middle of its transfers. It then tries every function of the vault that
/// moves assets or the stream, as a holder with allowances, and counts the successful calls.
contract VaultReenterer is IHook {
    IZnVault private immutable vault;

    uint256 public attempts;
    uint256 public successes;
    /// @dev An attempt that reaches another transfer has shown enough.
    bool private trying;

    constructor(IZnVault vault_) {
        vault = vault_;
    }

    function onTransfer() external {
        if (trying) return;
        trying = true;
        _try(abi.encodeCall(vault.deposit, (1e9, address(this))));
        _try(abi.encodeCall(vault.mint, (1e21, address(this))));
        _try(abi.encodeCall(vault.withdraw, (1e9, address(this), address(this))));
        _try(abi.encodeCall(vault.redeem, (1e21, address(this), address(this))));
        _try(abi.encodeCall(vault.depositWithInviter, (1e9, address(this), address(1))));
        _try(abi.encodeCall(vault.depositWithPermit, (1e9, address(this), address(1), 0, 0, 0, 0)));
        _try(abi.encodeCall(vault.fund, (1e18)));
        trying = false;
    }

    function _try(bytes memory call) private {
        ++attempts;
        (bool succeeded,) = address(vault).call(call);
        if (succeeded) ++successes;
    }
}
