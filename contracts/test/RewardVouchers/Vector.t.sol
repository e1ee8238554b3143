// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The vector by which the TypeScript side (packages/protocol/test/voucher.test.ts) is held to what the contract
/// hashes and takes. It is committed; this test computes it again and fails where the two differ. With
/// WRITE_FIXTURES=true it writes it.
contract RewardVouchersVectorTest is VouchersTest {
    string private constant PATH = "packages/protocol/test/fixtures/voucher.json";
    address private constant PLACE = 0x00000000000000000000000000000000000B0b0E;

    function test_TheCommittedVectorIsWhatTheContractHashesAndTakes() public {
        vm.chainId(56);
        deployCodeTo("RewardVouchers.sol:RewardVouchers", abi.encode(owner, guardian, signer, EPOCH), PLACE);
        vouchers = RewardVouchers(PLACE);
        allow(funder, address(galx));
        uint256 program = runningProgram();
        IRewardVouchers.Voucher memory voucher =
            IRewardVouchers.Voucher(program, alice, 123.456_789_012_345_678_901 ether, block.timestamp + 1 hours);
        bytes32 digest = vouchers.digest(voucher);
        (bytes32 r, bytes32 vs) = sign(signerKey, digest);
        if (vm.envOr("WRITE_FIXTURES", false)) _write(voucher, digest, r, vs);

        string memory json = vm.readFile(PATH);
        assertEq(vm.parseJsonUint(json, ".program"), program, "program");
        assertEq(vm.parseJsonAddress(json, ".account"), alice, "account");
        assertEq(vm.parseJsonUint(json, ".cumulative"), voucher.cumulative, "cumulative");
        assertEq(vm.parseJsonUint(json, ".deadline"), voucher.deadline, "deadline");
        assertEq(vm.parseJsonUint(json, ".chainId"), block.chainid, "chain");
        assertEq(vm.parseJsonAddress(json, ".contract"), PLACE, "contract");
        assertEq(vm.parseJsonBytes32(json, ".signerKey"), bytes32(signerKey), "key");
        assertEq(vm.parseJsonBytes32(json, ".digest"), digest, "digest");
        assertEq(vm.parseJsonBytes32(json, ".r"), r, "r");
        assertEq(vm.parseJsonBytes32(json, ".vs"), vs, "vs");
        assertEq(claim(voucher), voucher.cumulative, "paid");
    }

    function _write(IRewardVouchers.Voucher memory voucher, bytes32 digest, bytes32 r, bytes32 vs) private {
        string memory key = "vector";
        vm.serializeString(key, "program", vm.toString(voucher.program));
        vm.serializeAddress(key, "account", voucher.account);
        vm.serializeString(key, "cumulative", vm.toString(voucher.cumulative));
        vm.serializeString(key, "deadline", vm.toString(voucher.deadline));
        vm.serializeUint(key, "chainId", block.chainid);
        vm.serializeAddress(key, "contract", PLACE);
        vm.serializeBytes32(key, "signerKey", bytes32(signerKey));
        vm.serializeBytes32(key, "digest", digest);
        vm.serializeBytes32(key, "r", r);
        vm.writeJson(vm.serializeBytes32(key, "vs", vs), PATH);
    }
}
