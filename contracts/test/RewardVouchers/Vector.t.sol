// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The vector with which the TypeScript side (packages/protocol/test/voucher.test.ts) checks that it hashes and accepts the same as
/// the contract. The vector is committed. This test computes it again, and fails if the two differ. With WRITE_FIXTURES=true the test
/// writes it.
contract RewardVouchersVectorTest is VouchersTest {
    string private constant PATH = "packages/protocol/test/fixtures/voucher.json";
    address private constant PLACE = 0x00000000000000000000000000000000000B0b0E;

    function test_TheContractHashesAndAcceptsTheCommittedVector() public {
        vm.chainId(56);
        deployCodeTo("RewardVouchers.sol:RewardVouchers", abi.encode(owner, guardian, signer, coSigner, EPOCH), PLACE);
        vouchers = RewardVouchers(PLACE);
        allow(funder, address(galx));
        uint256 program = runningProgram();
        IRewardVouchers.Voucher memory voucher =
            IRewardVouchers.Voucher(program, alice, 123.456_789_012_345_678_901 ether, block.timestamp + 1 hours, 1);
        bytes32 digest = vouchers.digest(voucher);
        IRewardVouchers.SignedVoucher memory both = signed(voucher);
        if (vm.envOr("WRITE_FIXTURES", false)) _write(both, digest);

        string memory json = vm.readFile(PATH);
        assertEq(vm.parseJsonUint(json, ".program"), program, "program");
        assertEq(vm.parseJsonAddress(json, ".account"), alice, "account");
        assertEq(vm.parseJsonUint(json, ".cumulative"), voucher.cumulative, "cumulative");
        assertEq(vm.parseJsonUint(json, ".deadline"), voucher.deadline, "deadline");
        assertEq(vm.parseJsonUint(json, ".signersNonce"), voucher.signersNonce, "nonce");
        assertEq(vm.parseJsonUint(json, ".chainId"), block.chainid, "chain");
        assertEq(vm.parseJsonAddress(json, ".contract"), PLACE, "contract");
        assertEq(vm.parseJsonBytes32(json, ".signerKey"), bytes32(signerKey), "key");
        assertEq(vm.parseJsonBytes32(json, ".coSignerKey"), bytes32(coSignerKey), "second key");
        assertEq(vm.parseJsonBytes32(json, ".digest"), digest, "digest");
        assertEq(vm.parseJsonBytes32(json, ".signature.r"), both.signature.r, "r");
        assertEq(vm.parseJsonBytes32(json, ".signature.vs"), both.signature.vs, "vs");
        assertEq(vm.parseJsonBytes32(json, ".coSignature.r"), both.coSignature.r, "second r");
        assertEq(vm.parseJsonBytes32(json, ".coSignature.vs"), both.coSignature.vs, "second vs");
        assertEq(claim(voucher), voucher.cumulative, "paid");
    }

    function _write(IRewardVouchers.SignedVoucher memory voucher, bytes32 digest) private {
        string memory key = "vector";
        vm.serializeString(key, "program", vm.toString(voucher.program));
        vm.serializeAddress(key, "account", voucher.account);
        vm.serializeString(key, "cumulative", vm.toString(voucher.cumulative));
        vm.serializeString(key, "deadline", vm.toString(voucher.deadline));
        vm.serializeString(key, "signersNonce", vm.toString(voucher.signersNonce));
        vm.serializeUint(key, "chainId", block.chainid);
        vm.serializeAddress(key, "contract", PLACE);
        vm.serializeBytes32(key, "signerKey", bytes32(signerKey));
        vm.serializeBytes32(key, "coSignerKey", bytes32(coSignerKey));
        vm.serializeBytes32(key, "digest", digest);
        vm.serializeString(key, "signature", _json("signature", voucher.signature));
        vm.writeJson(vm.serializeString(key, "coSignature", _json("coSignature", voucher.coSignature)), PATH);
    }

    function _json(string memory key, IRewardVouchers.Signature memory signature) private returns (string memory) {
        vm.serializeBytes32(key, "r", signature.r);
        return vm.serializeBytes32(key, "vs", signature.vs);
    }
}
