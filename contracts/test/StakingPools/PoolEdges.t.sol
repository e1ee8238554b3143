// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {HookToken, IHook} from "../support/Tokens.sol";

/// @notice A guardian who pauses in the middle of a token's transfer.
contract HastyGuardian is IHook {
    IStakingPools private immutable pools;
    uint256 private pool;
    uint256 public attempts;
    uint256 public successes;

    constructor(IStakingPools pools_) {
        pools = pools_;
    }

    function watch(uint256 pool_) external {
        pool = pool_;
    }

    function onTransfer() external {
        ++attempts;
        (bool succeeded,) = address(pools).call(abi.encodeCall(pools.pauseStaking, (pool)));
        if (succeeded) ++successes;
    }
}

contract PoolEdgesTest is PoolsTest {
    function test_APauseInTheMiddleOfAStakeIsRefused() public {
        HookToken token = new HookToken(alice);
        uint256 pool = createPool(flexible(address(token), address(galx)));
        HastyGuardian hasty = new HastyGuardian(pools);
        hasty.watch(pool);
        vm.prank(owner);
        pools.setGuardian(address(hasty));
        approveAll(alice, address(token));
        token.setHook(hasty);
        stake(alice, pool, 1 ether);
        assertEq(hasty.attempts(), 2);
        assertEq(hasty.successes(), 0);
        assertEq(pools.poolState(pool).stakingPausedUntil, 0);
        hasty.onTransfer();
        assertEq(hasty.successes(), 1, "between calls it may");
    }

    /// In a pool with one flexible tier of ×1, every second stake writes only existing words.
    function test_TheSecondStakeOfAPlainPoolWritesNoNewWord() public {
        uint256 pool = flexiblePool();
        stake(alice, pool, 1 ether);
        uint256 snapshot = vm.snapshotState();
        vm.record();
        stake(alice, pool, 1 ether);
        (, bytes32[] memory written) = vm.accesses(address(pools));
        assertTrue(vm.revertToState(snapshot));
        assertGt(written.length, 2);
        for (uint256 i = 0; i < written.length; ++i) {
            assertNotEq(vm.load(address(pools), written[i]), bytes32(0));
        }
    }

    function test_APairRatioReachesItsMaximum() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(galx));
        made.pairToken = address(galx);
        made.pairRatio = type(uint96).max;
        uint256 pool = createPool(made);
        assertEq(pairAmountOf(pool, 1 ether), type(uint96).max);
    }
}
