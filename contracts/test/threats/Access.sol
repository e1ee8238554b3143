// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ThreatTest} from "./ThreatTest.sol";

/// @notice A table "every function of a contract × a caller without roles". The functions come from the compiled
/// contract, so a function that is missing from the table fails the test, and so does a row without a function.
abstract contract Access is ThreatTest {
    enum Outcome {
        Missing,
        /// reads; must answer without the ability to write
        Reads,
        /// refused with the row's error
        Refused,
        /// succeeds, and changes nothing of other accounts
        OwnAffair
    }

    struct Row {
        Outcome outcome;
        bytes call;
        bytes4 refusal;
    }

    mapping(bytes4 selector => Row) private _rows;
    uint256 private _count;

    /// @dev The state that a stranger's call must not change: everybody's state except the stranger's.
    function others() internal view virtual returns (bytes32);

    function reads(bytes memory call) internal {
        _add(call, Outcome.Reads, 0);
    }

    function ownAffair(bytes memory call) internal {
        _add(call, Outcome.OwnAffair, 0);
    }

    function refused(bytes memory call, bytes4 refusal) internal {
        _add(call, Outcome.Refused, refusal);
    }

    function _add(bytes memory call, Outcome outcome, bytes4 refusal) private {
        if (_rows[bytes4(call)].outcome == Outcome.Missing) ++_count;
        _rows[bytes4(call)] = Row(outcome, call, refusal);
    }

    /// @dev Tests the table on `target`, an instance of `name`, as a caller without roles.
    function walk(string memory name, address target, address stranger) internal {
        string[] memory functions = functionsOf(name);
        assertEq(functions.length, _count, "as many rows as functions");
        for (uint256 i = 0; i < functions.length; ++i) {
            Row storage row = _rows[selectorOf(functions[i])];
            assertTrue(row.outcome != Outcome.Missing, string.concat(functions[i], " has no row in the table"));
            uint256 snapshot = vm.snapshotState();
            _call(functions[i], row, target, stranger);
            vm.revertToState(snapshot);
        }
    }

    function _call(string memory signature, Row storage row, address target, address stranger) private {
        bytes32 before = others();
        vm.prank(stranger);
        (bool succeeded, bytes memory answer) =
            row.outcome == Outcome.Reads ? target.staticcall(row.call) : target.call(row.call);
        assertEq(succeeded, row.outcome != Outcome.Refused, string.concat(signature, ": whether it goes through"));
        if (!succeeded) assertEq(bytes4(answer), row.refusal, string.concat(signature, ": why it is refused"));
        assertEq(others(), before, string.concat(signature, ": nobody else is touched"));
    }
}
