// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EpochLog} from "../../src/EpochLog.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The start of every EpochLog test: vouchers, and a log with its first ruleset.
abstract contract EpochLogTest is VouchersTest {
    address internal immutable publisher = makeAddr("publisher");

    EpochLog internal epochLog;
    uint256 internal first;

    function setUp() public virtual override {
        super.setUp();
        vm.roll(1000);
        first = block.timestamp / EPOCH + 2;
        epochLog = EpochLog(deployed("EpochLog", abi.encode(owner, publisher, vouchers)));
        vm.prank(owner);
        epochLog.addRuleset("rules 1", first);
    }

    /// @dev Moves the time to the first second after epoch `epoch`.
    function endEpoch(uint256 epoch) internal {
        vm.warp((epoch + 1) * EPOCH);
    }

    function hashOf(uint256 epoch) internal pure returns (bytes32) {
        return keccak256(abi.encode("epoch", epoch));
    }

    /// @dev `count` epochs from `from` on; the block of each is 100 + the epoch's distance from the first.
    function lists(uint256 from, uint256 count)
        internal
        view
        returns (bytes32[] memory hashes, uint256[] memory blockNumbers)
    {
        hashes = new bytes32[](count);
        blockNumbers = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            unchecked {
                (hashes[i], blockNumbers[i]) = (hashOf(from + i), 100 + from + i - first);
            }
        }
    }

    function publish(uint256 from, uint256 count) internal {
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(from, count);
        vm.prank(publisher);
        epochLog.publish(from, hashes, blockNumbers);
    }

    function refusesToPublish(uint256 from, uint256 count, bytes memory why) internal {
        (bytes32[] memory hashes, uint256[] memory blockNumbers) = lists(from, count);
        uint256 before = epochLog.epochCount();
        vm.prank(publisher);
        vm.expectRevert(why);
        epochLog.publish(from, hashes, blockNumbers);
        assertEq(epochLog.epochCount(), before);
    }

    function assertPublished(uint256 epoch, bytes32 hash, uint256 blockNumber) internal view {
        IEpochLog.Epoch memory published = epochLog.epochAt(epoch);
        assertEq(published.hash, hash);
        assertEq(published.blockNumber, blockNumber);
    }
}
