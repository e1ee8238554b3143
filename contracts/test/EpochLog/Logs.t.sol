// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {EpochLog} from "../../src/EpochLog.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {LogCount} from "../support/LogCount.sol";
import {EpochLogTest} from "./EpochLogTest.sol";

/// @notice Every event with every field, each field with a distinct value.
contract EpochLogLogsTest is EpochLogTest, LogCount {
    function test_TheConstructorLogsTheNamedAccounts() public {
        vm.expectEmit();
        emit Ownable.OwnershipTransferred(address(0), owner);
        vm.expectEmit();
        emit IEpochLog.PublisherSet(publisher);
        new EpochLog(owner, publisher, address(vouchers));
    }

    function test_EachRulesetLogsItsPlaceItsHashAndItsFirstEpoch() public {
        epochLog = new EpochLog(owner, publisher, address(vouchers));
        _addsRuleset(0, "rules 1", first);
        _addsRuleset(1, "rules 2", first + 7);
        _addsRuleset(2, "rules 3", first + 9);
    }

    function _addsRuleset(uint256 index, bytes32 hash, uint256 firstEpoch) private {
        vm.expectEmit(address(epochLog));
        emit IEpochLog.RulesetAdded(index, hash, firstEpoch);
        vm.prank(owner);
        epochLog.addRuleset(hash, firstEpoch);
    }

    /// Three epochs after the first two, in one call: one log for each epoch, in order, and no other log.
    function test_PublishingManyLogsEach() public {
        endEpoch(first + 4);
        publish(first, 2);
        bytes32[] memory hashes = new bytes32[](3);
        uint256[] memory blockNumbers = new uint256[](3);
        (hashes[0], hashes[1], hashes[2]) = ("third", "fourth", "fifth");
        (blockNumbers[0], blockNumbers[1], blockNumbers[2]) = (310, 325, 380);
        vm.recordLogs();
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit(address(epochLog));
            emit IEpochLog.EpochPublished(first + 2 + i, hashes[i], blockNumbers[i]);
        }
        vm.prank(publisher);
        epochLog.publish(first + 2, hashes, blockNumbers);
        assertEq(logsOf(address(epochLog)), 3);
    }

    function test_ReplacingLogsTheEpochAndBothHashesAndBlocks() public {
        endEpoch(first + 2);
        publish(first, 3);
        vm.startPrank(owner);
        vm.recordLogs();
        vm.expectEmit(address(epochLog));
        emit IEpochLog.EpochReplaced(first + 2, hashOf(first + 2), 102, "corrected", 150);
        epochLog.replace(first + 2, "corrected", 150);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.EpochReplaced(first + 2, "corrected", 150, "corrected again", 149);
        epochLog.replace(first + 2, "corrected again", 149);
        vm.stopPrank();
        assertEq(logsOf(address(epochLog)), 2);
    }

    function test_RolesLogTheNamedAccounts() public {
        vm.startPrank(owner);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.PublisherSet(carol);
        epochLog.setPublisher(carol);
        epochLog.transferOwnership(bob);
        vm.stopPrank();
        vm.expectEmit(address(epochLog));
        emit Ownable.OwnershipTransferred(owner, bob);
        vm.prank(bob);
        epochLog.acceptOwnership();
    }
}
