// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {GuardianPause, GuardianPause_TooSoon, PAUSE_DURATION, PAUSE_INTERVAL} from "../../src/types/GuardianPause.sol";

/// @notice The pause alone. The contracts' own tests cover its effects.
contract GuardianPauseTest is Test {
    GuardianPause private _pause;

    /// @dev External, so that a revert can be expected.
    function start(bool byOwner) public {
        _pause.start(byOwner);
    }

    function test_AFreshPauseIsNotRunning() public view {
        assertFalse(_pause.running());
        assertEq(_pause.until, 0);
        assertEq(_pause.runningUntil(), 0);
        assertEq(_pause.guardianFrom, 0);
    }

    function test_APauseEndsByItselfAfterSevenDays() public {
        for (uint256 i = 0; i < 2; ++i) {
            bool byOwner = i == 0;
            uint256 begin = vm.getBlockTimestamp();
            this.start(byOwner);
            vm.warp(begin + 7 days - 1);
            assertTrue(_pause.running());
            assertEq(_pause.runningUntil(), begin + 7 days);
            vm.warp(begin + 7 days);
            assertFalse(_pause.running());
            assertEq(_pause.runningUntil(), 0);
            assertEq(_pause.until, begin + 7 days);
        }
    }

    function test_AGuardianWaitsThirtyDaysFromTheStartOfItsLastPause() public {
        uint256 begin = vm.getBlockTimestamp();
        this.start(false);
        assertEq(_pause.guardianFrom, begin + 30 days);
        uint256[3] memory tooSoon = [begin, begin + 7 days, begin + 30 days - 1];
        for (uint256 i = 0; i < tooSoon.length; ++i) {
            vm.warp(tooSoon[i]);
            vm.expectRevert(abi.encodeWithSelector(GuardianPause_TooSoon.selector, begin + 30 days));
            this.start(false);
        }
        vm.warp(begin + 30 days);
        this.start(false);
        assertEq(_pause.runningUntil(), begin + 37 days);
        assertEq(_pause.guardianFrom, begin + 60 days);
    }

    function test_LiftingOpensAtOnceAndGivesTheGuardianNothingBack() public {
        uint256 begin = vm.getBlockTimestamp();
        this.start(false);
        _pause.lift();
        assertFalse(_pause.running());
        assertEq(_pause.until, 0);
        vm.expectRevert(abi.encodeWithSelector(GuardianPause_TooSoon.selector, begin + 30 days));
        this.start(false);
    }

    function test_TheOwnerRenewsAtAnyTimeAndLeavesTheGuardianItsTurn() public {
        uint256 begin = vm.getBlockTimestamp();
        this.start(true);
        assertEq(_pause.guardianFrom, 0);
        vm.warp(begin + 1 days);
        this.start(false);
        assertEq(_pause.guardianFrom, begin + 31 days);
        vm.warp(begin + 2 days);
        this.start(true);
        assertEq(_pause.runningUntil(), begin + 9 days);
        assertEq(_pause.guardianFrom, begin + 31 days);
        _pause.lift();
        this.start(true);
        assertEq(_pause.runningUntil(), begin + 9 days);
    }

    /// Without an owner, a guardian can close at most 7 days of any 30.
    function testFuzz_WithoutAnOwnerAtMostSevenOfThirtyDaysAreClosed(uint256[40] memory waits) public {
        uint256 lastStart;
        for (uint256 i = 0; i < waits.length; ++i) {
            skip(bound(waits[i], 0, 12 days));
            uint256 timestamp = vm.getBlockTimestamp();
            try this.start(false) {
                assertTrue(lastStart == 0 || timestamp >= lastStart + 30 days);
                lastStart = timestamp;
            } catch {
                assertLt(timestamp, lastStart + 30 days);
            }
            assertEq(_pause.running(), timestamp < lastStart + 7 days);
        }
    }

    /// At the ends of 32-bit time and 40-bit time, pauses end as always.
    function test_NoClockWrapsAPause() public {
        uint256[3] memory ends = [uint256(1 << 32), 1 << 40, 1 << 48];
        for (uint256 i = 0; i < ends.length; ++i) {
            vm.warp(ends[i] - 1 days);
            this.start(false);
            vm.warp(ends[i] + 1 days);
            assertTrue(_pause.running());
            vm.warp(ends[i] + 6 days);
            assertFalse(_pause.running());
            vm.expectRevert(abi.encodeWithSelector(GuardianPause_TooSoon.selector, ends[i] + 29 days));
            this.start(false);
        }
        assertEq(PAUSE_DURATION, 7 days);
        assertEq(PAUSE_INTERVAL, 30 days);
    }
}
