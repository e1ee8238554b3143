// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Staking pools
/// @notice Many pools in one immutable contract. A pool takes one stake token (optionally together with a pair token in
/// a fixed ratio) and streams one reward token per second to its positions by weight.
/// weight = amount × tier multiplier × account boost, in wei of the stake token, rounded down to `WEIGHT_UNIT`.
/// @dev Amounts are wei of the named token, times unix seconds, rates wei per second, ratios basis points unless stated.
interface IStakingPools {
    /// @notice A lock term of a pool, fixed when the pool is made.
    /// @param duration seconds from staking until the principal unlocks; 0 is flexible
    /// @param multiplierBps weight per staked wei, 10 000 = ×1, at least 10 000, at most 40 000
    /// @param penaltyBps part of the principal an exit at the very start costs, at most 2 000; falls linearly to 0 at the unlock
    struct Tier {
        uint32 duration;
        uint16 multiplierBps;
        uint16 penaltyBps;
    }

    /// @param pairToken zero for a pool of the stake token alone
    /// @param boostSource zero, or the contract asked for an account's boost (`IBoostSource`)
    /// @param pairRatio wei of the pair token that go with 1e18 wei of the stake token; 0 without a pair token
    /// @param rewardDuration seconds over which a fresh funding streams
    /// @param tiers one to four; any tier with a penalty needs stakeToken == rewardToken
    struct PoolConfiguration {
        address stakeToken;
        address pairToken;
        address rewardToken;
        address boostSource;
        uint256 pairRatio;
        uint32 rewardDuration;
        Tier[] tiers;
    }

    /// @param totalWeight sum of all accounts' weights, wei
    /// @param rewardRate wei of the reward token per second until `rewardEnd`
    /// @param rewardEnd when the stream ends; moves back by every second nobody is staked
    /// @param undistributed wei held for the next funding (forfeited rewards, roundings)
    struct PoolState {
        uint256 totalWeight;
        uint256 rewardRate;
        uint256 rewardEnd;
        uint256 undistributed;
        uint256 lastUpdate;
        bool stakingPaused;
    }

    struct AccountState {
        uint256 weight;
        uint256 boostBps;
        uint256 positionCount;
        uint256 earned;
    }

    struct PositionView {
        uint256 position;
        uint256 amount;
        uint256 pairAmount;
        uint256 tier;
        uint256 unlockAt;
    }

    /// @param deadline 0 means: no permit, use the allowance as it is
    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    event PoolCreated(uint256 indexed pool, PoolConfiguration configuration);
    /// @param weight the account's weight in the pool after this, wei
    /// @param inviter as the staker named it, unchecked; binding rules are applied by whoever reads the log
    event Staked(
        uint256 indexed pool,
        address indexed account,
        uint256 position,
        uint256 amount,
        uint256 pairAmount,
        uint256 tier,
        uint256 weight,
        address inviter
    );
    /// @param penalty wei of the stake token withheld from `amount` and handed to the pool's stakers
    event Unstaked(
        uint256 indexed pool,
        address indexed account,
        uint256 position,
        uint256 amount,
        uint256 pairAmount,
        uint256 penalty,
        uint256 weight
    );
    event Claimed(uint256 indexed pool, address indexed account, uint256 amount);
    event Forfeited(uint256 indexed pool, address indexed account, uint256 amount);
    event Funded(uint256 indexed pool, address indexed funder, uint256 amount, uint256 rewardRate, uint256 rewardEnd);
    event BoostSynced(uint256 indexed pool, address indexed account, uint256 boostBps, uint256 weight);
    event StakingPauseSet(uint256 indexed pool, bool paused);
    event GuardianSet(address indexed guardian);

    // Staking. `inviter` may be zero.
    function stake(uint256 pool, uint256 amount, uint256 tier, address inviter) external returns (uint256 position);
    function stakeWithPermit(
        uint256 pool,
        uint256 amount,
        uint256 tier,
        address inviter,
        Permit calldata stakePermit,
        Permit calldata pairPermit
    ) external returns (uint256 position);

    // Leaving. `unstake` pays principal only, after the lock; `exit` = all of a position + claim.
    function unstake(uint256 pool, uint256 position, uint256 amount) external;
    function exit(uint256 pool, uint256 position) external;
    function exitEarly(uint256 pool, uint256 position, uint256 amount) external;
    /// @notice The exit that works whatever else breaks, once the position is unlocked: pays the principal, forfeits the
    /// account's unclaimed rewards of the pool. In a pair pool each token is paid on its own: one that refuses stays recorded.
    function withdrawPrincipal(uint256 pool, uint256 position) external;

    // Rewards. Anyone may trigger a claim; it always pays the account.
    function claim(uint256 pool) external returns (uint256 amount);
    function claimFor(uint256 pool, address account) external returns (uint256 amount);
    /// @notice Adds to the stream. The rate rises to (remaining + amount) / rewardDuration if that is above the running rate,
    /// otherwise the rate stays and the end moves back. Never lowers a rate, never brings an end forward.
    function fund(uint256 pool, uint256 amount) external;
    /// @notice Reads the account's boost from the pool's boost source and applies it to all its positions. Anyone may call;
    /// where the boost is what it was nothing happens, so that no stranger can cost the account a rounding.
    function syncBoost(uint256 pool, address account) external;

    // Owner (timelock): makes pools, names the guardian, lifts pauses. Guardian: pauses new stakes of a pool.
    function createPool(PoolConfiguration calldata configuration) external returns (uint256 pool);
    function setGuardian(address guardian) external;
    function pauseStaking(uint256 pool) external;
    function unpauseStaking(uint256 pool) external;

    // Views
    function guardian() external view returns (address);
    function poolCount() external view returns (uint256);
    function poolAt(uint256 index) external view returns (uint256 pool);
    function poolConfiguration(uint256 pool) external view returns (PoolConfiguration memory);
    function poolState(uint256 pool) external view returns (PoolState memory);
    function accountState(uint256 pool, address account) external view returns (AccountState memory);
    function earned(uint256 pool, address account) external view returns (uint256);
    /// @return open the open positions among `limit` numbers from `from`
    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open);
    function position(uint256 pool, address account, uint256 position) external view returns (PositionView memory);
    /// @notice What `exitEarly` of `amount` would withhold now, wei of the stake token.
    function earlyExitPenalty(uint256 pool, address account, uint256 position, uint256 amount)
        external
        view
        returns (uint256);
    /// @notice Wei of the pair token that go with `amount` of the stake token, rounded up.
    function pairAmountFor(uint256 pool, uint256 amount) external view returns (uint256);
}
