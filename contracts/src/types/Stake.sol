// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SCALE_BITS} from "./Stream.sol";
import {BPS} from "./Units.sol";

/// @notice All that one account has in one pool, so that a claim touches one word however many positions there are.
/// `base 84 | debt 92 | extraBoost 16 | gifts 32 | positions 32`
///
/// `base`: sum of the positions' weights before the boost, weight units. `debt`: reward the weight would have earned
/// before the account had it, plus what was paid, modulo 2^92. `extraBoost`: basis points above ×1. `positions`: how many
/// the account ever opened, `gifts`: how many others ever opened for it; numbers are never used again.
type Stake is uint256;

using {base, debt, boostBps, positions, gifts, weight, pending, pendingOf} for Stake global;
using {withoutBase, withBoost, opened, paid, settled} for Stake global;

uint256 constant GIFTS_OFFSET = 32;
uint256 constant EXTRA_BOOST_OFFSET = 64;
uint256 constant DEBT_OFFSET = 80;
uint256 constant DEBT_BITS = 92;
uint256 constant BASE_OFFSET = DEBT_OFFSET + DEBT_BITS;
uint256 constant DEBT_MASK = (1 << DEBT_BITS) - 1;

/// @return weight units before the boost
function base(Stake self) pure returns (uint256) {
    return Stake.unwrap(self) >> BASE_OFFSET;
}

/// @return wei of the reward token, modulo 2^92
function debt(Stake self) pure returns (uint256) {
    return (Stake.unwrap(self) >> DEBT_OFFSET) & DEBT_MASK;
}

/// @return basis points, 10 000 = ×1
function boostBps(Stake self) pure returns (uint256) {
    unchecked {
        return BPS + uint16(Stake.unwrap(self) >> EXTRA_BOOST_OFFSET);
    }
}

/// @return how many positions the account ever opened
function positions(Stake self) pure returns (uint256) {
    return uint32(Stake.unwrap(self));
}

/// @return how many positions others ever opened for the account
function gifts(Stake self) pure returns (uint256) {
    return uint32(Stake.unwrap(self) >> GIFTS_OFFSET);
}

/// @return weight units, boosted, rounded down
function weight(Stake self) pure returns (uint256) {
    unchecked {
        return self.base() * self.boostBps() / BPS;
    }
}

/// @notice Reward earned and not paid, wei, rounded down.
/// @param rewardPerWeight the pool's, now
/// @dev A result in the upper half of the modulus is a rounding deficit of a wei or so: nothing is owed yet.
function pending(Stake self, uint256 rewardPerWeight) pure returns (uint256 amount) {
    return self.pendingOf(self.weight(), rewardPerWeight);
}

/// @dev `pending` for a caller that has the word's weight at hand.
function pendingOf(Stake self, uint256 weight_, uint256 rewardPerWeight) pure returns (uint256 amount) {
    unchecked {
        amount = (((weight_ * rewardPerWeight) >> SCALE_BITS) - self.debt()) & DEBT_MASK;
        if (amount >> (DEBT_BITS - 1) != 0) amount = 0;
    }
}

/// @param bps at least 10 000, at most 75 535
function withBoost(Stake self, uint256 bps) pure returns (Stake) {
    unchecked {
        return Stake.wrap(
            (Stake.unwrap(self) & ~(uint256(type(uint16).max) << EXTRA_BOOST_OFFSET))
                | (uint256(uint16(bps - BPS)) << EXTRA_BOOST_OFFSET)
        );
    }
}

/// @notice The word with one more position, of that base.
/// @param gift whether somebody else opened the position for the account
/// @dev No part can overflow: the bases of all positions fit 72 bits, and 2^32 positions would take all blocks of a week.
/// `base` is the word's highest field: what is added to it or taken from it reaches no other.
function opened(Stake self, bool gift, uint256 units) pure returns (Stake) {
    unchecked {
        return Stake.wrap(Stake.unwrap(self) + (units << BASE_OFFSET) + (gift ? 1 << GIFTS_OFFSET : 1));
    }
}

/// @notice The word with that much less base, which is part of it.
function withoutBase(Stake self, uint256 units) pure returns (Stake) {
    unchecked {
        return Stake.wrap(Stake.unwrap(self) - (units << BASE_OFFSET));
    }
}

/// @notice The word after `amount` wei were paid out; no rounding, so claiming often costs nothing.
function paid(Stake self, uint256 amount) pure returns (Stake) {
    unchecked {
        return withDebt(self, self.debt() + amount);
    }
}

/// @notice The word with exactly `owed` wei unpaid.
/// @param weight_ the word's, units
/// @dev The debt is rounded up: a change of weight never earns anybody a fraction that was not there.
function settled(Stake self, uint256 weight_, uint256 rewardPerWeight, uint256 owed) pure returns (Stake) {
    unchecked {
        uint256 roundUp = (1 << SCALE_BITS) - 1;
        return withDebt(self, ((weight_ * rewardPerWeight + roundUp) >> SCALE_BITS) - owed);
    }
}

/// @param wei_ taken modulo 2^92
function withDebt(Stake self, uint256 wei_) pure returns (Stake) {
    return Stake.wrap((Stake.unwrap(self) & ~(DEBT_MASK << DEBT_OFFSET)) | ((wei_ & DEBT_MASK) << DEBT_OFFSET));
}
