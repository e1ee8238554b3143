// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

import {NodePass} from "../../src/NodePass.sol";
import {INodePass} from "../../src/interfaces/INodePass.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control: an account without roles calls every function of NodePass on another account's pass.
contract AccessNodePassTest is Access {
    NodePass private passes;

    function setUp() public override {
        super.setUp();
        passes = new NodePass(address(mcm));
        address[3] memory people = [alice, bob, attacker];
        for (uint256 i = 0; i < people.length; ++i) {
            mcm.mint(people[i], 100_000 ether);
            vm.startPrank(people[i]);
            mcm.approve(address(passes), type(uint256).max);
            passes.mint("mine");
            vm.stopPrank();
        }
        vm.prank(bob);
        passes.startUnbonding(2);
        skip(8 days);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                passes.pass(1),
                passes.pass(2),
                passes.passesOf(alice, 0, 10),
                passes.passesOf(bob, 0, 10),
                passes.getApproved(1),
                passes.isApprovedForAll(alice, attacker),
                mcm.balanceOf(alice),
                mcm.balanceOf(bob)
            )
        );
    }

    function _views() private {
        reads(abi.encodeCall(passes.BOND, ()));
        reads(abi.encodeCall(passes.COOL_DOWN, ()));
        reads(abi.encodeCall(passes.mcm, ()));
        reads(abi.encodeCall(passes.isLive, (1)));
        reads(abi.encodeCall(passes.pass, (1)));
        reads(abi.encodeCall(passes.passesOf, (alice, 0, 10)));
        reads(abi.encodeCall(passes.tokenURI, (1)));
        reads(abi.encodeCall(passes.supportsInterface, (0x01ffc9a7)));
        reads(abi.encodeCall(passes.name, ()));
        reads(abi.encodeCall(passes.symbol, ()));
        reads(abi.encodeCall(passes.totalSupply, ()));
        reads(abi.encodeCall(passes.tokenByIndex, (0)));
        reads(abi.encodeCall(passes.tokenOfOwnerByIndex, (alice, 0)));
        reads(abi.encodeCall(passes.balanceOf, (alice)));
        reads(abi.encodeCall(passes.ownerOf, (1)));
        reads(abi.encodeCall(passes.getApproved, (1)));
        reads(abi.encodeCall(passes.isApprovedForAll, (alice, bob)));
    }

    function test_Threat_MissingAccessControl() public {
        _views();
        bytes4 notHolder = INodePass.NodePass_CallerNotHolder.selector;
        refused(abi.encodeCall(passes.rename, (1, "taken")), notHolder);
        refused(abi.encodeCall(passes.startUnbonding, (1)), notHolder);
        refused(abi.encodeCall(passes.cancelUnbonding, (2)), notHolder);
        refused(abi.encodeCall(passes.unbond, (2)), notHolder);
        bytes4 notApproved = IERC721Errors.ERC721InsufficientApproval.selector;
        refused(abi.encodeCall(passes.transferFrom, (alice, attacker, 1)), notApproved);
        refused(abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", alice, attacker, 1), notApproved);
        refused(
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", alice, attacker, 1, ""),
            notApproved
        );
        refused(abi.encodeCall(passes.approve, (attacker, 1)), IERC721Errors.ERC721InvalidApprover.selector);
        ownAffair(abi.encodeCall(passes.mint, ("another")));
        ownAffair(abi.encodeCall(passes.mintWithPermit, ("another", block.timestamp, 27, 0, 0)));
        ownAffair(abi.encodeCall(passes.setApprovalForAll, (alice, true)));
        walk("NodePass", address(passes), attacker);
    }

    /// An approved account may transfer, as ERC-721 allows, and may do nothing else of the holder's.
    function test_Threat_MissingAccessControl_ApprovedAccounts() public {
        vm.prank(alice);
        passes.approve(carol, 1);
        vm.prank(bob);
        passes.setApprovalForAll(carol, true);
        bytes[5] memory calls = [
            abi.encodeCall(passes.rename, (1, "taken")),
            abi.encodeCall(passes.startUnbonding, (1)),
            abi.encodeCall(passes.rename, (2, "taken")),
            abi.encodeCall(passes.cancelUnbonding, (2)),
            abi.encodeCall(passes.unbond, (2))
        ];
        bytes32 before = others();
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(carol);
            (bool succeeded, bytes memory answer) = address(passes).call(calls[i]);
            assertFalse(succeeded);
            assertEq(bytes4(answer), INodePass.NodePass_CallerNotHolder.selector);
        }
        assertEq(others(), before);

        vm.startPrank(carol);
        passes.transferFrom(alice, carol, 1);
        passes.transferFrom(bob, attacker, 2);
        vm.stopPrank();
        assertEq(passes.ownerOf(1), carol);
        assertTrue(passes.isLive(2), "also an operator's transfer ends the cool-down");
        assertEq(passes.getApproved(1), address(0), "an approval is for one transfer");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, alice, 1));
        passes.transferFrom(carol, alice, 1);
    }
}
