// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice What belongs to the vault's shares and how it grows, in one storage slot.
/// @param assets wei that belong to the shares as of `updatedAt`; the vault keeps vested and unvested wei together below 2^91
/// @param rate wei that vest a second, of the last stream there was
/// @param secondsLeft seconds of the stream that were left at `updatedAt`
/// @param updatedAt unix seconds; would overflow eight million years from now
/// @param pauseStarted whether a pause was started since the last deposit; the vault's `GuardianPause` says whether it
/// is still running
struct VaultLedger {
    uint96 assets;
    uint72 rate;
    uint32 secondsLeft;
    uint48 updatedAt;
    bool pauseStarted;
}

using {current, set} for VaultLedger global;

/// @param vests whether there were enough shares since `updatedAt`
/// @return assets wei that belong to the shares now
/// @return secondsLeft seconds of the stream that are left now
function current(VaultLedger storage self, bool vests) view returns (uint256 assets, uint256 secondsLeft) {
    (assets, secondsLeft) = (self.assets, self.secondsLeft);
    if (vests) {
        uint256 elapsed = Math.min(block.timestamp - self.updatedAt, secondsLeft);
        unchecked {
            assets += self.rate * elapsed;
            secondsLeft -= elapsed;
        }
    }
}

/// @notice Writes the assets and the seconds that are left as of now.
function set(VaultLedger storage self, uint256 assets, uint256 secondsLeft) {
    self.assets = uint96(assets);
    self.secondsLeft = uint32(secondsLeft);
    self.updatedAt = uint48(block.timestamp);
}
