// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "solady/utils/Base64.sol";
import {LibString} from "solady/utils/LibString.sol";

import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";

/// @notice Passes and names at the limits of the allowed values.
contract NodePassEdgesTest is NodePassTest {
    using LibString for string;

    function test_NodePassPagesEndWhereThePassesEnd() public {
        mint(alice, "1");
        mint(alice, "2");
        assertEq(passes.passesOf(alice, 2, 1).length, 0, "from the end");
        assertEq(passes.passesOf(alice, 3, 1).length, 0, "from behind the end");
        INodePass.Pass[] memory all = passes.passesOf(alice, 0, 3);
        assertEq(all.length, 2, "one more than there are");
        assertEq(all[1].id, 2);
        assertEq(passes.passesOf(alice, 1, type(uint256).max).length, 1);
        mint(bob, "3");
        assertEq(passes.passesOf(alice, 3, 1).length, 0, "there is a third, but it is not hers");
        assertEq(passes.passesOf(alice, 0, 3).length, 2);
    }

    /// The metadata of a pass differ from the metadata of the last minted pass.
    function test_NodePassSaysWhichPassItIs() public {
        mint(alice, "1");
        mint(bob, "2");
        vm.expectEmit(address(passes));
        emit INodePass.PassRenamed(1, "one");
        vm.prank(alice);
        passes.rename(1, "one");
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, 1, bob));
        vm.prank(bob);
        passes.rename(1, "mine");
        bytes memory none = abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, 1);
        vm.expectRevert(none);
        vm.prank(alice);
        passes.cancelUnbonding(1);
        vm.expectRevert(none);
        unbond(alice, 1);

        uint256 until = vm.getBlockTimestamp() + COOL_DOWN;
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingStarted(1, until);
        startUnbonding(alice, 1);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_AlreadyUnbonding.selector, 1, until));
        startUnbonding(alice, 1);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CoolDownRunning.selector, 1, until));
        unbond(alice, 1);
        vm.expectEmit(address(passes));
        emit INodePass.UnbondingCancelled(1);
        vm.prank(alice);
        passes.cancelUnbonding(1);

        startUnbonding(alice, 1);
        skip(COOL_DOWN);
        vm.expectEmit(address(passes));
        emit INodePass.Unbonded(1, alice, BOND);
        unbond(alice, 1);
        assertEq(passes.pass(2).holder, bob);
    }

    /// The last id stays used, so that no number is used twice.
    function test_NodePassLeavesNothingBehindWhenItIsUnbonded() public {
        vm.record();
        mint(
            alice,
            unicode"节点节点节点节点节点节点节点节点节点节点节点节点节点节点节点节点"
        );
        (, bytes32[] memory written) = vm.accesses(address(passes));
        assertGt(written.length, 8);
        startUnbonding(alice, 1);
        skip(COOL_DOWN);
        unbond(alice, 1);
        uint256 left;
        for (uint256 i = 0; i < written.length; ++i) {
            if (vm.load(address(passes), written[i]) != 0) ++left;
        }
        assertEq(left, 1, "the last id alone");
    }

    /// A name of up to 16 characters is drawn large, however many bytes it has. A longer name is drawn small.
    function test_NodePassPictureFitsTheName() public {
        assertTrue(_isDrawn("1234567890123456", "32"));
        assertTrue(_isDrawn(unicode"节点节点节点节点节点节点节点节点", "32"));
        assertTrue(_isDrawn("12345678901234567", "18"));
    }

    function _isDrawn(string memory name, string memory size) private returns (bool) {
        string memory json = string(Base64.decode(passes.tokenURI(mint(alice, name)).slice(29)));
        uint256 start = json.indexOf("base64,") + 7;
        string memory picture = string(Base64.decode(json.slice(start, json.indexOf('"', start))));
        return picture.contains(string.concat('font-size="', size, '">', name, "<"));
    }

    /// Each bit of a first byte counts, and the neighbours of a forbidden character are allowed.
    function test_NodePassNameTakesWhatAFaultyReaderWouldRefuse() public {
        mint(alice, "-");
        bytes[4] memory names = [
            bytes(hex"c380"), // U+00C0, without its lowest bit U+0080
            hex"d99c", // U+065C, without it U+061C
            hex"f1808080", // U+40000, without it U+0000
            hex"e2819e" // U+205E, before U+205F
        ];
        for (uint256 i = 0; i < names.length; ++i) {
            vm.prank(alice);
            passes.rename(1, string(names[i]));
            assertEq(bytes(passes.pass(1).name), names[i]);
        }
    }

    /// Four bytes whose last three would be a character if the first byte could begin one.
    function test_NodePassNameBeginsWithNoOtherByte() public {
        bytes[2] memory names = [bytes(hex"f8908080"), hex"81908080"];
        for (uint256 i = 0; i < names.length; ++i) {
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NameNotUtf8.selector, 0));
            passes.mint(string(names[i]));
        }
    }
}
