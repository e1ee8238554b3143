// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

/// @notice Holds acts to costing the same with a crowd of users as without. Tests that use it run isolated, so that each act
/// pays what a transaction pays.
abstract contract FlatGas is Test {
    struct Act {
        string what;
        address account;
        address target;
        bytes input;
    }

    uint256 internal constant CROWD = 10_000;

    Act[] private acts;

    /// @dev Makes the crowd; one call, as ten thousand isolated transactions would take minutes.
    function gather() external virtual;

    function act(string memory what, address account, address target, bytes memory input) internal {
        acts.push(Act(what, account, target, input));
    }

    function assertFlat() internal {
        uint256[] memory alone = new uint256[](acts.length);
        for (uint256 i = 0; i < acts.length; ++i) {
            alone[i] = _gas(acts[i]);
        }
        this.gather();
        for (uint256 i = 0; i < acts.length; ++i) {
            assertApproxEqRel(_gas(acts[i]), alone[i], 0.01e18, acts[i].what);
        }
    }

    /// @dev What the act costs now; it leaves no trace.
    function _gas(Act memory one) private returns (uint256 used) {
        uint256 state = vm.snapshotState();
        vm.prank(one.account);
        (bool succeeded,) = one.target.call(one.input);
        used = vm.lastCallGas().gasTotalUsed;
        assertTrue(succeeded, one.what);
        vm.revertToState(state);
    }
}
