// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {ClaimState} from "../../src/types/ClaimState.sol";
import {Vesting, newVesting} from "../../src/types/Vesting.sol";

/// @notice The two words a voucher program is kept in: nothing put into one changes its neighbours.
contract VoucherTypesTest is Test {
    uint256 private constant MAXIMUM = (1 << 91) - 1;

    function testFuzz_AVestingHoldsWhatItWasGiven(uint64 epoch, uint96 budget, uint96 unvested) public pure {
        Vesting vesting = newVesting(epoch, budget, unvested);
        assertEq(vesting.epoch(), epoch);
        assertEq(vesting.budget(), budget);
        assertEq(vesting.unvested(), unvested);
    }

    function testFuzz_AddingToAVestingChangesNothingElse(uint64 epoch, uint96 budget, uint256 unvested, uint256 amount)
        public
        pure
    {
        unvested = bound(unvested, 0, MAXIMUM);
        amount = bound(amount, 0, MAXIMUM - unvested);
        Vesting vesting = newVesting(epoch, budget, unvested).plus(amount);
        assertEq(vesting.epoch(), epoch);
        assertEq(vesting.budget(), budget);
        assertEq(vesting.unvested(), unvested + amount);
    }

    /// Closed form and one epoch at a time agree.
    function testFuzz_AdvancingIsTheSameByStepsAndAtOnce(uint256 budget, uint256 unvested, uint8 epochs) public pure {
        budget = bound(budget, 1, MAXIMUM);
        unvested = bound(unvested, 0, MAXIMUM);
        (Vesting atOnce, uint256 vested) = newVesting(1000, budget, unvested).advancedTo(1000 + uint256(epochs));
        uint256 left = unvested;
        for (uint256 i = 0; i < epochs; ++i) {
            left -= left < budget ? left : budget;
        }
        assertEq(atOnce.unvested(), left);
        assertEq(vested, unvested - left);
        assertEq(atOnce.budget(), budget);
        assertEq(atOnce.epoch(), 1000 + uint256(epochs));
    }

    function testFuzz_AdvancingIsAdditive(uint256 budget, uint256 unvested, uint64 first, uint64 second) public pure {
        budget = bound(budget, 1, MAXIMUM);
        unvested = bound(unvested, 0, MAXIMUM);
        if (first > second) (first, second) = (second, first);
        (Vesting atOnce, uint256 vested) = newVesting(0, budget, unvested).advancedTo(second);
        (Vesting halfWay, uint256 earlier) = newVesting(0, budget, unvested).advancedTo(first);
        (Vesting inTwo, uint256 later) = halfWay.advancedTo(second);
        assertEq(Vesting.unwrap(inTwo), Vesting.unwrap(atOnce));
        assertEq(earlier + later, vested);
    }

    function testFuzz_AnEpochPastChangesNothing(uint64 epoch, uint64 past, uint96 budget, uint96 unvested) public pure {
        past = uint64(bound(past, 0, epoch));
        Vesting before = newVesting(epoch, budget, unvested);
        (Vesting same, uint256 vested) = before.advancedTo(past);
        assertEq(Vesting.unwrap(same), Vesting.unwrap(before));
        assertEq(vested, 0);
    }

    function testFuzz_AClaimStateKeepsSignerAndMoneyApart(address first, address second, uint256 plus, uint256 minus)
        public
        pure
    {
        plus = bound(plus, 0, MAXIMUM);
        minus = bound(minus, 0, plus);
        ClaimState state = ClaimState.wrap(0).withSigner(first).plus(plus);
        assertEq(state.signer(), first);
        assertEq(state.available(), plus);
        state = state.minus(minus).withSigner(second);
        assertEq(state.signer(), second);
        assertEq(state.available(), plus - minus);
    }
}
