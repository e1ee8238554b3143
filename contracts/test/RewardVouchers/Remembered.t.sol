// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {FeeToken} from "../support/Tokens.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice A program remembers the signers whose vouchers it pays without reading the roles again. After a claim it remembers only both
/// signers and their nonce, so no other voucher passes unchecked.
contract RewardVouchersRememberedTest is VouchersTest {
    uint256 private program;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
    }

    function _refusesCoSignature(IRewardVouchers.SignedVoucher memory voucher) private {
        bytes4 selector = IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector;
        refuses(voucher, abi.encodeWithSelector(selector, voucher.program, voucher.account));
    }

    /// @dev `voucher`, with the signatures of these keys.
    function _signedBy(IRewardVouchers.Voucher memory voucher, uint256 key, uint256 coKey)
        private
        view
        returns (IRewardVouchers.SignedVoucher memory)
    {
        bytes32 digest = digestOf(voucher);
        return withSignatures(voucher, sign(key, digest), sign(coKey, digest));
    }

    /// Each voucher needs both signatures, at the start and after any number of valid vouchers.
    function test_BothSignaturesAreCheckedBeforeAndAfterAClaim() public {
        (, uint256 strangerKey) = makeAddrAndKey("stranger");
        (, uint256 guardianKey) = makeAddrAndKey("guardian");
        uint256[3] memory others = [strangerKey, guardianKey, signerKey];
        for (uint256 i = 0; i < 3; ++i) {
            IRewardVouchers.Voucher memory voucher = voucherOf(program, bob, 5 ether);
            for (uint256 j = 0; j < 3; ++j) {
                _refusesCoSignature(_signedBy(voucher, signerKey, others[j]));
            }
            refusesSignature(_signedBy(voucher, strangerKey, coSignerKey));
            refusesSignature(_signedBy(voucher, guardianKey, coSignerKey));
            refusesSignature(_signedBy(voucher, coSignerKey, coSignerKey));
            claim(program, alice, 10 ether * (i + 1));
        }
    }

    /// An invalid signature recovers the zero address, which also stands for a signer that is switched off.
    function test_NoSignatureStandsForASignerThatIsSwitchedOff() public {
        IRewardVouchers.Signature memory none;
        for (uint256 i = 1; i < 4; ++i) {
            uint256 state = vm.snapshotState();
            vm.startPrank(owner);
            if (i & 1 != 0) vouchers.disableSigner();
            if (i & 2 != 0) vouchers.disableCoSigner();
            vm.stopPrank();
            uint256 later = runningProgram();
            bytes4 why = i & 1 != 0
                ? IRewardVouchers.RewardVouchers_SignerDisabled.selector
                : IRewardVouchers.RewardVouchers_CoSignerDisabled.selector;
            uint256[2] memory both = [program, later];
            for (uint256 j = 0; j < 2; ++j) {
                IRewardVouchers.Voucher memory voucher = voucherOf(both[j], bob, 5 ether);
                bytes32 digest = digestOf(voucher);
                IRewardVouchers.Signature memory first = i & 1 != 0 ? none : sign(signerKey, digest);
                IRewardVouchers.Signature memory second = i & 2 != 0 ? none : sign(coSignerKey, digest);
                refuses(withSignatures(voucher, first, second), abi.encodeWithSelector(why));
            }
            vm.revertToState(state);
        }
    }

    /// The nonce belongs to the signers, and equals no other number of the contract.
    function test_AnotherNumberIsNotTheNonce() public {
        IRewardVouchers.Voucher memory voucher = voucherOf(program, bob, 5 ether);
        uint256[3] memory numbers = [EPOCH, 0, 2];
        for (uint256 i = 0; i < 3; ++i) {
            voucher.signersNonce = numbers[i];
            refusesAsReplaced(signed(voucher));
        }
    }

    /// Each signature has its place, in a new program and after a claim.
    function test_ExchangedSignaturesAreRefused() public {
        refusesSignature(_signedBy(voucherOf(program, bob, 5 ether), coSignerKey, signerKey));
        claim(program, alice, 10 ether);
        refusesSignature(_signedBy(voucherOf(program, bob, 5 ether), coSignerKey, signerKey));
    }

    /// Both signers are named again. Of two vouchers that differ only in account and nonce, the new voucher is paid and the old voucher is
    /// refused.
    function test_TheNonceIsCheckedAfterAClaimToo() public {
        IRewardVouchers.SignedVoucher memory old = signed(voucherOf(program, bob, 10 ether));
        vm.startPrank(owner);
        vouchers.setSigner(makeAddr("between"));
        vouchers.setSigner(signer);
        vm.stopPrank();
        refusesAsReplaced(old);
        claim(program, alice, 10 ether);
        refusesAsReplaced(old);
        claim(program, alice, 20 ether);
        refusesAsReplaced(old);
    }

    // Beside that

    function test_AFundingThatDeliversNothingIsRefused() public {
        FeeToken token = new FeeToken(address(this));
        token.transfer(funder, 1000 ether);
        allow(funder, address(token));
        uint256 taxed = createProgram(address(token), BUDGET);
        token.setFee(10_000);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_NothingReceived.selector, taxed));
        vouchers.fund(taxed, 100 ether);
    }

    /// Only the two signers must differ. Either signer may also have other roles.
    function test_ASignerMayHaveOtherRoles() public {
        RewardVouchers first = new RewardVouchers(signer, signer, signer, coSigner, EPOCH);
        assertEq(first.signer(), signer);
        RewardVouchers second = new RewardVouchers(coSigner, coSigner, signer, coSigner, EPOCH);
        assertEq(second.coSigner(), coSigner);
        vm.startPrank(coSigner);
        second.setSigner(alice);
        second.setGuardian(alice);
        vm.stopPrank();
        assertEq(second.guardian(), alice);
    }
}
