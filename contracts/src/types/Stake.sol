// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ACCUMULATOR_SCALE_BITS} from "./Accrual.sol";
import {BPS} from "./Units.sol";

/// @notice All that one account has in one pool, so that a claim touches one word however many positions there are.
/// `unused 44 | base 72 | debt 92 | extraBoost 16 | positions 32`
///
/// `base`: sum of the positions' weights before the boost, weight units. `debt`: reward the weight would have earned
/// before the account had it, plus what was paid, modulo 2^92. `extraBoost`: basis points above ×1. `positions`: how many
/// were ever opened; numbers are never used again.
type Stake is uint256;

using {
    base,
    debt,
    boostBps,
    positions,
    weight,
    pending,
    pendingOf,
    withoutBase,
    withBoost,
    withPosition,
    paid,
    settled
} for Stake global;

uint256 constant BASE_MASK = (1 << 72) - 1;
uint256 constant DEBT_MASK = (1 << 92) - 1;
uint256 constant EXTRA_BOOST_MASK = (1 << 16) - 1;
uint256 constant POSITIONS_MASK = (1 << 32) - 1;
uint256 constant BASE_OFFSET = 140;
uint256 constant DEBT_OFFSET = 48;
uint256 constant EXTRA_BOOST_OFFSET = 32;

/// @return weight units before the boost
function base(Stake self) pure returns (uint256) {
    return Stake.unwrap(self) >> BASE_OFFSET;
}

function debt(Stake self) pure returns (uint256) {
    return (Stake.unwrap(self) >> DEBT_OFFSET) & DEBT_MASK;
}

/// @return basis points, 10 000 = ×1
function boostBps(Stake self) pure returns (uint256) {
    unchecked {
        return BPS + ((Stake.unwrap(self) >> EXTRA_BOOST_OFFSET) & EXTRA_BOOST_MASK);
    }
}

function positions(Stake self) pure returns (uint256) {
    return Stake.unwrap(self) & POSITIONS_MASK;
}

/// @return weight units, boosted, rounded down
function weight(Stake self) pure returns (uint256) {
    unchecked {
        return self.base() * self.boostBps() / BPS;
    }
}

/// @notice Reward earned and not paid, wei, rounded down.
/// @param accumulator the pool's, now
/// @dev A result in the upper half of the modulus is a rounding deficit of a wei or so: nothing is owed yet.
function pending(Stake self, uint256 accumulator) pure returns (uint256 amount) {
    return self.pendingOf(self.weight(), accumulator);
}

/// @dev `pending` for whoever has the word's weight at hand.
function pendingOf(Stake self, uint256 weight_, uint256 accumulator) pure returns (uint256 amount) {
    unchecked {
        amount = (((weight_ * accumulator) >> ACCUMULATOR_SCALE_BITS) - self.debt()) & DEBT_MASK;
        if (amount > DEBT_MASK >> 1) amount = 0;
    }
}

/// @param bps at least 10 000
function withBoost(Stake self, uint256 bps) pure returns (Stake) {
    return
        Stake.wrap(
            (Stake.unwrap(self) & ~(EXTRA_BOOST_MASK << EXTRA_BOOST_OFFSET)) | ((bps - BPS) << EXTRA_BOOST_OFFSET)
        );
}

/// @notice The word with one more position, of that base.
/// @dev Neither part can overflow: the bases of all positions fit 72 bits, and nobody can open 2^32 positions.
function withPosition(Stake self, uint256 units) pure returns (Stake) {
    unchecked {
        return Stake.wrap(Stake.unwrap(self) + (units << BASE_OFFSET) + 1);
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
function settled(Stake self, uint256 weight_, uint256 accumulator, uint256 owed) pure returns (Stake) {
    unchecked {
        uint256 roundUp = (1 << ACCUMULATOR_SCALE_BITS) - 1;
        return withDebt(self, ((weight_ * accumulator + roundUp) >> ACCUMULATOR_SCALE_BITS) - owed);
    }
}

function withDebt(Stake self, uint256 wei_) pure returns (Stake) {
    return Stake.wrap((Stake.unwrap(self) & ~(DEBT_MASK << DEBT_OFFSET)) | ((wei_ & DEBT_MASK) << DEBT_OFFSET));
}
