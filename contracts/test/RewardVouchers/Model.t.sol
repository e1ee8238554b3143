// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";
import {VoucherModel} from "./VoucherModel.sol";

/// @notice Random sequences of fundings and claims in three programs, two of them with the same token. After every call each program and
/// each account equals the model to the wei, and the contract pays or refuses every claim as the model predicts.
contract RewardVouchersModelTest is VouchersTest {
    uint256 private constant STEPS = 20;

    VoucherModel private model;
    uint256[] private programs;
    address[] private actors;
    uint256 private epoch;
    /// @dev amounts that other sequences of the same test have paid
    uint256 private galxBefore;
    uint256 private mcmBefore;
    mapping(VoucherModel.Outcome outcome => uint256) private met;

    function setUp() public override {
        super.setUp();
        actors = [alice, bob, carol];
    }

    /// Epochs of a day, of a minute, and of lengths that divide nothing.
    function testFuzz_VouchersEqualTheModel(uint256 seed, uint256 duration) public {
        uint256[3] memory durations = [1 days, 1 minutes, bound(duration, 1, 30 days)];
        _run(durations[seed % 3], seed);
    }

    /// The sequences meet every possible outcome of a claim.
    function test_TheModelMeetsEveryOutcome() public {
        for (uint256 seed = 0; seed < 12; ++seed) {
            delete programs;
            _run(1 days, seed);
        }
        assertGt(met[VoucherModel.Outcome.Paid], 20, "paid");
        assertGt(met[VoucherModel.Outcome.NothingLeft], 10, "nothing left");
        assertGt(met[VoucherModel.Outcome.AboveBudget], 10, "above the budget");
    }

    function _run(uint256 duration, uint256 seed) private {
        epoch = duration;
        vouchers = new RewardVouchers(owner, guardian, signer, coSigner, epoch);
        allow(funder, address(galx));
        allow(funder, address(mcm));
        model = new VoucherModel(epoch);
        (galxBefore, mcmBefore) = _received();
        vm.warp(block.timestamp + seed % epoch);
        _create(address(galx), 1000 ether, block.timestamp);
        _create(address(galx), 1 + seed % 1e6, block.timestamp + (seed >> 32) % (5 * epoch));
        _create(address(mcm), 1 ether + seed % 1 ether, block.timestamp - (seed >> 64) % (20 * epoch));
        for (uint256 step = 0; step < STEPS; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            _passTime(seed);
            _do(seed >> 64);
            _check();
        }
    }

    function _create(address token, uint256 budget, uint256 start) private {
        vm.prank(owner);
        programs.push(vouchers.createProgram(token, budget, start));
        model.create(budget, start);
    }

    /// @dev No time, a second, up to just before or exactly onto the next boundary, or many epochs.
    function _passTime(uint256 random) private {
        uint256 kind = random % 6;
        uint256 boundary = epoch - block.timestamp % epoch;
        if (kind == 2) skip(1);
        else if (kind == 3) skip(boundary - 1);
        else if (kind == 4) skip(boundary);
        else if (kind == 5) skip((random >> 8) % (12 * epoch));
    }

    function _do(uint256 random) private {
        uint256 number = random % 3;
        address account = actors[(random >> 8) % 3];
        uint256 kind = (random >> 16) % 5;
        random >>= 24;
        if (kind == 0) return _fund(number, _size(number, random));
        if (kind <= 3) return _claim(number, account, _cumulative(number, account, random));
        _claimMany(random);
    }

    /// @dev Dust, about a budget, or many budgets.
    function _size(uint256 number, uint256 random) private view returns (uint256) {
        uint256 budget = vouchers.program(programs[number]).budgetPerEpoch;
        uint256[4] memory most = [uint256(3), budget, 2 * budget, 30 * budget];
        return random % most[(random >> 128) % 4] + 1;
    }

    /// @dev Below, at, or above the amount that can be paid.
    function _cumulative(uint256 number, address account, uint256 random) private view returns (uint256) {
        uint256 claimable = vouchers.claimable(programs[number]);
        uint256 drawn = vouchers.drawn(programs[number], account);
        uint256 kind = (random >> 128) % 6;
        if (kind == 0) return drawn == 0 ? 0 : random % drawn;
        if (kind == 1) return drawn + claimable;
        if (kind == 2) return drawn + claimable + 1;
        return drawn + random % (claimable / 2 + 1);
    }

    function _fund(uint256 number, uint256 amount) private {
        fund(programs[number], amount);
        model.fund(block.timestamp, number, amount);
    }

    function _claim(uint256 number, address account, uint256 cumulative) private {
        (VoucherModel.Outcome outcome, uint256 amount) = model.claim(block.timestamp, number, account, cumulative);
        ++met[outcome];
        IRewardVouchers.SignedVoucher memory voucher = signed(voucherOf(programs[number], account, cumulative));
        if (outcome == VoucherModel.Outcome.NothingLeft) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    IRewardVouchers.RewardVouchers_AlreadyDrawn.selector,
                    programs[number],
                    account,
                    cumulative,
                    model.drawn(number, account)
                )
            );
        } else if (outcome == VoucherModel.Outcome.AboveBudget) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    IRewardVouchers.RewardVouchers_AboveVestedBudget.selector,
                    programs[number],
                    amount,
                    model.vested(number) - model.paid(number)
                )
            );
        }
        uint256 paid = vouchers.claim(voucher);
        if (outcome == VoucherModel.Outcome.Paid) assertEq(paid, amount, "amount paid");
    }

    /// @dev Four vouchers of any programs and accounts, one of them twice. Each stays within the available amount, so that all are paid.
    function _claimMany(uint256 random) private {
        IRewardVouchers.SignedVoucher[] memory many = new IRewardVouchers.SignedVoucher[](5);
        uint256[] memory expected = new uint256[](5);
        for (uint256 i = 0; i < 5; ++i) {
            uint256 pick = i == 4 ? random : random >> (16 * i);
            uint256 number = pick % 3;
            address account = actors[(pick >> 4) % 3];
            uint256 already = vouchers.drawn(programs[number], account);
            uint256 cumulative = already + (vouchers.claimable(programs[number]) * (pick >> 8 & 0xff)) / 2048;
            many[i] = i == 4 ? many[0] : signed(voucherOf(programs[number], account, cumulative));
            (, expected[i]) = model.claim(block.timestamp, number, account, many[i].cumulative);
        }
        uint256[] memory amounts = vouchers.claimMany(many);
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(amounts[i], expected[i], "amount of each");
        }
    }

    function _check() private {
        model.pass(block.timestamp);
        uint256[3] memory paid;
        for (uint256 p = 0; p < programs.length; ++p) {
            IRewardVouchers.ProgramView memory state = vouchers.program(programs[p]);
            assertEq(state.funded, model.funded(p), "funded");
            assertEq(state.vested, model.vested(p), "vested");
            assertEq(state.paid, model.paid(p), "paid");
            assertEq(vouchers.claimable(programs[p]), model.vested(p) - model.paid(p), "claimable");
            paid[p] = state.paid;
            for (uint256 a = 0; a < actors.length; ++a) {
                assertEq(vouchers.drawn(programs[p], actors[a]), model.drawn(p, actors[a]), "drawn");
            }
        }
        (uint256 galxReceived, uint256 mcmReceived) = _received();
        assertEq(galxReceived - galxBefore, paid[0] + paid[1], "GALX received");
        assertEq(mcmReceived - mcmBefore, paid[2], "MCM received");
    }

    function _received() private view returns (uint256 inGalx, uint256 inMcm) {
        for (uint256 a = 0; a < actors.length; ++a) {
            inGalx += galx.balanceOf(actors[a]);
            inMcm += mcm.balanceOf(actors[a]);
        }
    }
}
