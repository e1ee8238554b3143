// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {StakingPoolsViews} from "./StakingPoolsViews.sol";
import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {BoostReading} from "./libraries/BoostReading.sol";
import {PoolRules} from "./libraries/PoolRules.sol";
import {Tokens} from "./libraries/Tokens.sol";
import {Account, Change, Pool, pairShare} from "./types/Pool.sol";
import {FIRST_GIFT, NO_POSITION, Position, newPosition} from "./types/Position.sol";
import {Stake} from "./types/Stake.sol";
import {BOOSTED, EXISTS, PAIRED, Stream, newStream} from "./types/Stream.sol";
import {RATE_UNIT, currentTime} from "./types/Units.sol";

/// @title Staking pools
/// @notice See `IStakingPools` for each function. Neither the owner nor the guardian can move, lock or lower anybody's
/// principal or earned rewards, change a pool's terms, or stop anyone from leaving or claiming. When the owner has renounced
/// its role, no pool is made any more, every pause ends by itself, and all else goes on.
/// @dev A pool's `Accrual` holds the reward that one unit of weight has earned; an account's `Stake` holds how much of that
/// is not its own or was paid. Principal is never derived from rewards, so no pool pays rewards out of principal.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract StakingPools is StakingPoolsViews, Ownable2Step, ReentrancyGuardTransient {
    using Tokens for address;

    /// @inheritdoc IStakingPools
    address public guardian;

    constructor(address owner_, address guardian_) Ownable(owner_) {
        _setGuardian(guardian_);
    }

    // ---------------------------------------------------------------------------------------------------------- staking

    function stake(uint256 pool, uint256 amount, uint256 tier, address inviter)
        external
        nonReentrant
        returns (uint256 position)
    {
        return _stake(pool, msg.sender, amount, tier, inviter, false);
    }

    function stakeWithPermit(
        uint256 pool,
        uint256 amount,
        uint256 tier,
        address inviter,
        Permit calldata stakePermit,
        Permit calldata pairPermit
    ) external nonReentrant returns (uint256 position) {
        _stakeToken(pool).permit(amount, stakePermit);
        if (pairPermit.deadline != 0) _existing(pool).pairToken.permit(_pools[pool].pairFor(amount), pairPermit);
        return _stake(pool, msg.sender, amount, tier, inviter, false);
    }

    function stakeFor(uint256 pool, address account, uint256 amount, uint256 tier)
        external
        nonReentrant
        returns (uint256 position)
    {
        _requireRecipient(account);
        return _stake(pool, account, amount, tier, address(0), true);
    }

    function _stake(uint256 pool, address account, uint256 amount, uint256 tier, address inviter, bool gift)
        private
        returns (uint256 position)
    {
        // Check
        Pool storage state = _pools[pool];
        Stream stream = _streamForStakes(pool, state);

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        Position opened = _receivePosition(state, stream, _stakeToken(pool), amount, tier);

        // Effect
        Change memory change;
        (position, change) = _open(state, state.accounts[account], stream, opened, gift);
        _logStream(pool, stream, change.stream);
        emit Staked(pool, account, position, opened.amount(), opened.pairAmount(), tier, change.weight, inviter);
    }

    function compound(uint256 pool) external nonReentrant returns (uint256 position, uint256 amount) {
        // Check
        Pool storage state = _pools[pool];
        Stream stream = _streamForStakes(pool, state);
        (uint256 tier, bool found) = state.flexibleTier(stream);
        if (!found || stream.has(PAIRED) || stream.rewardToken() != _stakeToken(pool)) {
            revert StakingPools_CompoundNotOffered(pool);
        }

        // Effect: the reward stays in the contract, as principal
        amount = _takeReward(pool, state, stream, msg.sender);
        (uint256 unlockAt, uint256 multiplierBps) = state.termsOf(stream, tier);
        Change memory change;
        (position, change) = _open(
            state, state.accounts[msg.sender], stream, newPosition(amount, 0, unlockAt, tier, multiplierBps), false
        );
        _logStream(pool, stream, change.stream);
        emit Staked(pool, msg.sender, position, amount, 0, tier, change.weight, address(0));
    }

    /// @return stream the pool's, without the flag of a pause that has ended; reverts while one is running
    function _streamForStakes(uint256 pool, Pool storage state) private returns (Stream stream) {
        stream = state.stream;
        if (stream.takesStakes()) return stream;
        if (!stream.has(EXISTS)) revert StakingPools_PoolUnknown(pool);
        uint256 until = state.pause.runningUntil();
        if (until != 0) revert StakingPools_StakingPaused(pool, until);
        state.stream = stream = stream.withPaused(false);
    }

    /// @dev Takes in what the caller stakes. @return what arrived, on the terms of `tier`
    function _receivePosition(Pool storage state, Stream stream, address stakeToken, uint256 amount, uint256 tier)
        private
        returns (Position)
    {
        (uint256 unlockAt, uint256 multiplierBps) = state.termsOf(stream, tier);
        amount = stakeToken.receiveFromCaller(amount);
        uint256 pairAmount = stream.has(PAIRED) ? _receivePair(state, amount) : 0;
        return newPosition(amount, pairAmount, unlockAt, tier, multiplierBps);
    }

    function _receivePair(Pool storage state, uint256 amount) private returns (uint256 received) {
        uint256 required = state.pairFor(amount);
        received = state.pairToken.receiveFromCaller(required);
        if (received < required) revert StakingPools_PairAmountShort(required, received);
    }

    /// @dev Records the account's new position and adds its weight to the pool, from now on.
    /// @return position its number
    function _open(Pool storage state, Account storage account, Stream stream, Position opened, bool gift)
        private
        returns (uint256 position, Change memory change)
    {
        uint256 units = opened.base();
        if (units == 0) revert StakingPools_AmountTooSmall(opened.amount());
        Stake held = account.stake;
        position = gift ? FIRST_GIFT + held.gifts() : held.positions();
        account.setPosition(stream, position, opened);
        change = state.updateWeight(account, stream, held, held.opened(gift, units), true);
    }

    // ---------------------------------------------------------------------------------------------------------- leaving

    function unstake(uint256 pool, uint256 position, uint256 amount, address to) external nonReentrant {
        _requireRecipient(to);
        _withdraw(pool, position, _unlockedPosition(pool, position), amount, to);
    }

    function exitEarly(uint256 pool, uint256 position, uint256 amount, address to) external nonReentrant {
        _requireRecipient(to);
        _withdraw(pool, position, _openPosition(pool, msg.sender, position), amount, to);
    }

    /// @dev Pays `amount` of the caller's position `held`, less the penalty, which is 0 from the unlock on.
    function _withdraw(uint256 pool, uint256 position, Position held, uint256 amount, address to) private {
        // Check
        Pool storage state = _pools[pool];
        uint256 pairAmount = pairShare(held, amount);
        uint256 penalty = state.penalty(held, amount);

        // Effect
        Position rest = held.withAmounts(held.amount() - amount, held.pairAmount() - pairAmount);
        Change memory change = _replace(pool, position, held, rest, penalty, true);
        emit Unstaked(pool, msg.sender, position, amount, pairAmount, penalty, change.weight);

        // Interaction
        if (amount != penalty) _stakeToken(pool).pay(to, amount - penalty);
        if (pairAmount != 0) state.pairToken.pay(to, pairAmount);
    }

    /// @dev Puts `rest` in the place of the caller's position `held`, takes the weight between them out of the pool and
    /// streams the penalty.
    /// @param keepsReward whether the account's unpaid reward stays its own; otherwise the calling function pays or forfeits it
    function _replace(uint256 pool, uint256 position, Position held, Position rest, uint256 penalty, bool keepsReward)
        private
        returns (Change memory change)
    {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        Account storage account = state.accounts[msg.sender];
        account.setPosition(stream, position, rest);
        Stake before = account.stake;
        // `rest` weighs no more than `held`, which is part of the account's
        Stake next = before.withoutBase(held.base() - rest.base());
        change = state.updateWeight(account, stream, before, next, keepsReward);
        if (penalty != 0) change.stream = state.addToStream(change.stream, penalty);
        _logStream(pool, stream, change.stream);
    }

    function exit(uint256 pool, uint256 position, address to) external nonReentrant {
        // Check
        _requireRecipient(to);
        Position held = _unlockedPosition(pool, position);

        // Effect
        Change memory change = _replace(pool, position, held, NO_POSITION, 0, false);
        uint256 amount = held.amount();
        emit Exited(pool, msg.sender, position, amount, held.pairAmount(), change.reward, change.weight);

        // Interaction
        address stakeToken = _stakeToken(pool);
        if (change.reward != 0) {
            address rewardToken = change.stream.rewardToken();
            if (rewardToken == stakeToken) amount += change.reward;
            else rewardToken.pay(to, change.reward);
        }
        if (amount != 0) stakeToken.pay(to, amount);
        if (held.pairAmount() != 0) _pools[pool].pairToken.pay(to, held.pairAmount());
    }

    function withdrawPrincipal(uint256 pool, uint256 position, address to) external nonReentrant {
        // Check
        _requireRecipient(to);
        Position held = _unlockedPosition(pool, position);
        uint256 amount = held.amount();
        uint256 pairAmount = held.pairAmount();

        // Effect
        Pool storage state = _pools[pool];
        Change memory change = _replace(pool, position, held, NO_POSITION, 0, false);
        if (change.reward != 0) {
            state.undistributed += uint128(change.reward);
            emit Forfeited(pool, msg.sender, change.reward);
        }

        // Interaction, each token on its own; one that refuses stays recorded, without weight
        bool refused = _stakeToken(pool).refusesToPay(to, amount);
        bool pairRefused = pairAmount != 0 && state.pairToken.refusesToPay(to, pairAmount);
        if (refused || pairRefused) {
            Position rest =
                newPosition(refused ? amount : 0, pairRefused ? pairAmount : 0, held.unlockAt(), held.tier(), 0);
            amount -= rest.amount();
            pairAmount -= rest.pairAmount();
            // Always so in a plain pool, whose words know no position without weight
            if (amount | pairAmount == 0) revert StakingPools_PrincipalRefused(pool, position);
            state.accounts[msg.sender].setPosition(change.stream, position, rest);
        }
        emit Unstaked(pool, msg.sender, position, amount, pairAmount, 0, change.weight);
    }

    /// @return held the caller's position of that number; reverts if there is none or its lock has not ended
    function _unlockedPosition(uint256 pool, uint256 position) private view returns (Position held) {
        held = _openPosition(pool, msg.sender, position);
        if (block.timestamp < held.unlockAt()) revert StakingPools_PositionLocked(position, held.unlockAt());
    }

    // ---------------------------------------------------------------------------------------------------------- rewards

    function claim(uint256 pool, address to) external nonReentrant returns (uint256 amount) {
        _requireRecipient(to);
        return _claim(pool, msg.sender, to);
    }

    function claimMany(uint256[] calldata pools, address to) external nonReentrant returns (uint256[] memory amounts) {
        _requireRecipient(to);
        amounts = new uint256[](pools.length);
        for (uint256 i = 0; i < pools.length; ++i) {
            amounts[i] = _claim(pools[i], msg.sender, to);
        }
    }

    function claimFor(uint256 pool, address account) external nonReentrant returns (uint256 amount) {
        return _claim(pool, account, account);
    }

    function _claim(uint256 pool, address account, address to) private returns (uint256 amount) {
        // Check
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        if (!stream.has(EXISTS)) revert StakingPools_PoolUnknown(pool);

        // Effect
        amount = _takeReward(pool, state, stream, account);

        // Interaction
        if (amount != 0) stream.rewardToken().pay(to, amount);
    }

    /// @dev Records all the account has earned as paid. @return amount wei of the reward token
    function _takeReward(uint256 pool, Pool storage state, Stream stream, address owner_)
        private
        returns (uint256 amount)
    {
        Account storage account = state.accounts[owner_];
        Stake held = account.stake;
        amount = held.pending(state.rewardPerWeightNow(stream));
        if (amount == 0) return 0;
        account.stake = held.paid(amount);
        emit Claimed(pool, owner_, amount);
    }

    function fund(uint256 pool, uint256 amount) external nonReentrant {
        // Check
        Pool storage state = _existing(pool);

        // Interaction, first because what arrives is what is streamed
        amount = state.stream.rewardToken().receiveFromCaller(amount);

        // Effect
        Stream stream = state.addToStream(state.updateReward(), amount);
        if (stream.end() <= currentTime()) revert StakingPools_FundingTooSmall(state.undistributed);
        emit Funded(pool, msg.sender, amount, stream.rate() * RATE_UNIT, stream.end());
    }

    function syncBoost(uint256 pool, address owner_) external nonReentrant {
        Pool storage state = _existing(pool);
        Account storage account = state.accounts[owner_];
        Stream stream = state.stream;

        // Check
        if (!stream.has(BOOSTED)) revert StakingPools_PoolNotBoosted(pool);
        Stake held = account.stake;
        uint256 boost = BoostReading.read(state.boostSource, owner_, held.boostBps());
        if (boost == held.boostBps()) return; // a settlement rounds; nobody may make the account pay that for nothing

        // Effect
        Change memory change = state.updateWeight(account, stream, held, held.withBoost(boost), true);
        _logStream(pool, stream, change.stream);
        emit BoostSynced(pool, owner_, boost, change.weight);
    }

    /// @dev After everything but a funding that changed the stream.
    function _logStream(uint256 pool, Stream before, Stream stream) private {
        if (stream.equals(before)) return;
        emit StreamUpdated(pool, stream.rate() * RATE_UNIT, stream.end());
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    function createPool(PoolConfiguration calldata configuration) external onlyOwner returns (uint256 pool) {
        // Check
        uint256 flags = PoolRules.check(configuration);
        // Effect
        pool = ((_poolIds.length + 1) << 160) | uint160(configuration.stakeToken);
        _poolIds.push(pool);
        Pool storage state = _pools[pool];
        state.stream = newStream(configuration.rewardToken, flags);
        state.rewardDuration = configuration.rewardDuration;
        state.pairToken = configuration.pairToken;
        state.pairRatio = uint96(configuration.pairRatio);
        state.boostSource = configuration.boostSource;
        for (uint256 i = 0; i < configuration.tiers.length; ++i) {
            state.tiers[i] = configuration.tiers[i];
        }
        emit PoolCreated(pool, configuration);
    }

    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    function pauseStaking(uint256 pool) external {
        // Check
        bool byOwner = msg.sender == owner();
        if (!byOwner && msg.sender != guardian) revert StakingPools_CallerNotGuardian(msg.sender);
        // Effect
        Pool storage state = _existing(pool);
        _pauseChanged(pool, state, state.pause.start(byOwner));
    }

    function unpauseStaking(uint256 pool) external onlyOwner {
        Pool storage state = _existing(pool);
        state.pause.lift();
        _pauseChanged(pool, state, 0);
    }

    /// @dev Not in the middle of a call that holds the stream in hand.
    function _pauseChanged(uint256 pool, Pool storage state, uint256 until) private nonReentrant {
        state.stream = state.stream.withPaused(until != 0);
        emit StakingPauseSet(pool, until);
    }

    function _setGuardian(address guardian_) private {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    /// @dev The zero address and this contract could never take out what they were given.
    function _requireRecipient(address to) private view {
        if (to == address(0) || to == address(this)) revert StakingPools_RecipientRefused(to);
    }
}
