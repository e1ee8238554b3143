// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBoostSource} from "../interfaces/IBoostSource.sol";
import {BPS} from "../types/Units.sol";

/// @notice Asks a boost source without trusting it: bounded gas, no returned bytes copied, nonsense ignored.
library BoostReading {
    /// @dev Enough for a few storage reads.
    uint256 private constant GAS = 60_000;
    uint256 private constant MAXIMUM_BOOST_BPS = 20_000;

    /// @param current kept where the source fails or answers out of range, basis points
    /// @return boost basis points from 10 000 to 20 000
    function read(address source, address account, uint256 current) internal view returns (uint256 boost) {
        bytes memory question = abi.encodeCall(IBoostSource.boostBps, (account));
        bool answered;
        assembly ("memory-safe") {
            let succeeded := staticcall(GAS, source, add(question, 32), mload(question), 0, 32)
            answered := and(succeeded, gt(returndatasize(), 31))
            boost := mload(0)
        }
        if (!answered || boost < BPS || boost > MAXIMUM_BOOST_BPS) return current;
    }
}
