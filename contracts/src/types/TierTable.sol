// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {Errors} from "../libraries/Errors.sol";

/// @notice Up to four lock terms in a word, 64 bits each: `duration 32 | multiplier 16 | penalty 16`.
/// A multiplier is never 0, so an empty place is one without.
type TierTable is uint256;

using {terms, count, with} for TierTable global;

uint256 constant MAXIMUM_TIERS = 4;

/// @return tier the one of that number; reverts where there is none
function terms(TierTable self, uint256 number) pure returns (IStakingPools.Tier memory tier) {
    if (number < MAXIMUM_TIERS) {
        uint256 word = TierTable.unwrap(self) >> (64 * number);
        tier = IStakingPools.Tier(uint32(word >> 32), uint16(word >> 16), uint16(word));
    }
    if (tier.multiplierBps == 0) revert Errors.StakingPools_TierUnknown(number, self.count());
}

function count(TierTable self) pure returns (uint256 number) {
    while (number < MAXIMUM_TIERS && uint16(TierTable.unwrap(self) >> (64 * number + 16)) != 0) ++number;
}

function with(TierTable self, uint256 number, IStakingPools.Tier memory tier) pure returns (TierTable) {
    uint256 word = (uint256(tier.duration) << 32) | (uint256(tier.multiplierBps) << 16) | tier.penaltyBps;
    return TierTable.wrap(TierTable.unwrap(self) | (word << (64 * number)));
}
