// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Boost source
/// @notice What a boosted pool asks for an account's boost.
interface IBoostSource {
    /// @return basis points, 10 000 = ×1; values outside 10 000 … 20 000 are ignored by the pools
    function boostBps(address account) external view returns (uint256);
}
