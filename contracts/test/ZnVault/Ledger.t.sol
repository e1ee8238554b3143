// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test, stdError} from "forge-std/Test.sol";

import {VaultLedger} from "../../src/types/VaultLedger.sol";

/// @notice The vault's ledger: the effect of time on it.
contract ZnVaultLedgerTest is Test {
    VaultLedger private _ledger;

    function _set(uint96 assets, uint72 rate, uint32 left, uint48 time, bool paused) private {
        _ledger = VaultLedger(assets, rate, left, time, paused);
    }

    function _assertLedger(uint256 assets, uint256 rate, uint256 left, uint256 time, bool paused) private view {
        assertEq(_ledger.assets, assets, "assets");
        assertEq(_ledger.rate, rate, "rate");
        assertEq(_ledger.secondsLeft, left, "seconds left");
        assertEq(_ledger.updatedAt, time, "updated at");
        assertEq(_ledger.pauseStarted, paused, "pause started");
    }

    /// @dev External, so that a revert can be expected.
    function advance(uint256 time, bool vests) public {
        vm.warp(time);
        (uint256 assets, uint256 secondsLeft) = _ledger.current(vests);
        _ledger.set(assets, secondsLeft);
    }

    /// The whole ledger is in one storage slot, which costs one read and one write.
    function testFuzz_TheLedgerFillsOneSlot(uint96 assets, uint72 rate, uint32 left, uint48 time, bool paused) public {
        _set(assets, rate, left, time, paused);
        uint256 slot;
        assembly {
            slot := _ledger.slot
        }
        assertEq(
            uint256(vm.load(address(this), bytes32(slot))),
            uint256(assets) | uint256(rate) << 96 | uint256(left) << 168 | uint256(time) << 200
                | (paused ? 1 << 248 : 0)
        );
    }

    function test_TimeLetsTheStreamVestUntilItIsOver() public {
        uint256[5] memory times = [uint256(1000), 1001, 1050, 9000, 9000];
        uint256[5] memory assets = [uint256(100), 107, 450, 450, 100];
        uint256[5] memory left = [uint256(50), 49, 0, 0, 50];
        for (uint256 i = 0; i < times.length; ++i) {
            _set(100, 7, 50, 1000, true);
            advance(times[i], i < 4);
            _assertLedger(assets[i], 7, left[i], times[i], true);
        }
    }

    function test_TimeOnlyGoesForward() public {
        _set(100, 7, 50, 1000, false);
        vm.expectRevert(stdError.arithmeticError);
        this.advance(999, true);
    }
}
