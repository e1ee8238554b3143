// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Across and after the ends of 32-bit and 40-bit time: nothing vests twice, nothing is paid twice, and every funded wei can be
/// drawn.
contract VouchersClockTest is VouchersTest {
    uint256[3] private ends = [uint256(1 << 32), 1 << 40, 1 << 48];

    /// A program that runs across the end of the clock, with a claim and a funding on both sides.
    function test_AProgramRunsAcrossTheEndOfTime() public {
        for (uint256 i = 0; i < ends.length; ++i) {
            vm.warp(ends[i] / EPOCH * EPOCH - 2 * EPOCH);
            uint256 program = createProgram(address(galx), BUDGET);
            uint256 other = createProgram(address(galx), 2 * BUDGET);
            fund(program, 5 * BUDGET);
            fund(other, 10 * BUDGET);
            skip(2 * EPOCH);
            assertEq(claim(program, alice, 2 * BUDGET), 2 * BUDGET);
            skip(EPOCH);
            assertGt(block.timestamp, ends[i]);
            assertEq(vouchers.claimable(program), BUDGET, "one epoch later, one budget more");
            fund(program, BUDGET);
            assertEq(vouchers.claimable(program), BUDGET, "a funding lets nothing vest again");
            assertEq(claim(program, bob, BUDGET), BUDGET);
            refuses(
                signed(voucherOf(program, alice, 2 * BUDGET + 1)),
                abi.encodeWithSelector(IRewardVouchers.RewardVouchers_AboveVestedBudget.selector, program, 1, 0)
            );
            skip(100 * EPOCH);
            assertEq(claim(program, alice, 5 * BUDGET), 3 * BUDGET, "all of it");
            assertEq(claim(other, alice, 10 * BUDGET), 10 * BUDGET, "the other program's too");
            skip(1e6 * EPOCH);
            assertEq(vouchers.claimable(program) + vouchers.claimable(other), 0, "and nothing ever again");
            IRewardVouchers.ProgramView memory state = vouchers.program(program);
            assertEq(state.paid, state.funded);
        }
    }

    /// Short epochs reach the highest numbers.
    function test_EpochsOfASecondRunAcrossTheEndOfTimeToo() public {
        for (uint256 i = 0; i < ends.length; ++i) {
            vm.warp(ends[i] - 10);
            vouchers = new RewardVouchers(owner, guardian, signer, coSigner, 1);
            allow(funder, address(galx));
            uint256 program = createProgram(address(galx), 1 ether);
            fund(program, 25 ether);
            for (uint256 step = 1; step <= 11; ++step) {
                skip(1);
                assertEq(vouchers.program(program).vested, step * 1 ether);
                if (step == 9 || step == 11) {
                    fund(program, 0.0001 ether);
                    assertEq(vouchers.program(program).vested, step * 1 ether, "a funding lets nothing vest at once");
                    claim(program, alice, 0.0001 ether * (step - 8) / 3);
                }
            }
            skip(1000);
            uint256 all = 25 ether + 0.0002 ether;
            assertEq(vouchers.program(program).vested, all);
            claim(program, alice, all);
            assertEq(galx.balanceOf(address(vouchers)), 0, "all that came in went out");
        }
    }

    function test_FarTimesCanBeRead() public {
        uint256 program = runningProgram();
        uint256[3] memory times = [uint256(type(uint64).max), uint256(type(uint64).max) + 1, type(uint256).max];
        for (uint256 i = 0; i < times.length; ++i) {
            assertEq(vouchers.vestedAt(program, times[i]), 10 * BUDGET);
        }
    }
}
