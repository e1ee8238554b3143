// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {Timelock} from "../../src/Timelock.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The actions of owner and guardian. Access.t.sol covers the accounts that may not act.
contract RewardVouchersRolesTest is VouchersTest {
    uint256 private program;

    function setUp() public override {
        super.setUp();
        program = runningProgram();
    }

    function _refusesWith(bytes4 selector) private {
        refuses(signed(voucherOf(program, alice, 5 ether)), abi.encodeWithSelector(selector));
    }

    function _refusesUntil(uint256 until) private {
        refuses(
            signed(voucherOf(program, alice, 5 ether)),
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ClaimsPaused.selector, until)
        );
        assertTrue(vouchers.paused());
        assertEq(vouchers.pausedUntil(), until);
    }

    // Construction

    function test_TheConstructorNamesTheRoles() public {
        vm.expectEmit();
        emit IRewardVouchers.GuardianSet(guardian);
        vm.expectEmit();
        emit IRewardVouchers.SignersSet(signer, coSigner, 1);
        RewardVouchers made = new RewardVouchers(owner, guardian, signer, coSigner, 60);
        assertEq(made.owner(), owner);
        assertEq(made.guardian(), guardian);
        assertEq(made.signer(), signer);
        assertEq(made.coSigner(), coSigner);
        assertEq(made.signersNonce(), 1);
        assertEq(made.epochDuration(), 60);
        assertFalse(made.paused());
    }

    /// @dev An external function, because a test can expect its revert with and without dynamic linking.
    function make(address owner_, address guardian_, address signer_, address coSigner_, uint256 epochDuration)
        external
    {
        new RewardVouchers(owner_, guardian_, signer_, coSigner_, epochDuration);
    }

    function test_TheConstructorRefusesInvalidTerms() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        this.make(address(0), guardian, signer, coSigner, EPOCH);
        vm.expectRevert(IRewardVouchers.RewardVouchers_SignerZero.selector);
        this.make(owner, guardian, address(0), coSigner, EPOCH);
        vm.expectRevert(IRewardVouchers.RewardVouchers_SignerZero.selector);
        this.make(owner, guardian, signer, address(0), EPOCH);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignersEqual.selector, signer));
        this.make(owner, guardian, signer, signer, EPOCH);
        bytes4 isContract = IRewardVouchers.RewardVouchers_SignerIsContract.selector;
        vm.expectRevert(abi.encodeWithSelector(isContract, address(galx)));
        this.make(owner, guardian, address(galx), coSigner, EPOCH);
        vm.expectRevert(abi.encodeWithSelector(isContract, address(mcm)));
        this.make(owner, guardian, signer, address(mcm), EPOCH);
        uint256[3] memory durations = [uint256(0), 30 days + 1, type(uint256).max];
        for (uint256 i = 0; i < durations.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    IRewardVouchers.RewardVouchers_EpochDurationOutOfRange.selector, durations[i], 30 days
                )
            );
            this.make(owner, guardian, signer, coSigner, durations[i]);
        }
        assertEq(new RewardVouchers(owner, guardian, signer, coSigner, 1).epochDuration(), 1);
        assertEq(new RewardVouchers(owner, guardian, signer, coSigner, 30 days).epochDuration(), 30 days);
    }

    // Pause

    function test_PausingStopsClaimsUntilTheOwnerUnpauses() public {
        uint256 until = block.timestamp + 7 days;
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimsPauseSet(until);
        vm.prank(guardian);
        vouchers.pause();
        _refusesUntil(until);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ClaimsPauseSet(0);
        vm.prank(owner);
        vouchers.unpause();
        assertFalse(vouchers.paused());
        assertEq(vouchers.pausedUntil(), 0);
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    /// Nobody ends the pause. Claims continue in every program after 7 days, and not in the last second before.
    function test_APauseEndsByItself() public {
        uint256 other = runningProgram();
        uint256 until = block.timestamp + 7 days;
        vm.prank(guardian);
        vouchers.pause();
        uint256 made = createProgram(address(mcm), BUDGET);
        fund(made, BUDGET);
        vm.warp(until - 1);
        _refusesUntil(until);
        vm.warp(until);
        assertFalse(vouchers.paused());
        assertEq(vouchers.pausedUntil(), 0);
        assertEq(claim(program, alice, 5 ether), 5 ether);
        assertEq(claim(program, alice, 6 ether), 1 ether, "and again");
        assertEq(claim(other, bob, 7 ether), 7 ether);
        assertEq(claim(made, bob, 8 ether), 8 ether, "a program made meanwhile");
        refusesSignature(signed(voucherOf(other, alice, 1 ether), 12_345, digestOf(voucherOf(other, alice, 1 ether))));
    }

    /// After a pause that ended by itself, a voucher without a valid signature is refused: an invalid signature recovers zero.
    function test_ABadSignatureStaysInvalidAfterAPause() public {
        vm.prank(guardian);
        vouchers.pause();
        skip(7 days);
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        voucher.signature = IRewardVouchers.Signature(0, 0);
        refusesSignature(voucher);
    }

    function test_ASignerNamedDuringAPauseSignsWhenItHasEnded() public {
        vm.prank(guardian);
        vouchers.pause();
        (address next, uint256 nextKey) = makeAddrAndKey("next signer");
        vm.prank(owner);
        vouchers.setSigner(next);
        skip(7 days);
        refusesSignature(signed(voucherOf(program, alice, 5 ether)));
        signerKey = nextKey;
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    function test_ASignerSwitchedOffDuringAPauseStaysOffAfterIt() public {
        vm.startPrank(guardian);
        vouchers.pause();
        vouchers.disableSigner();
        vm.stopPrank();
        skip(7 days);
        _refusesWith(IRewardVouchers.RewardVouchers_SignerDisabled.selector);
        skip(3650 days);
        _refusesWith(IRewardVouchers.RewardVouchers_SignerDisabled.selector);
    }

    function test_TheGuardianPausesOnceInThirtyDaysAndTheOwnerAtAnyTime() public {
        uint256 begin = block.timestamp;
        assertEq(vouchers.guardianPausesFrom(), 0);
        vm.prank(guardian);
        vouchers.pause();
        assertEq(vouchers.guardianPausesFrom(), begin + 30 days);
        vm.prank(owner);
        vouchers.unpause();
        bytes memory why = abi.encodeWithSelector(GuardianPause_TooSoon.selector, begin + 30 days);
        vm.prank(guardian);
        vm.expectRevert(why);
        vouchers.pause();
        skip(1 days);
        vm.prank(owner);
        vouchers.pause();
        _refusesUntil(begin + 8 days);
        skip(1 days);
        vm.prank(owner);
        vouchers.pause();
        _refusesUntil(begin + 9 days);
        assertEq(vouchers.guardianPausesFrom(), begin + 30 days, "the owner's pauses are no guardian's");
        vm.warp(begin + 30 days - 1);
        vm.prank(guardian);
        vm.expectRevert(why);
        vouchers.pause();
        skip(1);
        vm.prank(guardian);
        vouchers.pause();
        _refusesUntil(begin + 37 days);
    }

    function test_ANewGuardianWaitsForTheOldOnesThirtyDays() public {
        uint256 begin = block.timestamp;
        vm.prank(guardian);
        vouchers.pause();
        vm.prank(owner);
        vouchers.setGuardian(bob);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(GuardianPause_TooSoon.selector, begin + 30 days));
        vouchers.pause();
    }

    function test_TheOwnerPausesToo() public {
        vm.startPrank(owner);
        vouchers.pause();
        vouchers.pause();
        vm.stopPrank();
        _refusesUntil(block.timestamp + 7 days);
    }

    function test_APauseCoversEveryProgramEvenANewOne() public {
        uint256 other = createProgram(address(mcm), BUDGET);
        fund(other, BUDGET);
        uint256 until = block.timestamp + 7 days;
        vm.prank(guardian);
        vouchers.pause();
        uint256 third = createProgram(address(galx), BUDGET);
        fund(third, BUDGET);
        skip(EPOCH);
        uint256[3] memory programs = [program, other, third];
        for (uint256 i = 0; i < 3; ++i) {
            refuses(
                signed(voucherOf(programs[i], alice, 1)),
                abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ClaimsPaused.selector, until)
            );
        }
        vm.prank(owner);
        vouchers.unpause();
        for (uint256 i = 0; i < 3; ++i) {
            assertEq(claim(programs[i], alice, 1), 1);
        }
    }

    function test_APauseLosesNothing() public {
        claim(program, alice, 5 ether);
        vm.prank(guardian);
        vouchers.pause();
        skip(3 * EPOCH);
        fund(program, BUDGET);
        vm.prank(owner);
        vouchers.unpause();
        assertEq(vouchers.claimable(program), 4 * BUDGET - 5 ether);
        assertEq(vouchers.drawn(program, alice), 5 ether);
    }

    // Signer

    function test_SwitchingTheSignerOffWorksInTheSameBlock() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(address(0), coSigner, 1);
        vm.prank(guardian);
        vouchers.disableSigner();
        assertEq(vouchers.signer(), address(0));
        refuses(voucher, abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignerDisabled.selector));
    }

    function test_TheOwnerSwitchesTheSignerOffToo() public {
        vm.prank(owner);
        vouchers.disableSigner();
        _refusesWith(IRewardVouchers.RewardVouchers_SignerDisabled.selector);
    }

    function test_UnpausingDoesNotSwitchASignerOn() public {
        vm.startPrank(guardian);
        vouchers.pause();
        vouchers.disableSigner();
        vm.stopPrank();
        _refusesUntil(block.timestamp + 7 days);
        vm.prank(owner);
        vouchers.unpause();
        _refusesWith(IRewardVouchers.RewardVouchers_SignerDisabled.selector);
    }

    function test_NamingASignerDoesNotLiftAPause() public {
        vm.prank(guardian);
        vouchers.pause();
        vm.prank(owner);
        vouchers.setSigner(signer);
        _refusesUntil(block.timestamp + 7 days);
        vm.prank(owner);
        vouchers.unpause();
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    function test_ANewSignerVoidsTheVouchersOfTheOldOneEverywhere() public {
        uint256 other = createProgram(address(mcm), BUDGET);
        fund(other, BUDGET);
        skip(EPOCH);
        claim(program, alice, 5 ether);
        IRewardVouchers.SignedVoucher memory old = signed(voucherOf(program, alice, 6 ether));
        IRewardVouchers.SignedVoucher memory oldOther = signed(voucherOf(other, alice, 6 ether));
        (address next, uint256 nextKey) = makeAddrAndKey("next signer");
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(next, coSigner, 2);
        vm.prank(owner);
        vouchers.setSigner(next);
        assertEq(vouchers.signer(), next);
        refusesAsReplaced(old);
        refusesAsReplaced(oldOther);
        signerKey = nextKey;
        assertEq(claim(program, alice, 6 ether), 1 ether, "continues from the drawn amount");
        assertEq(claim(other, alice, 6 ether), 6 ether);
    }

    function test_AProgramMadeAfterARotationKnowsTheSigner() public {
        (address next, uint256 nextKey) = makeAddrAndKey("next signer");
        vm.prank(owner);
        vouchers.setSigner(next);
        uint256 made = runningProgram();
        refusesSignature(signed(voucherOf(made, alice, 1)));
        signerKey = nextKey;
        assertEq(claim(made, alice, 1), 1);
    }

    function test_ASignerIsAKeyOfItsOwn() public {
        vm.startPrank(owner);
        vm.expectRevert(IRewardVouchers.RewardVouchers_SignerZero.selector);
        vouchers.setSigner(address(0));
        vm.expectRevert(IRewardVouchers.RewardVouchers_SignerZero.selector);
        vouchers.setCoSigner(address(0));
        bytes4 equal = IRewardVouchers.RewardVouchers_SignersEqual.selector;
        vm.expectRevert(abi.encodeWithSelector(equal, coSigner));
        vouchers.setSigner(coSigner);
        vm.expectRevert(abi.encodeWithSelector(equal, signer));
        vouchers.setCoSigner(signer);
        bytes4 isContract = IRewardVouchers.RewardVouchers_SignerIsContract.selector;
        vm.expectRevert(abi.encodeWithSelector(isContract, address(galx)));
        vouchers.setSigner(address(galx));
        vm.expectRevert(abi.encodeWithSelector(isContract, address(galx)));
        vouchers.setCoSigner(address(galx));
        vm.stopPrank();
        assertEq(vouchers.signer(), signer);
        assertEq(vouchers.coSigner(), coSigner);
        assertEq(vouchers.signersNonce(), 1);
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    function test_SwitchingTheCoSignerOffWorksInTheSameBlock() public {
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 5 ether));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(signer, address(0), 1);
        vm.prank(guardian);
        vouchers.disableCoSigner();
        assertEq(vouchers.coSigner(), address(0));
        assertEq(vouchers.signer(), signer);
        refuses(voucher, abi.encodeWithSelector(IRewardVouchers.RewardVouchers_CoSignerDisabled.selector));
        vm.prank(owner);
        vouchers.disableSigner();
        refuses(voucher, abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignerDisabled.selector));
    }

    /// One key is named while the other stays switched off: nothing is paid until both keys are named.
    function test_BothSignersMustBeThere() public {
        vm.startPrank(owner);
        vouchers.disableSigner();
        vouchers.disableCoSigner();
        vouchers.setSigner(signer);
        vm.stopPrank();
        _refusesWith(IRewardVouchers.RewardVouchers_CoSignerDisabled.selector);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(signer, coSigner, 3);
        vm.prank(owner);
        vouchers.setCoSigner(coSigner);
        assertEq(vouchers.signersNonce(), 3);
        assertEq(claim(program, alice, 5 ether), 5 ether);
    }

    function test_ANewCoSignerVoidsTheVouchersOfTheOldOne() public {
        IRewardVouchers.SignedVoucher memory old = signed(voucherOf(program, alice, 6 ether));
        (address next, uint256 nextKey) = makeAddrAndKey("next co-signer");
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.SignersSet(signer, next, 2);
        vm.prank(owner);
        vouchers.setCoSigner(next);
        refusesAsReplaced(old);
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(program, alice, 6 ether));
        bytes4 invalid = IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector;
        refuses(voucher, abi.encodeWithSelector(invalid, program, alice));
        coSignerKey = nextKey;
        assertEq(claim(program, alice, 6 ether), 6 ether);
    }

    /// Naming a key again revives none of its earlier vouchers, whichever key was named meanwhile.
    function test_NamingAKeyAgainRevivesNoVoucher() public {
        IRewardVouchers.SignedVoucher memory stolen = signed(voucherOf(program, alice, 6 ether));
        vm.prank(guardian);
        vouchers.disableSigner();
        vm.prank(owner);
        vouchers.setSigner(signer);
        refusesAsReplaced(stolen);
        vm.prank(owner);
        vouchers.setSigner(signer);
        refusesAsReplaced(stolen);
        vm.prank(owner);
        vouchers.setCoSigner(coSigner);
        refusesAsReplaced(stolen);
        assertEq(vouchers.signersNonce(), 4);
        assertEq(claim(program, alice, 6 ether), 6 ether);
    }

    /// A voucher for signers that are not named yet waits for its nonce. Nobody can submit it earlier.
    function test_AVoucherOfAComingNonceIsRefusedUntilThen() public {
        IRewardVouchers.Voucher memory coming = voucherOf(program, alice, 6 ether);
        coming.signersNonce = 2;
        IRewardVouchers.SignedVoucher memory voucher = signed(coming);
        refusesAsReplaced(voucher);
        vm.prank(owner);
        vouchers.setSigner(signer);
        assertEq(vouchers.claim(voucher), 6 ether);
    }

    function test_NamingASignerKeepsTheAvailableAmount() public {
        uint256 claimable = vouchers.claimable(program);
        claim(program, alice, 5 ether);
        vm.startPrank(owner);
        vouchers.setSigner(address(type(uint160).max));
        assertEq(vouchers.claimable(program), claimable - 5 ether);
        vouchers.setCoSigner(address(type(uint160).max - 1));
        assertEq(vouchers.claimable(program), claimable - 5 ether);
        vm.stopPrank();
    }

    // Guardian, owner

    function test_TheGuardianIsReplacedAtOnce() public {
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.GuardianSet(bob);
        vm.prank(owner);
        vouchers.setGuardian(bob);
        assertEq(vouchers.guardian(), bob);
        vm.startPrank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_CallerNotGuardian.selector, guardian));
        vouchers.pause();
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_CallerNotGuardian.selector, guardian));
        vouchers.disableSigner();
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_CallerNotGuardian.selector, guardian));
        vouchers.disableCoSigner();
        vm.stopPrank();
        vm.prank(bob);
        vouchers.pause();
        assertTrue(vouchers.paused());
    }

    function test_TheGuardianHasNoneOfTheOwnersPowers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian);
        vm.startPrank(guardian);
        vm.expectRevert(why);
        vouchers.unpause();
        vm.expectRevert(why);
        vouchers.setSigner(guardian);
        vm.expectRevert(why);
        vouchers.setCoSigner(guardian);
        vm.expectRevert(why);
        vouchers.setGuardian(guardian);
        vm.expectRevert(why);
        vouchers.createProgram(address(galx), BUDGET, block.timestamp);
        vm.expectRevert(why);
        vouchers.transferOwnership(guardian);
        vm.stopPrank();
    }

    function test_OwnershipMovesInTwoStepsAndIsNeverGivenUp() public {
        vm.startPrank(owner);
        vm.expectRevert(IRewardVouchers.RewardVouchers_OwnerRequired.selector);
        vouchers.renounceOwnership();
        vouchers.transferOwnership(bob);
        vm.stopPrank();
        assertEq(vouchers.owner(), owner, "an offer moves nothing");
        assertEq(vouchers.pendingOwner(), bob);
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, carol));
        vouchers.acceptOwnership();
        vm.prank(bob);
        vouchers.acceptOwnership();
        assertEq(vouchers.owner(), bob);
        assertEq(vouchers.pendingOwner(), address(0));
    }

    function test_AnybodyCanMakeTheTimelockAcceptAnOffer() public {
        address[] memory proposers = new address[](1);
        proposers[0] = carol;
        Timelock timelock = new Timelock(2 days, proposers, proposers);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(timelock)));
        timelock.acceptOwnership(vouchers);
        vm.prank(owner);
        vouchers.transferOwnership(address(timelock));
        vm.prank(alice);
        timelock.acceptOwnership(vouchers);
        assertEq(vouchers.owner(), address(timelock));
    }
}
