// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Accrual} from "./Accrual.sol";
import {Position} from "./Position.sol";
import {Stake} from "./Stake.sol";
import {Stream} from "./Stream.sol";
import {TierTable} from "./TierTable.sol";

/// @notice All that is stored of one pool, and the ways to its parts. Every act reads `stream` and `accrual` and no more of
/// this, so those that change a weight write one word of the pool's, and a claim none.
/// @param undistributed wei held back for the next funding
/// @param rewardDuration seconds over which a funding streams
/// @param pairRatio wei of the pair token that go with 1e18 wei of the stake token
struct Pool {
    Accrual accrual;
    Stream stream;
    uint128 undistributed;
    uint32 rewardDuration;
    address pairToken;
    uint96 pairRatio;
    address boostSource;
    TierTable tiers;
    mapping(address account => Account) accounts;
}

/// @param positions by number; a struct of one word, so that its place is reckoned once and passed on
using {placeOf} for Pool global;

struct Account {
    Stake stake;
    mapping(uint256 number => OpenPosition) positions;
}

struct OpenPosition {
    Position position;
}

function placeOf(Pool storage self, address owner, uint256 number)
    view
    returns (Account storage account, OpenPosition storage place)
{
    account = self.accounts[owner];
    place = account.positions[number];
}
