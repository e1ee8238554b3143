// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Stand-in token
/// @notice Takes the place of a token that exists on BNB Smart Chain (USDT, BTCB) where there is none: a plain ERC-20 of
/// 18 decimals without permit, like theirs.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract StandInToken is ERC20 {
    /// @param holder receives the whole supply
    /// @param supply wei, never changes
    constructor(string memory name_, string memory symbol_, address holder, uint256 supply) ERC20(name_, symbol_) {
        _mint(holder, supply);
    }
}
