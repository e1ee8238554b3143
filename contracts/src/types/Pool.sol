// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "../interfaces/IStakingPools.sol";
import {GuardianPause} from "./GuardianPause.sol";
import {Position, PositionWord, placeOf} from "./Position.sol";
import {Stake} from "./Stake.sol";
import {Accrual, MAXIMUM_RATE, Stream, TIERED, newAccrual} from "./Stream.sol";
import {BPS, MAXIMUM_TIME, RATE_UNIT, WEIGHT_UNIT, currentTime, laterTime} from "./Units.sol";

uint256 constant MAXIMUM_TIERS = 4;

/// @notice All that is stored of one pool. A change of a weight writes one word of it, and a claim none.
/// @param undistributed wei held back for the next funding
/// @param rewardDuration seconds over which a funding streams
/// @param pairRatio wei of the pair token that go with 1e18 wei of the stake token
/// @param tiers each in a word; a multiplier is never 0, so an empty place has none
/// @param pause of new stakes; looked at only while the stream's flag `PAUSED` is set
struct Pool {
    Accrual accrual;
    Stream stream;
    uint128 undistributed;
    uint32 rewardDuration;
    address pairToken;
    uint96 pairRatio;
    address boostSource;
    IStakingPools.Tier[MAXIMUM_TIERS] tiers;
    GuardianPause pause;
    mapping(address account => Account) accounts;
}

/// @param positions two or one in a word, see `PositionWord`
struct Account {
    Stake stake;
    mapping(uint256 index => PositionWord) positions;
}

/// @notice The result of a change of an account's weight.
/// @param weight the account's from now on, wei
/// @param reward unpaid reward before the change, wei
/// @param stream the pool's from now on
struct Change {
    uint256 weight;
    uint256 reward;
    Stream stream;
}

using {positionAt, setPosition} for Account global;
using {tierCount, tierAt, termsOf, flexibleTier, pairFor, penalty} for Pool global;
using {rewardPerWeightNow, updateReward, updateWeight, addToStream} for Pool global;

/// @param stream the pool's, which says where its positions are
/// @return held without amounts if there is no such position
function positionAt(Account storage self, Stream stream, uint256 position) view returns (Position held) {
    (uint256 index, uint256 offset) = placeOf(stream, position);
    return self.positions[index].load(offset);
}

function setPosition(Account storage self, Stream stream, uint256 position, Position held) {
    (uint256 index, uint256 offset) = placeOf(stream, position);
    self.positions[index] = self.positions[index].store(offset, held);
}

// ----------------------------------------------------------------------------------------------------------------- terms

function tierCount(Pool storage self) view returns (uint256 count) {
    while (count < MAXIMUM_TIERS && self.tiers[count].multiplierBps != 0) ++count;
}

/// @dev Reverts with TierUnknown where there is none.
function tierAt(Pool storage self, uint256 tier) view returns (IStakingPools.Tier memory terms) {
    if (tier < MAXIMUM_TIERS) terms = self.tiers[tier];
    if (terms.multiplierBps == 0) revert IStakingPools.StakingPools_TierUnknown(tier, self.tierCount());
}

/// @return unlockAt unix seconds, of a position opened now
function termsOf(Pool storage self, Stream stream, uint256 tier)
    view
    returns (uint256 unlockAt, uint256 multiplierBps)
{
    // no storage is read where the only tier is flexible and of x1
    if (tier == 0 && !stream.has(TIERED)) return (currentTime(), BPS);
    IStakingPools.Tier memory terms = self.tierAt(tier);
    return (laterTime(currentTime(), terms.duration), terms.multiplierBps);
}

/// @return tier the number of the first tier without a lock
/// @return found whether there is one
function flexibleTier(Pool storage self, Stream stream) view returns (uint256 tier, bool found) {
    if (!stream.has(TIERED)) return (0, true);
    uint256 count = self.tierCount();
    while (tier < count && self.tiers[tier].duration != 0) ++tier;
    found = tier < count;
}

/// @return wei of the pair token that go with `amount` of the stake token, rounded up
function pairFor(Pool storage self, uint256 amount) view returns (uint256) {
    return Math.mulDiv(amount, self.pairRatio, 1e18, Math.Rounding.Ceil);
}

/// @dev Reverts with AmountOutOfRange unless `amount` is all of the position, or less and not 0.
/// @return share wei of the pair token that leave with `amount`: all with the last, else in proportion, rounded down
function pairShare(Position held, uint256 amount) pure returns (uint256 share) {
    uint256 all = held.amount();
    share = held.pairAmount();
    if (amount == all) return share;
    if (amount == 0 || amount > all) revert IStakingPools.StakingPools_AmountOutOfRange(amount, all);
    if (share != 0) share = share * amount / all;
}

