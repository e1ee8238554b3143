// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Accrual, newAccrual} from "../types/Accrual.sol";
import {Account, Pool} from "../types/Pool.sol";
import {Position} from "../types/Position.sol";
import {Stake} from "../types/Stake.sol";
import {MAXIMUM_RATE, Stream} from "../types/Stream.sol";
import {RATE_UNIT, WEIGHT_UNIT} from "../types/Units.sol";

/// @notice What a pool's weights earn, second by second, and how that changes hands when they change.
/// @dev A pool's `Accrual` says what one unit of weight has earned so far; an account's `Stake` says how much of that is not
/// its own or was paid. Principal does not occur here: it is never derived from rewards.
library Reckoning {
    /// @return what one unit of weight has earned until now, scaled as in `Accrual`
    function accumulatorNow(Pool storage self, Stream stream) internal view returns (uint256) {
        return self.accrual.accumulatorAt(block.timestamp, stream.rate(), stream.end());
    }

    /// @notice Gives the account the word `next` for `held`, from now on: what it has earned until now stays owed to it, or
    /// is the caller's to deal with.
    /// @param keeping whether the unpaid reward stays the account's
    /// @return weight the account's from now on, wei
    /// @return reward what was unpaid, wei
    /// @return the pool's stream, as it stands now
    function reweigh(Pool storage self, Account storage account, Stream stream, Stake held, Stake next, bool keeping)
        internal
        returns (uint256 weight, uint256 reward, Stream)
    {
        Accrual accrual = self.accrual;
        if (accrual.totalWeight() == 0) stream = woken(self, accrual, stream);
        uint256 accumulator = accrual.accumulatorAt(block.timestamp, stream.rate(), stream.end());
        uint256 before = held.weight();
        weight = next.weight();
        reward = held.pendingOf(before, accumulator);
        account.stake = next.settled(weight, accumulator, keeping ? reward : 0);
        unchecked {
            // The account's weight is part of the total; the sum of two that fit cannot overflow
            uint256 totalWeight = accrual.totalWeight() - before + weight;
            self.accrual = newAccrual(block.timestamp, totalWeight, accumulator);
            weight *= WEIGHT_UNIT;
        }
        return (weight, reward, stream);
    }

    /// @notice Takes the weight between `held` and `rest`, one position before and after, out of the pool, now.
    /// @param keeping whether the account's unpaid reward stays its own; else the caller of this deals with it
    /// @return weight the account's from now on, wei
    /// @return reward what was unpaid, wei
    /// @return the pool's stream, as it stands now
    function lighten(
        Pool storage self,
        Account storage account,
        Stream stream,
        Position held,
        Position rest,
        bool keeping
    ) internal returns (uint256 weight, uint256 reward, Stream) {
        Stake before = account.stake;
        unchecked {
            // What is left weighs no more than there was, and that is part of the account's
            Stake next = before.withoutBase(held.base() - rest.base());
            return reweigh(self, account, stream, before, next, keeping);
        }
    }

    /// @notice Brings the pool to now.
    /// @return stream the pool's, as it stands now
    function accrue(Pool storage self) internal returns (Stream stream) {
        Accrual accrual = self.accrual;
        stream = self.stream;
        if (accrual.totalWeight() == 0) stream = woken(self, accrual, stream);
        uint256 accumulator = accrual.accumulatorAt(block.timestamp, stream.rate(), stream.end());
        self.accrual = newAccrual(block.timestamp, accrual.totalWeight(), accumulator);
    }

    /// @dev While nobody is staked the stream's clock stands still: its end moves back by the idle time, which is stored at
    /// once.
    function woken(Pool storage self, Accrual accrual, Stream stream) private returns (Stream moved) {
        moved = movedEnd(accrual, stream);
        if (Stream.unwrap(moved) != Stream.unwrap(stream)) self.stream = moved;
    }

    /// @return the stream of a pool nobody is staked in, with its end moved back by the time that has been so
    function movedEnd(Accrual accrual, Stream stream) internal view returns (Stream) {
        if (stream.end() <= accrual.lastUpdate()) return stream;
        return stream.withEnd(stream.end() + block.timestamp - accrual.lastUpdate());
    }

    /// @notice The stream with `amount` wei more in it; needs the pool accrued to now. What is left of the stream, what was held
    /// back and what came make the budget. It streams at the running rate, or over the reward duration if that is faster;
    /// what rounding leaves is held back. Since no end lies more than the reward duration ahead, the faster rate never
    /// brings an end forward, and the same rate with a larger budget cannot either.
    /// A budget too small for any rate is held back whole.
    /// @dev The cap keeps the rate in its bits whatever the bounds are; with today's (`MAXIMUM_BALANCE` over one day at least)
    /// no budget comes to half of it.
    function extend(Pool storage self, Stream stream, uint256 amount) internal returns (Stream) {
        uint256 rewardDuration = self.rewardDuration;
        uint256 left = stream.end() > block.timestamp ? stream.end() - block.timestamp : 0;
        uint256 running = left == 0 ? 0 : stream.rate();
        uint256 budget = running * RATE_UNIT * left + self.undistributed + amount;

        uint256 rate = Math.min(Math.max(running, budget / (RATE_UNIT * rewardDuration)), MAXIMUM_RATE);
        uint256 duration = rate == 0 ? 0 : Math.min(rewardDuration, budget / (rate * RATE_UNIT));
        self.undistributed = uint128(budget - rate * RATE_UNIT * duration);
        if (rate != 0) self.stream = stream = stream.withRate(rate).withEnd(block.timestamp + duration);
        return stream;
    }
}
