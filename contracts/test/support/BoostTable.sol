// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBoostSource} from "../../src/interfaces/IBoostSource.sol";

/// @notice A boost source whose answers a test sets.
contract BoostTable is IBoostSource {
    mapping(address account => uint256 bps) private _boosts;

    function set(address account, uint256 bps) external {
        _boosts[account] = bps;
    }

    function boostBps(address account) external view returns (uint256) {
        uint256 bps = _boosts[account];
        return bps == 0 ? 10_000 : bps;
    }
}
