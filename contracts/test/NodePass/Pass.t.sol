// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";

import {NodePass} from "../../src/NodePass.sol";
import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";

contract NodePassUnitTest is NodePassTest {
    bytes4 private constant NO_SUCH_PASS = bytes4(keccak256("ERC721NonexistentToken(uint256)"));

    // Minting

    function test_NodePassLocksTheBond() public {
        vm.expectEmit(address(passes));
        emit IERC721.Transfer(address(0), alice, 1);
        vm.expectEmit(address(passes));
        emit INodePass.PassMinted(1, alice, "First");
        assertEq(mint(alice, "First"), 1);
        assertEq(mcm.balanceOf(alice), 90_000 ether);
        assertEq(mcm.balanceOf(address(passes)), BOND);
        assertEq(passes.ownerOf(1), alice);
        assertEq(passes.BOND(), BOND);
        assertEq(passes.COOL_DOWN(), COOL_DOWN);
        INodePass.Pass memory pass = passes.pass(1);
        assertEq(pass.id, 1);
        assertEq(pass.holder, alice);
        assertEq(pass.name, "First");
        assertEq(pass.unbondingUntil, 0);
        assertTrue(passes.isLive(1));
        assertEq(mint(bob, "Second"), 2);
        assertEq(mint(alice, "First"), 3, "two passes may have the same name");
        assertEq(mcm.balanceOf(address(passes)), 3 * BOND);
    }

    function test_NodePassNeedsTheWholeBond() public {
        vm.startPrank(alice);
        mcm.approve(address(passes), BOND - 1);
        vm.expectRevert();
        passes.mint("x");
        mcm.approve(address(passes), type(uint256).max);
        mcm.transfer(bob, 90_000 ether + 1);
        vm.expectRevert();
        passes.mint("x");
        vm.stopPrank();
        assertEq(passes.totalSupply(), 0);
        assertEq(mint(bob, "x"), 1, "a refused mint uses up no number");
    }

    function test_NodePassIsMintedWithAPermit() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        vm.prank(signer);
        assertEq(passes.mintWithPermit("P", permit.deadline, permit.v, permit.r, permit.s), 1);
        assertEq(passes.ownerOf(1), signer);
        assertEq(mcm.allowance(signer, address(passes)), 0);
        assertEq(mcm.balanceOf(address(passes)), BOND);
    }

    function test_NodePassInvalidPermitMintsNothing() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND - 1);
        vm.prank(signer);
        vm.expectRevert();
        passes.mintWithPermit("P", permit.deadline, permit.v, permit.r, permit.s);
        permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        skip(2 hours);
        vm.prank(signer);
        vm.expectRevert();
        passes.mintWithPermit("P", permit.deadline, permit.v, permit.r, permit.s);
        assertEq(passes.totalSupply(), 0);
    }

    function test_NodePassNeedsItsToken() public {
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotAContract.selector, alice));
        new NodePass(alice);
        assertEq(passes.mcm(), address(mcm));
    }

    // Naming

    function test_NodePassIsRenamedByItsHolder() public {
        mint(alice, "Old");
        vm.expectEmit(address(passes));
        emit INodePass.PassRenamed(1, unicode"节点 №1");
        vm.prank(alice);
        passes.rename(1, unicode"节点 №1");
        assertEq(passes.pass(1).name, unicode"节点 №1");
        startUnbonding(alice, 1);
        vm.prank(alice);
        passes.rename(1, "Short");
        assertEq(passes.pass(1).name, "Short", "a longer name leaves no trace");
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, 1, bob));
        passes.rename(1, "Mine");
        vm.expectRevert(abi.encodeWithSelector(NO_SUCH_PASS, 2));
        passes.rename(2, "None");
        vm.prank(alice);
        vm.expectRevert(INodePass.NodePass_NameEmpty.selector);
        passes.rename(1, "");
    }

    // Unbonding

    function test_NodePassPaysItsBondAfterTheCoolDown() public {
        mint(alice, "A");
        uint256 until = block.timestamp + COOL_DOWN;
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingStarted(1, until);
        startUnbonding(alice, 1);
        assertFalse(passes.isLive(1));
        assertEq(passes.pass(1).unbondingUntil, until);
        vm.warp(until - 1);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CoolDownRunning.selector, 1, until));
        unbond(alice, 1);
        vm.warp(until);
        vm.expectEmit(address(passes));
        emit INodePass.Unbonded(1, alice, BOND);
        unbond(alice, 1);
        assertEq(mcm.balanceOf(alice), 100_000 ether);
        assertEq(mcm.balanceOf(address(passes)), 0);
        assertEq(passes.totalSupply(), 0);
        assertFalse(passes.isLive(1));
        vm.expectRevert(abi.encodeWithSelector(NO_SUCH_PASS, 1));
        passes.pass(1);
        vm.expectRevert(abi.encodeWithSelector(NO_SUCH_PASS, 1));
        unbond(alice, 1);
        assertEq(mint(alice, "B"), 2, "a number is never used again");
    }

    function test_NodePassUnbondingIsLoggedOnce() public {
        mint(alice, "A");
        startUnbonding(alice, 1);
        skip(COOL_DOWN);
        vm.recordLogs();
        unbond(alice, 1);
        assertEq(vm.getRecordedLogs().length, 3, "burned, unbonded, paid; no cool-down was cancelled");
    }

    function test_NodePassIsNotUnbondedWithoutACoolDown() public {
        mint(alice, "A");
        skip(365 days);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, 1));
        unbond(alice, 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, 1));
        passes.cancelUnbonding(1);
        startUnbonding(alice, 1);
        uint256 until = block.timestamp + COOL_DOWN;
        skip(1 days);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_AlreadyUnbonding.selector, 1, until));
        startUnbonding(alice, 1);
    }

    function test_NodePassCoolDownIsCancelled() public {
        mint(alice, "A");
        startUnbonding(alice, 1);
        skip(10 days);
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingCancelled(1);
        vm.prank(alice);
        passes.cancelUnbonding(1);
        assertTrue(passes.isLive(1));
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, 1));
        unbond(alice, 1);
        startUnbonding(alice, 1);
        uint256 until = block.timestamp + COOL_DOWN;
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CoolDownRunning.selector, 1, until));
        unbond(alice, 1);
    }

    function test_NodePassIsUnbondedByItsHolderAlone() public {
        mint(alice, "A");
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, 1, bob));
        startUnbonding(bob, 1);
        startUnbonding(alice, 1);
        skip(COOL_DOWN);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, 1, bob));
        unbond(bob, 1);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, 1, bob));
        passes.cancelUnbonding(1);
    }

    // Transfer

    function test_NodePassTransferCarriesBondAndName() public {
        mint(alice, "Traveller");
        give(alice, bob, 1);
        assertEq(passes.pass(1).holder, bob);
        assertEq(passes.pass(1).name, "Traveller");
        startUnbonding(bob, 1);
        skip(COOL_DOWN);
        unbond(bob, 1);
        assertEq(mcm.balanceOf(bob), 110_000 ether, "the bond went with the pass");
        assertEq(mcm.balanceOf(alice), 90_000 ether);
    }

    /// A pass at its own contract would lose its bond.
    function test_NodePassIsNotHeldByTheContract() public {
        mint(alice, "Kept");
        bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(passes));
        vm.startPrank(alice);
        vm.expectRevert(refusal);
        passes.transferFrom(alice, address(passes), 1);
        vm.expectRevert(refusal);
        passes.safeTransferFrom(alice, address(passes), 1);
        vm.stopPrank();
        assertEq(passes.ownerOf(1), alice);
    }

    function test_NodePassTransferEndsTheCoolDown() public {
        mint(alice, "A");
        startUnbonding(alice, 1);
        skip(COOL_DOWN);
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingCancelled(1);
        give(alice, bob, 1);
        assertTrue(passes.isLive(1));
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, 1));
        unbond(bob, 1);
        vm.recordLogs();
        give(bob, carol, 1);
        assertEq(vm.getRecordedLogs().length, 1, "no cool-down, no word of one");
    }

    /// An approved account cannot make the holder wait again.
    function test_NodePassTransferToItsHolderLeavesTheCoolDown() public {
        mint(alice, "A");
        vm.prank(alice);
        passes.setApprovalForAll(bob, true);
        startUnbonding(alice, 1);
        uint256 until = block.timestamp + COOL_DOWN;
        skip(COOL_DOWN - 1);
        vm.recordLogs();
        vm.prank(bob);
        passes.transferFrom(alice, alice, 1);
        assertEq(vm.getRecordedLogs().length, 1, "only the transfer is logged");
        assertEq(passes.pass(1).unbondingUntil, until);
        assertFalse(passes.isLive(1));
        skip(1);
        unbond(alice, 1);
    }

    // Finding

    function test_NodePassesAreFoundWithoutAServer() public {
        for (uint256 i = 0; i < 5; ++i) {
            mint(alice, string.concat("P", vm.toString(i + 1)));
        }
        give(alice, bob, 2);
        startUnbonding(alice, 3);
        INodePass.Pass[] memory all = passes.passesOf(alice, 0, type(uint256).max);
        assertEq(all.length, 4);
        uint256 seen;
        for (uint256 i = 0; i < all.length; ++i) {
            seen |= 1 << all[i].id;
            assertEq(all[i].holder, alice);
            assertEq(all[i].name, string.concat("P", vm.toString(all[i].id)));
            assertEq(all[i].unbondingUntil != 0, all[i].id == 3);
            assertEq(passes.tokenOfOwnerByIndex(alice, i), all[i].id);
        }
        assertEq(seen, 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5);
        assertEq(passes.passesOf(alice, 1, 2).length, 2);
        assertEq(passes.passesOf(alice, 1, 2)[0].id, all[1].id);
        assertEq(passes.passesOf(alice, 3, 5).length, 1);
        assertEq(passes.passesOf(alice, 4, 5).length, 0);
        assertEq(passes.passesOf(alice, type(uint256).max, type(uint256).max).length, 0);
        assertEq(passes.passesOf(carol, 0, 10).length, 0);
        assertEq(passes.passesOf(bob, 0, 10)[0].id, 2);
        assertFalse(passes.isLive(0));
        assertFalse(passes.isLive(6));
    }

    function test_NodePassSaysWhichInterfacesItHas() public view {
        assertEq(passes.name(), "GALX Node Pass");
        assertEq(passes.symbol(), "GALXNODE");
        assertTrue(passes.supportsInterface(type(IERC165).interfaceId));
        assertTrue(passes.supportsInterface(type(IERC721).interfaceId));
        assertTrue(passes.supportsInterface(type(IERC721Metadata).interfaceId));
        assertTrue(passes.supportsInterface(type(IERC721Enumerable).interfaceId));
        assertFalse(passes.supportsInterface(0xffffffff));
    }
}
