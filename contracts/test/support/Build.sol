// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

/// @notice Deploys a contract as a build has it: the one that the tests belong to, or the one whose folder RELEASE_BUILD names. So
/// tests of gas measure what is published, and only that is compiled the slow way.
abstract contract Build is Test {
    /// @param name of the contract and of its file
    function deployed(string memory name, bytes memory arguments) internal returns (address) {
        string memory folder = vm.envOr("RELEASE_BUILD", string(""));
        string memory artifact = bytes(folder).length == 0
            ? string.concat(name, ".sol:", name)
            : string.concat(folder, "/", name, ".sol/", name, ".json");
        return deployCode(artifact, arguments);
    }
}
