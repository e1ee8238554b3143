// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {EpochLog} from "../../src/EpochLog.sol";
import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IEpochLog} from "../../src/interfaces/IEpochLog.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control.
contract AccessEpochLogTest is Access {
    EpochLog private log;
    uint256 private first;

    function setUp() public override {
        super.setUp();
        vm.roll(1000);
        RewardVouchers vouchers = new RewardVouchers(owner, guardian, makeAddr("signer"), 1 days);
        vm.startPrank(owner);
        vouchers.createProgram(address(galx), 1 ether, block.timestamp);
        log = new EpochLog(owner, alice, address(vouchers));
        first = log.firstEpoch();
        log.addRuleset("rules", first);
        vm.stopPrank();
        vm.warp((first + 1) * 1 days);
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = "hash";
        vm.prank(alice);
        log.publish(first, hashes, new uint256[](1));
        skip(1 days);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                log.owner(),
                log.pendingOwner(),
                log.publisher(),
                log.nextEpoch(),
                log.epochs(0, 10),
                log.rulesetCount(),
                log.rulesetAt(0)
            )
        );
    }

    function test_Threat_MissingAccessControl() public {
        reads(abi.encodeCall(log.owner, ()));
        reads(abi.encodeCall(log.pendingOwner, ()));
        reads(abi.encodeCall(log.publisher, ()));
        reads(abi.encodeCall(log.rewardVouchers, ()));
        reads(abi.encodeCall(log.epochDuration, ()));
        reads(abi.encodeCall(log.firstEpoch, ()));
        reads(abi.encodeCall(log.nextEpoch, ()));
        reads(abi.encodeCall(log.epochCount, ()));
        reads(abi.encodeCall(log.epochAt, (first)));
        reads(abi.encodeCall(log.epochs, (first, 1)));
        reads(abi.encodeCall(log.rulesetCount, ()));
        reads(abi.encodeCall(log.rulesetAt, (0)));
        reads(abi.encodeCall(log.rulesetOf, (first)));

        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = "forged";
        refused(
            abi.encodeCall(log.publish, (first + 1, hashes, new uint256[](1))),
            IEpochLog.EpochLog_CallerNotPublisher.selector
        );
        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        refused(abi.encodeCall(log.replace, (first, "forged", 1)), stranger);
        refused(abi.encodeCall(log.addRuleset, ("forged", first + 100)), stranger);
        refused(abi.encodeCall(log.setPublisher, (attacker)), stranger);
        refused(abi.encodeCall(log.transferOwnership, (attacker)), stranger);
        refused(abi.encodeCall(log.acceptOwnership, ()), stranger);
        refused(abi.encodeCall(log.renounceOwnership, ()), stranger);
        walk("EpochLog", address(log), attacker);
    }
}
