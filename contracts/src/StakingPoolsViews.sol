// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {Account, Pool, withoutIdleTime} from "./types/Pool.sol";
import {FIRST_GIFT, Position} from "./types/Position.sol";
import {Stake} from "./types/Stake.sol";
import {Accrual, EXISTS, Stream} from "./types/Stream.sol";
import {RATE_UNIT, WEIGHT_UNIT, currentTime} from "./types/Units.sol";

/// @title Storage and views of StakingPools
/// @notice Nothing here writes.
abstract contract StakingPoolsViews is IStakingPools {
    uint256[] internal _poolIds;
    /// @dev By pool id: a serial number above the address of the stake token, which thus needs no storage read.
    mapping(uint256 pool => Pool) internal _pools;

    function poolCount() external view returns (uint256) {
        return _poolIds.length;
    }

    function poolAt(uint256 index) external view returns (uint256 pool) {
        return _poolIds[index];
    }

    function poolConfiguration(uint256 pool) external view returns (PoolConfiguration memory) {
        Pool storage state = _existing(pool);
        Tier[] memory tiers = new Tier[](state.tierCount());
        for (uint256 i = 0; i < tiers.length; ++i) {
            tiers[i] = state.tiers[i];
        }
        return PoolConfiguration({
            stakeToken: _stakeToken(pool),
            pairToken: state.pairToken,
            rewardToken: state.stream.rewardToken(),
            boostSource: state.boostSource,
            pairRatio: state.pairRatio,
            rewardDuration: state.rewardDuration,
            tiers: tiers
        });
    }

    function poolState(uint256 pool) external view returns (PoolState memory) {
        Pool storage state = _existing(pool);
        Accrual accrual = state.accrual;
        Stream stream = state.stream;
        if (accrual.totalWeight() == 0) stream = withoutIdleTime(accrual, stream, currentTime());
        return PoolState({
            totalWeight: accrual.totalWeight() * WEIGHT_UNIT,
            rewardRate: stream.rate() * RATE_UNIT,
            rewardEnd: stream.end(),
            undistributed: state.undistributed,
            lastUpdate: accrual.lastUpdate(),
            stakingPausedUntil: state.pause.runningUntil(),
            guardianPausesFrom: state.pause.guardianFrom
        });
    }

    function accountState(uint256 pool, address account) external view returns (AccountState memory) {
        Pool storage state = _existing(pool);
        Stake held = state.accounts[account].stake;
        return AccountState({
            weight: held.weight() * WEIGHT_UNIT,
            boostBps: held.boostBps(),
            positionCount: held.positions(),
            giftCount: held.gifts(),
            earned: held.pending(state.rewardPerWeightNow(state.stream))
        });
    }

    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open)
    {
        Pool storage state = _existing(pool);
        Stream stream = state.stream;
        Account storage owner_ = state.accounts[account];
        Stake held = owner_.stake;
        uint256 end = from < FIRST_GIFT ? held.positions() : FIRST_GIFT + held.gifts();
        if (from > end) from = end;
        if (limit > end - from) limit = end - from;
        open = new PositionView[](limit);
        uint256 found;
        for (uint256 position = from; position < from + limit; ++position) {
            Position one = owner_.positionAt(stream, position);
            if (one.exists()) {
                open[found++] = PositionView({
                    position: position,
                    amount: one.amount(),
                    pairAmount: one.pairAmount(),
                    tier: one.tier(),
                    unlockAt: one.unlockAt()
                });
            }
        }
        assembly ("memory-safe") {
            mstore(open, found)
        }
    }

    function _stakeToken(uint256 pool) internal pure returns (address) {
        return address(uint160(pool));
    }

    function _existing(uint256 pool) internal view returns (Pool storage state) {
        state = _pools[pool];
        if (!state.stream.has(EXISTS)) revert StakingPools_PoolUnknown(pool);
    }

    function _openPosition(uint256 pool, address account, uint256 position) internal view returns (Position held) {
        Pool storage state = _pools[pool];
        held = state.accounts[account].positionAt(state.stream, position);
        if (!held.exists()) revert StakingPools_PositionUnknown(pool, account, position);
    }
}
