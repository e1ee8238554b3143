// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {EpochLog} from "../../src/EpochLog.sol";
import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control.
contract AccessEpochLogTest is Access {
    EpochLog private epochLog;
    uint256 private first;

    function setUp() public override {
        super.setUp();
        vm.roll(1000);
        RewardVouchers vouchers = new RewardVouchers(owner, guardian, makeAddr("signer"), makeAddr("co-signer"), 1 days);
        vm.startPrank(owner);
        vouchers.createProgram(address(galx), 1 ether, block.timestamp);
        epochLog = new EpochLog(owner, alice, address(vouchers));
        first = epochLog.firstEpoch();
        epochLog.addRuleset("rules", first);
        vm.stopPrank();
        vm.warp((first + 1) * 1 days);
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = "hash";
        vm.prank(alice);
        epochLog.publish(first, hashes, new uint256[](1));
        skip(1 days);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                epochLog.owner(),
                epochLog.pendingOwner(),
                epochLog.publisher(),
                epochLog.nextEpoch(),
                epochLog.epochs(0, 10),
                epochLog.rulesetCount(),
                epochLog.rulesetAt(0)
            )
        );
    }

    function test_Threat_MissingAccessControl() public {
        reads(abi.encodeCall(epochLog.owner, ()));
        reads(abi.encodeCall(epochLog.pendingOwner, ()));
        reads(abi.encodeCall(epochLog.publisher, ()));
        reads(abi.encodeCall(epochLog.rewardVouchers, ()));
        reads(abi.encodeCall(epochLog.epochDuration, ()));
        reads(abi.encodeCall(epochLog.firstEpoch, ()));
        reads(abi.encodeCall(epochLog.nextEpoch, ()));
        reads(abi.encodeCall(epochLog.epochCount, ()));
        reads(abi.encodeCall(epochLog.epochAt, (first)));
        reads(abi.encodeCall(epochLog.epochs, (first, 1)));
        reads(abi.encodeCall(epochLog.rulesetCount, ()));
        reads(abi.encodeCall(epochLog.rulesetAt, (0)));
        reads(abi.encodeCall(epochLog.rulesetOf, (first)));

        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = "forged";
        refused(
            abi.encodeCall(epochLog.publish, (first + 1, hashes, new uint256[](1))),
            IEpochLog.EpochLog_CallerNotPublisher.selector
        );
        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        refused(abi.encodeCall(epochLog.replace, (first, "forged", 1)), stranger);
        refused(abi.encodeCall(epochLog.addRuleset, ("forged", first + 100)), stranger);
        refused(abi.encodeCall(epochLog.setPublisher, (attacker)), stranger);
        refused(abi.encodeCall(epochLog.transferOwnership, (attacker)), stranger);
        refused(abi.encodeCall(epochLog.acceptOwnership, ()), stranger);
        refused(abi.encodeCall(epochLog.renounceOwnership, ()), stranger);
        walk("EpochLog", address(epochLog), attacker);
    }
}
