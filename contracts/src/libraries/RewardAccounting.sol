// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Accrual, newAccrual} from "../types/Accrual.sol";
import {MAXIMUM_TIME, currentTime, laterTime} from "../types/Clock.sol";
import {Account, Pool} from "../types/Pool.sol";
import {Position} from "../types/Position.sol";
import {Stake} from "../types/Stake.sol";
import {MAXIMUM_RATE, Stream} from "../types/Stream.sol";
import {RATE_UNIT, WEIGHT_UNIT} from "../types/Units.sol";

/// @notice What a pool's weights earn, second by second, and what happens to it when weights change.
/// @dev A pool's `Accrual` holds what one unit of weight has earned so far; an account's `Stake` holds how much of that is not
/// its own or was paid. Principal does not occur here: it is never derived from rewards.
library RewardAccounting {
    /// @return what one unit of weight has earned until now, scaled as in `Accrual`
    function rewardPerWeightNow(Pool storage self, Stream stream) internal view returns (uint256) {
        return self.accrual.rewardPerWeightAt(currentTime(), stream.rate(), stream.end());
    }

    /// @notice Brings the pool's reward per weight to now.
    /// @return stream the pool's from now on
    function updateReward(Pool storage self) internal returns (Stream stream) {
        Accrual accrual = self.accrual;
        uint256 time = currentTime();
        stream = self.stream;
        if (accrual.totalWeight() == 0) stream = skipIdleTime(self, accrual, stream, time);
        uint256 perWeight = accrual.rewardPerWeightAt(time, stream.rate(), stream.end());
        self.accrual = newAccrual(time, accrual.totalWeight(), perWeight);
    }

    /// @notice Replaces the account's word `held` by `next`, from now on. What it has earned until now stays owed to it, or
    /// is left to the caller of this.
    /// @param keepsReward whether the unpaid reward stays the account's
    /// @return weight the account's from now on, wei
    /// @return reward what was unpaid, wei
    /// @return the pool's stream from now on
    function updateWeight(
        Pool storage self,
        Account storage account,
        Stream stream,
        Stake held,
        Stake next,
        bool keepsReward
    ) internal returns (uint256 weight, uint256 reward, Stream) {
        Accrual accrual = self.accrual;
        uint256 time = currentTime();
        if (accrual.totalWeight() == 0) stream = skipIdleTime(self, accrual, stream, time);
        uint256 perWeight = accrual.rewardPerWeightAt(time, stream.rate(), stream.end());
        uint256 before = held.weight();
        weight = next.weight();
        reward = held.pendingOf(before, perWeight);
        account.stake = next.settled(weight, perWeight, keepsReward ? reward : 0);
        unchecked {
            // The account's weight is part of the total; the sum of two that fit cannot overflow
            uint256 totalWeight = accrual.totalWeight() - before + weight;
            self.accrual = newAccrual(time, totalWeight, perWeight);
            weight *= WEIGHT_UNIT;
        }
        return (weight, reward, stream);
    }

    /// @notice Adds the weight of the account's new position to the pool, from now on.
    /// @param held the account's word before it
    /// @param next the account's word with it
    /// @return weight the account's from now on, wei
    /// @return the pool's stream from now on
    function increaseWeight(Pool storage self, Account storage account, Stream stream, Stake held, Stake next)
        internal
        returns (uint256 weight, Stream)
    {
        (weight,, stream) = updateWeight(self, account, stream, held, next, true);
        return (weight, stream);
    }

    /// @notice Takes the weight between `held` and `rest`, one position before and after, out of the pool, from now on.
    /// @param keepsReward whether the account's unpaid reward stays its own; else the caller of this deals with it
    /// @return weight the account's from now on, wei
    /// @return reward what was unpaid, wei
    /// @return the pool's stream from now on
    function decreaseWeight(
        Pool storage self,
        Account storage account,
        Stream stream,
        Position held,
        Position rest,
        bool keepsReward
    ) internal returns (uint256 weight, uint256 reward, Stream) {
        Stake before = account.stake;
        unchecked {
            // What is left weighs no more than there was, and that is part of the account's
            Stake next = before.withoutBase(held.base() - rest.base());
            return updateWeight(self, account, stream, before, next, keepsReward);
        }
    }

    /// @notice The stream with `amount` wei more in it; needs the pool updated to now. What is left of the stream, what was held
    /// back and what came make the budget. It streams at the running rate, or over the reward duration if that is faster;
    /// what rounding leaves is held back. Since no end lies more than the reward duration ahead, the faster rate never
    /// brings an end forward, and the same rate with a larger budget cannot either.
    /// A budget too small for any rate is held back whole, as is what would stream beyond `MAXIMUM_TIME`.
    /// @dev The cap keeps the rate in its bits whatever the bounds are; with today's (`MAXIMUM_BALANCE` over one day at least)
    /// no budget comes to half of it.
    function addToStream(Pool storage self, Stream stream, uint256 amount) internal returns (Stream) {
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

    /// @return the stream of a pool in which nobody is staked, with its end moved back by the time that has been so
    function withoutIdleTime(Accrual accrual, Stream stream, uint256 time) internal pure returns (Stream) {
        if (stream.end() <= accrual.lastUpdate()) return stream;
        return stream.withEnd(laterTime(stream.end(), time - accrual.lastUpdate()));
    }

    /// @dev While nobody is staked the stream's clock stands still. Stores the end that follows from it.
    function skipIdleTime(Pool storage self, Accrual accrual, Stream stream, uint256 time)
        private
        returns (Stream moved)
    {
        moved = withoutIdleTime(accrual, stream, time);
        if (!moved.equals(stream)) self.stream = moved;
    }
}
