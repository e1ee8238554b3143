// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Vouchers, budgets and views at the last wei, the last entry and the last second.
contract RewardVouchersEdgesTest is VouchersTest {
    function _many(uint256 program, uint256 cumulative)
        private
        view
        returns (IRewardVouchers.SignedVoucher[] memory many)
    {
        many = new IRewardVouchers.SignedVoucher[](1);
        many[0] = signed(voucherOf(program, alice, cumulative));
    }

    function test_ClaimManyPaysAWeiAndMovesNothingForNothing() public {
        uint256 program = runningProgram();
        IRewardVouchers.SignedVoucher[] memory many = _many(program, 1);
        assertEq(vouchers.claimMany(many)[0], 1);
        assertEq(galx.balanceOf(alice), 1);
        vm.recordLogs();
        assertEq(vouchers.claimMany(many)[0], 0);
        assertEq(vm.getRecordedLogs().length, 0, "no transfer of nothing");
    }

    function test_AnOlderVoucherReportsItsGrantAndTheDrawnAmount() public {
        uint256 program = runningProgram();
        claim(program, alice, 5 ether);
        IRewardVouchers.SignedVoucher memory older = signed(voucherOf(program, alice, 3 ether));
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_AlreadyDrawn.selector, program, alice, 3 ether, 5 ether
            )
        );
        vouchers.claim(older);
    }

    function test_DrawnManyAnswersForEveryEntry() public {
        uint256 program = runningProgram();
        claim(program, alice, 5 ether);
        claim(program, bob, 7 ether);
        uint256[] memory ids = new uint256[](3);
        address[] memory accounts = new address[](3);
        (ids[0], ids[1], ids[2]) = (program, program, program);
        (accounts[0], accounts[1], accounts[2]) = (alice, carol, bob);
        uint256[] memory drawn = vouchers.drawnMany(ids, accounts);
        assertEq(drawn[0], 5 ether);
        assertEq(drawn[1], 0);
        assertEq(drawn[2], 7 ether);
    }

    function test_AFundingAWeiBelowTheBudgetVestsWhole() public {
        uint256 program = createProgram(address(galx), BUDGET);
        fund(program, BUDGET - 1);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET - 1);
        assertEq(claim(program, alice, BUDGET - 1), BUDGET - 1);
        fund(program, BUDGET + 1);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET + 1);
    }

    /// A wei vests in every second up to the last second that a block can have, and none vests after it.
    function test_VestedAtReachesTheLastSecondOfTime() public {
        vouchers = new RewardVouchers(owner, guardian, signer, coSigner, 1);
        allow(funder, address(galx));
        uint256 program = createProgram(address(galx), 1);
        fund(program, 1e20);
        uint256 start = vm.getBlockTimestamp();
        assertEq(vouchers.vestedAt(program, start + 7), 7);
        assertEq(vouchers.vestedAt(program, type(uint64).max - 1), type(uint64).max - 1 - start);
        assertEq(vouchers.vestedAt(program, type(uint64).max), type(uint64).max - start);
        assertEq(vouchers.vestedAt(program, type(uint256).max), type(uint64).max - start);
    }
}
