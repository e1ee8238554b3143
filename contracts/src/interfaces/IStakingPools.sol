// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Staking pools
/// @notice Many pools in one immutable contract. A pool takes one stake token (optionally together with a pair token in
/// a fixed ratio) and streams one reward token per second to its positions by weight.
/// weight = amount × tier multiplier × account boost, in wei of the stake token, rounded down to `WEIGHT_UNIT` (1e9 wei).
/// @dev Amounts are wei of the named token, times unix seconds, rates wei per second, ratios basis points unless stated.
///
/// Tokens must have 18 decimals, which `createPool` checks, and balances that do not fall by themselves. Fees on transfer,
/// missing or false return values, hooks and blocklists are supported: the contract credits the tokens that arrived.
///
/// A change of an account's weight rounds what the account has earned down, by less than 2 wei; a claim rounds nothing.
/// The clock stops in the year 2514, at `MAXIMUM_TIME`: nothing is earned after it, and every lock has ended by then.
///
/// Errors are named below without their prefix `StakingPools_`. Beside them, a function that moves tokens reverts as the
/// token does, and none of those functions nor `syncBoost` can be entered while another of them runs
/// (`ReentrancyGuardReentrantCall`).
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
    /// @param lastUpdate when weight or stream last changed
    /// @param stakingPausedUntil when the running pause of new stakes ends; 0: none is running
    /// @param guardianPausesFrom from when the guardian can pause again; 0: it has not paused this pool yet
    struct PoolState {
        uint256 totalWeight;
        uint256 rewardRate;
        uint256 rewardEnd;
        uint256 undistributed;
        uint256 lastUpdate;
        uint256 stakingPausedUntil;
        uint256 guardianPausesFrom;
    }

    /// @param weight of all its positions, boosted, wei
    /// @param boostBps as last applied; 10 000 = ×1
    /// @param positionCount positions it ever opened itself: numbers from 0
    /// @param giftCount positions others ever opened for it: numbers from 2^32
    /// @param earned wei of the reward token a claim would send now, rounded down
    struct AccountState {
        uint256 weight;
        uint256 boostBps;
        uint256 positionCount;
        uint256 giftCount;
        uint256 earned;
    }

    /// @param amount wei of the stake token
    /// @param pairAmount wei of the pair token
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

    // In all events, `weight` is the account's weight in the pool afterwards, wei.

    event PoolCreated(uint256 indexed pool, PoolConfiguration configuration);
    /// @notice By `stake`, `stakeWithPermit`, `stakeFor` or `compound`.
    /// @param account whose position it is, no matter who paid
    /// @param inviter as the staker named it, unchecked; readers of the log apply the rules of binding. Zero for
    /// `stakeFor` and `compound`
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
    /// @notice By `claim`, `claimFor`, `claimMany` or `compound`. The reward that an exit pays is in `Exited`: all rewards
    /// paid are the sum of both.
    event Claimed(uint256 indexed pool, address indexed account, uint256 amount);
    /// @notice By `withdrawPrincipal`: what the account had earned is held for the pool's next funding.
    event Forfeited(uint256 indexed pool, address indexed account, uint256 amount);
    /// @param rewardRate the rate from now on
    /// @param rewardEnd the end from now on
    event Funded(uint256 indexed pool, address indexed funder, uint256 amount, uint256 rewardRate, uint256 rewardEnd);
    /// @notice The stream changed otherwise than by `fund`: a penalty went into it, or its end moved back by the time
    /// nobody was staked. Every change of a rate or an end is in this event or in `Funded`.
    event StreamUpdated(uint256 indexed pool, uint256 rewardRate, uint256 rewardEnd);
    /// @notice The account's boost changed. Nothing else changes a boost.
    event BoostSynced(uint256 indexed pool, address indexed account, uint256 boostBps, uint256 weight);
    /// @param until when the pause of new stakes ends; 0: it was lifted
    event StakingPauseSet(uint256 indexed pool, uint256 until);
    event GuardianSet(address indexed guardian);

    // Errors: staking

    error StakingPools_PoolUnknown(uint256 pool);
    error StakingPools_StakingPaused(uint256 pool, uint256 until);
    error StakingPools_TierUnknown(uint256 tier, uint256 count);
    /// @param received wei that arrived, too little to weigh anything
    error StakingPools_AmountTooSmall(uint256 received);
    error StakingPools_PairAmountShort(uint256 required, uint256 received);
    /// @param balance what the contract would hold of `token`, wei
    error StakingPools_BalanceAboveMaximum(address token, uint256 balance, uint256 maximum);
    error StakingPools_TotalWeightAboveMaximum(uint256 weight);
    /// @notice The pool has a pair token, another reward token than its stake token, or no flexible tier.
    error StakingPools_CompoundNotOffered(uint256 pool);

    // Errors: leaving and rewards

    /// @notice The recipient, or the account of a gift, is the zero address or this contract, which could never pass it on.
    error StakingPools_RecipientRefused(address recipient);
    error StakingPools_PositionUnknown(uint256 pool, address account, uint256 position);
    error StakingPools_PositionLocked(uint256 position, uint256 unlockAt);
    error StakingPools_AmountOutOfRange(uint256 amount, uint256 held);
    error StakingPools_EarlyExitNotOffered(uint256 tier);
    /// @notice No token of the position could be paid; nothing has changed.
    error StakingPools_PrincipalRefused(uint256 pool, uint256 position);
    /// @param budget wei that would have to last for the pool's reward duration
    error StakingPools_FundingTooSmall(uint256 budget);
    error StakingPools_PoolNotBoosted(uint256 pool);

    // Errors: owner and guardian. Beside these, `GuardianPause_TooSoon` of a guardian's second pause within 30 days.

    error StakingPools_CallerNotGuardian(address caller);
    error StakingPools_NotAContract(address target);
    /// @param decimals what the token answers; 2^256 - 1 if it gives no answer
    error StakingPools_DecimalsNot18(address token, uint256 decimals);
    error StakingPools_PairTokenIsStakeToken(address token);
    error StakingPools_PairRatioOutOfRange(uint256 ratio);
    error StakingPools_RewardDurationOutOfRange(uint256 duration, uint256 minimum, uint256 maximum);
    error StakingPools_TierCountOutOfRange(uint256 count, uint256 maximum);
    error StakingPools_TierDurationAboveMaximum(uint256 tier, uint256 duration, uint256 maximum);
    error StakingPools_TierMultiplierOutOfRange(uint256 tier, uint256 multiplierBps);
    /// @notice Above the maximum, without a lock, or in a pool whose reward is not its stake token.
    error StakingPools_TierPenaltyOutOfRange(uint256 tier, uint256 penaltyBps);

    // Staking

    /// @notice Opens a position of the caller's with `amount` of the stake token, and in a pair pool the pair's part
    /// with it, within the allowances given to this contract.
    /// @param amount wei of the stake token taken; what arrives is staked
    /// @param tier number of the lock term, from 0; the position unlocks `duration` seconds from now
    /// @param inviter of the caller, logged unchecked; zero: none
    /// @return position its number: 0, 1, 2, … for each account in each pool, never used again
    /// @dev The boost is the one last applied to the account (`syncBoost`). The weight is rounded down to `WEIGHT_UNIT`, the
    /// pair's part (what arrived × `pairRatio` / 1e18) up. Reverts, in this order: PoolUnknown, StakingPaused, TierUnknown,
    /// BalanceAboveMaximum (of either token, 2^91 - 1 wei), PairAmountShort (a pair token that takes a fee), AmountTooSmall
    /// (less than one unit of weight), TotalWeightAboveMaximum (2^65 - 1 units, which only a token that lies can reach).
    function stake(uint256 pool, uint256 amount, uint256 tier, address inviter) external returns (uint256 position);

    /// @notice `stake` with the caller's EIP-2612 permits to this contract, for exactly `amount` and, in a pair pool,
    /// `amount` × `pairRatio` / 1e18, rounded up. A permit that fails is ignored: the allowance decides.
    /// @param pairPermit of the pair token; left out, as `stakePermit` may be, with a deadline of 0
    /// @return position its number
    /// @dev Reverts as `stake` does.
    function stakeWithPermit(
        uint256 pool,
        uint256 amount,
        uint256 tier,
        address inviter,
        Permit calldata stakePermit,
        Permit calldata pairPermit
    ) external returns (uint256 position);

    /// @notice A gift: opens a position of `account` with the caller's tokens. It names no inviter, so it binds nobody.
    /// @param amount wei of the caller's stake token taken, and in a pair pool the pair's part with it
    /// @param tier lock term of the gift alone
    /// @return position its number: 2^32, 2^32 + 1, … for each account in each pool
    /// @dev Gifts change neither numbers nor costs of the account's own positions. The account alone can take a gift out.
    /// Reverts as `stake` does, and with RecipientRefused.
    function stakeFor(uint256 pool, address account, uint256 amount, uint256 tier) external returns (uint256 position);

    /// @notice Stakes all the caller has earned in the pool, as a new position in the pool's first flexible tier. For
    /// pools without a pair token whose reward token is their stake token: no token moves.
    /// @return position its number, as of `stake`
    /// @return amount wei staked
    /// @dev Logs `Claimed`, then `Staked` without an inviter. Reverts: PoolUnknown, StakingPaused, CompoundNotOffered,
    /// AmountTooSmall.
    function compound(uint256 pool) external returns (uint256 position, uint256 amount);

    // Leaving. Each function takes out the caller's own positions, whatever is paused. `to` receives the tokens, so that an
    // account on a token's blocklist can leave. All revert with RecipientRefused if `to` is zero or this contract.

    /// @notice Pays principal of an unlocked position, and no reward: what was earned stays owed.
    /// @param amount wei of the stake token, 1 to all of the position. The pair token leaves in proportion, rounded
    /// down, and all of the rest with the last; where the pair token alone is left, 0 takes it
    /// @dev Reverts: PositionUnknown (of an unknown pool too), PositionLocked, AmountOutOfRange.
    function unstake(uint256 pool, uint256 position, uint256 amount, address to) external;

    /// @notice Pays all of an unlocked position, and all the caller has earned in the pool, with whichever position.
    /// @dev The reward is rounded down. Reverts: PositionUnknown, PositionLocked. One token that cannot be paid, the
    /// reward's included, reverts the whole: see `unstake` and `withdrawPrincipal`.
    function exit(uint256 pool, uint256 position, address to) external;

    /// @notice `unstake` before the lock ends, less a penalty, which goes into the pool's stream for all who are staked.
    /// What was earned stays owed. Of the pair token nothing is withheld. After the unlock it is `unstake`.
    /// @param amount wei of the stake token that leave the position, penalty included
    /// @dev The penalty is amount × penalty × (seconds left of the lock / the lock's), rounded down. It goes into the stream as
    /// by `fund`; one too small for any rate is held for the next funding. The leaver's other positions earn their share
    /// of it. Reverts: PositionUnknown, AmountOutOfRange, EarlyExitNotOffered (locked, in a tier without a penalty).
    function exitEarly(uint256 pool, uint256 position, uint256 amount, address to) external;

    /// @notice The exit that works whatever else breaks, once the position is unlocked: pays the principal and forfeits the
    /// account's unclaimed rewards of the pool. In a pair pool each token is paid on its own: one that refuses stays recorded.
    /// @dev Calls neither reward token nor boost source. The forfeited reward is held for the next funding. A token that
    /// stays recorded weighs nothing; once it pays, `unstake` takes it and forfeits nothing. Reverts: PositionUnknown,
    /// PositionLocked, and PrincipalRefused (no token paid).
    function withdrawPrincipal(uint256 pool, uint256 position, address to) external;

    // Rewards

    /// @notice Pays `to` all the caller has earned in the pool.
    /// @return amount wei of the reward token sent, rounded down (the rest stays owed); 0 where nothing is owed
    /// @dev Reverts: RecipientRefused, PoolUnknown.
    function claim(uint256 pool, address to) external returns (uint256 amount);

    /// @notice `claim` in each of `pools`. A pool named twice is paid once.
    /// @return amounts wei of each pool's reward token sent, in the order of `pools`
    /// @dev Reverts as `claim` does, with the first that reverts, and then pays nothing.
    function claimMany(uint256[] calldata pools, address to) external returns (uint256[] memory amounts);

    /// @notice `claim` for another: anyone may call, and it always pays the account.
    /// @return amount wei of the reward token sent to `account`; 0 where nothing is owed
    /// @dev Reverts: PoolUnknown.
    function claimFor(uint256 pool, address account) external returns (uint256 amount);

    /// @notice Adds to the stream. The rate rises to (remaining + held back + amount) / rewardDuration if that is above the
    /// running rate, otherwise the rate stays and the end moves back. Anyone may; it cannot be taken back.
    /// @param amount wei of the reward token taken from the caller's allowance; what arrives is streamed
    /// @dev The rate is rounded down to 1e6 wei per second, the time to a second; what they leave is held for the next
    /// funding. Reverts: PoolUnknown, BalanceAboveMaximum, and FundingTooSmall (nothing is streaming and all there is
    /// makes less than 1e6 wei per second over the reward duration, or the clock has stopped).
    function fund(uint256 pool, uint256 amount) external;

    /// @notice Reads the account's boost from the pool's boost source and applies it to all its positions, present and
    /// future. Anyone may call; a boost that is the same changes nothing. A purchase in `Levels` calls this.
    /// @dev A source that fails, or answers outside 10 000 to 20 000 basis points, leaves the boost as it is. Reverts:
    /// PoolUnknown, PoolNotBoosted, TotalWeightAboveMaximum (as in `stake`).
    function syncBoost(uint256 pool, address account) external;

    // Owner (timelock) and guardian

    /// @notice Makes a pool, of tokens with 18 decimals and any boost source, on terms within the bounds below. They never
    /// change, and no pool is ever closed.
    /// @param configuration rewardDuration 1 to 1 461 days; one to four tiers, of at most 1 461 days; pairRatio 1 to
    /// 2^96 - 1 with a pair token, 0 without
    /// @return pool its id: a serial number from 1 above the stake token's address
    /// @dev Power of the owner. Limit: touches no other pool, and nobody is in the new one but by staking there. A stake token
    /// whose balances fall by themselves leaves the pools of that token short by what fell. Reverts: OwnableUnauthorizedAccount, NotAContract, DecimalsNot18, PairTokenIsStakeToken, PairRatioOutOfRange,
    /// RewardDurationOutOfRange, TierCountOutOfRange, TierDurationAboveMaximum, TierMultiplierOutOfRange,
    /// TierPenaltyOutOfRange.
    function createPool(PoolConfiguration calldata configuration) external returns (uint256 pool);

    /// @notice Says who may pause new stakes beside the owner; zero: nobody.
    /// @dev Power of the owner. Limit: a guardian can do nothing else, and a new one waits as long as the old one would have.
    /// Reverts: OwnableUnauthorizedAccount.
    function setGuardian(address guardian) external;

    /// @notice Stops new stakes of one pool for 7 days from now, or until the owner lifts it.
    /// @dev Power of the guardian, once in 30 days for each pool, and of the owner at any time. Limit: it ends by itself, and
    /// nothing but new stakes of this pool stops. Reverts: CallerNotGuardian, PoolUnknown, GuardianPause_TooSoon.
    function pauseStaking(uint256 pool) external;

    /// @notice Lets new stakes of a pool go on.
    /// @dev Power of the owner. Limit: changes nothing but that; the guardian waits for its next pause all the same.
    /// Reverts: OwnableUnauthorizedAccount, PoolUnknown.
    function unpauseStaking(uint256 pool) external;

    // Views, all as of now

    /// @notice Who may pause new stakes beside the owner; zero: nobody.
    function guardian() external view returns (address);

    /// @notice How many pools were made, ever.
    function poolCount() external view returns (uint256);

    /// @notice The id of the pool made as number `index`, counted from 0; reverts (panic 0x32) where there is none.
    function poolAt(uint256 index) external view returns (uint256 pool);

    /// @notice The terms the pool was made with. Reverts: PoolUnknown.
    function poolConfiguration(uint256 pool) external view returns (PoolConfiguration memory);

    /// @notice The pool's weight, stream and pause; nothing is rounded. Reverts: PoolUnknown.
    function poolState(uint256 pool) external view returns (PoolState memory);

    /// @notice What the account has in the pool: zeros and a boost of ×1 for a stranger. Reverts: PoolUnknown.
    function accountState(uint256 pool, address account) external view returns (AccountState memory);

    /// @notice The account's open positions, page by page; a page may be short or empty before the end. From 0 the own positions, whose end is `positionCount`; from 2^32 the gifts, whose end is
    /// 2^32 + `giftCount`. Numbers beyond an end are no error. Reverts: PoolUnknown.
    /// @return open the positions among `limit` numbers from `from`
    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open);
}
