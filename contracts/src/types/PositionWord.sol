// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MAXIMUM_TIME, TIME_BITS} from "./Clock.sol";
import {AMOUNT_OFFSET, Position, UNLOCK_OFFSET} from "./Position.sol";
import {PAIRED, Stream, TIERED} from "./Stream.sol";
import {BPS} from "./Units.sol";

/// @notice Where positions are kept. In a pool with a pair token or tiers each has the word that `Position` describes. In a
/// plain pool two share one, as their terms are known and only this is left to keep of each: `amount 94 | unlockAt 34`; the
/// even number is in the lower half. Every second stake there finds its word written already and costs 17 100 gas less;
/// the refund for a cleared word, 4 800 gas, comes when the second of the two has left.
type PositionWord is uint256;

using {load, store} for PositionWord global;

uint256 constant HALF_BITS = 128;
uint256 constant HALF_MASK = (1 << HALF_BITS) - 1;
uint256 constant HALF_AMOUNT_OFFSET = TIME_BITS;
/// @dev In place of a position's first bit, 0 or 128: it is the whole word.
uint256 constant WHOLE = 256;

/// @dev Numbers from here on are of gifts, positions that somebody else opened for the account. So own positions and gifts
/// never share a word.
uint256 constant FIRST_GIFT = 1 << 32;

/// @return index of the word that holds the position `number` in a pool with this stream
/// @return offset of the position in the word: 0, 128 or `WHOLE`
function placeOf(Stream stream, uint256 number) pure returns (uint256 index, uint256 offset) {
    if (stream.has(PAIRED | TIERED)) (index, offset) = (number, WHOLE);
    else (index, offset) = (number >> 1, (number & 1) << 7);
}

/// @return position the one that begins at `offset`; without amounts if there is none
function load(PositionWord self, uint256 offset) pure returns (Position position) {
    uint256 word = PositionWord.unwrap(self);
    if (offset == WHOLE) {
        position = Position.wrap(word);
    } else {
        uint256 half = (word >> offset) & HALF_MASK;
        position = Position.wrap(
            ((half >> HALF_AMOUNT_OFFSET) << AMOUNT_OFFSET) | ((half & MAXIMUM_TIME) << UNLOCK_OFFSET) | BPS
        );
    }
}

/// @param position in a plain pool of less than 2^94 wei
/// @return word the word with `position` in the place of what was at `offset`; the other half stays
function store(PositionWord self, uint256 offset, Position position) pure returns (PositionWord word) {
    if (offset == WHOLE) {
        word = PositionWord.wrap(Position.unwrap(position));
    } else {
        uint256 half = ((position.amount() << HALF_AMOUNT_OFFSET) & HALF_MASK) | (position.unlockAt() & MAXIMUM_TIME);
        word = PositionWord.wrap((PositionWord.unwrap(self) & ~(HALF_MASK << offset)) | (half << offset));
    }
}
