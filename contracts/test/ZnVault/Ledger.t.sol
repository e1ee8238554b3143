// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test, stdError} from "forge-std/Test.sol";

import {VaultLedger} from "../../src/types/VaultLedger.sol";

/// @notice The vault's packed word: what each function makes of it, in range and at the edges of its fields.
contract ZnVaultLedgerTest is Test {
    /// @dev Every field full, and the rest of the word too.
    VaultLedger private constant FULL = VaultLedger.wrap(type(uint256).max);

    function _ledger(uint256 assets, uint256 rate, uint256 left, uint256 time, bool paused)
        private
        pure
        returns (VaultLedger)
    {
        return VaultLedger.wrap(0).withAssets(assets).withStream(rate, left).withUpdatedAt(time).withPauseStarted(paused);
    }

    function _assertLedger(VaultLedger ledger, uint256 assets, uint256 rate, uint256 left, uint256 time, bool paused)
        private
        pure
    {
        assertEq(ledger.assets(), assets, "assets");
        assertEq(ledger.rate(), rate, "rate");
        assertEq(ledger.secondsLeft(), left, "seconds left");
        assertEq(ledger.updatedAt(), time, "updated at");
        assertEq(ledger.pauseStarted(), paused, "pause started");
    }

    function testFuzz_EachFieldHoldsWhatItWasGiven(uint96 assets, uint72 rate, uint32 left, uint48 time, bool paused)
        public
        pure
    {
        VaultLedger ledger = _ledger(assets, rate, left, time, paused);
        _assertLedger(ledger, assets, rate, left, time, paused);
        assertEq(
            VaultLedger.unwrap(ledger),
            uint256(assets) | uint256(rate) << 96 | uint256(left) << 168 | uint256(time) << 200
                | (paused ? 1 << 248 : 0),
            "each in its place"
        );
    }

    /// Whatever is written, in range or not, is cut to its field, and no other field changes.
    function testFuzz_NoFieldReachesAnother(uint256 word, uint256 value, uint256 other) public pure {
        VaultLedger before = VaultLedger.wrap(word);
        uint256 after_ = VaultLedger.unwrap(before.withAssets(value));
        assertEq(after_, (word >> 96 << 96) | uint96(value));
        after_ = VaultLedger.unwrap(before.withStream(value, other));
        assertEq(uint96(after_), uint96(word));
        assertEq(uint72(after_ >> 96), uint72(value));
        assertEq(uint32(after_ >> 168), uint32(other));
        assertEq(after_ >> 200, word >> 200);
        after_ = VaultLedger.unwrap(before.withUpdatedAt(value));
        assertEq(uint200(after_), uint200(word));
        assertEq(uint48(after_ >> 200), uint48(value));
        assertEq(after_ >> 248, word >> 248);
        after_ = VaultLedger.unwrap(before.withPauseStarted(value % 2 == 0));
        assertEq(uint248(after_), uint248(word));
        assertEq(after_ >> 248, (word >> 249 << 1) | (value % 2 == 0 ? 1 : 0));
    }

    function test_TheLargestValuesFit() public pure {
        uint256 rate = type(uint72).max;
        _assertLedger(FULL, type(uint96).max, rate, type(uint32).max, type(uint48).max, true);
        assertEq(FULL.unvested(), rate * type(uint32).max);
        assertEq(FULL.runningRate(), rate);
        assertFalse(FULL.withPauseStarted(false).pauseStarted());
    }

    function test_AStreamThatIsOverHasNoRate() public pure {
        VaultLedger over = _ledger(1, 5, 0, 10, false);
        assertEq(over.runningRate(), 0);
        assertEq(over.unvested(), 0);
        assertEq(over.rate(), 5);
        assertEq(over.withStream(5, 1).runningRate(), 5);
        assertEq(over.withStream(5, 3).unvested(), 15);
    }

    function test_TimeLetsTheStreamVestUntilItIsOver() public pure {
        VaultLedger ledger = _ledger(100, 7, 50, 1000, true);
        _assertLedger(ledger.advancedTo(1000, true), 100, 7, 50, 1000, true);
        _assertLedger(ledger.advancedTo(1001, true), 107, 7, 49, 1001, true);
        _assertLedger(ledger.advancedTo(1050, true), 450, 7, 0, 1050, true);
        _assertLedger(ledger.advancedTo(9000, true), 450, 7, 0, 9000, true);
        _assertLedger(ledger.advancedTo(9000, false), 100, 7, 50, 9000, true);
    }

    function advance(VaultLedger ledger, uint256 time, bool vests) external pure returns (VaultLedger) {
        return ledger.advancedTo(time, vests);
    }

    function test_TimeGoesForwardAlone() public {
        VaultLedger ledger = _ledger(100, 7, 50, 1000, false);
        vm.expectRevert(stdError.arithmeticError);
        this.advance(ledger, 999, true);
    }
}
