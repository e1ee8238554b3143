// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

import {INodePass} from "../../src/interfaces/INodePass.sol";
import {LogCount} from "../support/LogCount.sol";
import {NodePassTest} from "../support/NodePassTest.sol";

/// @notice Every event with every field, each field with a distinct value. A bond always moves as a whole, because passes accept no token
/// with a fee.
contract NodePassLogsTest is NodePassTest, LogCount {
    /// @dev Bob's second pass. The first pass is Alice's.
    uint256 private constant ID = 3;

    function setUp() public override {
        super.setUp();
        mint(alice, "first");
        mint(bob, "second");
        mint(bob, "third");
    }

    function _expectBond(address from, address to) private {
        vm.expectEmit(address(mcm));
        emit IERC20.Transfer(from, to, BOND);
    }

    function _expectPass(address from, address to, uint256 id) private {
        vm.expectEmit(address(passes));
        emit IERC721.Transfer(from, to, id);
    }

    function test_MintingLogsTheBondThePassAndItsName() public {
        vm.recordLogs();
        _expectBond(carol, address(passes));
        _expectPass(address(0), carol, 4);
        vm.expectEmit(address(passes));
        emit INodePass.PassMinted(4, carol, "fourth");
        assertEq(mint(carol, "fourth"), 4);
        assertEq(logsOf(address(passes)), 2);
    }

    function test_MintingByPermitLogsTheSigner() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        vm.recordLogs();
        _expectBond(signer, address(passes));
        _expectPass(address(0), signer, 4);
        vm.expectEmit(address(passes));
        emit INodePass.PassMinted(4, signer, "fourth");
        vm.prank(signer);
        assertEq(passes.mintWithPermit("fourth", permit.deadline, permit.v, permit.r, permit.s), 4);
        assertEq(logsOf(address(passes)), 2);
    }

    function test_RenamingLogsTheNewName() public {
        vm.expectEmit(address(passes));
        emit INodePass.PassRenamed(ID, "renamed");
        vm.recordLogs();
        vm.prank(bob);
        passes.rename(ID, "renamed");
        assertEq(logsOf(address(passes)), 1);
        assertEq(passes.pass(2).name, "second");
    }

    function test_ACoolDownLogsItsEndAndWhoCancelsIt() public {
        vm.recordLogs();
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingStarted(ID, vm.getBlockTimestamp() + COOL_DOWN);
        startUnbonding(bob, ID);
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingCancelled(ID);
        vm.prank(bob);
        passes.cancelUnbonding(ID);
        assertEq(logsOf(address(passes)), 2);
    }

    function test_ATransferLogsTheEndOfTheCoolDown() public {
        startUnbonding(bob, ID);
        vm.recordLogs();
        _expectPass(bob, carol, ID);
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingCancelled(ID);
        give(bob, carol, ID);
        assertEq(logsOf(address(passes)), 2);
        _expectPass(bob, carol, 2);
        give(bob, carol, 2);
        assertEq(logsOf(address(passes)), 1, "no cool-down was running");
    }

    function test_UnbondingLogsThePassTheHolderAndTheBond() public {
        startUnbonding(bob, ID);
        skip(COOL_DOWN);
        vm.recordLogs();
        _expectPass(bob, address(0), ID);
        vm.expectEmit(address(passes));
        emit INodePass.Unbonded(ID, bob, BOND);
        _expectBond(address(passes), bob);
        unbond(bob, ID);
        assertEq(logsOf(address(passes)), 2);
    }
}
