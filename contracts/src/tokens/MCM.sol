// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CappedToken} from "./CappedToken.sol";

/// @title MCM
/// @notice See `CappedToken`.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract MCM is CappedToken {
    /// @param cap wei
    constructor(uint256 cap, address minter) CappedToken(cap, minter) {}

    function name() public pure override returns (string memory) {
        return "MCM";
    }

    function symbol() public pure override returns (string memory) {
        return "MCM";
    }

    function _constantNameHash() internal pure override returns (bytes32) {
        return keccak256("MCM");
    }
}
