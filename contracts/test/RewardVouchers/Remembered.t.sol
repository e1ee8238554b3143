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

    /// Whatever the first good voucher leaves behind, the second needs both signatures.
    function test_AfterAClaimBothSignaturesAreLookedAtAsBefore() public {
        (, uint256 strangerKey) = makeAddrAndKey("stranger");
        for (uint256 i = 0; i < 3; ++i) {
            claim(program, alice, 10 ether * (i + 1));
            IRewardVouchers.Voucher memory voucher = voucherOf(program, bob, 5 ether);
            _refusesCoSignature(_signedBy(voucher, signerKey, strangerKey));
            _refusesCoSignature(_signedBy(voucher, signerKey, signerKey));
            refusesSignature(_signedBy(voucher, strangerKey, coSignerKey));
            refusesSignature(_signedBy(voucher, coSignerKey, coSignerKey));
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
