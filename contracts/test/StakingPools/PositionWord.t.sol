// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {NO_POSITION, Position, PositionWord, WHOLE, newPosition, placeOf} from "../../src/types/Position.sol";
import {EXISTS, PAIRED, TIERED, newStream} from "../../src/types/Stream.sol";
import {MAXIMUM_TIME} from "../../src/types/Units.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Two positions of a plain pool share a word and do not affect each other.
contract PositionWordTest is PoolsTest {
    function testFuzz_AHalfKeepsItsPositionAndLeavesTheOther(uint256 word, bool upper, uint256 amount, uint256 unlockAt)
        public
        pure
    {
        uint256 offset = upper ? 128 : 0;
        uint256 other = 128 - offset;
        amount = bound(amount, 1, (1 << 94) - 1);
        unlockAt = bound(unlockAt, 0, MAXIMUM_TIME);
        Position position = newPosition(amount, 0, unlockAt, 0, 10_000);
        PositionWord before = PositionWord.wrap(word);
        PositionWord stored = before.store(offset, position);
        assertEq(Position.unwrap(stored.load(offset)), Position.unwrap(position));
        assertEq(Position.unwrap(stored.load(other)), Position.unwrap(before.load(other)), "the other half stays");
        PositionWord cleared = stored.store(offset, NO_POSITION);
        assertFalse(cleared.load(offset).exists());
        assertEq(Position.unwrap(cleared.load(other)), Position.unwrap(before.load(other)));
        assertEq(PositionWord.unwrap(cleared.store(other, NO_POSITION)), 0, "both gone, nothing is left");
    }

    function testFuzz_AWholeWordIsThePosition(uint256 word, uint256 position) public pure {
        PositionWord stored = PositionWord.wrap(word).store(WHOLE, Position.wrap(position));
        assertEq(PositionWord.unwrap(stored), position);
        assertEq(Position.unwrap(stored.load(WHOLE)), position);
    }

    function testFuzz_NoTwoPositionsHaveOnePlace(uint32 one, uint32 two, bool paired, bool tiered) public pure {
        vm.assume(one != two);
        uint256 flags = EXISTS | (paired ? PAIRED : 0) | (tiered ? TIERED : 0);
        (uint256 index, uint256 offset) = placeOf(newStream(address(1), flags), one);
        (uint256 otherIndex, uint256 otherOffset) = placeOf(newStream(address(1), flags), two);
        assertTrue(index != otherIndex || offset != otherOffset);
        assertEq(offset == WHOLE, paired || tiered);
    }

    function testFuzz_PositionsOfAPlainPoolLeaveInAnyOrder(uint256 order, uint64[5] memory amounts) public {
        uint256 pool = flexiblePool();
        for (uint256 i = 0; i < 5; ++i) {
            amounts[i] = uint64(bound(amounts[i], 1e9, 1e19));
            skip(1);
            assertEq(stake(alice, pool, amounts[i]), i);
        }
        uint256 opened = block.timestamp - 4;
        bool[5] memory gone;
        for (uint256 left = 5; left > 0; --left) {
            uint256 number = order % 5;
            order /= 5;
            while (gone[number]) number = (number + 1) % 5;
            uint256 before = mcm.balanceOf(alice);
            if (amounts[number] > 2e9) unstake(alice, pool, number, 1e9);
            vm.prank(alice);
            pools.exit(pool, number, alice);
            assertEq(mcm.balanceOf(alice) - before, amounts[number]);
            gone[number] = true;
            IStakingPools.PositionView[] memory open = pools.positionsOf(pool, alice, 0, 10);
            assertEq(open.length, left - 1);
            for (uint256 i = 0; i < open.length; ++i) {
                assertFalse(gone[open[i].position]);
                assertEq(open[i].amount, amounts[open[i].position]);
                assertEq(open[i].unlockAt, opened + open[i].position);
            }
        }
        assertEq(weightOf(pool, alice), 0);
    }

    function test_ExitInOneTokenIsOneTransfer() public {
        uint256 pool = createPool(flexible(address(mcm), address(mcm)));
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(1 hours);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 before = mcm.balanceOf(alice);
        vm.recordLogs();
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertGt(owed, 0);
        assertEq(mcm.balanceOf(alice) - before, 10 ether + owed);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2);
        assertEq(logs[0].topics[0], IStakingPools.Exited.selector);
        assertEq(logs[0].data, abi.encode(0, 10 ether, 0, owed, 0));
        assertEq(logs[1].emitter, address(mcm));
    }

    function test_SyncOfAnUnchangedBoostDoesNothing() public {
        uint256 pool = boostedPool();
        fund(pool, BUDGET);
        boosts.set(alice, 13_500);
        stake(bob, pool, 3 ether);
        stake(alice, pool, 7 ether);
        pools.syncBoost(pool, alice);
        for (uint256 i = 1; i < 50; ++i) {
            skip(i);
            uint256 owed = pools.accountState(pool, alice).earned;
            vm.recordLogs();
            vm.prank(carol);
            pools.syncBoost(pool, alice);
            assertEq(vm.getRecordedLogs().length, 0);
            assertEq(pools.accountState(pool, alice).earned, owed, "not a wei");
        }
    }
}
