// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PAIRED, Stream, TIERED} from "./Stream.sol";
import {BPS, MAXIMUM_TIME, TIME_BITS, WEIGHT_UNIT} from "./Units.sol";

/// @notice One stake and its terms.
/// `amount 96 | pairAmount 96 | unlockAt 40 | tier 8 | multiplier 16`
/// The multiplier is kept here so that leaving reads no tier; it is 0 once only a token that could not be paid is left.
type Position is uint256;

using {amount, pairAmount, unlockAt, tier, multiplierBps, base, exists, withAmounts} for Position global;

Position constant NO_POSITION = Position.wrap(0);

uint256 constant TIER_OFFSET = 16;
uint256 constant UNLOCK_OFFSET = 24;
uint256 constant PAIR_AMOUNT_OFFSET = 64;
uint256 constant AMOUNT_OFFSET = 160;
/// @dev All but the amounts.
uint256 constant TERMS_MASK = (1 << PAIR_AMOUNT_OFFSET) - 1;

/// @return wei of the stake token
function amount(Position self) pure returns (uint256) {
    return Position.unwrap(self) >> AMOUNT_OFFSET;
}

/// @return wei of the pair token
function pairAmount(Position self) pure returns (uint256) {
    return uint96(Position.unwrap(self) >> PAIR_AMOUNT_OFFSET);
}

/// @return unix seconds
function unlockAt(Position self) pure returns (uint256) {
    return uint40(Position.unwrap(self) >> UNLOCK_OFFSET);
}

function tier(Position self) pure returns (uint256) {
    return uint8(Position.unwrap(self) >> TIER_OFFSET);
}

function multiplierBps(Position self) pure returns (uint256) {
    return uint16(Position.unwrap(self));
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

/// @param amount_ wei, cut to its 96 bits, as is `pairAmount_`
/// @return the position with other amounts; nothing at all when both are 0, which clears its word
function withAmounts(Position self, uint256 amount_, uint256 pairAmount_) pure returns (Position) {
    if (amount_ | pairAmount_ == 0) return NO_POSITION;
    return Position.wrap(
        (amount_ << AMOUNT_OFFSET) | (uint256(uint96(pairAmount_)) << PAIR_AMOUNT_OFFSET)
            | (Position.unwrap(self) & TERMS_MASK)
    );
}

/// @param amount_ wei below 2^96, as is `pairAmount_`: the contract's balance is kept below 2^91
/// @param unlockAt_ unix seconds below 2^40; `tier_` below 2^8; `multiplierBps_` below 2^16
function newPosition(uint256 amount_, uint256 pairAmount_, uint256 unlockAt_, uint256 tier_, uint256 multiplierBps_)
    pure
    returns (Position)
{
    return Position.wrap(
        (amount_ << AMOUNT_OFFSET) | (uint256(uint96(pairAmount_)) << PAIR_AMOUNT_OFFSET)
            | (uint256(uint40(unlockAt_)) << UNLOCK_OFFSET) | (uint256(uint8(tier_)) << TIER_OFFSET)
            | uint16(multiplierBps_)
    );
}

/// @notice Where positions are kept. In a pool with a pair token or tiers each has the word that `Position` describes. In a
/// plain pool two share one, because all have the same terms, and each needs only `amount 94 | unlockAt 34`; the
/// even number is in the lower half. Every second stake there finds its word written already and costs 17 100 gas less;
/// the refund for a cleared word, 4 800 gas, comes when the second of the two has left.
type PositionWord is uint256;

using {load, store} for PositionWord global;

uint256 constant HALF_BITS = 128;
uint256 constant HALF_MASK = (1 << HALF_BITS) - 1;
uint256 constant HALF_AMOUNT_OFFSET = TIME_BITS;
/// @dev In place of a position's first bit, 0 or 128: it is the whole word.
uint256 constant WHOLE = 256;

/// @dev Gifts are numbered from here on, so that they share no word with the account's own positions.
uint256 constant FIRST_GIFT = 1 << 32;

/// @return index of the word that holds the position of that number, in a pool with this stream
/// @return offset of the position in the word: 0, 128 or `WHOLE`
function placeOf(Stream stream, uint256 position) pure returns (uint256 index, uint256 offset) {
    if (stream.has(PAIRED | TIERED)) (index, offset) = (position, WHOLE);
    else (index, offset) = (position >> 1, (position & 1) << 7);
}

/// @return held the position that begins at `offset`; without amounts if there is none
function load(PositionWord self, uint256 offset) pure returns (Position held) {
    uint256 word = PositionWord.unwrap(self);
    if (offset == WHOLE) {
        held = Position.wrap(word);
    } else {
        uint256 half = (word >> offset) & HALF_MASK;
        held = Position.wrap(
            ((half >> HALF_AMOUNT_OFFSET) << AMOUNT_OFFSET) | ((half & MAXIMUM_TIME) << UNLOCK_OFFSET) | BPS
        );
    }
}

/// @param held in a plain pool of less than 2^94 wei
/// @return word the word with `held` in the place of what was at `offset`; the other half stays
function store(PositionWord self, uint256 offset, Position held) pure returns (PositionWord word) {
    if (offset == WHOLE) {
        word = PositionWord.wrap(Position.unwrap(held));
    } else {
        uint256 half = ((held.amount() << HALF_AMOUNT_OFFSET) & HALF_MASK) | (held.unlockAt() & MAXIMUM_TIME);
        word = PositionWord.wrap((PositionWord.unwrap(self) & ~(HALF_MASK << offset)) | (half << offset));
    }
}
