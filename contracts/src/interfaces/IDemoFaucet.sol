// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Demo faucet
/// @notice Gives every address a parcel of the demo tokens, at most once an hour.
interface IDemoFaucet {
    error DemoFaucet_ListsDiffer(uint256 tokens, uint256 amounts);
    error DemoFaucet_TooSoon(address to, uint256 nextAt);

    event Dripped(address indexed to);

    /// @notice Seconds between two parcels for one address.
    function INTERVAL() external view returns (uint256);

    /// @notice When an address may receive its next parcel, unix seconds; 0: at once.
    function nextDripAt(address account) external view returns (uint256 timestamp);

    /// @notice Sends `to` one parcel. Anyone may call. Refuses TooSoon.
    function drip(address to) external;

    /// @return tokens what a parcel holds
    /// @return amounts wei of each
    function parcel() external view returns (address[] memory tokens, uint256[] memory amounts);
}
