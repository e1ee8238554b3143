// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice A contract that accepts any signature (ERC-1271).
contract SaysYes {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

/// @notice A claim needs the current signer's signature, over exactly this voucher, in one form.
contract RewardVouchersSignaturesTest is VouchersTest {
    uint256 private constant ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    uint256 private program;
    IRewardVouchers.Voucher private good;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
        good = voucherOf(program, alice, 5 ether);
    }

    /// @dev The unchanged voucher is valid. All tests here change parts of this voucher.
    function _isGood() private {
        assertEq(vouchers.claim(signed(good)), 5 ether, "the unchanged voucher is good");
    }

    // Wrong signer

    function test_Threat_WrongSigner() public {
        string[5] memory others = ["timelock", "guardian", "alice", "funder", "nobody"];
        for (uint256 i = 0; i < others.length; ++i) {
            (, uint256 key) = makeAddrAndKey(others[i]);
            refusesSignature(signed(good, key, digestOf(good)));
        }
        _isGood();
    }

    function testFuzz_Threat_WrongSigner(uint256 key) public {
        key = bound(key, 1, ORDER - 1);
        vm.assume(key != signerKey);
        refusesSignature(signed(good, key, digestOf(good)));
    }

    function testFuzz_Threat_InventedSignature(bytes32 r, bytes32 vs) public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        voucher.signature = IRewardVouchers.Signature(r, vs);
        refusesSignature(voucher);
    }

    // `ecrecover` answers zero

    function test_Threat_EcrecoverZero() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        // r = s = 0 with v = 27, with v = 28; s = 0 alone; r = 0 alone; r above the order
        bytes32 twentyEight = bytes32(uint256(1) << 255);
        bytes32[2][5] memory bad = [
            [bytes32(0), bytes32(0)],
            [bytes32(0), twentyEight],
            [voucher.signature.r, bytes32(0)],
            [bytes32(0), voucher.signature.vs],
            [bytes32(ORDER), voucher.signature.vs]
        ];
        for (uint256 i = 0; i < bad.length; ++i) {
            voucher.signature = IRewardVouchers.Signature(bad[i][0], bad[i][1]);
            refusesSignature(voucher);
        }
        vm.prank(guardian);
        vouchers.disableSigner();
        bytes memory off = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignerDisabled.selector);
        for (uint256 i = 0; i < bad.length; ++i) {
            voucher.signature = IRewardVouchers.Signature(bad[i][0], bad[i][1]);
            refuses(voucher, off);
        }
        assertEq(galx.balanceOf(alice), 0);
    }

    // A signature that covers too little

    /// Signed for one voucher, submitted as another.
    function test_Threat_EachFieldOfTheVoucherIsCovered() public {
        uint256 other = createProgram(address(galx), BUDGET);
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        voucher.program = other;
        refusesSignature(voucher);
        voucher = signed(good);
        voucher.account = carol;
        refusesSignature(voucher);
        voucher = signed(good);
        voucher.cumulative += 1;
        refusesSignature(voucher);
        voucher = signed(good);
        voucher.cumulative -= 1;
        refusesSignature(voucher);
        voucher = signed(good);
        voucher.deadline += 1;
        refusesSignature(voucher);
        voucher.deadline = type(uint256).max;
        refusesSignature(voucher);
        _isGood();
    }

    /// Any flipped bit of the voucher or of its signature.
    function testFuzz_Threat_EachBitIsCovered(uint256 bit) public {
        bit = bound(bit, 0, 6 * 256 - 1);
        bytes memory words = abi.encode(signed(good));
        uint256 offset = 32 + 32 * (bit / 256);
        assembly ("memory-safe") {
            let place := add(words, offset)
            mstore(place, xor(mload(place), shl(mod(bit, 256), 1)))
        }
        (bool succeeded,) = address(vouchers).call(bytes.concat(RewardVouchers.claim.selector, words));
        assertFalse(succeeded, "with one bit changed it is refused");
        assertEq(galx.balanceOf(address(vouchers)), 10 * BUDGET, "and pays nobody");
        _isGood();
    }

    /// Signed for another domain: name, version, chain, contract, or the type itself.
    function test_Threat_EachFieldOfTheDomainIsCovered() public {
        bytes32 hash = structHashOf(good);
        address place = address(vouchers);
        bytes32[6] memory domains = [
            domainOf("GALX RewardVoucher", "1", block.chainid, place),
            domainOf("GALX RewardVouchers", "2", block.chainid, place),
            domainOf("GALX RewardVouchers", "1", block.chainid + 1, place),
            domainOf("GALX RewardVouchers", "1", block.chainid, address(galx)),
            domainOf("", "", 0, address(0)),
            bytes32(0)
        ];
        for (uint256 i = 0; i < domains.length; ++i) {
            refusesSignature(signed(good, signerKey, digestOf(domains[i], hash)));
        }
        bytes32 domain = domainOf("GALX RewardVouchers", "1", block.chainid, place);
        bytes32 typehash = keccak256(
            "Voucher(uint256 program,address account,uint256 amount,uint256 deadline,uint256 signersNonce)"
        );
        bytes32 retyped = keccak256(abi.encode(typehash, good));
        refusesSignature(signed(good, signerKey, digestOf(domain, retyped)));
        // neither the bare hash nor a personal message of it
        refusesSignature(signed(good, signerKey, hash));
        bytes32 personal = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digestOf(good)));
        refusesSignature(signed(good, signerKey, personal));
        _isGood();
    }

    // Replay

    function test_Threat_ReplayOnTheSameContract() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        vouchers.claim(voucher);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 5 ether
            )
        );
        vouchers.claim(voucher);
        assertEq(galx.balanceOf(alice), 5 ether);
    }

    function test_Threat_ReplayInAnotherProgram() public {
        uint256 other = createProgram(address(galx), BUDGET);
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        vouchers.claim(voucher);
        voucher.program = other;
        refusesSignature(voucher);
    }

    function test_Threat_ReplayOnAnotherInstance() public {
        RewardVouchers first = vouchers;
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        vouchers = new RewardVouchers(owner, guardian, signer, coSigner, EPOCH);
        allow(funder, address(galx));
        assertEq(runningProgram(), program, "the same program id there");
        vm.warp(good.deadline);
        refusesSignature(voucher);
        vouchers = first;
        _isGood();
    }

    function test_Threat_ReplayOnAnotherChain() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        uint256 home = block.chainid;
        // the chain forks: the same contract and state under another id
        vm.chainId(home + 1);
        refusesSignature(voucher);
        assertEq(vouchers.digest(good), digestOf(good), "the fork has a domain of its own");
        uint256 before = vm.snapshotState();
        assertEq(claim(good), 5 ether, "in which its own vouchers are valid");
        vm.revertToState(before);
        IRewardVouchers.SignedVoucher memory ofTheFork = signed(good);
        vm.chainId(home);
        refusesSignature(ofTheFork);
        assertEq(vouchers.claim(voucher), 5 ether);
    }

    function test_Threat_ReplayByAnotherSender() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        vm.prank(carol);
        vouchers.claim(voucher);
        assertEq(galx.balanceOf(carol), 0, "the sender gets nothing of it");
        assertEq(galx.balanceOf(alice), 5 ether);
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 5 ether
            )
        );
        vouchers.claim(voucher);
    }

    function test_Threat_ReorderedVouchers() public {
        IRewardVouchers.SignedVoucher memory older = signed(good);
        IRewardVouchers.SignedVoucher memory newer = signed(voucherOf(program, alice, 8 ether));
        assertEq(vouchers.claim(newer), 8 ether);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 8 ether
            )
        );
        vouchers.claim(older);
        assertEq(galx.balanceOf(alice), 8 ether);
    }

    // Authorised by the wrong party

    /// Neither the account nor the signer is ever called as a contract, whatever its answer would be.
    function test_Threat_HostileErc1271() public {
        address yes = address(new SaysYes());
        vm.expectCall(yes, "", 0);
        IRewardVouchers.Voucher memory own = voucherOf(program, yes, 5 ether);
        IRewardVouchers.SignedVoucher memory voucher = signed(own);
        voucher.signature = IRewardVouchers.Signature(bytes32(uint256(1)), bytes32(uint256(1)));
        refusesSignature(voucher);
        bytes4 isContract = IRewardVouchers.RewardVouchers_SignerIsContract.selector;
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(isContract, yes));
        vouchers.setSigner(yes);
        // code that was added after the account was named
        address later = makeAddr("later");
        vm.prank(owner);
        vouchers.setSigner(later);
        vm.etch(later, yes.code);
        voucher.signersNonce = vouchers.signersNonce();
        refusesSignature(voucher);
        voucher.signature = IRewardVouchers.Signature(bytes32(uint256(uint160(later))), bytes32(0));
        refusesSignature(voucher);
    }

    /// A key holder whose account delegates to code (EIP-7702) is a signer like any other.
    function test_ASignerWithDelegatedCodeIsStillAKey() public {
        vm.etch(signer, abi.encodePacked(hex"ef0100", address(new SaysYes())));
        _isGood();
    }

    // Malleability

    /// The other valid s, in every form in which it can be written.
    function test_Threat_FlippedS() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        uint256 parity = uint256(voucher.signature.vs) >> 255;
        uint256 flipped = ORDER - (uint256(voucher.signature.vs) & (type(uint256).max >> 1));
        uint256 low = flipped & (type(uint256).max >> 1);
        uint256[4] memory forms = [flipped, low, low | (1 << 255), flipped | ((1 - parity) << 255)];
        for (uint256 i = 0; i < forms.length; ++i) {
            voucher.signature.vs = bytes32(forms[i]);
            refusesSignature(voucher);
        }
        // s just above half the order, which still fits beside the parity
        voucher.signature.vs = bytes32(ORDER / 2 + 1);
        refusesSignature(voucher);
        _isGood();
    }

    /// No key happens to sign with an s between half the order and the limit that fits beside the parity, so the key is chosen for the
    /// signature.
    function test_Threat_FlippedSOfASignatureThatFits() public {
        good.signersNonce = 2;
        IRewardVouchers.SignedVoucher memory voucher = signed(good);
        uint256 high = ORDER / 2 + 1;
        address chosen = ecrecover(digestOf(good), 27, voucher.signature.r, bytes32(high));
        vm.prank(owner);
        vouchers.setSigner(chosen);
        voucher.signature.vs = bytes32(high);
        refusesSignature(voucher);
        voucher.signature.vs = bytes32((ORDER - high) | (1 << 255));
        assertEq(vouchers.claim(voucher), 5 ether, "the lower s is the same signature");
    }

    /// A voucher is identified by its grant: another valid signature, or further bytes, do not make another voucher.
    function test_Threat_TheSameGrantUnderAnotherSignature() public {
        vouchers.claim(signed(good));
        good.deadline += 1;
        IRewardVouchers.SignedVoucher memory again = signed(good);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 5 ether, 5 ether
            )
        );
        vouchers.claim(again);
        bytes memory padded = bytes.concat(abi.encodeCall(vouchers.claim, (again)), hex"1b", new bytes(64));
        (bool succeeded,) = address(vouchers).call(padded);
        assertFalse(succeeded);
        assertEq(galx.balanceOf(alice), 5 ether);
    }

    /// An account with more bits than an address is refused, not truncated.
    function test_Threat_DirtyAccount() public {
        bytes memory words = abi.encodeCall(vouchers.claim, (signed(good)));
        words[4 + 32] = 0x01;
        (bool succeeded,) = address(vouchers).call(words);
        assertFalse(succeeded);
        assertEq(galx.balanceOf(alice), 0);
    }
}
