// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Vm} from "forge-std/Vm.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {MoodyToken} from "../support/Tokens.sol";

/// @notice Every way out pays the smallest possible debt, 1 wei. Without a debt, no token is called.
contract PaymentsTest is PoolsTest {
    function _leave(uint256 way, uint256 pool, uint256 position, uint256 amount) private {
        vm.startPrank(alice);
        if (way == 0) pools.unstake(pool, position, amount, alice);
        if (way == 1) pools.exit(pool, position, alice);
        if (way == 2) pools.exitEarly(pool, position, amount, alice);
        if (way == 3) pools.withdrawPrincipal(pool, position, alice);
        vm.stopPrank();
    }

    function test_OneWeiOfPrincipalIsPaid() public {
        uint256 pool = flexiblePool();
        for (uint256 way = 0; way < 4; ++way) {
            stake(alice, pool, 1 ether);
            unstake(alice, pool, way, 1 ether - 1);
            uint256 before = mcm.balanceOf(alice);
            _leave(way, pool, way, 1);
            assertEq(mcm.balanceOf(alice) - before, 1);
        }
        stake(alice, pool, 1 ether);
        unstake(alice, pool, 4, 1);
        assertEq(positionOf(pool, alice, 4).amount, 1 ether - 1);
        assertEq(mcm.balanceOf(address(pools)), 1 ether - 1);
    }

    function test_OneWeiOfThePairIsPaid() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 1;
        uint256 pool = createPool(made);
        for (uint256 way = 0; way < 4; ++way) {
            stake(alice, pool, 1 ether);
            assertEq(mcm.balanceOf(address(pools)), 1);
            _leave(way, pool, way, 1 ether);
            assertEq(mcm.balanceOf(address(pools)), 0);
            assertEq(galx.balanceOf(address(pools)), 0);
        }
    }

    /// The lowest rate, 10^6 wei a second. Alice has one unit of 750 000, so she earns 1.33 wei a second.
    function _leastReward() private returns (uint256 pool) {
        pool = flexiblePool();
        fund(pool, REWARD_DURATION * 1e6);
        stake(alice, pool, 1e9);
        stake(bob, pool, 749_999e9);
        skip(1);
        assertEq(pools.accountState(pool, alice).earned, 1);
    }

    function test_OneWeiOfRewardIsPaid() public {
        uint256 pool = _leastReward();
        uint256 before = galx.balanceOf(alice);
        uint256 snapshot = vm.snapshotState();
        assertEq(claim(alice, pool), 1);
        assertEq(galx.balanceOf(alice) - before, 1);
        assertEq(pools.accountState(pool, alice).earned, 0);
        vm.revertToState(snapshot);
        _leave(1, pool, 0, 0);
        assertEq(galx.balanceOf(alice) - before, 1);
    }

    function test_OneWeiOfRewardIsForfeited() public {
        uint256 pool = _leastReward();
        uint256 held = pools.poolState(pool).undistributed;
        vm.expectEmit(address(pools));
        emit IStakingPools.Forfeited(pool, alice, 1);
        _leave(3, pool, 0, 0);
        assertEq(pools.poolState(pool).undistributed, held + 1);
    }

    function test_WithoutARewardNothingIsPaidOrForfeited() public {
        uint256 pool = flexiblePool();
        for (uint256 i = 0; i < 3; ++i) {
            stake(alice, pool, 1 ether);
        }
        vm.expectCall(address(galx), abi.encodeWithSelector(IERC20.transfer.selector), 0);
        vm.recordLogs();
        assertEq(claim(alice, pool), 0);
        for (uint256 way = 1; way < 4; ++way) {
            _leave(way, pool, way - 1, 1 ether);
        }
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 6, "the pools' three and the staked token's three");
    }

    /// Three positions whose pair token refused: only the pair is left.
    function test_WithoutPrincipalTheStakeTokenDoesNotMove() public {
        MoodyToken moody = new MoodyToken(alice);
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(mcm));
        made.pairToken = address(moody);
        made.pairRatio = 2 ether;
        uint256 pool = createPool(made);
        approveAll(alice, address(moody));
        vm.expectCall(address(galx), abi.encodeWithSelector(IERC20.transfer.selector), 4);
        for (uint256 way = 0; way < 4; ++way) {
            stake(alice, pool, 10 ether);
            moody.setMood(1);
            _leave(3, pool, way, 0);
            moody.setMood(0);
            uint256 before = moody.balanceOf(alice);
            _leave(way, pool, way, 0);
            assertEq(moody.balanceOf(alice) - before, 20 ether);
        }
        assertEq(galx.balanceOf(address(pools)), 0);
    }

    function test_WithoutAPairThePairTokenDoesNotMove() public {
        MoodyToken moody = new MoodyToken(alice);
        IStakingPools.PoolConfiguration memory made = flexible(address(moody), address(mcm));
        made.pairToken = address(galx);
        made.pairRatio = 2 ether;
        uint256 pool = createPool(made);
        approveAll(alice, address(moody));
        vm.expectCall(address(galx), abi.encodeWithSelector(IERC20.transfer.selector), 4);
        for (uint256 way = 0; way < 4; ++way) {
            stake(alice, pool, 10 ether);
            moody.setMood(1);
            _leave(3, pool, way, 0);
            moody.setMood(0);
            uint256 before = moody.balanceOf(alice);
            _leave(way, pool, way, 10 ether);
            assertEq(moody.balanceOf(alice) - before, 10 ether);
        }
        assertEq(galx.balanceOf(address(pools)), 0);
    }

    /// A pair token that delivers a wei less than the pair's part is refused, and the error names the token.
    function test_APairThatArrivesAWeiShortIsRefused() public {
        address short = address(new ShortToken(alice));
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = short;
        made.pairRatio = 2 ether;
        uint256 pool = createPool(made);
        approveAll(alice, short);
        vm.expectRevert(
            abi.encodeWithSelector(IStakingPools.StakingPools_PairAmountShort.selector, 20 ether, 20 ether - 1)
        );
        stake(alice, pool, 10 ether);
    }
}

/// @notice Keeps a wei of every transfer for itself.
contract ShortToken is MoodyToken {
    constructor(address holder) MoodyToken(holder) {}

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        return super.transferFrom(from, to, value - 1);
    }
}
