// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {Position, newPosition} from "../../src/types/Position.sol";
import {DEBT_MASK, Stake} from "../../src/types/Stake.sol";
import {
    Accrual,
    FLAGS_MASK,
    MAXIMUM_RATE,
    MAXIMUM_TOTAL_WEIGHT,
    PAUSED,
    REWARD_PER_WEIGHT_MASK,
    Stream,
    newAccrual,
    newStream
} from "../../src/types/Stream.sol";
import {MAXIMUM_TIME, currentTime, laterTime} from "../../src/types/Units.sol";

/// @notice Every packed word: a written field has the written value, cut to the field, and no other field changes.
contract WordsTest is Test {
    function testFuzz_Stream(address token, uint256 flags, uint256 word, uint256 rate, uint256 end) public pure {
        Stream made = newStream(token, flags);
        assertEq(made.rewardToken(), token);
        assertEq(made.rate() | made.end(), 0);
        assertEq(Stream.unwrap(made) & FLAGS_MASK, flags & FLAGS_MASK);
        Stream stream = Stream.wrap(word);
        Stream next = stream.withRate(rate);
        assertEq(next.rate(), rate & MAXIMUM_RATE);
        assertTrue(next.withRate(stream.rate()).equals(stream), "nothing but the rate");
        next = stream.withEnd(end);
        assertEq(next.end(), end & MAXIMUM_TIME);
        assertTrue(next.withEnd(stream.end()).equals(stream), "nothing but the end");
        assertTrue(stream.withPaused(true).has(PAUSED));
        assertFalse(stream.withPaused(false).has(PAUSED));
        bool paused = stream.has(PAUSED);
        assertTrue(stream.withPaused(!paused).withPaused(paused).equals(stream), "nothing but the pause");
        assertEq(
            (uint256(uint160(stream.rewardToken())) << 96) | (stream.rate() << 40) | (stream.end() << 6)
                | (word & FLAGS_MASK),
            word,
            "the fields fill the whole word"
        );
    }

    function testFuzz_Accrual(uint256 time, uint256 weight, uint256 perWeight) public pure {
        weight = bound(weight, 0, MAXIMUM_TOTAL_WEIGHT);
        Accrual accrual = newAccrual(time, weight, perWeight);
        assertEq(accrual.lastUpdate(), time & MAXIMUM_TIME);
        assertEq(accrual.totalWeight(), weight);
        assertEq(accrual.rewardPerWeight(), perWeight & REWARD_PER_WEIGHT_MASK);
        assertEq(
            (accrual.lastUpdate() << 222) | (accrual.totalWeight() << 157) | accrual.rewardPerWeight(),
            Accrual.unwrap(accrual)
        );
    }

    function testFuzz_Stake(uint256 word, uint256 bps, uint256 units, uint256 wei_, uint256 perWeight) public pure {
        Stake stake = Stake.wrap(word);
        bps = bound(bps, 10_000, 75_535);
        Stake next = stake.withBoost(bps);
        assertEq(next.boostBps(), bps);
        assertEq(Stake.unwrap(next.withBoost(stake.boostBps())), word, "nothing but the boost");
        next = stake.paid(wei_);
        unchecked {
            assertEq(next.debt(), (stake.debt() + wei_) & DEBT_MASK);
            assertEq(Stake.unwrap(next.paid(stake.debt() - next.debt())), word, "nothing but the debt");
        }
        wei_ = bound(wei_, 0, DEBT_MASK >> 1);
        next = stake.settled(stake.weight(), perWeight & REWARD_PER_WEIGHT_MASK, wei_);
        assertLe(next.pending(perWeight & REWARD_PER_WEIGHT_MASK), wei_);
        units = bound(units, 0, (1 << 84) - 1 - stake.base());
        if (stake.positions() < type(uint32).max && stake.gifts() < type(uint32).max) {
            next = stake.opened(false, units);
            assertEq(next.base(), stake.base() + units);
            assertEq(next.positions(), stake.positions() + 1);
            assertEq(next.gifts(), stake.gifts());
            assertEq(Stake.unwrap(next.withoutBase(units)), word + 1);
            next = stake.opened(true, units);
            assertEq(next.base(), stake.base() + units);
            assertEq(next.positions(), stake.positions());
            assertEq(next.gifts(), stake.gifts() + 1);
            assertEq(next.debt(), stake.debt());
            assertEq(next.boostBps(), stake.boostBps());
        }
    }

    function testFuzz_Position(uint256 amount, uint256 pairAmount, uint256 unlockAt, uint256 tier, uint256 bps)
        public
        pure
    {
        Position position = newPosition(amount, pairAmount, unlockAt, tier, bps);
        assertEq(position.amount(), uint96(amount));
        assertEq(position.pairAmount(), uint96(pairAmount));
        assertEq(position.unlockAt(), uint40(unlockAt));
        assertEq(position.tier(), uint8(tier));
        assertEq(position.multiplierBps(), uint16(bps));
        (amount, pairAmount) = (uint96(amount), uint96(pairAmount));
        if (amount | pairAmount != 0) {
            Position rest = position.withAmounts(amount / 3, amount == 0 ? 1 : pairAmount / 5);
            assertEq(rest.amount(), amount / 3);
            assertEq(rest.pairAmount(), amount == 0 ? 1 : pairAmount / 5);
            if (rest.exists()) {
                assertEq(Position.unwrap(rest.withAmounts(amount, pairAmount)), Position.unwrap(position));
            }
        }
        assertEq(Position.unwrap(position.withAmounts(0, 0)), 0, "nothing is left of all");
    }

    function testFuzz_Clock(uint256 timestamp, uint256 duration) public {
        timestamp = bound(timestamp, 0, type(uint64).max);
        duration = bound(duration, 0, type(uint64).max);
        vm.warp(timestamp);
        assertEq(currentTime(), timestamp < MAXIMUM_TIME ? timestamp : MAXIMUM_TIME);
        uint256 later = laterTime(currentTime(), duration);
        assertLe(later, MAXIMUM_TIME);
        assertGe(later, currentTime());
        if (timestamp + duration <= MAXIMUM_TIME) assertEq(later, timestamp + duration);
    }

    function test_TheClockStopsAtItsMaximum() public pure {
        assertEq(laterTime(MAXIMUM_TIME - 1, 1), MAXIMUM_TIME);
        assertEq(laterTime(MAXIMUM_TIME, 1), MAXIMUM_TIME);
        assertEq(laterTime(MAXIMUM_TIME, 2), MAXIMUM_TIME);
    }
}
