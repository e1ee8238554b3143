// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

/// @notice Shows that calls cost the same with a crowd of users as without. Tests that use it run isolated, so that each call
/// pays what a transaction pays.
abstract contract FlatGas is Test {
    struct Call {
        string what;
        address account;
        address target;
        bytes input;
    }

    /// @dev By day and, with THOROUGH=1, by night: a loop over the smaller one costs many times a call as well.
    uint256 private constant CROWD = 1_000;
    uint256 private constant THOROUGH_CROWD = 10_000;

    Call[] private calls;

    /// @dev Makes the crowd; one call, as thousands of isolated transactions would take minutes.
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

    /// @dev What the call costs now; it leaves no trace.
    function _gas(Call memory one) private returns (uint256 used) {
        uint256 state = vm.snapshotState();
        vm.prank(one.account);
        (bool succeeded,) = one.target.call(one.input);
        used = vm.lastCallGas().gasTotalUsed;
        assertTrue(succeeded, one.what);
        vm.revertToState(state);
    }
}
