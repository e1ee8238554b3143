// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Moves only the lowest bits of the requested amount, and reports the whole amount.
contract TruncatingToken is ERC20 {
    uint256 public immutable mask;

    constructor(address holder, uint256 bits) ERC20("Truncating", "CUT") {
        mask = bits == 256 ? type(uint256).max : (1 << bits) - 1;
        _mint(holder, type(uint256).max);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        return super.transferFrom(from, to, value & mask);
    }
}

/// @notice A small payment with a large credit: a number that loses its upper bits.
contract TruncationTest is ThreatTest {
    uint256 private constant MOST = (1 << 91) - 1;

    function _poolOf(ERC20 token) private returns (uint256) {
        token.approve(address(pools), type(uint256).max);
        IStakingPools.PoolConfiguration memory configuration = flexible(address(token), address(galx));
        configuration.tiers[0].multiplierBps = 40_000;
        return createPool(configuration);
    }

    /// Every power of two, and the amounts a wei below and above it.
    function test_Threat_WhatIsCreditedArrived() public {
        TruncatingToken token = new TruncatingToken(address(this), 256);
        uint256 pool = _poolOf(token);
        for (uint256 power = 0; power < 256; ++power) {
            for (uint256 i = 0; i < 3; ++i) {
                uint256 snapshot = vm.snapshotState();
                _stakeOf(pool, token, (uint256(1) << power) + i - 1);
                vm.revertToStateAndDelete(snapshot);
            }
        }
        _stakeOf(pool, token, type(uint256).max);
    }

    function testFuzz_Threat_WhatIsCreditedArrived(uint256 amount, uint8 power, uint8 bits) public {
        amount = power == 0 ? amount : (uint256(1) << power) + amount % 5 - 2;
        TruncatingToken token = new TruncatingToken(address(this), bits == 0 ? 256 : bits);
        _stakeOf(_poolOf(token), token, amount);
    }

    /// @dev Either the stake is refused and nothing has changed, or exactly the received amount is credited, has
    /// weight, and is paid back. Only an amount without weight or above the maximum is refused.
    function _stakeOf(uint256 pool, TruncatingToken token, uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        uint256 moves = amount & token.mask();
        bool good = moves <= MOST && moves * 4 >= 1e9;
        try pools.stake(pool, amount, 0, address(0)) returns (uint256 number) {
            uint256 arrived = token.balanceOf(address(pools));
            assertTrue(good, "too much or too little is refused");
            IStakingPools.PositionView memory held = positionOf(pool, address(this), number);
            assertEq(held.amount, arrived, "credited == transferred");
            assertEq(held.pairAmount, 0);
            assertEq(held.tier, 0);
            assertEq(held.unlockAt, block.timestamp);
            assertEq(weightOf(pool, address(this)), arrived * 4 / 1e9 * 1e9);
            pools.unstake(pool, number, held.amount, address(this));
            assertEq(token.balanceOf(address(this)), before, "and all of it comes back");
        } catch {
            assertFalse(good, "anything else is not");
            assertEq(token.balanceOf(address(this)), before, "refused: nothing moved");
            assertEq(pools.accountState(pool, address(this)).positionCount, 0);
        }
    }

    function testFuzz_Threat_WhatIsFundedArrived(uint256 amount, uint8 power, uint8 bits) public {
        amount = power == 0 ? amount : (uint256(1) << power) + amount % 5 - 2;
        TruncatingToken token = new TruncatingToken(address(this), bits == 0 ? 256 : bits);
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(mcm), address(token)));
        try pools.fund(pool, amount) {
            IStakingPools.PoolState memory state = pools.poolState(pool);
            uint256 streams = state.rewardRate * (state.rewardEnd - block.timestamp) + state.undistributed;
            assertEq(streams, token.balanceOf(address(pools)), "streamed + held back == transferred");
        } catch {
            assertEq(token.balanceOf(address(pools)), 0);
        }
    }

    /// The pair's part of a stake, for any ratio and amount, is requested in full and credited in full.
    function testFuzz_Threat_ThePairsPartArrived(uint256 amount, uint96 ratio, uint8 power, uint8 bits) public {
        vm.assume(ratio != 0);
        amount = power == 0 ? amount : (uint256(1) << power) + amount % 5 - 2;
        TruncatingToken token = new TruncatingToken(address(this), 256);
        TruncatingToken pairToken = new TruncatingToken(address(this), bits == 0 ? 256 : bits);
        token.approve(address(pools), type(uint256).max);
        pairToken.approve(address(pools), type(uint256).max);
        IStakingPools.PoolConfiguration memory configuration = flexible(address(token), address(galx));
        configuration.pairToken = address(pairToken);
        configuration.pairRatio = ratio;
        uint256 pool = createPool(configuration);
        try pools.stake(pool, amount, 0, address(0)) {
            IStakingPools.PositionView memory held = positionOf(pool, address(this), 0);
            assertEq(held.amount, IERC20(token).balanceOf(address(pools)), "credited == transferred");
            assertEq(held.pairAmount, IERC20(pairToken).balanceOf(address(pools)), "and the pair's");
            assertGe(held.pairAmount * 1e18, held.amount * ratio, "no less than the ratio asks");
            assertLt((held.pairAmount - 1) * 1e18, held.amount * ratio, "nor a wei more");
            pools.exit(pool, 0, address(this));
            assertEq(pairToken.balanceOf(address(this)), type(uint256).max);
        } catch {
            assertEq(token.balanceOf(address(pools)) + pairToken.balanceOf(address(pools)), 0);
        }
    }
}
