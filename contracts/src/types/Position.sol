// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {BPS, WEIGHT_UNIT} from "./Units.sol";

/// @notice One stake and its terms.
/// `amount 96 | pairAmount 96 | unlockAt 40 | tier 8 | multiplier 16`
/// The multiplier is kept here so that leaving needs no look at the tiers; it is 0 where the weight has been given up and a
/// token that could not be paid is all that is left.
type Position is uint256;

using {
    amount,
    pairAmount,
    unlockAt,
    tier,
    multiplierBps,
    base,
    exists,
    less,
    withAmounts,
    withoutWeight
} for Position global;

Position constant NO_POSITION = Position.wrap(0);
uint256 constant AMOUNT_MASK = (1 << 96) - 1;
uint256 constant TERMS_MASK = (1 << 64) - 1;

/// @return wei of the stake token
function amount(Position self) pure returns (uint256) {
    return Position.unwrap(self) >> 160;
}

/// @return wei of the pair token
function pairAmount(Position self) pure returns (uint256) {
    return (Position.unwrap(self) >> 64) & AMOUNT_MASK;
}

/// @return unix seconds
function unlockAt(Position self) pure returns (uint256) {
    return (Position.unwrap(self) >> 24) & 0xffffffffff;
}

function tier(Position self) pure returns (uint256) {
    return (Position.unwrap(self) >> 16) & 0xff;
}

function multiplierBps(Position self) pure returns (uint256) {
    return Position.unwrap(self) & 0xffff;
}

/// @return weight units before the account's boost, rounded down
function base(Position self) pure returns (uint256) {
    unchecked {
        return self.amount() * self.multiplierBps() / (BPS * WEIGHT_UNIT);
    }
}

/// @return whether anything is left in it: only then it exists
function exists(Position self) pure returns (bool) {
    return Position.unwrap(self) > TERMS_MASK;
}

/// @return rest the position with that much less in it; nothing at all when nothing is left, which clears its word
/// @param amount_ wei, at most the position's, as is `pairAmount_`
function less(Position self, uint256 amount_, uint256 pairAmount_) pure returns (Position rest) {
    unchecked {
        uint256 word = Position.unwrap(self) - ((amount_ << 160) | (pairAmount_ << 64));
        return Position.wrap(word <= TERMS_MASK ? 0 : word);
    }
}

/// @return the position with other amounts; nothing at all when both are 0, which clears its word
function withAmounts(Position self, uint256 amount_, uint256 pairAmount_) pure returns (Position) {
    if (amount_ | pairAmount_ == 0) return Position.wrap(0);
    return Position.wrap((amount_ << 160) | (pairAmount_ << 64) | (Position.unwrap(self) & TERMS_MASK));
}

function withoutWeight(Position self) pure returns (Position) {
    return Position.wrap(Position.unwrap(self) & ~uint256(0xffff));
}

/// @param amount_ wei below 2^96, as is `pairAmount_`: the contract's balance is kept below 2^91
function newPosition(uint256 amount_, uint256 pairAmount_, uint256 unlockAt_, uint256 tier_, uint256 multiplierBps_)
    pure
    returns (Position)
{
    return Position.wrap((amount_ << 160) | (pairAmount_ << 64) | (unlockAt_ << 24) | (tier_ << 16) | multiplierBps_);
}
