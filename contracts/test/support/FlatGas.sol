// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

/// @notice Shows that calls cost the same with many users as with few. Tests that use this contract run isolated, so
/// that each call pays like a transaction.
abstract contract FlatGas is Test {
    struct Call {
        string what;
        address account;
        address target;
        bytes input;
    }

    /// @dev By day, and by night (THOROUGH=1). Even over the smaller number, a loop would cost many times as much as a
    /// call.
    uint256 private constant CROWD = 1_000;
    uint256 private constant THOROUGH_CROWD = 10_000;

    Call[] private calls;

    /// @dev Makes the many users in one call, because thousands of isolated transactions would take minutes.
    function gather() external virtual;

    function crowd() internal view returns (uint256) {
        return vm.envOr("THOROUGH", uint256(0)) == 1 ? THOROUGH_CROWD : CROWD;
    }

    function addCall(string memory what, address account, address target, bytes memory input) internal {
        calls.push(Call(what, account, target, input));
    }

    function assertFlat() internal {
        uint256[] memory alone = new uint256[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            alone[i] = _gas(calls[i]);
        }
        this.gather();
        for (uint256 i = 0; i < calls.length; ++i) {
            assertApproxEqRel(_gas(calls[i]), alone[i], 0.01e18, calls[i].what);
        }
    }

    /// @dev The present gas of the call, which leaves no trace.
    function _gas(Call memory one) private returns (uint256 used) {
        uint256 state = vm.snapshotState();
        vm.prank(one.account);
        (bool succeeded,) = one.target.call(one.input);
        used = vm.lastCallGas().gasTotalUsed;
        assertTrue(succeeded, one.what);
        vm.revertToState(state);
    }
}
