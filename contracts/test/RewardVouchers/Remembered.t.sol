// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {FeeToken} from "../support/Tokens.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice A program remembers whose vouchers it pays without another look. After a claim it remembers no more than both signers and
/// their nonce: nothing else passes unlooked at.
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

    /// From the start, and whatever a good voucher leaves behind, each voucher needs both signatures.
    function test_BothSignaturesAreLookedAtBeforeAndAfterAClaim() public {
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

    /// A signature that is none gives the zero address, which is also what stands in the place of a signer that is switched off.
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

    /// The nonce is the signers' own, and no other number of the contract.
    function test_AnotherNumberIsNoNonce() public {
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

    /// Both signers are named again: of two vouchers that differ in account and nonce alone, the new one is paid and the old one is not.
    function test_AfterAClaimTheNonceIsLookedAtAsBefore() public {
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

    function test_AFundingOfWhichNothingComesIsRefused() public {
        FeeToken token = new FeeToken(address(this));
        token.transfer(funder, 1000 ether);
        allow(funder, address(token));
        uint256 taxed = createProgram(address(token), BUDGET);
        token.setFee(10_000);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_NothingReceived.selector, taxed));
        vouchers.fund(taxed, 100 ether);
    }

    /// Only the two signers must differ; either may have the other roles as well.
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
