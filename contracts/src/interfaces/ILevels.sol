// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBoostSource} from "./IBoostSource.sol";

/// @title Levels
/// @notice An account buys a level by burning MCM; the level boosts its weight in the pools that name this contract as
/// their boost source. A level never expires, never falls and cannot be moved to another account.
///
/// | level | price in all | boost |
/// | ----- | ------------ | ----- |
/// | 0     | 0            | ×1    |
/// | 1     | 100 MCM      | ×1.1  |
/// | 2     | 300 MCM      | ×1.2  |
/// | 3     | 1 000 MCM    | ×1.35 |
/// | 4     | 3 000 MCM    | ×1.6  |
/// | 5     | 10 000 MCM   | ×2    |
///
/// @dev Powers: none. There is no owner, no pause, no setter; prices and boosts are constants of the code.
interface ILevels is IBoostSource {
    /// @param level there are levels 0 to `maximum`
    error Levels_LevelUnknown(uint256 level, uint256 maximum);
    /// @param current the account's level; what is asked for lies at or below it
    error Levels_LevelNotHigher(uint256 level, uint256 current);
    error Levels_NotAContract(address target);

    /// @param fromLevel the account's level before
    /// @param burned wei of MCM
    event LevelBought(address indexed account, uint256 fromLevel, uint256 level, uint256 burned);

    /// @notice Lifts the caller to `level`, burns the difference of the two prices out of the caller's MCM, within the
    /// allowance given to this contract, and has each of `pools` apply the new boost to the caller's positions at once.
    /// Rewards earned so far stay as they are. A pool left out keeps the old boost until anyone calls
    /// `syncBoost` on it: staking again does not. A pool named before the account has a stake there boosts the later stakes.
    /// @dev Reverts as a whole, burning nothing, for a level that is unknown (Levels_LevelUnknown) or not higher
    /// (Levels_LevelNotHigher), an MCM balance or allowance that is too small, or a pool that is unknown to the pools'
    /// contract (StakingPools_PoolUnknown) or has no boost source (StakingPools_PoolNotBoosted).
    /// @param level 1 to `MAXIMUM_LEVEL`, above the caller's own
    /// @param pools ids in `stakingPools`; may be empty, repetitions do no harm
    function buy(uint256 level, uint256[] calldata pools) external;

    /// @notice `buy` with an EIP-2612 permit of the caller's for exactly `priceFor(caller, level)`. A permit that fails (used
    /// already by somebody who saw it coming) is passed over: the allowance that is there decides.
    /// @param deadline of the permit, unix seconds
    /// @dev Reverts as `buy` does.
    function buyWithPermit(uint256 level, uint256[] calldata pools, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;

    /// @return 0 to `MAXIMUM_LEVEL`; 0 for an account that bought none
    function levelOf(address account) external view returns (uint256);

    /// @return basis points that go with `level`, 10 000 to 20 000; reverts for an unknown level (Levels_LevelUnknown)
    function boostOf(uint256 level) external view returns (uint256);

    /// @return wei of MCM that `level` costs in all, from level 0; reverts for an unknown level (Levels_LevelUnknown)
    function priceOf(uint256 level) external view returns (uint256);

    /// @return wei of MCM that `buy(level)` would burn of `account`'s; 0 for a level it holds or has passed; reverts for an
    /// unknown level (Levels_LevelUnknown)
    function priceFor(address account, uint256 level) external view returns (uint256);

    /// @notice The highest level there is.
    function MAXIMUM_LEVEL() external view returns (uint256);

    /// @notice The token that is burned.
    function mcm() external view returns (address);

    /// @notice The contract whose pools `buy` brings the boost to.
    function stakingPools() external view returns (address);
}
