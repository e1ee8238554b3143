// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title AAA
/// @notice What AAA has beside ERC-20 and EIP-2612: a fee on trades.
interface IAAA {
    error AAA_CallerNotCfo(address caller);
    error AAA_FeeAboveMaximum(uint256 feeRate, uint256 maximum);
    error AAA_FeeNotLower(uint256 feeRate, uint256 current);
    error AAA_ZeroAddress();

    event FeeLowered(uint256 feeRate);

    /// @notice The highest fee the token can be made with, basis points.
    function MAXIMUM_FEE_RATE() external view returns (uint256);

    /// @notice May lower the fee, no more.
    function cfo() external view returns (address);

    /// @notice Who receives the fee.
    function feeRecipient() external view returns (address);

    /// @notice The only address whose transfers are taxed.
    function swapPair() external view returns (address);

    /// @notice Fee on transfers to or from the swap pair, basis points of the amount, rounded down.
    function feeRate() external view returns (uint16);

    /// @notice Lowers the fee. Only the cfo (CallerNotCfo); it can never rise again (FeeNotLower).
    /// @param feeRate_ basis points, below the present rate
    function lowerFee(uint16 feeRate_) external;
}
