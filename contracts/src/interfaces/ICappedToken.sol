// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Capped token
/// @notice What a token of one minter and a hard cap has beside ERC-20 and EIP-2612.
interface ICappedToken {
    error CappedToken_CallerNotMinter(address caller);
    error CappedToken_SupplyAboveCap(uint256 supply, uint256 cap);

    event MinterSet(address indexed minter);

    /// @notice The supply can never exceed this, wei.
    function cap() external view returns (uint256);

    /// @notice The only account that can mint; zero: nobody, ever again.
    function minter() external view returns (address);

    /// @notice Makes `amount` wei for `to`. Only the minter (CallerNotMinter), only up to the cap (SupplyAboveCap);
    /// what is burned makes room for more.
    function mint(address to, uint256 amount) external;

    /// @notice Hands the minter's role on; to the zero address: gives it up for good. Only the minter
    /// (CallerNotMinter).
    /// @dev Power of the minter. Limit: the new one is bound by the cap all the same, and there is never more than one.
    function setMinter(address minter_) external;

    /// @notice Destroys `amount` wei of the caller's.
    function burn(uint256 amount) external;

    /// @notice Destroys `amount` wei of `from`'s, within the allowance `from` gave the caller.
    function burnFrom(address from, uint256 amount) external;
}
