// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

import {Timelock} from "../../src/Timelock.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Stolen keys: the largest possible theft, in figures. `_plunder` signs with both keys unless a test says otherwise.
contract RewardVouchersKeysTest is VouchersTest {
    uint256 private program;
    uint256 private other;
    address private immutable thief = makeAddr("thief");
    address private immutable accomplice = makeAddr("accomplice");

    function setUp() public override {
        super.setUp();
        program = createProgram(address(galx), BUDGET);
        other = createProgram(address(galx), 2 * BUDGET);
        fund(program, 100 * BUDGET);
        fund(other, 100 * BUDGET);
        skip(3 * EPOCH);
        claim(program, alice, BUDGET);
    }

    /// @dev Takes as much as possible with both keys, as many accounts, by trying and halving.
    function _plunder(uint256 target, uint256 seed) private returns (uint256 loot) {
        uint256 attempt = type(uint128).max;
        for (uint256 i = 0; attempt != 0; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i, target)))));
            try vouchers.claim(signed(voucherOf(target, account, attempt))) returns (uint256 paid) {
                loot += paid;
            } catch {
                attempt /= 2;
            }
        }
    }

    /// A single key is worth nothing, whatever stands in the place of the other signature.
    function testFuzz_Threat_OneStolenKey(uint256 otherKey, bool co, bytes32 r, bytes32 vs) public {
        otherKey = bound(otherKey, 1, type(uint128).max);
        IRewardVouchers.Voucher memory wish = voucherOf(program, thief, BUDGET);
        bytes32 digest = digestOf(wish);
        IRewardVouchers.Signature memory own = sign(co ? coSignerKey : signerKey, digest);
        IRewardVouchers.Signature[5] memory others = [
            sign(otherKey, digest),
            own,
            IRewardVouchers.Signature(r, vs),
            IRewardVouchers.Signature(0, 0),
            sign(co ? signerKey : coSignerKey, digestOf(voucherOf(other, thief, BUDGET)))
        ];
        for (uint256 i = 0; i < others.length; ++i) {
            IRewardVouchers.SignedVoucher memory voucher =
                co ? withSignatures(wish, others[i], own) : withSignatures(wish, own, others[i]);
            bytes4 why = co
                ? IRewardVouchers.RewardVouchers_SignatureInvalid.selector
                : IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector;
            refuses(voucher, abi.encodeWithSelector(why, program, thief));
        }
        assertEq(galx.balanceOf(thief), 0);
    }

    /// Two signatures in each other's places are invalid.
    function test_Threat_ExchangedSignatures() public {
        IRewardVouchers.Voucher memory wish = voucherOf(program, alice, 2 * BUDGET);
        bytes32 digest = digestOf(wish);
        refusesSignature(withSignatures(wish, sign(coSignerKey, digest), sign(signerKey, digest)));
    }

    /// Both keys are worth the vested amount that is not paid, over all programs, however many accounts share it.
    function test_Threat_BothKeysStolen() public {
        assertEq(_plunder(program, 1), 2 * BUDGET, "three epochs' budgets less the paid amount");
        assertEq(_plunder(other, 2), 6 * BUDGET);
        assertEq(galx.balanceOf(address(vouchers)), 97 * BUDGET + 94 * BUDGET, "the unvested amount stays");
        skip(EPOCH);
        assertEq(_plunder(program, 3), BUDGET, "an epoch later, an epoch's budget");
    }

    /// A theft that nobody notices for years takes the funding of the program, and nothing of other people's money.
    function test_Threat_BothKeysStolenAndNobodyNotices() public {
        skip(1000 * EPOCH);
        assertEq(_plunder(program, 1), 99 * BUDGET, "funded less paid");
        assertEq(galx.balanceOf(address(vouchers)), 100 * BUDGET, "the other program's money is all there");
        assertEq(vouchers.claimable(other), 100 * BUDGET);
    }

    /// If either key is switched off in the same block, both keys are worth nothing from then on. A new signer continues where the old
    /// signer stopped.
    function test_Threat_BothKeysStolenAndOneIsSwitchedOffInTheSameBlock() public {
        uint256 time = block.timestamp;
        claim(program, thief, BUDGET / 2);
        IRewardVouchers.SignedVoucher memory inHand = signed(voucherOf(program, thief, BUDGET));
        vm.prank(guardian);
        vouchers.disableSigner();
        assertEq(block.timestamp, time);
        refuses(inHand, abi.encodeWithSelector(IRewardVouchers.RewardVouchers_SignerDisabled.selector));
        assertEq(_plunder(other, 1), 0);
        skip(2 * EPOCH);
        (address next, uint256 nextKey) = makeAddrAndKey("next signer");
        vm.prank(owner);
        vouchers.setSigner(next);
        refusesSignature(signed(voucherOf(program, thief, BUDGET)));
        signerKey = nextKey;
        assertEq(claim(program, alice, 2 * BUDGET), BUDGET, "alice continues from her drawn amount");
        assertEq(galx.balanceOf(thief), BUDGET / 2, "the thief keeps only the paid amount");
    }

    /// The guardian's key can pause and switch off. It takes nothing, and the owner can undo all of it.
    function test_Threat_StolenGuardianKey() public {
        uint256 held = galx.balanceOf(address(vouchers));
        vm.prank(guardian);
        vouchers.pause();
        refuses(
            signed(voucherOf(program, alice, 33 * BUDGET)),
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ClaimsPaused.selector, block.timestamp + 7 days)
        );
        vm.startPrank(guardian);
        vouchers.disableSigner();
        vm.expectRevert();
        vouchers.setSigner(thief);
        vm.expectRevert();
        vouchers.setGuardian(thief);
        vm.stopPrank();
        skip(30 days - 1);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(GuardianPause_TooSoon.selector, block.timestamp + 1));
        vouchers.pause();
        skip(1);
        assertEq(galx.balanceOf(address(vouchers)), held);
        vm.startPrank(owner);
        vouchers.setGuardian(makeAddr("next guardian"));
        vouchers.setSigner(signer);
        vouchers.unpause();
        vm.stopPrank();
        assertEq(vouchers.claimable(program), 32 * BUDGET, "nothing that vested meanwhile is lost");
        assertEq(claim(program, alice, 33 * BUDGET), 32 * BUDGET);
    }

    /// The owner's key acts through the timelock. 48 hours after everybody could read the announcement, the thief is both signers and can
    /// take one budget an epoch. The guardian's switch still works at once.
    function test_Threat_StolenOwnerKey() public {
        Timelock timelock = _handOverToATimelock();
        bytes memory rotation = abi.encodeCall(vouchers.setSigner, (thief));
        bytes memory coRotation = abi.encodeCall(vouchers.setCoSigner, (accomplice));
        vm.startPrank(thief);
        vm.expectRevert();
        vouchers.setSigner(thief);
        timelock.schedule(address(vouchers), 0, rotation, 0, 0, 48 hours);
        timelock.schedule(address(vouchers), 0, coRotation, 0, 0, 48 hours);
        skip(48 hours - 1);
        vm.expectRevert();
        timelock.execute(address(vouchers), 0, rotation, 0, 0);
        vm.stopPrank();
        assertEq(vouchers.signer(), signer, "until then the signer stays the same");
        claim(program, alice, 4 * BUDGET);

        skip(1);
        vm.prank(thief);
        timelock.execute(address(vouchers), 0, rotation, 0, 0);
        (, signerKey) = makeAddrAndKey("thief");
        (, uint256 accomplicesKey) = makeAddrAndKey("accomplice");
        uint256 coSignersKey = coSignerKey;
        coSignerKey = accomplicesKey;
        assertEq(_plunder(program, 6), 0, "one of two roles is worth nothing");
        coSignerKey = coSignersKey;
        claim(program, alice, 4 * BUDGET + 1);
        coSignerKey = accomplicesKey;
        vm.prank(thief);
        timelock.execute(address(vouchers), 0, coRotation, 0, 0);
        assertEq(_plunder(program, 7), BUDGET - 1, "five epochs' budgets less the paid amount: no more than with both keys");
        skip(EPOCH);
        vm.prank(guardian);
        vouchers.disableSigner();
        assertEq(_plunder(program, 8), 0);
        IRewardVouchers.ProgramView memory state = vouchers.program(program);
        assertEq(state.budgetPerEpoch, BUDGET, "terms cannot be changed");
        assertEq(state.funded - state.paid, 95 * BUDGET, "the unvested amount is still there");
    }

    /// If the guardian is replaced as well, the vesting amount is lost, one budget an epoch, and nothing else. Nobody must continue to
    /// fund, and no other people's money is in reach.
    function test_Threat_StolenOwnerKeyThatReplacesTheGuardianToo() public {
        vm.startPrank(owner);
        vouchers.setSigner(thief);
        vouchers.setCoSigner(accomplice);
        vouchers.setGuardian(thief);
        uint256 bait = vouchers.createProgram(address(galx), type(uint88).max, 0);
        vm.stopPrank();
        (, signerKey) = makeAddrAndKey("thief");
        (, coSignerKey) = makeAddrAndKey("accomplice");
        skip(EPOCH);
        uint256 loot = _plunder(program, 1) + _plunder(other, 2) + _plunder(bait, 3);
        assertEq(loot, 3 * BUDGET + 8 * BUDGET, "the vested amount of four epochs, less the paid amount");
        assertEq(galx.balanceOf(address(vouchers)), 96 * BUDGET + 92 * BUDGET);
    }

    function _handOverToATimelock() private returns (Timelock timelock) {
        address[] memory thieves = new address[](1);
        thieves[0] = thief;
        timelock = new Timelock(48 hours, thieves, thieves);
        assertTrue(timelock.hasRole(TimelockController(timelock).PROPOSER_ROLE(), thief));
        vm.prank(owner);
        vouchers.transferOwnership(address(timelock));
        timelock.acceptOwnership(vouchers);
    }
}
