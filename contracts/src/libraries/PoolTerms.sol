// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {Pool} from "../types/Pool.sol";
import {Position} from "../types/Position.sol";
import {Stream, TIERED} from "../types/Stream.sol";
import {BPS} from "../types/Units.sol";
import {Errors} from "./Errors.sol";

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
            (unlockAt, multiplierBps) = (block.timestamp + terms.duration, terms.multiplierBps);
        } else {
            if (tier != 0) revert Errors.StakingPools_TierUnknown(tier, 1);
            (unlockAt, multiplierBps) = (block.timestamp, BPS);
        }
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
            if (amount == 0 || amount > all) revert Errors.StakingPools_AmountOutOfRange(amount, all);
            if (share != 0) share = share * amount / all;
        }
    }

    /// @return wei withheld from `amount` that leaves now, rounded down: penalty × what is left of the lock / the lock
    function penalty(Pool storage self, Position held, uint256 amount) internal view returns (uint256) {
        uint256 unlockAt = held.unlockAt();
        if (block.timestamp >= unlockAt) return 0;
        IStakingPools.Tier memory terms = self.tiers.terms(held.tier());
        if (terms.penaltyBps == 0) revert Errors.StakingPools_EarlyExitNotOffered(held.tier());
        return amount * terms.penaltyBps * (unlockAt - block.timestamp) / (BPS * terms.duration);
    }
}
