// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";

/// @return held the account's open position with that number; the test fails if there is none
function readPosition(IStakingPools pools, uint256 pool, address account, uint256 number)
    view
    returns (IStakingPools.PositionView memory held)
{
    return pools.positionsOf(pool, account, number, 1)[0];
}

/// @return the wei that an exit with `amount` of the position withholds now, rounded down, by the terms of its tier
function readPenalty(IStakingPools pools, uint256 pool, address account, uint256 number, uint256 amount)
    view
    returns (uint256)
{
    IStakingPools.PositionView memory held = readPosition(pools, pool, account, number);
    IStakingPools.Tier memory tier = pools.poolConfiguration(pool).tiers[held.tier];
    // the pools' clock stops at 2^34 - 1
    uint256 time = block.timestamp < 2 ** 34 ? block.timestamp : 2 ** 34 - 1;
    if (time >= held.unlockAt) return 0;
    return amount * tier.penaltyBps * (held.unlockAt - time) / (10_000 * uint256(tier.duration));
}

/// @return the wei of the pair token that belong to `amount` of the stake token, rounded up
function readPairAmount(IStakingPools pools, uint256 pool, uint256 amount) view returns (uint256) {
    return (amount * pools.poolConfiguration(pool).pairRatio + 1e18 - 1) / 1e18;
}
