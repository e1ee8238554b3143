// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Staking pools
/// @notice Many pools in one immutable contract. A pool takes one stake token (optionally together with a pair token in
/// a fixed ratio) and streams one reward token per second to its positions by weight.
/// weight = amount × tier multiplier × account boost, in wei of the stake token, rounded down to `WEIGHT_UNIT`.
/// @dev Amounts are wei of the named token, times unix seconds, rates wei per second, ratios basis points unless stated.
///
/// Who can do what
/// - Anyone: stakes and leaves with its own; funds a pool; triggers a claim, which pays the account; brings a boost up
///   to date.
/// - Guardian: pauses new stakes of a pool, no more; it cannot lift a pause.
/// - Owner (timelock): makes pools, names the guardian, pauses new stakes as the guardian can, and lifts pauses. It may
///   hand its role on, in one step, or renounce it: then no pool is made, no guardian named and no pause lifted any
///   more.
///
/// Neither role can move, lock or lower anybody's principal or earned rewards, change a pool's terms, or stop anyone
/// from leaving or claiming.
///
/// A change of an account's weight rounds what the account has earned down, by less than 2 wei; a claim rounds nothing
/// away.
///
/// Refusals are those of `Errors`, named here without their prefix `StakingPools_`. Beside them, what moves tokens
/// refuses as the token does, and so that nothing comes in between, all of it and `syncBoost` refuse to be entered
/// again meanwhile (`ReentrancyGuardReentrantCall`).
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
    /// @param lastUpdate when the pool was last reckoned with: by a change of weight or a funding
    /// @param stakingPaused whether new stakes are paused
    struct PoolState {
        uint256 totalWeight;
        uint256 rewardRate;
        uint256 rewardEnd;
        uint256 undistributed;
        uint256 lastUpdate;
        bool stakingPaused;
    }

    /// @param weight of all its positions, boosted, wei
    /// @param boostBps as last applied; 10 000 = ×1
    /// @param positionCount positions ever opened: their numbers are below it
    /// @param earned wei of the reward token a claim would send now
    struct AccountState {
        uint256 weight;
        uint256 boostBps;
        uint256 positionCount;
        uint256 earned;
    }

    /// @param amount wei of the stake token
    /// @param pairAmount wei of the pair token
    /// @param unlockAt unix seconds
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
    /// @notice By `unstake`, `exitEarly` or `withdrawPrincipal`.
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
    /// @notice All of a position left, and with it all the account had earned in the pool.
    /// @param reward wei of the reward token paid, 0 if nothing was owed
    event Exited(
        uint256 indexed pool,
        address indexed account,
        uint256 position,
        uint256 amount,
        uint256 pairAmount,
        uint256 reward,
        uint256 weight
    );
    /// @notice By `claim` or `claimFor`. What an exit pays is told by `Exited`: all rewards paid are the sum of both.
    event Claimed(uint256 indexed pool, address indexed account, uint256 amount);
    event Forfeited(uint256 indexed pool, address indexed account, uint256 amount);
    event Funded(uint256 indexed pool, address indexed funder, uint256 amount, uint256 rewardRate, uint256 rewardEnd);
    event BoostSynced(uint256 indexed pool, address indexed account, uint256 boostBps, uint256 weight);
    event StakingPauseSet(uint256 indexed pool, bool paused);
    event GuardianSet(address indexed guardian);

    // Staking

    /// @notice Opens a position of the caller's with `amount` of the stake token, and in a pair pool the pair's part
    /// with it, within the allowances given to this contract. Reads the caller's boost and applies it to all its
    /// positions in the pool; what was earned before stays as it was.
    /// @param amount wei of the stake token taken; what arrives is staked
    /// @param tier number of the lock term, from 0; the position unlocks `duration` seconds from now
    /// @param inviter of the caller, logged unchecked; zero: none
    /// @return position its number: 0, 1, 2, … for each account in each pool, never used again
    /// @dev Weight and its boost are rounded down to `WEIGHT_UNIT` (1e9 wei), the pair's part up (`pairAmountFor` of
    /// what arrived). Refuses, in this order: PoolUnknown, StakingPaused, TierUnknown, BalanceAboveMaximum (of either
    /// token, 2^91 - 1 wei), PairAmountShort (a pair token that takes a fee), AmountTooSmall (what arrived makes
    /// less than one unit of weight), TotalWeightAboveMaximum (2^66 - 1 units, which only a token that lies can reach).
    function stake(uint256 pool, uint256 amount, uint256 tier, address inviter) external returns (uint256 position);

    /// @notice `stake` with the caller's EIP-2612 permits to this contract, for exactly `amount` and, in a pair pool,
    /// `pairAmountFor(pool, amount)`. A permit that fails (used already by somebody who saw it coming) is passed over:
    /// the allowance that is there decides.
    /// @param pairPermit of the pair token; left out, as `stakePermit` may be, with a deadline of 0
    /// @return position its number
    /// @dev Refuses what `stake` refuses.
    function stakeWithPermit(
        uint256 pool,
        uint256 amount,
        uint256 tier,
        address inviter,
        Permit calldata stakePermit,
        Permit calldata pairPermit
    ) external returns (uint256 position);

    // Leaving. All of it pays the caller, out of the caller's own positions, whatever is paused.

    /// @notice Pays principal of an unlocked position, and no reward: what was earned stays owed.
    /// @param amount wei of the stake token, 1 to all of the position. The pair token leaves in proportion, rounded
    /// down, and all of the rest with the last; where the pair token alone is left, 0 takes it
    /// @dev Refuses PositionUnknown (of an unknown pool too), PositionLocked, AmountOutOfRange.
    function unstake(uint256 pool, uint256 position, uint256 amount) external;

    /// @notice Pays all of an unlocked position, and all the caller has earned in the pool, with whichever position.
    /// @dev The reward is rounded down. Refuses PositionUnknown, PositionLocked. One token that cannot be paid, the
    /// reward's included, refuses the whole: see `unstake` and `withdrawPrincipal`.
    function exit(uint256 pool, uint256 position) external;

    /// @notice `unstake` before the lock ends, less a penalty, which goes into the pool's stream for whoever is staked.
    /// What was earned stays owed. Of the pair token nothing is withheld. After the unlock it is `unstake`.
    /// @param amount wei of the stake token that leave the position, penalty included
    /// @dev The penalty is as `earlyExitPenalty` says, rounded down; it can raise a rate or move an end back, as in
    /// `fund`, and one too small for any rate is held for the next funding. Refuses PositionUnknown, AmountOutOfRange,
    /// and EarlyExitNotOffered (locked, in a tier without a penalty).
    function exitEarly(uint256 pool, uint256 position, uint256 amount) external;

    /// @notice The exit that works whatever else breaks, once the position is unlocked: pays the principal, forfeits the
    /// account's unclaimed rewards of the pool. In a pair pool each token is paid on its own: one that refuses stays recorded.
    /// @dev Asks neither reward token nor boost source. What is forfeited, of all the caller's positions in the pool,
    /// is held for the next funding; the other positions stay and go on earning. What stays recorded weighs nothing;
    /// once its token pays, `unstake` takes it and forfeits nothing. Refuses PositionUnknown, PositionLocked, and
    /// PrincipalRefused (no token paid).
    function withdrawPrincipal(uint256 pool, uint256 position) external;

    // Rewards

    /// @notice Pays the caller all it has earned in the pool.
    /// @return amount wei of the reward token sent, rounded down; what the rounding leaves is not lost. 0 where nothing
    /// is owed
    /// @dev Refuses PoolUnknown.
    function claim(uint256 pool) external returns (uint256 amount);

    /// @notice `claim` for another: anyone may call, and it always pays the account.
    /// @return amount wei of the reward token sent to `account`; 0 where nothing is owed
    /// @dev Refuses PoolUnknown.
    function claimFor(uint256 pool, address account) external returns (uint256 amount);

    /// @notice Adds to the stream. Anyone may; it cannot be taken back. The rate rises to (remaining + held back +
    /// amount) / rewardDuration if that is above the running rate, otherwise the rate stays and the end moves back.
    /// Never lowers a rate, never brings an end forward.
    /// @param amount wei of the reward token taken from the caller's allowance; what arrives is streamed
    /// @dev The rate is rounded down to 1e6 wei per second, the time to a second; what they leave is held for the next
    /// funding. Refuses PoolUnknown, BalanceAboveMaximum, and FundingTooSmall (nothing is streaming and all there is
    /// makes less than 1e6 wei per second over the reward duration).
    function fund(uint256 pool, uint256 amount) external;

    /// @notice Reads the account's boost from the pool's boost source and applies it to all its positions. Anyone may call;
    /// where the boost is what it was nothing happens, so that no stranger can cost the account a rounding.
    /// @dev A source that fails, or answers outside 10 000 to 20 000 basis points, leaves the boost as it is. What was
    /// earned before stays, but for the rounding said above. Refuses PoolUnknown, PoolNotBoosted,
    /// TotalWeightAboveMaximum (as in `stake`).
    function syncBoost(uint256 pool, address account) external;

    // Owner (timelock) and guardian

    /// @notice Makes a pool, of any tokens and any boost source, on terms within the bounds below. They never change,
    /// and no pool is ever closed.
    /// @param configuration rewardDuration 1 to 1 461 days; one to four tiers, of at most 1 461 days; pairRatio 1 to
    /// 2^96 - 1 with a pair token, 0 without
    /// @return pool its id: a serial number from 1 above the stake token's address. Opaque to everything but the
    /// contract
    /// @dev Power of the owner. Limit: touches no other pool, and nobody is in the new one but by staking there.
    /// Refuses OwnableUnauthorizedAccount, NotAContract, PairTokenIsStakeToken, PairRatioOutOfRange,
    /// RewardDurationOutOfRange, TierCountOutOfRange, TierDurationAboveMaximum, TierMultiplierOutOfRange,
    /// TierPenaltyOutOfRange.
    function createPool(PoolConfiguration calldata configuration) external returns (uint256 pool);

    /// @notice Says who may pause new stakes beside the owner; zero: nobody.
    /// @dev Power of the owner. Limit: a guardian can do nothing else, and naming one neither pauses nor lifts a pause.
    /// Refuses OwnableUnauthorizedAccount.
    function setGuardian(address guardian) external;

    /// @notice Stops new stakes of one pool until the owner lifts it. It has no end of its own.
    /// @dev Power of the guardian and the owner. Limit: no lock grows, and leaving in every way, claiming, earning,
    /// funding and `syncBoost` go on, as do all other pools. Refuses CallerNotGuardian, PoolUnknown.
    function pauseStaking(uint256 pool) external;

    /// @notice Lets new stakes of a pool go on.
    /// @dev Power of the owner. Limit: changes nothing but that. Refuses OwnableUnauthorizedAccount, PoolUnknown.
    function unpauseStaking(uint256 pool) external;

    // Views, all as of now

    /// @notice Who may pause new stakes beside the owner; zero: nobody.
    function guardian() external view returns (address);

    /// @notice How many pools were made, ever.
    function poolCount() external view returns (uint256);

    /// @notice The id of the pool made as number `index`, counted from 0; reverts (panic 0x32) where there is none.
    function poolAt(uint256 index) external view returns (uint256 pool);

    /// @notice The terms the pool was made with. Refuses PoolUnknown.
    function poolConfiguration(uint256 pool) external view returns (PoolConfiguration memory);

    /// @notice The pool's weight and stream; nothing is rounded. Refuses PoolUnknown.
    function poolState(uint256 pool) external view returns (PoolState memory);

    /// @notice What the account has in the pool: zeros and a boost of ×1 for a stranger. Refuses PoolUnknown.
    function accountState(uint256 pool, address account) external view returns (AccountState memory);

    /// @notice What a claim would send now, wei of the reward token, rounded down. Refuses PoolUnknown.
    function earned(uint256 pool, address account) external view returns (uint256);

    /// @notice The account's positions, page by page: closed ones are left out, so a page may be short or empty before
    /// the end, which is `positionCount`. Numbers beyond it are no error. Refuses PoolUnknown.
    /// @return open the open positions among `limit` numbers from `from`
    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open);

    /// @notice One open position. Refuses PositionUnknown, of an unknown pool too.
    function position(uint256 pool, address account, uint256 position) external view returns (PositionView memory);

    /// @notice What `exitEarly` of `amount` would withhold now, wei of the stake token, rounded down:
    /// amount × penalty × (seconds left of the lock / the lock's), 0 from the unlock on.
    /// @dev Refuses PositionUnknown, AmountOutOfRange, EarlyExitNotOffered, as `exitEarly` does.
    function earlyExitPenalty(uint256 pool, address account, uint256 position, uint256 amount)
        external
        view
        returns (uint256);

    /// @notice Wei of the pair token that go with `amount` of the stake token, rounded up; 0 in a pool without one.
    /// Refuses PoolUnknown.
    function pairAmountFor(uint256 pool, uint256 amount) external view returns (uint256);
}
