// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

import {ICappedToken} from "../interfaces/ICappedToken.sol";

/// @title Capped token
/// @notice ERC-20 with EIP-2612 permits, burnable by its holders, minted by one minter up to a hard cap.
/// @dev Powers: the minter mints while the supply stays within the cap, and may hand its role on or give it up for good.
/// Nobody can raise the cap, freeze or take.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
abstract contract CappedToken is ICappedToken, ERC20 {
    /// @inheritdoc ICappedToken
    uint256 public immutable cap;

    /// @inheritdoc ICappedToken
    address public minter;

    /// @param cap_ wei
    constructor(uint256 cap_, address minter_) {
        cap = cap_;
        minter = minter_;
        emit MinterSet(minter_);
    }

    function mint(address to, uint256 amount) external {
        // Check
        if (msg.sender != minter) revert CappedToken_CallerNotMinter(msg.sender);
        uint256 supply = totalSupply();
        if (amount > cap - supply) revert CappedToken_SupplyAboveCap(supply + amount, cap);
        // Effect
        _mint(to, amount);
    }

    function setMinter(address minter_) external {
        // Check
        if (msg.sender != minter) revert CappedToken_CallerNotMinter(msg.sender);
        // Effect
        minter = minter_;
        emit MinterSet(minter_);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    function burnFrom(address from, uint256 amount) external {
        _spendAllowance(from, msg.sender, amount);
        _burn(from, amount);
    }

    /// @dev Allowances are what the holder gave, nothing is implied.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
