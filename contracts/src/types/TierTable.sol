// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../interfaces/IStakingPools.sol";

/// @notice Up to four lock terms in a word, 64 bits each, the first lowest: `duration 32 | multiplier 16 | penalty 16`.
/// A multiplier is never 0, so an empty place is one without.
type TierTable is uint256;

using {terms, count, with} for TierTable global;

uint256 constant MAXIMUM_TIERS = 4;
uint256 constant TIER_TERMS_BITS = 64;
uint256 constant TIER_TERMS_MASK = (1 << TIER_TERMS_BITS) - 1;
uint256 constant TIER_PENALTY_OFFSET = 0;
uint256 constant TIER_MULTIPLIER_OFFSET = 16;
uint256 constant TIER_DURATION_OFFSET = 32;

/// @return tier the one of that number; reverts with TierUnknown where there is none
function terms(TierTable self, uint256 number) pure returns (IStakingPools.Tier memory tier) {
    if (number < MAXIMUM_TIERS) {
        uint256 word = TierTable.unwrap(self) >> (TIER_TERMS_BITS * number);
        tier = IStakingPools.Tier(
            uint32(word >> TIER_DURATION_OFFSET),
            uint16(word >> TIER_MULTIPLIER_OFFSET),
            uint16(word >> TIER_PENALTY_OFFSET)
        );
    }
    if (tier.multiplierBps == 0) revert IStakingPools.StakingPools_TierUnknown(number, self.count());
}

/// @return number how many terms there are
function count(TierTable self) pure returns (uint256 number) {
    while (
        number < MAXIMUM_TIERS
            && uint16(TierTable.unwrap(self) >> (TIER_TERMS_BITS * number + TIER_MULTIPLIER_OFFSET)) != 0
    ) ++number;
}

/// @param number below `MAXIMUM_TIERS`
/// @return the table with `tier` in the place of what was there
function with(TierTable self, uint256 number, IStakingPools.Tier memory tier) pure returns (TierTable) {
    uint256 offset = TIER_TERMS_BITS * number;
    uint256 word = (uint256(tier.duration) << TIER_DURATION_OFFSET)
        | (uint256(tier.multiplierBps) << TIER_MULTIPLIER_OFFSET) | (uint256(tier.penaltyBps) << TIER_PENALTY_OFFSET);
    return TierTable.wrap((TierTable.unwrap(self) & ~(TIER_TERMS_MASK << offset)) | (word << offset));
}
