// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// @notice The published vault without rewards, pause, permit or a ledger: a deposit cannot cost less without another
/// implementation of ERC-4626.
contract BareVault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Bare", "BARE") ERC4626(asset_) {}
}
