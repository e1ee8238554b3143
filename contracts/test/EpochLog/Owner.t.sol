// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {EpochLog} from "../../src/EpochLog.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {EpochLogTest} from "./EpochLogTest.sol";

/// @notice Only the owner can replace a hash, add rulesets and name the publisher.
contract EpochLogOwnerTest is EpochLogTest {
    // Replacing

    function test_TheOwnerReplacesAHashAndTheEventKeepsBoth() public {
        endEpoch(first + 2);
        publish(first, 3);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.EpochReplaced(first + 1, hashOf(first + 1), 101, "corrected", 102);
        vm.prank(owner);
        epochLog.replace(first + 1, "corrected", 102);
        assertPublished(first, hashOf(first), 100);
        assertPublished(first + 1, "corrected", 102);
        assertPublished(first + 2, hashOf(first + 2), 102);
        assertEq(epochLog.nextEpoch(), first + 3);
    }

    function test_OnlyPublishedEpochsAreReplaced() public {
        endEpoch(first + 2);
        publish(first, 2);
        uint256[4] memory none = [first + 2, first - 1, 0, type(uint256).max];
        vm.startPrank(owner);
        for (uint256 i = 0; i < none.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_EpochNotPublished.selector, none[i], first + 2));
            epochLog.replace(none[i], "hash", 1);
        }
        vm.expectRevert(IEpochLog.EpochLog_HashZero.selector);
        epochLog.replace(first, 0, 1);
        vm.stopPrank();
    }

    /// The block stays between the blocks of the neighbouring epochs. It may equal such a block, as for an epoch without a block.
    function test_AReplacedBlockStaysBetweenItsNeighbours() public {
        endEpoch(first + 2);
        publish(first, 3);
        _replaces(first, 0, 101);
        _replaces(first + 1, 100, 102);
        _replaces(first + 2, 101, 999);
    }

    function _replaces(uint256 epoch, uint256 earliest, uint256 latest) private {
        uint256 snapshot = vm.snapshotState();
        bytes4 outOfRange = IEpochLog.EpochLog_BlockOutOfRange.selector;
        vm.startPrank(owner);
        if (earliest > 0) {
            vm.expectRevert(abi.encodeWithSelector(outOfRange, earliest - 1, earliest, latest));
            epochLog.replace(epoch, "hash", earliest - 1);
        }
        vm.expectRevert(abi.encodeWithSelector(outOfRange, latest + 1, earliest, latest));
        epochLog.replace(epoch, "hash", latest + 1);
        epochLog.replace(epoch, "hash", earliest);
        epochLog.replace(epoch, "hash", latest);
        vm.stopPrank();
        assertPublished(epoch, "hash", latest);
        vm.revertToState(snapshot);
    }

    // Rulesets

    function test_RulesetsApplyFromTheirFirstEpochToTheNextOnes() public {
        vm.startPrank(owner);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.RulesetAdded(1, "rules 2", first + 5);
        epochLog.addRuleset("rules 2", first + 5);
        epochLog.addRuleset("rules 3", first + 6);
        vm.stopPrank();
        assertEq(epochLog.rulesetCount(), 3);
        assertEq(epochLog.rulesetAt(1).hash, "rules 2");
        assertEq(epochLog.rulesetAt(1).firstEpoch, first + 5);
        _assertRuleset(0, 0, 0);
        _assertRuleset(first - 1, 0, 0);
        _assertRuleset(first, "rules 1", first);
        _assertRuleset(first + 4, "rules 1", first);
        _assertRuleset(first + 5, "rules 2", first + 5);
        _assertRuleset(first + 6, "rules 3", first + 6);
        _assertRuleset(type(uint256).max, "rules 3", first + 6);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x32));
        epochLog.rulesetAt(3);
    }

    function _assertRuleset(uint256 epoch, bytes32 hash, uint256 from) private view {
        IEpochLog.Ruleset memory ruleset = epochLog.rulesetOf(epoch);
        assertEq(ruleset.hash, hash);
        assertEq(ruleset.firstEpoch, from);
    }

    function test_TheLogBeginsWithTheFirstRuleset() public {
        epochLog = new EpochLog(owner, publisher, address(vouchers));
        _assertRuleset(first, 0, 0);
        assertEq(epochLog.firstEpoch(), 0);
        assertEq(epochLog.nextEpoch(), 0);
        vm.startPrank(owner);
        vm.expectRevert(IEpochLog.EpochLog_HashZero.selector);
        epochLog.addRuleset(0, first);
        // also long after that epoch, because nothing was published without the ruleset
        endEpoch(first + 10);
        epochLog.addRuleset("rules", first);
        assertEq(epochLog.firstEpoch(), first);
        assertEq(epochLog.nextEpoch(), first);
        epochLog.addRuleset("rules 2", first + 20);
        vm.stopPrank();
        assertEq(epochLog.firstEpoch(), first, "no later ruleset moves it");
        _assertRuleset(first + 3, "rules", first);
    }

    /// No ruleset exists before the first one. The first epoch of that ruleset may be 0.
    function test_ALogThatBeginsWithEpochZeroKeepsItsBegin() public {
        epochLog = new EpochLog(owner, publisher, address(vouchers));
        vm.startPrank(owner);
        epochLog.addRuleset("rules", 0);
        _refusesRuleset(1, first - 1);
        epochLog.addRuleset("rules 2", first);
        vm.stopPrank();
        assertEq(epochLog.firstEpoch(), 0);
        assertEq(epochLog.nextEpoch(), 0);
        _assertRuleset(first - 1, "rules", 0);
    }

    /// The rules of an epoch that has begun never change, and rulesets are ordered by their epochs.
    function test_ALaterRulesetBeginsInAnEpochThatHasNotBegun() public {
        vm.startPrank(owner);
        _refusesRuleset(first, first + 1);
        epochLog.addRuleset("rules 2", first + 1);
        _refusesRuleset(first + 1, first + 2);
        vm.warp((first + 4) * EPOCH - 1);
        _refusesRuleset(first + 3, first + 4);
        uint256 snapshot = vm.snapshotState();
        epochLog.addRuleset("in its last second", first + 4);
        vm.revertToState(snapshot);
        vm.warp((first + 4) * EPOCH);
        _refusesRuleset(first + 4, first + 5);
        epochLog.addRuleset("rules 3", first + 5);
        vm.expectRevert(IEpochLog.EpochLog_HashZero.selector);
        epochLog.addRuleset(0, first + 6);
        vm.stopPrank();
        _assertRuleset(first + 4, "rules 2", first + 1);
    }

    function _refusesRuleset(uint256 from, uint256 earliest) private {
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_RulesetTooEarly.selector, from, earliest));
        epochLog.addRuleset("too early", from);
    }

    // Roles

    function test_ThePublisherIsReplacedAtOnce() public {
        endEpoch(first + 3);
        publish(first, 1);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.PublisherSet(bob);
        vm.prank(owner);
        epochLog.setPublisher(bob);
        refusesToPublish(
            first + 1, 1, abi.encodeWithSelector(IEpochLog.EpochLog_CallerNotPublisher.selector, publisher)
        );
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(first + 1, 1);
        vm.prank(bob);
        epochLog.publish(first + 1, hashes, blockNumbers);
        vm.prank(owner);
        epochLog.setPublisher(address(0));
        assertEq(epochLog.publisher(), address(0));
    }

    function test_OwnershipMovesInTwoSteps() public {
        vm.prank(owner);
        epochLog.transferOwnership(bob);
        assertEq(epochLog.owner(), owner);
        vm.prank(bob);
        epochLog.acceptOwnership();
        assertEq(epochLog.owner(), bob);
    }

    /// After the owner has renounced, the publisher stays, and cannot change a published epoch.
    function test_WithoutAnOwnerThePublisherGoesOn() public {
        endEpoch(first + 3);
        publish(first, 1);
        vm.prank(owner);
        epochLog.renounceOwnership();
        publish(first + 1, 2);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        epochLog.replace(first, "hash", 1);
    }

    /// The log holds no money, and accepts none of the chain's coin.
    function test_TheLogAcceptsNoMoney() public {
        vm.deal(alice, 10 ether);
        vm.startPrank(alice);
        (bool sent,) = address(epochLog).call{value: 1}("");
        assertFalse(sent, "no receive");
        (sent,) = address(epochLog).call{value: 1}(abi.encodeCall(epochLog.nextEpoch, ()));
        assertFalse(sent, "no payable function");
        (sent,) = address(epochLog).call("anything");
        assertFalse(sent, "no fallback");
        vm.stopPrank();
    }
}
