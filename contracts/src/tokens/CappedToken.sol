// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

/// @title Capped token
/// @notice ERC-20 with EIP-2612 permits, burnable by its holders, minted by one minter up to a hard cap.
/// @dev Powers: the minter mints while the supply stays within the cap, and may hand its role on or give it up for good.
/// Nobody can raise the cap, freeze or take.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
abstract contract CappedToken is ERC20 {
    error CappedToken_CallerNotMinter(address caller);
    error CappedToken_SupplyAboveCap(uint256 supply, uint256 cap);

    event MinterSet(address indexed minter);

    /// @notice The supply can never exceed this, wei.
    uint256 public immutable cap;

    /// @notice The only account that can mint; zero: nobody, ever again.
    address public minter;

    /// @param cap_ wei
    constructor(uint256 cap_, address minter_) {
        cap = cap_;
        minter = minter_;
        emit MinterSet(minter_);
    }

    /// @notice Makes `amount` wei for `to`. Only the minter (CallerNotMinter), only up to the cap (SupplyAboveCap);
    /// what is burned makes room for more.
    function mint(address to, uint256 amount) external {
        // Check
        if (msg.sender != minter) revert CappedToken_CallerNotMinter(msg.sender);
        uint256 supply = totalSupply();
        if (amount > cap - supply) revert CappedToken_SupplyAboveCap(supply + amount, cap);
        // Effect
        _mint(to, amount);
    }

    /// @notice Hands the minter's role on; to the zero address: gives it up for good. Only the minter
    /// (CallerNotMinter).
    /// @dev Power of the minter. Limit: the new one is bound by the cap all the same, and there is never more than one.
    function setMinter(address minter_) external {
        // Check
        if (msg.sender != minter) revert CappedToken_CallerNotMinter(msg.sender);
        // Effect
        minter = minter_;
        emit MinterSet(minter_);
    }

    /// @notice Destroys `amount` wei of the caller's.
    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    /// @notice Destroys `amount` wei of `from`'s, within the allowance `from` gave the caller.
    function burnFrom(address from, uint256 amount) external {
        _spendAllowance(from, msg.sender, amount);
        _burn(from, amount);
    }

    /// @dev Allowances are what the holder gave, nothing is implied.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
