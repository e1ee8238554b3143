// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Build} from "./Build.sol";

import {NodePass} from "../../src/NodePass.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {PermitSigning} from "./PermitSigning.sol";

/// @notice The start of every test of NodePass: the contract, and people with 100 000 MCM and an unlimited allowance.
abstract contract NodePassTest is Build, PermitSigning {
    uint256 internal constant BOND = 10_000 ether;
    uint256 internal constant COOL_DOWN = 7 days;

    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    address internal immutable carol = makeAddr("carol");

    MCM internal mcm;
    NodePass internal passes;
    /// @dev holds MCM and gave no allowance
    address internal signer;
    uint256 internal signerKey;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        mcm = MCM(deployed("MCM", abi.encode(1_000_000_000 ether, address(this))));
        passes = NodePass(deployed("NodePass", abi.encode(mcm)));
        (signer, signerKey) = makeAddrAndKey("signer");
        mcm.mint(signer, 100_000 ether);
        equip(alice);
        equip(bob);
        equip(carol);
    }

    function equip(address account) internal {
        mcm.mint(account, 100_000 ether);
        vm.prank(account);
        mcm.approve(address(passes), type(uint256).max);
    }

    function mint(address account, string memory name) internal returns (uint256) {
        vm.prank(account);
        return passes.mint(name);
    }

    function startUnbonding(address account, uint256 id) internal {
        vm.prank(account);
        passes.startUnbonding(id);
    }

    function unbond(address account, uint256 id) internal {
        vm.prank(account);
        passes.unbond(id);
    }

    function give(address from, address to, uint256 id) internal {
        vm.prank(from);
        passes.transferFrom(from, to, id);
    }
}
