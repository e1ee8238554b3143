// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {currentTime, laterTime} from "../types/Clock.sol";
import {Pool} from "../types/Pool.sol";
import {Position} from "../types/Position.sol";
import {Stream, TIERED} from "../types/Stream.sol";
import {TierTable} from "../types/TierTable.sol";
import {BPS} from "../types/Units.sol";

/// @notice What a pool's terms make of an amount: lock, multiplier, pair, penalty.
library PoolTerms {
    /// @return unlockAt unix seconds
    function ofTier(Pool storage self, Stream stream, uint256 tier)
        internal
        view
        returns (uint256 unlockAt, uint256 multiplierBps)
    {
        if (stream.has(TIERED)) {
            IStakingPools.Tier memory terms = self.tiers.terms(tier);
            (unlockAt, multiplierBps) = (laterTime(currentTime(), terms.duration), terms.multiplierBps);
        } else {
            if (tier != 0) revert IStakingPools.StakingPools_TierUnknown(tier, 1);
            (unlockAt, multiplierBps) = (currentTime(), BPS);
        }
    }

    /// @return tier the number of the first tier without a lock
    /// @return found whether there is one
    function flexibleTier(Pool storage self, Stream stream) internal view returns (uint256 tier, bool found) {
        if (!stream.has(TIERED)) return (0, true);
        TierTable tiers = self.tiers;
        uint256 count = tiers.count();
        while (tier < count && tiers.terms(tier).duration != 0) ++tier;
        found = tier < count;
    }

    /// @return wei of the pair token that go with `amount` of the stake token, rounded up
    function pairFor(Pool storage self, uint256 amount) internal view returns (uint256) {
        return Math.mulDiv(amount, self.pairRatio, 1e18, Math.Rounding.Ceil);
    }

    /// @return share wei of the pair token that leave with `amount`: all with the last, else in proportion, rounded down
    function pairShare(Position held, uint256 amount) internal pure returns (uint256 share) {
        uint256 all = held.amount();
        share = held.pairAmount();
        if (amount != all) {
            unchecked {
                // 0 is below every amount and wraps above
                if (amount - 1 >= all) revert IStakingPools.StakingPools_AmountOutOfRange(amount, all);
            }
            if (share != 0) share = share * amount / all;
        }
    }

    /// @return wei withheld from `amount` that leaves now, rounded down: penalty × what is left of the lock / the lock
    function penalty(Pool storage self, Position held, uint256 amount) internal view returns (uint256) {
        uint256 unlockAt = held.unlockAt();
        uint256 time = currentTime();
        if (time >= unlockAt) return 0;
        IStakingPools.Tier memory terms = self.tiers.terms(held.tier());
        if (terms.penaltyBps == 0) revert IStakingPools.StakingPools_EarlyExitNotOffered(held.tier());
        return amount * terms.penaltyBps * (unlockAt - time) / (BPS * terms.duration);
    }
}
