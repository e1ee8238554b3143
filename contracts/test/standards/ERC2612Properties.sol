// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";

import {ERC20Properties} from "./ERC20Properties.sol";

/// @notice The text of ERC-2612, sentence by sentence, on top of ERC-20.
abstract contract ERC2612Properties is ERC20Properties {
    uint256 private constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    struct Message {
        address owner;
        address spender;
        uint256 value;
        uint256 nonce;
        uint256 deadline;
    }

    address private signer;
    uint256 private key;

    function setUp() public virtual override {
        super.setUp();
        vm.warp(1_800_000_000);
        (signer, key) = makeAddrAndKey("signer");
    }

    function _permits() private view returns (IERC20Permit) {
        return IERC20Permit(address(token));
    }

    function _message(uint256 value) private view returns (Message memory) {
        return Message(signer, spender, value, _permits().nonces(signer), block.timestamp + 1 hours);
    }

    function _sign(Message memory message, bytes32 domain) private view returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content = keccak256(
            abi.encode(typeHash, message.owner, message.spender, message.value, message.nonce, message.deadline)
        );
        return vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, content)));
    }

    function _refused(Message memory call, Message memory signed, bytes32 domain) private {
        (uint8 v, bytes32 r, bytes32 s) = _sign(signed, domain);
        IERC20Permit permits = _permits();
        vm.expectRevert();
        permits.permit(call.owner, call.spender, call.value, call.deadline, v, r, s);
        assertEq(token.allowance(call.owner, call.spender), 0);
        assertEq(permits.nonces(signer), 0);
    }

    // "a call to permit will set allowance[owner][spender] to value, increment nonces[owner] by 1, and emit a corresponding
    // Approval event" - for every caller

    function testFuzz_ERC2612_PermitSetsAllowanceNonceAndEmits(uint256 value, address caller) public {
        vm.assume(caller != address(token));
        Message memory message = _message(value);
        (uint8 v, bytes32 r, bytes32 s) = _sign(message, _permits().DOMAIN_SEPARATOR());
        vm.expectEmit(address(token));
        emit IERC20.Approval(signer, spender, value);
        vm.prank(caller);
        _permits().permit(signer, spender, value, message.deadline, v, r, s);
        assertEq(token.allowance(signer, spender), value);
        assertEq(_permits().nonces(signer), 1);
    }

    // "if and only if: The current blocktime is less than or equal to deadline."

    function test_ERC2612_PermitHoldsUntilItsDeadlineAndNoLonger() public {
        Message memory message = _message(5);
        message.deadline = block.timestamp;
        uint256 start = vm.snapshotState();
        (uint8 v, bytes32 r, bytes32 s) = _sign(message, _permits().DOMAIN_SEPARATOR());
        _permits().permit(signer, spender, 5, message.deadline, v, r, s);
        vm.revertToState(start);
        skip(1);
        _refused(message, message, _permits().DOMAIN_SEPARATOR());
    }

    // "owner is not the zero address."

    function test_ERC2612_PermitOfTheZeroAddressIsRefused() public {
        // an invalid signature recovers the zero address
        IERC20Permit permits = _permits();
        vm.expectRevert();
        permits.permit(address(0), spender, 5, block.timestamp, 27, 0, 0);
        vm.expectRevert();
        permits.permit(address(0), spender, 5, block.timestamp, 99, bytes32(uint256(1)), bytes32(uint256(1)));
        assertEq(token.allowance(address(0), spender), 0);
    }

    // "nonces[owner] (before the state update) is equal to nonce."

    function test_ERC2612_PermitIsUsedOnce() public {
        Message memory message = _message(5);
        (uint8 v, bytes32 r, bytes32 s) = _sign(message, _permits().DOMAIN_SEPARATOR());
        IERC20Permit permits = _permits();
        permits.permit(signer, spender, 5, message.deadline, v, r, s);
        vm.prank(signer);
        token.approve(spender, 0);
        vm.expectRevert();
        permits.permit(signer, spender, 5, message.deadline, v, r, s);
        // nor in the signature's other form
        vm.expectRevert();
        permits.permit(signer, spender, 5, message.deadline, v ^ 7, r, bytes32(CURVE_ORDER - uint256(s)));
        assertEq(token.allowance(signer, spender), 0);
        assertEq(permits.nonces(signer), 1);
    }

    function testFuzz_ERC2612_PermitOfAnotherNonceIsRefused(uint256 nonce) public {
        vm.assume(nonce != 0);
        Message memory message = _message(5);
        message.nonce = nonce;
        _refused(message, message, _permits().DOMAIN_SEPARATOR());
    }

    // "r, s and v is a valid secp256k1 signature from owner of the message": every field of it counts

    function testFuzz_ERC2612_EveryFieldIsSigned(uint256 field, uint256 flip) public {
        Message memory call = _message(5);
        Message memory signed = _message(5);
        flip = bound(flip, 1, type(uint160).max);
        if (field % 4 == 0) signed.owner = address(uint160(signed.owner) ^ uint160(flip));
        else if (field % 4 == 1) signed.spender = address(uint160(signed.spender) ^ uint160(flip));
        else if (field % 4 == 2) signed.value ^= flip;
        else signed.deadline ^= flip;
        _refused(call, signed, _permits().DOMAIN_SEPARATOR());
    }

    function test_ERC2612_PermitSignedBySomebodyElseIsRefused() public {
        Message memory message = _message(5);
        message.owner = holder;
        _refused(message, message, _permits().DOMAIN_SEPARATOR());
    }

    // "DOMAIN_SEPARATOR ... should be unique to the contract and chain to prevent replay attacks from other domains, and
    // satisfy the requirements of EIP-712"

    function test_ERC2612_DomainIsOfTheContractAndTheChain() public {
        bytes32 domain = _permits().DOMAIN_SEPARATOR();
        bytes32 typeHash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 name = keccak256(bytes(token.name()));
        assertEq(domain, keccak256(abi.encode(typeHash, name, keccak256("1"), block.chainid, address(token))));
        IERC20Metadata other = make();
        assertTrue(domain != IERC20Permit(address(other)).DOMAIN_SEPARATOR(), "another contract's");
        Message memory message = _message(5);
        _refused(message, message, IERC20Permit(address(other)).DOMAIN_SEPARATOR());
        vm.chainId(block.chainid + 1);
        assertTrue(domain != _permits().DOMAIN_SEPARATOR(), "another chain's");
        _refused(message, message, domain);
    }
}
