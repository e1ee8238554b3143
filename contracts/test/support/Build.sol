// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

/// @notice Deploys a contract from a build: the tests' own build, or the build in the folder that RELEASE_BUILD names.
/// So gas tests measure the published code, and only that code is compiled with the optimiser.
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
