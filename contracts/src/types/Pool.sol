// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Accrual} from "./Accrual.sol";
import {GuardianPause} from "./GuardianPause.sol";
import {PositionWord, placeOf} from "./PositionWord.sol";
import {Stake} from "./Stake.sol";
import {Stream} from "./Stream.sol";
import {TierTable} from "./TierTable.sol";

/// @notice All that is stored of one pool. Every function reads `stream` and `accrual` and little more of this, so those
/// that change a weight write one word of the pool's, and a claim none.
/// @param undistributed wei held back for the next funding
/// @param rewardDuration seconds over which a funding streams
/// @param pairRatio wei of the pair token that go with 1e18 wei of the stake token
/// @param pause of new stakes; looked at only while the stream's flag `PAUSED` is set
struct Pool {
    Accrual accrual;
    Stream stream;
    uint128 undistributed;
    uint32 rewardDuration;
    address pairToken;
    uint96 pairRatio;
    address boostSource;
    TierTable tiers;
    GuardianPause pause;
    mapping(address account => Account) accounts;
}

/// @param slots of the positions' words, see `PositionWord`
struct Account {
    Stake stake;
    mapping(uint256 index => Slot) slots;
}

/// @dev A word whose place in storage is computed once and passed on.
struct Slot {
    PositionWord word;
}

using {slotOf} for Account global;

/// @return slot of the word that holds the position `number` of the account, in a pool with this stream
/// @return offset of the position in the word
function slotOf(Account storage self, Stream stream, uint256 number) view returns (Slot storage slot, uint256 offset) {
    uint256 index;
    (index, offset) = placeOf(stream, number);
    slot = self.slots[index];
}
