// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {NO_POSITION, Position, WHOLE, placeOf} from "../../src/types/Position.sol";
import {DEBT_MASK, Stake} from "../../src/types/Stake.sol";
import {Accrual, EXISTS, MAXIMUM_TOTAL_WEIGHT, PAIRED, TIERED, newAccrual, newStream} from "../../src/types/Stream.sol";

/// @notice The packed words at the limits of their fields, which random words seldom reach.
contract WordEdgesTest is Test {
    uint256 private constant TERMS = (1 << 64) - 1;
    uint256 private constant ONE_WEI_OF_THE_PAIR = 1 << 64;

    function accrualOf(uint256 weight) external pure returns (Accrual) {
        return newAccrual(1, weight, 1);
    }

    function test_TheTotalWeightReachesItsMaximumAndNoMore() public {
        assertEq(MAXIMUM_TOTAL_WEIGHT, 2 ** 65 - 1);
        assertEq(this.accrualOf(MAXIMUM_TOTAL_WEIGHT).totalWeight(), MAXIMUM_TOTAL_WEIGHT);
        vm.expectRevert(
            abi.encodeWithSelector(
                IStakingPools.StakingPools_TotalWeightAboveMaximum.selector, MAXIMUM_TOTAL_WEIGHT + 1
            )
        );
        this.accrualOf(MAXIMUM_TOTAL_WEIGHT + 1);
    }

    function test_APositionExistsWithOneWeiAndNotByItsTermsAlone() public pure {
        assertFalse(Position.wrap(TERMS).exists());
        assertTrue(Position.wrap(ONE_WEI_OF_THE_PAIR).exists());
        assertTrue(Position.wrap(ONE_WEI_OF_THE_PAIR | TERMS).exists());
    }

    function test_APositionThatLosesItsLastWeiEnds() public pure {
        Position two = Position.wrap(2 * ONE_WEI_OF_THE_PAIR | TERMS);
        assertEq(Position.unwrap(two.withAmounts(0, 1)), ONE_WEI_OF_THE_PAIR | TERMS, "a wei is left");
        assertEq(Position.unwrap(two.withAmounts(0, 0)), Position.unwrap(NO_POSITION));
    }

    /// A value above the field's limit, which no caller passes, still changes no other field.
    function test_AmountsThatDoNotFitReachNoOtherField() public pure {
        Position rest = Position.wrap(TERMS).withAmounts((1 << 96) + 4, (1 << 96) + 3);
        assertEq(rest.amount(), 4);
        assertEq(rest.pairAmount(), 3);
        assertEq(Position.unwrap(rest) & TERMS, TERMS);
    }

    function test_TwoPositionsOfAPlainPoolShareAWord() public pure {
        for (uint256 number = 0; number < 6; ++number) {
            (uint256 index, uint256 offset) = placeOf(newStream(address(1), EXISTS), number);
            assertEq(index, number / 2);
            assertEq(offset, number % 2 * 128);
            (index, offset) = placeOf(newStream(address(1), EXISTS | PAIRED), number);
            assertEq(index, number);
            assertEq(offset, WHOLE);
            (index, offset) = placeOf(newStream(address(1), EXISTS | TIERED), number);
            assertEq(index, number);
            assertEq(offset, WHOLE);
        }
    }

    function test_AWeightIsRoundedDown() public pure {
        Stake stake = Stake.wrap(0).opened(false, 3).withBoost(15_000);
        assertEq(stake.weight(), 4);
        assertEq(stake.withBoost(16_666).weight(), 4);
        assertEq(stake.withBoost(16_667).weight(), 5);
    }

    /// The smallest part of an earlier earned wei counts as a whole wei, so that nobody is paid twice for it.
    function test_ASettledDebtIsRoundedUp() public pure {
        Stake stake = Stake.wrap(0).opened(false, 1);
        assertEq(stake.settled(1, 0, 0).debt(), 0);
        assertEq(stake.settled(1, 1, 0).debt(), 1);
        assertEq(stake.settled(1, 1 << 65, 0).debt(), 1);
        assertEq(stake.settled(1, (1 << 65) + 1, 0).debt(), 2);
        assertEq(stake.settled(1, 0, 1).debt(), DEBT_MASK, "a wei owed is a debt of one less than none");
    }
}
