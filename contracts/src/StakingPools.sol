// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {StakingPoolsViews} from "./StakingPoolsViews.sol";
import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {BoostReading} from "./libraries/BoostReading.sol";
import {PoolRules} from "./libraries/PoolRules.sol";
import {PoolTerms} from "./libraries/PoolTerms.sol";
import {RewardAccounting} from "./libraries/RewardAccounting.sol";
import {Tokens} from "./libraries/Tokens.sol";
import {currentTime} from "./types/Clock.sol";
import {GuardianPause} from "./types/GuardianPause.sol";
import {Account, Pool, Slot} from "./types/Pool.sol";
import {NO_POSITION, Position, newPosition} from "./types/Position.sol";
import {FIRST_GIFT} from "./types/PositionWord.sol";
import {Stake} from "./types/Stake.sol";
import {BOOSTED, EXISTS, PAIRED, PAUSED, Stream, newStream} from "./types/Stream.sol";
import {TierTable} from "./types/TierTable.sol";
import {RATE_UNIT, WEIGHT_UNIT} from "./types/Units.sol";

/// @title Staking pools
/// @notice See `IStakingPools` for what each function does. What the roles cannot do: neither the owner nor the
/// guardian can move, lock or lower anybody's principal or earned rewards, change a pool's terms, or stop anyone from
/// leaving or claiming. The owner makes pools, names the guardian, pauses new stakes and lifts pauses; the guardian
/// pauses new stakes, no more. The owner hands its role on in two steps or renounces it: then no pool is made any more,
/// every pause ends by itself, and all else goes on.
/// @dev A pool's `Accrual` holds what one unit of weight has earned so far; an account's `Stake` holds how much of that is
/// not its own or was paid. Principal is never derived from rewards: a position is paid what it recorded, rewards
/// are paid what was funded, so a pool whose reward token is its stake token (or another pool's) cannot eat principal.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract StakingPools is StakingPoolsViews, Ownable2Step, ReentrancyGuardTransient {
    using PoolTerms for Pool;
    using PoolTerms for Position;
    using RewardAccounting for Pool;
    using Tokens for address;

    /// @inheritdoc IStakingPools
    address public guardian;

    constructor(address owner_, address guardian_) Ownable(owner_) {
        _setGuardian(guardian_);
    }

    // ---------------------------------------------------------------------------------------------------------- staking

    /// @inheritdoc IStakingPools
    function stake(uint256 pool, uint256 amount, uint256 tier, address inviter)
        external
        nonReentrant
        returns (uint256 number)
    {
        return _stake(pool, msg.sender, amount, tier, inviter, false);
    }

    /// @inheritdoc IStakingPools
    function stakeWithPermit(
        uint256 pool,
        uint256 amount,
        uint256 tier,
        address inviter,
        Permit calldata stakePermit,
        Permit calldata pairPermit
    ) external nonReentrant returns (uint256 number) {
        _stakeToken(pool).permit(amount, stakePermit);
        if (pairPermit.deadline != 0) _existing(pool).pairToken.permit(pairAmountFor(pool, amount), pairPermit);
        return _stake(pool, msg.sender, amount, tier, inviter, false);
    }

    /// @inheritdoc IStakingPools
    function stakeFor(uint256 pool, address account, uint256 amount, uint256 tier)
        external
        nonReentrant
        returns (uint256 number)
    {
        if (_isLost(account)) revert StakingPools_RecipientRefused(account);
        return _stake(pool, account, amount, tier, address(0), true);
    }

    function _stake(uint256 pool, address account, uint256 amount, uint256 tier, address inviter, bool gift)
        private
        returns (uint256 number)
    {
        // Check
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        if (!stream.takesStakes()) stream = _withoutEndedPause(pool, state, stream);

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        Position opened = _receivePosition(state, stream, _stakeToken(pool), amount, tier);

        // Effect
        uint256 weight;
        Stream next;
        (number, weight, next) = _open(state, stream, account, opened, gift);
        if (!next.equals(stream)) _logStream(pool, next);
        emit Staked(pool, account, number, opened.amount(), opened.pairAmount(), tier, weight, inviter);
    }

    /// @inheritdoc IStakingPools
    function compound(uint256 pool) external nonReentrant returns (uint256 number, uint256 amount) {
        // Check
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        if (!stream.takesStakes()) stream = _withoutEndedPause(pool, state, stream);
        (uint256 tier, bool found) = state.flexibleTier(stream);
        if (!found || stream.has(PAIRED) || stream.rewardToken() != _stakeToken(pool)) {
            revert StakingPools_CompoundNotOffered(pool);
        }

        // Effect: the reward stays in the contract, as principal
        amount = _takeReward(pool, state, stream, msg.sender);
        (uint256 unlockAt, uint256 multiplierBps) = state.ofTier(stream, tier);
        Position opened = newPosition(amount, 0, unlockAt, tier, multiplierBps);
        (uint256 number_, uint256 weight, Stream next) = _open(state, stream, msg.sender, opened, false);
        if (!next.equals(stream)) _logStream(pool, next);
        number = number_;
        emit Staked(pool, msg.sender, number, amount, 0, tier, weight, address(0));
    }

    /// @dev Reverts where there is no pool or a pause is running.
    /// @return next the stream without the flag of a pause that has ended
    function _withoutEndedPause(uint256 pool, Pool storage state, Stream stream) private returns (Stream next) {
        if (!stream.has(EXISTS)) revert StakingPools_PoolUnknown(pool);
        uint256 until = state.pause.runningUntil();
        if (until != 0) revert StakingPools_StakingPaused(pool, until);
        state.stream = next = stream.withFlag(PAUSED, false);
    }

    /// @dev Takes in what the caller stakes. @return what arrived, on the terms of `tier`
    function _receivePosition(Pool storage state, Stream stream, address stakeToken, uint256 amount, uint256 tier)
        private
        returns (Position)
    {
        (uint256 unlockAt, uint256 multiplierBps) = state.ofTier(stream, tier);
        amount = stakeToken.receiveFromCaller(amount);
        uint256 pairAmount = stream.has(PAIRED) ? _receivePair(state, amount) : 0;
        return newPosition(amount, pairAmount, unlockAt, tier, multiplierBps);
    }

    function _receivePair(Pool storage state, uint256 amount) private returns (uint256 received) {
        uint256 required = state.pairFor(amount);
        received = state.pairToken.receiveFromCaller(required);
        if (received < required) revert StakingPools_PairAmountShort(required, received);
    }

    /// @dev Records the new position of `owner_` and adds its weight to the pool, from now on.
    /// @return number the position's
    /// @return weight the account's, wei
    /// @return the pool's stream
    function _open(Pool storage state, Stream stream, address owner_, Position opened, bool gift)
        private
        returns (uint256 number, uint256 weight, Stream)
    {
        uint256 units = opened.base();
        if (units == 0) revert StakingPools_AmountTooSmall(opened.amount());
        Account storage account = state.accounts[owner_];
        Stake held = account.stake;
        number = gift ? FIRST_GIFT + held.gifts() : held.positions();
        {
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);
            slot.word = slot.word.store(offset, opened);
        }
        (weight, stream) =
            state.increaseWeight(account, stream, held, gift ? held.withGift(units) : held.withPosition(units));
        return (number, weight, stream);
    }

    // ---------------------------------------------------------------------------------------------------------- leaving

    /// @inheritdoc IStakingPools
    function unstake(uint256 pool, uint64 number, uint256 amount, address to) external nonReentrant {
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        Account storage account = state.accounts[msg.sender];
        Position held;
        Position rest;
        {
            // Check
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);
            held = _unlocked(slot.word.load(offset), pool, number);
            rest = held.minus(amount, held.pairShare(amount));

            // Effect
            slot.word = slot.word.store(offset, rest);
        }
        (uint256 weight,, Stream next) = state.decreaseWeight(account, stream, held, rest, true);
        if (!next.equals(stream)) _logStream(pool, next);
        uint256 pairAmount;
        unchecked {
            pairAmount = held.pairAmount() - rest.pairAmount();
        }
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);

        // Interaction
        if (amount != 0) _stakeToken(pool).pay(to, amount);
        if (pairAmount != 0) state.pairToken.pay(to, pairAmount);
    }

    /// @inheritdoc IStakingPools
    function exit(uint256 pool, uint64 number, address to) external nonReentrant {
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        _exit(pool, number, to);
    }

    /// @inheritdoc IStakingPools
    function exitMany(PositionId[] calldata positions, address to) external nonReentrant {
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        for (uint256 i = 0; i < positions.length; ++i) {
            (uint256 pool, uint256 number) = (positions[i].pool, positions[i].position);
            if (!_hasLeft(pool, number)) _exit(pool, number, to);
        }
    }

    function _exit(uint256 pool, uint256 number, address to) private {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        Position held;
        uint256 weight;
        uint256 reward;
        {
            // Check
            Account storage account = state.accounts[msg.sender];
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);
            held = _unlocked(slot.word.load(offset), pool, number);

            // Effect
            slot.word = slot.word.store(offset, NO_POSITION);
            Stream next;
            (weight, reward, next) = state.decreaseWeight(account, stream, held, NO_POSITION, false);
            if (!next.equals(stream)) _logStream(pool, next);
        }
        uint256 amount = held.amount();
        emit Exited(pool, msg.sender, number, amount, held.pairAmount(), reward, weight);

        // Interaction
        address stakeToken = _stakeToken(pool);
        if (reward != 0) {
            address rewardToken = stream.rewardToken();
            if (rewardToken == stakeToken) amount += reward;
            else rewardToken.pay(to, reward);
        }
        if (amount != 0) stakeToken.pay(to, amount);
        if (held.pairAmount() != 0) state.pairToken.pay(to, held.pairAmount());
    }

    /// @return whether the caller's position was opened once and is gone
    function _hasLeft(uint256 pool, uint256 number) private view returns (bool) {
        Stake held = _pools[pool].accounts[msg.sender].stake;
        bool opened = number < FIRST_GIFT ? number < held.positions() : number - FIRST_GIFT < held.gifts();
        return opened && !_load(pool, msg.sender, number).exists();
    }

    /// @inheritdoc IStakingPools
    function exitEarly(uint256 pool, uint64 number, uint256 amount, address to) external nonReentrant {
        // Check
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        Pool storage state = _pools[pool];
        Position held = _openPosition(pool, msg.sender, number);
        uint256 pairAmount = held.pairShare(amount);
        uint256 penalty = state.penalty(held, amount);

        // Effect
        uint256 weight = _reduceEarly(pool, state, number, held, held.minus(amount, pairAmount), penalty);
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, penalty, weight);

        // Interaction
        if (amount != penalty) _stakeToken(pool).pay(to, amount - penalty);
        if (pairAmount != 0) state.pairToken.pay(to, pairAmount);
    }

    /// @dev Leaves `rest` of the caller's position `held` and streams the penalty.
    /// @return weight the account's from now on, wei
    function _reduceEarly(
        uint256 pool,
        Pool storage state,
        uint256 number,
        Position held,
        Position rest,
        uint256 penalty
    ) private returns (uint256 weight) {
        Stream stream = state.stream;
        Account storage account = state.accounts[msg.sender];
        {
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);
            slot.word = slot.word.store(offset, rest);
        }
        Stream next;
        (weight,, next) = state.decreaseWeight(account, stream, held, rest, true);
        if (penalty != 0) next = state.addToStream(next, penalty);
        if (!next.equals(stream)) _logStream(pool, next);
    }

    /// @inheritdoc IStakingPools
    function withdrawPrincipal(uint256 pool, uint64 number, address to) external nonReentrant {
        // Check
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        (Slot storage slot, uint256 offset) = state.accounts[msg.sender].slotOf(stream, number);
        Position held = _unlocked(slot.word.load(offset), pool, number);
        uint256 amount = held.amount();
        uint256 pairAmount = held.pairAmount();

        // Effect
        slot.word = slot.word.store(offset, NO_POSITION);
        uint256 weight = _forfeit(pool, state, stream, held);

        // Interaction, each token on its own; one that refuses stays recorded, without weight
        bool refused = _stakeToken(pool).refusesToPay(to, amount);
        bool pairRefused = pairAmount != 0 && state.pairToken.refusesToPay(to, pairAmount);
        if (refused || pairRefused) {
            Position rest = held.withoutWeight().withAmounts(refused ? amount : 0, pairRefused ? pairAmount : 0);
            amount -= rest.amount();
            pairAmount -= rest.pairAmount();
            // Always so in a plain pool, whose words know no position without weight
            if (amount | pairAmount == 0) revert StakingPools_PrincipalRefused(pool, number);
            slot.word = slot.word.store(offset, rest);
        }
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);
    }

    /// @dev Takes the weight of the caller's position `held` out of the pool, and keeps the caller's reward for the next
    /// funding. @return weight the account's from now on, wei
    function _forfeit(uint256 pool, Pool storage state, Stream stream, Position held) private returns (uint256 weight) {
        uint256 reward;
        Stream next;
        (weight, reward, next) = state.decreaseWeight(state.accounts[msg.sender], stream, held, NO_POSITION, false);
        if (!next.equals(stream)) _logStream(pool, next);
        if (reward != 0) {
            state.undistributed += uint128(reward);
            emit Forfeited(pool, msg.sender, reward);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- rewards

    /// @inheritdoc IStakingPools
    function claim(uint256 pool, address to) external nonReentrant returns (uint256 amount) {
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        return _claim(pool, msg.sender, to);
    }

    /// @inheritdoc IStakingPools
    function claimMany(uint256[] calldata pools, address to) external nonReentrant returns (uint256[] memory amounts) {
        if (_isLost(to)) revert StakingPools_RecipientRefused(to);
        amounts = new uint256[](pools.length);
        for (uint256 i = 0; i < pools.length; ++i) {
            amounts[i] = _claim(pools[i], msg.sender, to);
        }
    }

    /// @inheritdoc IStakingPools
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

    /// @inheritdoc IStakingPools
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

    /// @inheritdoc IStakingPools
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
        (uint256 weight,, Stream next) = state.updateWeight(account, stream, held, held.withBoost(boost), true);
        if (!next.equals(stream)) _logStream(pool, next);
        emit BoostSynced(pool, owner_, boost, weight);
    }

    /// @dev After everything but a funding that changed the stream.
    function _logStream(uint256 pool, Stream stream) private {
        emit StreamUpdated(pool, stream.rate() * RATE_UNIT, stream.end());
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: adds a pool. Limit: it touches no other, and its terms never change.
    function createPool(PoolConfiguration calldata configuration) external onlyOwner returns (uint256 pool) {
        // Check
        (TierTable tiers, uint256 flags) = PoolRules.check(configuration);
        // Effect
        pool = ((_poolIds.length + 1) << 160) | uint160(configuration.stakeToken);
        _poolIds.push(pool);
        Pool storage state = _pools[pool];
        state.stream = newStream(configuration.rewardToken, flags);
        state.rewardDuration = configuration.rewardDuration;
        state.pairToken = configuration.pairToken;
        state.pairRatio = uint96(configuration.pairRatio);
        state.boostSource = configuration.boostSource;
        state.tiers = tiers;
        emit PoolCreated(pool, configuration);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: says who may pause new stakes. Zero: nobody but the owner. Limit: a guardian can do
    /// nothing else.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the guardian and the owner: stops new stakes of one pool for 7 days. Limit: leaving and claiming go on.
    function pauseStaking(uint256 pool) external {
        // Check
        bool byOwner = msg.sender == owner();
        if (!byOwner && msg.sender != guardian) revert StakingPools_CallerNotGuardian(msg.sender);
        // Effect
        Pool storage state = _existing(pool);
        _setPause(pool, state, state.pause.started(byOwner));
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: lets new stakes of one pool go on. Limit: changes nothing but that.
    function unpauseStaking(uint256 pool) external onlyOwner {
        Pool storage state = _existing(pool);
        _setPause(pool, state, state.pause.lifted());
    }

    /// @dev Not in the middle of a call that holds the stream in hand.
    function _setPause(uint256 pool, Pool storage state, GuardianPause pause) private nonReentrant {
        state.pause = pause;
        state.stream = state.stream.withFlag(PAUSED, pause.running());
        emit StakingPauseSet(pool, pause.until());
    }

    function _setGuardian(address guardian_) private {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    /// @return lost whether nobody could ever take out what the account was given: the zero address, and this contract.
    /// Written without `||`, whose branch would cost 60 gas in every call that withdraws
    function _isLost(address account) private view returns (bool lost) {
        assembly ("memory-safe") {
            lost := or(iszero(account), eq(account, address()))
        }
    }

    /// @return `held`, the caller's position of that number, if it exists and its lock has ended
    function _unlocked(Position held, uint256 pool, uint256 number) private view returns (Position) {
        if (!held.exists()) revert StakingPools_PositionUnknown(pool, msg.sender, number);
        if (block.timestamp < held.unlockAt()) revert StakingPools_PositionLocked(number, held.unlockAt());
        return held;
    }
}
