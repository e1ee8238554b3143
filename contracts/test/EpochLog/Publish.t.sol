// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EpochLog} from "../../src/EpochLog.sol";
import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {EpochLogTest} from "./EpochLogTest.sol";

/// @notice Publishing: the publisher adds only the next epochs, only ended epochs, and many in one call. Also the views of published epochs.
contract EpochLogPublishTest is EpochLogTest {
    function test_TheLogHasItsInitialValues() public view {
        assertEq(epochLog.firstEpoch(), first);
        assertEq(epochLog.nextEpoch(), first);
        assertEq(epochLog.epochDuration(), EPOCH);
        assertEq(epochLog.rewardVouchers(), address(vouchers));
        assertEq(epochLog.publisher(), publisher);
        assertEq(epochLog.owner(), owner);
        assertEq(epochLog.epochCount(), 0);
        assertPublished(first, 0, 0);
    }

    /// @dev An external call, so that a test can expect its revert.
    function make(address rewardVouchers) external {
        new EpochLog(owner, publisher, rewardVouchers);
    }

    function test_ALogNeedsVouchers() public {
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_NotAContract.selector, alice));
        this.make(alice);
    }

    function test_AnEpochIsPublishedOnceItHasEnded() public {
        endEpoch(first);
        vm.expectEmit(address(epochLog));
        emit IEpochLog.EpochPublished(first, hashOf(first), 100);
        publish(first, 1);
        assertPublished(first, hashOf(first), 100);
        assertEq(epochLog.epochCount(), 1);
        assertEq(epochLog.nextEpoch(), first + 1);
        assertPublished(first - 1, 0, 0);
        assertPublished(first + 1, 0, 0);
    }

    function test_AnEpochThatHasNotEndedIsRefused() public {
        vm.warp((first + 1) * EPOCH - 1);
        bytes memory why = abi.encodeWithSelector(IEpochLog.EpochLog_EpochNotEnded.selector, first, (first + 1) * EPOCH);
        refusesToPublish(first, 1, why);
        endEpoch(first + 1);
        why = abi.encodeWithSelector(IEpochLog.EpochLog_EpochNotEnded.selector, first + 2, (first + 3) * EPOCH);
        refusesToPublish(first, 3, why);
        publish(first, 2);
    }

    function test_ManyMissedEpochsArePublishedAtOnce() public {
        endEpoch(first + 199);
        publish(first, 200);
        assertEq(epochLog.nextEpoch(), first + 200);
        assertPublished(first + 123, hashOf(first + 123), 223);
        endEpoch(first + 201);
        publish(first + 200, 2);
        assertPublished(first + 201, hashOf(first + 201), 301);
    }

    function testFuzz_OnlyTheNextEpochIsTaken(uint256 count, uint256 from) public {
        count = bound(count, 0, 5);
        endEpoch(first + 20);
        if (count != 0) publish(first, count);
        vm.assume(from != first + count);
        bytes memory why = abi.encodeWithSelector(IEpochLog.EpochLog_NotNextEpoch.selector, from, first + count);
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = "hash";
        vm.prank(publisher);
        vm.expectRevert(why);
        epochLog.publish(from, hashes, new uint256[](1));
    }

    function test_ATransactionSentTwiceIsRefusedTheSecondTime() public {
        endEpoch(first + 5);
        publish(first, 2);
        refusesToPublish(first, 2, abi.encodeWithSelector(IEpochLog.EpochLog_NotNextEpoch.selector, first, first + 2));
    }

    function test_ListsThatDoNotFitAreRefused() public {
        endEpoch(first + 5);
        vm.startPrank(publisher);
        vm.expectRevert(IEpochLog.EpochLog_NothingToPublish.selector);
        epochLog.publish(first, new bytes32[](0), new uint256[](0));
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_ListsDiffer.selector, 2, 1));
        epochLog.publish(first, new bytes32[](2), new uint256[](1));
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_ListsDiffer.selector, 2, 3));
        epochLog.publish(first, new bytes32[](2), new uint256[](3));
        vm.stopPrank();
    }

    /// One bad entry refuses the whole call.
    function test_NoHashAndNoFutureBlockIsTaken() public {
        endEpoch(first + 5);
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(first, 3);
        hashes[2] = 0;
        vm.startPrank(publisher);
        vm.expectRevert(IEpochLog.EpochLog_HashZero.selector);
        epochLog.publish(first, hashes, blockNumbers);
        (hashes[2], blockNumbers[2]) = (hashOf(1), 1000);
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_BlockOutOfRange.selector, 1000, 101, 999));
        epochLog.publish(first, hashes, blockNumbers);
        blockNumbers[2] = 100;
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_BlockOutOfRange.selector, 100, 101, 999));
        epochLog.publish(first, hashes, blockNumbers);
        blockNumbers[2] = 999;
        epochLog.publish(first, hashes, blockNumbers);
        vm.stopPrank();
        assertPublished(first + 2, hashOf(1), 999);
    }

    /// The same holds between two calls. An epoch without a block has the block of the previous epoch.
    function test_AnEpochsBlockIsNotBeforeThatOfTheEpochBefore() public {
        endEpoch(first + 5);
        publish(first, 3);
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(first + 3, 2);
        blockNumbers[0] = 101;
        vm.startPrank(publisher);
        vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_BlockOutOfRange.selector, 101, 102, 999));
        epochLog.publish(first + 3, hashes, blockNumbers);
        (blockNumbers[0], blockNumbers[1]) = (102, 102);
        epochLog.publish(first + 3, hashes, blockNumbers);
        vm.stopPrank();
        assertPublished(first + 4, hashOf(first + 4), 102);
    }

    function test_OnlyThePublisherPublishes() public {
        endEpoch(first);
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(first, 1);
        address[3] memory others = [owner, guardian, alice];
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(IEpochLog.EpochLog_CallerNotPublisher.selector, others[i]));
            epochLog.publish(first, hashes, blockNumbers);
        }
    }

    function test_WithoutARulesetNothingIsPublished() public {
        epochLog = new EpochLog(owner, publisher, address(vouchers));
        endEpoch(first);
        refusesToPublish(first, 1, abi.encodeWithSelector(IEpochLog.EpochLog_NoRuleset.selector));
        vm.prank(owner);
        epochLog.addRuleset("rules", first);
        publish(first, 1);
    }

    function test_EpochsAreReadInRanges() public {
        endEpoch(first + 9);
        publish(first, 10);
        _assertRange(first, 3, first, 3);
        _assertRange(first + 8, 5, first + 8, 2);
        _assertRange(0, 4, first, 4);
        _assertRange(first + 10, 5, 0, 0);
        _assertRange(type(uint256).max, type(uint256).max, 0, 0);
        _assertRange(first + 2, type(uint256).max, first + 2, 8);
        _assertRange(first, 0, 0, 0);
    }

    function _assertRange(uint256 from, uint256 limit, uint256 begin, uint256 count) private view {
        IEpochLog.Epoch[] memory published = epochLog.epochs(from, limit);
        assertEq(published.length, count);
        for (uint256 i = 0; i < count; ++i) {
            assertEq(published[i].hash, hashOf(begin + i));
            assertEq(published[i].blockNumber, 100 + begin + i - first);
        }
    }

    /// Across the ends of 32-bit, 40-bit and 48-bit time, epochs still end on time.
    function test_EpochsArePublishedAcrossTheEndOfTime() public {
        uint256[3] memory ends = [uint256(1 << 32), 1 << 40, 1 << 48];
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(ends[i] / EPOCH * EPOCH - EPOCH);
            vouchers = new RewardVouchers(owner, guardian, signer, coSigner, EPOCH);
            epochLog = new EpochLog(owner, publisher, address(vouchers));
            first = ends[i] / EPOCH - 1;
            vm.prank(owner);
            epochLog.addRuleset("rules", first);
            assertEq(epochLog.firstEpoch(), first);
            vm.warp((first + 3) * EPOCH - 1);
            bytes memory why =
                abi.encodeWithSelector(IEpochLog.EpochLog_EpochNotEnded.selector, first + 2, (first + 3) * EPOCH);
            refusesToPublish(first, 3, why);
            skip(1);
            publish(first, 3);
            assertPublished(first + 2, hashOf(first + 2), 102);
        }
    }
}