/// @return wei withheld when `amount` leaves now, rounded down: `amount` × penalty × remaining seconds / seconds of the lock
function penalty(Pool storage self, Position held, uint256 amount) view returns (uint256) {
    uint256 unlockAt = held.unlockAt();
    uint256 time = currentTime();
    if (time >= unlockAt) return 0;
    IStakingPools.Tier memory terms = self.tierAt(held.tier());
    if (terms.penaltyBps == 0) revert IStakingPools.StakingPools_EarlyExitNotOffered(held.tier());
    return amount * terms.penaltyBps * (unlockAt - time) / (BPS * terms.duration);
}

// --------------------------------------------------------------------------------------------------------------- rewards

/// @return what one unit of weight has earned until now, scaled as in `Accrual`
function rewardPerWeightNow(Pool storage self, Stream stream) view returns (uint256) {
    return self.accrual.rewardPerWeightAt(currentTime(), stream.rate(), stream.end());
}

/// @notice Brings the pool's reward per weight to now.
/// @return stream the pool's from now on
function updateReward(Pool storage self) returns (Stream stream) {
    Accrual accrual = self.accrual;
    uint256 time = currentTime();
    stream = self.stream;
    if (accrual.totalWeight() == 0) stream = skipIdleTime(self, accrual, stream, time);
    uint256 perWeight = accrual.rewardPerWeightAt(time, stream.rate(), stream.end());
    self.accrual = newAccrual(time, accrual.totalWeight(), perWeight);
}

/// @notice Replaces the account's word `held` by `next`, from now on.
/// @param keepsReward whether the unpaid reward stays owed to the account; otherwise the calling function disposes of it
function updateWeight(
    Pool storage self,
    Account storage account,
    Stream stream,
    Stake held,
    Stake next,
    bool keepsReward
) returns (Change memory change) {
    Accrual accrual = self.accrual;
    uint256 time = currentTime();
    if (accrual.totalWeight() == 0) stream = skipIdleTime(self, accrual, stream, time);
    uint256 perWeight = accrual.rewardPerWeightAt(time, stream.rate(), stream.end());
    uint256 before = held.weight();
    uint256 weight = next.weight();
    uint256 reward = held.pendingOf(before, perWeight);
    account.stake = next.settled(weight, perWeight, keepsReward ? reward : 0);
    unchecked {
        // The account's weight is part of the total; the sum of two that fit cannot overflow
        self.accrual = newAccrual(time, accrual.totalWeight() - before + weight, perWeight);
        change.weight = weight * WEIGHT_UNIT;
    }
    change.reward = reward;
    change.stream = stream;
}

/// @notice Adds `amount` wei to the pool's stream. The caller has brought the pool to now.
/// The budget is the rest of the stream, the wei held back and `amount`. The new rate is the running rate, or budget /
/// reward duration if that is higher. So no rate falls and no end comes forward.
/// Held back are the remainders of rounding, a budget too small for any rate, and all that would stream after `MAXIMUM_TIME`.
/// @dev No budget reaches half of `MAXIMUM_RATE` with today's bounds; the cap keeps the rate in its bits with any bounds.
function addToStream(Pool storage self, Stream stream, uint256 amount) returns (Stream) {
    uint256 time = currentTime();
    uint256 rewardDuration = self.rewardDuration;
    uint256 left = stream.end() > time ? stream.end() - time : 0;
    uint256 running = left == 0 ? 0 : stream.rate();
    uint256 budget = running * RATE_UNIT * left + self.undistributed + amount;

    uint256 rate = Math.min(Math.max(running, budget / (RATE_UNIT * rewardDuration)), MAXIMUM_RATE);
    uint256 duration = rate == 0 ? 0 : Math.min(rewardDuration, budget / (rate * RATE_UNIT));
    duration = Math.min(duration, MAXIMUM_TIME - time);
    self.undistributed = uint128(budget - rate * RATE_UNIT * duration);
    if (rate != 0) self.stream = stream = stream.withRate(rate).withEnd(time + duration);
    return stream;
}

/// @return the stream of a pool in which nobody is staked: its end moves back by the time since `lastUpdate`
function withoutIdleTime(Accrual accrual, Stream stream, uint256 time) pure returns (Stream) {
    if (stream.end() <= accrual.lastUpdate()) return stream;
    return stream.withEnd(laterTime(stream.end(), time - accrual.lastUpdate()));
}

/// @dev While nobody is staked the stream's clock stands still. Stores the end that follows from it.
function skipIdleTime(Pool storage self, Accrual accrual, Stream stream, uint256 time) returns (Stream moved) {
    moved = withoutIdleTime(accrual, stream, time);
    if (!moved.equals(stream)) self.stream = moved;
}
