// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Creating programs, funding them, and the vesting of the received amounts.
contract RewardVouchersProgramsTest is VouchersTest {
    uint256 private constant MAXIMUM = (1 << 91) - 1;

    function _create(address token, uint256 budget, uint256 start) private returns (uint256) {
        vm.prank(owner);
        return vouchers.createProgram(token, budget, start);
    }

    function _refusesTerms(address token, uint256 budget, uint256 start, bytes memory why) private {
        vm.prank(owner);
        vm.expectRevert(why);
        vouchers.createProgram(token, budget, start);
        assertEq(vouchers.programCount(), 0, "programs");
    }

    // Making

    function test_AProgramHasTheTermsItWasMadeWith() public {
        uint256 id = (uint256(1) << 160) | uint160(address(galx));
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.ProgramCreated(id, address(galx), BUDGET, block.timestamp + 3 * EPOCH);
        assertEq(_create(address(galx), BUDGET, block.timestamp + 2 * EPOCH + 1), id, "id");
        IRewardVouchers.ProgramView memory program = vouchers.program(id);
        assertEq(program.token, address(galx));
        assertEq(program.budgetPerEpoch, BUDGET);
        assertEq(program.start, block.timestamp + 3 * EPOCH);
        assertEq(program.funded + program.vested + program.paid, 0, "empty");
    }

    function test_ProgramsOfOneTokenAreTwo() public {
        uint256 first = createProgram(address(galx), BUDGET);
        uint256 second = createProgram(address(galx), 2 * BUDGET);
        assertNotEq(first, second);
        assertEq(vouchers.programCount(), 2);
        assertEq(vouchers.programAt(0), first);
        assertEq(vouchers.programAt(1), second);
        fund(first, 5 * BUDGET);
        assertEq(vouchers.program(second).funded, 0);
        assertEq(vouchers.program(second).budgetPerEpoch, 2 * BUDGET);
    }

    function test_TheStartIsRoundedUpToAnEpoch() public {
        uint256 now_ = block.timestamp;
        assertEq(vouchers.program(_create(address(galx), 1, now_)).start, now_, "on the boundary");
        assertEq(vouchers.program(_create(address(galx), 1, now_ + 1)).start, now_ + EPOCH, "a second later");
        assertEq(vouchers.program(_create(address(galx), 1, now_ + EPOCH - 1)).start, now_ + EPOCH, "a second before");
        assertEq(vouchers.program(_create(address(galx), 1, 0)).start, 0, "long past");
    }

    function test_TermsHaveBounds() public {
        bytes memory why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_NotAContract.selector, alice);
        _refusesTerms(alice, BUDGET, block.timestamp, why);
        why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_NotAContract.selector, address(0));
        _refusesTerms(address(0), BUDGET, block.timestamp, why);
        why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_BudgetOutOfRange.selector, 0, MAXIMUM);
        _refusesTerms(address(galx), 0, block.timestamp, why);
        why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_BudgetOutOfRange.selector, MAXIMUM + 1, MAXIMUM);
        _refusesTerms(address(galx), MAXIMUM + 1, block.timestamp, why);
        uint256 latest = block.timestamp + 1461 days;
        why = abi.encodeWithSelector(IRewardVouchers.RewardVouchers_StartTooLate.selector, latest + 1, latest);
        _refusesTerms(address(galx), BUDGET, latest + 1, why);
        _refusesTerms(
            address(galx),
            BUDGET,
            type(uint256).max,
            abi.encodeWithSelector(IRewardVouchers.RewardVouchers_StartTooLate.selector, type(uint256).max, latest)
        );
        assertEq(vouchers.program(_create(address(galx), MAXIMUM, latest)).budgetPerEpoch, MAXIMUM, "the bounds are in");
    }

    function test_AtMost64ProgramsCanBeMade() public {
        for (uint256 i = 0; i < 64; ++i) {
            createProgram(address(galx), BUDGET);
        }
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_TooManyPrograms.selector, 64));
        vouchers.createProgram(address(galx), BUDGET, block.timestamp);
        assertEq(vouchers.programCount(), 64);
        // a write to every program costs far less than a transaction may use
        vm.prank(guardian);
        uint256 before = gasleft();
        vouchers.disableSigner();
        assertLt(before - gasleft(), 1_000_000, "gas of switching off");
    }

    function test_UnknownProgramsAreNamed() public {
        uint256 program = runningProgram();
        uint256[3] memory unknown = [uint256(0), program + 1, program + (1 << 160)];
        for (uint256 i = 0; i < unknown.length; ++i) {
            bytes memory why =
                abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ProgramUnknown.selector, unknown[i]);
            vm.expectRevert(why);
            vouchers.program(unknown[i]);
            vm.expectRevert(why);
            vouchers.claimable(unknown[i]);
            vm.expectRevert(why);
            vouchers.vestedAt(unknown[i], block.timestamp);
            vm.prank(funder);
            vm.expectRevert(why);
            vouchers.fund(unknown[i], 1 ether);
            refuses(signed(voucherOf(unknown[i], alice, 1)), why);
        }
    }

    // Funding

    function test_FundingCountsTheReceivedAmount() public {
        uint256 program = createProgram(address(galx), BUDGET);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.Funded(program, funder, 7 ether);
        assertEq(fund(program, 7 ether), 7 ether);
        assertEq(vouchers.program(program).funded, 7 ether);
        assertEq(galx.balanceOf(address(vouchers)), 7 ether);
    }

    function test_FundingNothingIsRefused() public {
        uint256 program = createProgram(address(galx), BUDGET);
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_NothingReceived.selector, program));
        vouchers.fund(program, 0);
    }

    function test_AProgramHoldsAtMost2To91() public {
        StandInSupply token = new StandInSupply();
        uint256 program = createProgram(address(token), MAXIMUM);
        token.give(funder, 2 * MAXIMUM);
        allow(funder, address(token));
        vm.prank(funder);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_FundingAboveMaximum.selector, program, MAXIMUM + 1, MAXIMUM
            )
        );
        vouchers.fund(program, MAXIMUM + 1);
        fund(program, MAXIMUM);
        // vested amounts count until they are paid
        skip(EPOCH);
        vm.prank(funder);
        vm.expectRevert(
            abi.encodeWithSelector(
                IRewardVouchers.RewardVouchers_FundingAboveMaximum.selector, program, MAXIMUM + 1, MAXIMUM
            )
        );
        vouchers.fund(program, 1);
        assertEq(claim(program, alice, MAXIMUM), MAXIMUM, "all of it");
        fund(program, MAXIMUM);
        skip(EPOCH);
        assertEq(claim(program, alice, 2 * MAXIMUM), MAXIMUM, "and again");
        IRewardVouchers.ProgramView memory state = vouchers.program(program);
        assertEq(state.funded, 2 * MAXIMUM);
        assertEq(state.paid, 2 * MAXIMUM);
    }

    function test_PauseAndSwitchedOffSignerKeepFundingOpen() public {
        uint256 program = createProgram(address(galx), BUDGET);
        vm.startPrank(guardian);
        vouchers.pause();
        vouchers.disableSigner();
        vm.stopPrank();
        fund(program, BUDGET);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET, "and vesting");
    }

    // Vesting

    function test_NothingVestsBeforeTheFirstEpochEnds() public {
        uint256 program = _create(address(galx), BUDGET, block.timestamp + 5 * EPOCH);
        fund(program, 10 * BUDGET);
        skip(6 * EPOCH - 1);
        assertEq(vouchers.claimable(program), 0, "a second before the first epoch ends");
        skip(1);
        assertEq(vouchers.claimable(program), BUDGET, "when it ends");
        skip(EPOCH - 1);
        assertEq(vouchers.claimable(program), BUDGET, "a second before the second ends");
        skip(1);
        assertEq(vouchers.claimable(program), 2 * BUDGET);
    }

    function test_TheLastEpochLetsTheRestVest() public {
        uint256 program = createProgram(address(galx), BUDGET);
        fund(program, 2 * BUDGET + 1);
        skip(2 * EPOCH);
        assertEq(vouchers.claimable(program), 2 * BUDGET);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), 2 * BUDGET + 1);
        skip(1000 * EPOCH);
        assertEq(vouchers.claimable(program), 2 * BUDGET + 1, "and nothing afterwards");
    }

    function test_LateFundingDoesNotVestForEpochsPast() public {
        uint256 program = createProgram(address(galx), BUDGET);
        skip(100 * EPOCH + EPOCH / 2);
        fund(program, 50 * BUDGET);
        assertEq(vouchers.claimable(program), 0, "at once");
        skip(EPOCH / 2);
        assertEq(vouchers.claimable(program), BUDGET, "when the running epoch ends");
    }

    function test_ToppingUpAfterAGapDoesNotFillTheGap() public {
        uint256 program = createProgram(address(galx), BUDGET);
        fund(program, BUDGET / 2);
        skip(10 * EPOCH);
        fund(program, 10 * BUDGET);
        assertEq(vouchers.claimable(program), BUDGET / 2);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET / 2 + BUDGET);
    }

    function test_FundingInAnEpochVestsAtItsEndWheneverItComes() public {
        uint256 program = createProgram(address(galx), BUDGET);
        fund(program, BUDGET / 4);
        skip(EPOCH - 1);
        fund(program, BUDGET / 4);
        skip(1);
        fund(program, BUDGET / 4);
        assertEq(vouchers.claimable(program), BUDGET / 2, "the money present at its end");
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET / 2 + BUDGET / 4);
    }

    function test_AStartInThePastVestsNothingForThePast() public {
        uint256 program = _create(address(galx), BUDGET, 0);
        fund(program, 10 * BUDGET);
        assertEq(vouchers.claimable(program), 0);
        skip(EPOCH);
        assertEq(vouchers.claimable(program), BUDGET);
    }

    function test_FutureVestingCanBeRead() public {
        uint256 program = runningProgram();
        claim(program, alice, BUDGET / 3);
        assertEq(vouchers.vestedAt(program, block.timestamp), BUDGET, "now, paid or not");
        assertEq(vouchers.vestedAt(program, block.timestamp + EPOCH - 1), BUDGET);
        assertEq(vouchers.vestedAt(program, block.timestamp + EPOCH), 2 * BUDGET);
        assertEq(vouchers.vestedAt(program, block.timestamp + 5 * EPOCH), 6 * BUDGET);
        assertEq(vouchers.vestedAt(program, type(uint256).max), 10 * BUDGET, "all of it in the end");
        uint256 begin = block.timestamp;
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_TimePast.selector, begin - 1, begin));
        vouchers.vestedAt(program, begin - 1);
        skip(5 * EPOCH);
        assertEq(vouchers.program(program).vested, 6 * BUDGET, "and so it was");
    }

    /// The amount that had vested by the end of an epoch can be read during the whole next epoch, whatever arrives meanwhile.
    function test_TheVestedAmountOfTheLastEpochStaysReadable() public {
        uint256 program = createProgram(address(galx), BUDGET);
        fund(program, BUDGET / 2);
        uint256 end = block.timestamp + EPOCH;
        vm.warp(end);
        assertEq(vouchers.vestedAt(program, end), BUDGET / 2);
        skip(EPOCH / 3);
        fund(program, 5 * BUDGET);
        claim(program, alice, BUDGET / 4);
        skip(EPOCH / 3);
        assertEq(vouchers.vestedAt(program, end), BUDGET / 2, "later receipts vested later");
        vm.warp(end + EPOCH - 1);
        assertEq(vouchers.vestedAt(program, end), BUDGET / 2, "to the epoch's last second");
        assertEq(vouchers.vestedAt(program, end + EPOCH), BUDGET / 2 + BUDGET);
        vm.warp(end + EPOCH);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_TimePast.selector, end, end + EPOCH));
        vouchers.vestedAt(program, end);
    }

    // Views of many

    function test_ProgramsAreListedWithTheirRunway() public {
        assertEq(vouchers.programs().length, 0);
        uint256 first = createProgram(address(galx), BUDGET);
        uint256 second = _create(address(mcm), 3 * BUDGET, block.timestamp + 5 * EPOCH);
        uint256 empty = createProgram(address(galx), BUDGET);
        uint256 begin = block.timestamp;
        fund(first, 2 * BUDGET + 1);
        fund(second, 3 * BUDGET);
        IRewardVouchers.ProgramView[] memory all = vouchers.programs();
        assertEq(all.length, 3);
        assertEq(all[0].id, first);
        assertEq(all[1].id, second);
        assertEq(all[2].id, empty);
        assertEq(all[0].token, address(galx));
        assertEq(all[1].budgetPerEpoch, 3 * BUDGET);
        assertEq(all[0].fundedUntil, begin + 3 * EPOCH, "two whole budgets, and a wei in a third epoch");
        assertEq(all[1].fundedUntil, begin + 6 * EPOCH, "the first epoch ends where it ends");
        assertEq(all[2].fundedUntil, 0, "nothing is left");
        skip(2 * EPOCH + 1);
        assertEq(vouchers.program(first).fundedUntil, begin + 3 * EPOCH, "time alone does not move it");
        fund(first, BUDGET);
        assertEq(vouchers.program(first).fundedUntil, begin + 4 * EPOCH);
        skip(EPOCH);
        assertEq(vouchers.program(first).fundedUntil, begin + 4 * EPOCH);
        skip(EPOCH);
        assertEq(vouchers.program(first).fundedUntil, 0);
        assertEq(vouchers.program(first).vested, vouchers.program(first).funded, "all has vested when it says so");
    }

    function testFuzz_AllHasVestedExactlyAtThePredictedTime(uint256 budget, uint256 amount) public {
        amount = bound(amount, 1, 100_000_000 ether);
        uint256 program = createProgram(address(galx), bound(budget, amount / 1e6 + 1, MAXIMUM));
        fund(program, amount);
        uint256 until = vouchers.program(program).fundedUntil;
        assertEq(vouchers.vestedAt(program, until), amount);
        if (until - EPOCH >= block.timestamp) assertLt(vouchers.vestedAt(program, until - EPOCH), amount);
    }

    function test_DrawnAmountsAreReadForManyAtOnce() public {
        uint256 first = runningProgram();
        uint256 second = runningProgram();
        claim(first, alice, 3 ether);
        claim(second, alice, 5 ether);
        claim(second, bob, 7 ether);
        uint256[] memory ids = new uint256[](4);
        address[] memory accounts = new address[](4);
        (ids[0], ids[1], ids[2], ids[3]) = (first, second, second, 12_345);
        (accounts[0], accounts[1], accounts[2], accounts[3]) = (alice, alice, bob, alice);
        uint256[] memory amounts = vouchers.drawnMany(ids, accounts);
        assertEq(amounts.length, 4);
        assertEq(amounts[0], 3 ether);
        assertEq(amounts[1], 5 ether);
        assertEq(amounts[2], 7 ether);
        assertEq(amounts[3], 0, "a program that does not exist");
        assertEq(vouchers.program(second).paid, 12 ether, "the sum of the drawn amounts");
        assertEq(vouchers.drawnMany(new uint256[](0), new address[](0)).length, 0);
        vm.expectRevert(abi.encodeWithSelector(IRewardVouchers.RewardVouchers_ListsDiffer.selector, 4, 0));
        vouchers.drawnMany(ids, new address[](0));
    }

    function testFuzz_ThePredictedAmountVests(uint256 budget, uint256 amount, uint256 wait) public {
        uint256 program = createProgram(address(galx), bound(budget, 1, MAXIMUM));
        fund(program, bound(amount, 1, 100_000_000 ether));
        wait = bound(wait, 0, 36_500 days);
        uint256 foretold = vouchers.vestedAt(program, block.timestamp + wait);
        skip(wait);
        assertEq(vouchers.claimable(program), foretold);
    }
}

/// @notice Gives anybody any amount of a token.
contract StandInSupply {
    mapping(address account => uint256) public balanceOf;

    function give(address account, uint256 amount) external {
        balanceOf[account] += amount;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return transferFrom(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}
