// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {BoostReading} from "./libraries/BoostReading.sol";
import {Errors} from "./libraries/Errors.sol";
import {PoolRules} from "./libraries/PoolRules.sol";
import {PoolTerms} from "./libraries/PoolTerms.sol";
import {Reckoning} from "./libraries/Reckoning.sol";
import {Tokens} from "./libraries/Tokens.sol";
import {Accrual} from "./types/Accrual.sol";
import {Account, Pool, Slot} from "./types/Pool.sol";
import {NO_POSITION, Position, newPosition} from "./types/Position.sol";
import {Stake} from "./types/Stake.sol";
import {BOOSTED, EXISTS, PAIRED, PAUSED, Stream, newStream} from "./types/Stream.sol";
import {TierTable} from "./types/TierTable.sol";
import {RATE_UNIT, WEIGHT_UNIT} from "./types/Units.sol";

/// @title Staking pools
/// @notice See `IStakingPools` for what each function does. What the roles cannot do: neither the owner nor the
/// guardian can move, lock or lower anybody's principal or earned rewards, change a pool's terms, or stop anyone from
/// leaving or claiming. The owner makes pools, names the guardian, pauses new stakes and lifts pauses; the guardian
/// pauses new stakes, no more. The owner may hand its role on in one step (`transferOwnership`), or renounce it: what
/// is paused then stays closed to new stakes for ever, as does what a guardian still named pauses later, no pool is
/// made any more, and all else goes on.
/// @dev Reckoning. A pool's `Accrual` says what one unit of weight has earned so far; an account's `Stake` says how much of
/// that is not its own or was paid. Principal is never derived from rewards: a position is paid what it recorded, rewards
/// are paid what was funded, so a pool whose reward token is its stake token (or another pool's) cannot eat principal.
/// Tokens whose balances fall by themselves are not supported; fees on transfer, missing or false return values and hooks are.
contract StakingPools is IStakingPools, Ownable, ReentrancyGuardTransient {
    using PoolTerms for Pool;
    using PoolTerms for Position;
    using Reckoning for Pool;
    using Tokens for address;

    /// @inheritdoc IStakingPools
    address public guardian;

    uint256[] private _poolIds;
    /// @dev By pool id: a serial number above the address of the stake token, which thus needs no storage read.
    mapping(uint256 pool => Pool) private _pools;

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
        return _stake(pool, amount, tier, inviter);
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
        return _stake(pool, amount, tier, inviter);
    }

    function _stake(uint256 pool, uint256 amount, uint256 tier, address inviter) private returns (uint256 number) {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;

        // Check
        if (!stream.takesStakes()) {
            if (stream.has(PAUSED)) revert Errors.StakingPools_StakingPaused(pool);
            revert Errors.StakingPools_PoolUnknown(pool);
        }

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        Position opened = _receivePosition(state, stream, _stakeToken(pool), amount, tier);

        // Effect
        uint256 weight;
        (number, weight) = _putIn(state, stream, opened);
        emit Staked(pool, msg.sender, number, opened.amount(), opened.pairAmount(), tier, weight, inviter);
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
        if (received < required) revert Errors.StakingPools_PairAmountShort(required, received);
    }

    /// @dev Records the caller's new position and adds its weight to the pool, now.
    /// @return number the position's
    /// @return weight the account's, wei
    function _putIn(Pool storage state, Stream stream, Position opened)
        private
        returns (uint256 number, uint256 weight)
    {
        uint256 base = opened.base();
        if (base == 0) revert Errors.StakingPools_AmountTooSmall(opened.amount());
        Account storage account = state.accounts[msg.sender];
        Stake held = account.stake;
        number = held.positions();
        {
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);
            slot.word = slot.word.store(offset, opened);
        }
        Stake next = held.withPosition(base);
        if (stream.has(BOOSTED)) {
            next = next.withBoost(BoostReading.read(state.boostSource, msg.sender, held.boostBps()));
        }
        (weight,,) = state.reweigh(account, stream, held, next, true);
    }

    // ---------------------------------------------------------------------------------------------------------- leaving

    /// @inheritdoc IStakingPools
    function unstake(uint256 pool, uint256 number, uint256 amount) external nonReentrant {
        _leave(pool, number, amount, false);
    }

    /// @inheritdoc IStakingPools
    function exit(uint256 pool, uint256 number) external nonReentrant {
        _leave(pool, number, 0, true);
    }

    /// @param exiting whether all of the position leaves, whatever `amount` says, and the reward with it
    function _leave(uint256 pool, uint256 number, uint256 amount, bool exiting) private {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        uint256 pairAmount;
        uint256 weight;
        uint256 reward;
        {
            Account storage account = state.accounts[msg.sender];
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);

            // Check
            Position held = slot.word.load(offset);
            if (!held.exists()) revert Errors.StakingPools_PositionUnknown(pool, msg.sender, number);
            if (block.timestamp < held.unlockAt()) revert Errors.StakingPools_PositionLocked(number, held.unlockAt());
            if (exiting) amount = held.amount();
            pairAmount = held.pairShare(amount);

            // Effect
            Position rest = held.less(amount, pairAmount);
            slot.word = slot.word.store(offset, rest);
            (weight, reward, stream) = state.lighten(account, stream, held, rest, !exiting);
        }
        if (exiting) emit Exited(pool, msg.sender, number, amount, pairAmount, reward, weight);
        else emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);

        // Interaction
        address stakeToken = _stakeToken(pool);
        if (exiting && reward != 0) {
            address rewardToken = stream.rewardToken();
            if (rewardToken == stakeToken) amount += reward;
            else rewardToken.pay(msg.sender, reward);
        }
        if (amount != 0) stakeToken.pay(msg.sender, amount);
        if (pairAmount != 0) state.pairToken.pay(msg.sender, pairAmount);
    }

    /// @inheritdoc IStakingPools
    function exitEarly(uint256 pool, uint256 number, uint256 amount) external nonReentrant {
        Pool storage state = _pools[pool];
        uint256 pairAmount;
        uint256 penalty;
        uint256 weight;
        {
            Stream stream = state.stream;
            Account storage account = state.accounts[msg.sender];
            (Slot storage slot, uint256 offset) = account.slotOf(stream, number);

            // Check
            Position held = slot.word.load(offset);
            if (!held.exists()) revert Errors.StakingPools_PositionUnknown(pool, msg.sender, number);
            pairAmount = held.pairShare(amount);
            penalty = state.penalty(held, amount);

            // Effect
            Position rest = held.less(amount, pairAmount);
            slot.word = slot.word.store(offset, rest);
            (weight,, stream) = state.lighten(account, stream, held, rest, true);
            if (penalty != 0) state.extend(stream, penalty);
        }
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, penalty, weight);

        // Interaction
        if (amount != penalty) _stakeToken(pool).pay(msg.sender, amount - penalty);
        if (pairAmount != 0) state.pairToken.pay(msg.sender, pairAmount);
    }

    /// @inheritdoc IStakingPools
    function withdrawPrincipal(uint256 pool, uint256 number) external nonReentrant {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        (Slot storage slot, uint256 offset) = state.accounts[msg.sender].slotOf(stream, number);

        // Check
        Position held = slot.word.load(offset);
        if (!held.exists()) revert Errors.StakingPools_PositionUnknown(pool, msg.sender, number);
        if (block.timestamp < held.unlockAt()) revert Errors.StakingPools_PositionLocked(number, held.unlockAt());
        uint256 amount = held.amount();
        uint256 pairAmount = held.pairAmount();

        // Effect
        slot.word = slot.word.store(offset, NO_POSITION);
        uint256 weight = _forfeit(pool, state, stream, held);

        // Interaction, each token on its own; one that refuses stays recorded, without weight
        bool refused = _stakeToken(pool).refusesToPayCaller(amount);
        bool pairRefused = pairAmount != 0 && state.pairToken.refusesToPayCaller(pairAmount);
        if (refused || pairRefused) {
            Position rest = held.withoutWeight().withAmounts(refused ? amount : 0, pairRefused ? pairAmount : 0);
            amount -= rest.amount();
            pairAmount -= rest.pairAmount();
            // Always so in a plain pool, whose words know no position without weight
            if (amount | pairAmount == 0) revert Errors.StakingPools_PrincipalRefused(pool, number);
            slot.word = slot.word.store(offset, rest);
        }
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);
    }

    /// @dev Takes the weight of the caller's position `held` out of the pool, and keeps the caller's reward for the next
    /// funding. @return weight the account's from now on, wei
    function _forfeit(uint256 pool, Pool storage state, Stream stream, Position held) private returns (uint256 weight) {
        uint256 reward;
        (weight, reward,) = state.lighten(state.accounts[msg.sender], stream, held, NO_POSITION, false);
        if (reward != 0) {
            state.undistributed += uint128(reward);
            emit Forfeited(pool, msg.sender, reward);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- rewards

    /// @inheritdoc IStakingPools
    function claim(uint256 pool) external returns (uint256 amount) {
        return claimFor(pool, msg.sender);
    }

    /// @inheritdoc IStakingPools
    function claimFor(uint256 pool, address account) public nonReentrant returns (uint256 amount) {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;
        Account storage owner_ = state.accounts[account];
        Stake held = owner_.stake;

        // Check
        if (!stream.has(EXISTS)) revert Errors.StakingPools_PoolUnknown(pool);
        amount = held.pending(state.accumulatorNow(stream));
        if (amount == 0) return 0;

        // Effect
        owner_.stake = held.paid(amount);
        emit Claimed(pool, account, amount);

        // Interaction
        stream.rewardToken().pay(account, amount);
    }

    /// @inheritdoc IStakingPools
    function fund(uint256 pool, uint256 amount) external nonReentrant {
        // Check
        Pool storage state = _existing(pool);

        // Interaction, first because what arrives is what is streamed
        amount = state.stream.rewardToken().receiveFromCaller(amount);

        // Effect
        Stream stream = state.extend(state.accrue(), amount);
        if (stream.end() <= block.timestamp) revert Errors.StakingPools_FundingTooSmall(state.undistributed);
        emit Funded(pool, msg.sender, amount, stream.rate() * RATE_UNIT, stream.end());
    }

    /// @inheritdoc IStakingPools
    function syncBoost(uint256 pool, address owner_) external nonReentrant {
        Pool storage state = _existing(pool);
        Account storage account = state.accounts[owner_];
        Stream stream = state.stream;

        // Check
        if (!stream.has(BOOSTED)) revert Errors.StakingPools_PoolNotBoosted(pool);
        Stake held = account.stake;
        uint256 boost = BoostReading.read(state.boostSource, owner_, held.boostBps());
        if (boost == held.boostBps()) return; // a settlement rounds; nobody may make the account pay that for nothing

        // Effect
        (uint256 weight,,) = state.reweigh(account, stream, held, held.withBoost(boost), true);
        emit BoostSynced(pool, owner_, boost, weight);
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
    /// @dev Power of the guardian and the owner: stops new stakes of one pool. Limit: leaving and claiming go on.
    function pauseStaking(uint256 pool) external {
        // Check
        if (msg.sender != guardian && msg.sender != owner()) revert Errors.StakingPools_CallerNotGuardian(msg.sender);
        // Effect
        _setPaused(pool, true);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: lets new stakes of one pool go on. Limit: changes nothing but that.
    function unpauseStaking(uint256 pool) external onlyOwner {
        _setPaused(pool, false);
    }

    function _setPaused(uint256 pool, bool paused) private {
        Pool storage state = _existing(pool);
        state.stream = state.stream.withFlag(PAUSED, paused);
        emit StakingPauseSet(pool, paused);
    }

    function _setGuardian(address guardian_) private {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    // ----------------------------------------------------------------------------------------------------------- views

    /// @inheritdoc IStakingPools
    function poolCount() external view returns (uint256) {
        return _poolIds.length;
    }

    /// @inheritdoc IStakingPools
    function poolAt(uint256 index) external view returns (uint256 pool) {
        return _poolIds[index];
    }

    /// @inheritdoc IStakingPools
    function poolConfiguration(uint256 pool) external view returns (PoolConfiguration memory) {
        Pool storage state = _existing(pool);
        TierTable table = state.tiers;
        Tier[] memory tiers = new Tier[](table.count());
        for (uint256 i = 0; i < tiers.length; ++i) {
            tiers[i] = table.terms(i);
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

    /// @inheritdoc IStakingPools
    function poolState(uint256 pool) external view returns (PoolState memory) {
        Pool storage state = _existing(pool);
        Accrual accrual = state.accrual;
        Stream stream = state.stream;
        if (accrual.totalWeight() == 0) stream = Reckoning.movedEnd(accrual, stream);
        return PoolState({
            totalWeight: accrual.totalWeight() * WEIGHT_UNIT,
            rewardRate: stream.rate() * RATE_UNIT,
            rewardEnd: stream.end(),
            undistributed: state.undistributed,
            lastUpdate: accrual.lastUpdate(),
            stakingPaused: stream.has(PAUSED)
        });
    }

    /// @inheritdoc IStakingPools
    function accountState(uint256 pool, address account) external view returns (AccountState memory) {
        Stake held = _existing(pool).accounts[account].stake;
        return AccountState({
            weight: held.weight() * WEIGHT_UNIT,
            boostBps: held.boostBps(),
            positionCount: held.positions(),
            earned: earned(pool, account)
        });
    }

    /// @inheritdoc IStakingPools
    function earned(uint256 pool, address account) public view returns (uint256) {
        Pool storage state = _existing(pool);
        return state.accounts[account].stake.pending(state.accumulatorNow(state.stream));
    }

    /// @inheritdoc IStakingPools
    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open)
    {
        Pool storage state = _existing(pool);
        Stream stream = state.stream;
        Account storage owner_ = state.accounts[account];
        uint256 count = owner_.stake.positions();
        if (from > count) from = count;
        if (limit > count - from) limit = count - from;
        open = new PositionView[](limit);
        uint256 found;
        for (uint256 number = from; number < from + limit; ++number) {
            (Slot storage slot, uint256 offset) = owner_.slotOf(stream, number);
            Position held = slot.word.load(offset);
            if (held.exists()) open[found++] = _view(number, held);
        }
        assembly ("memory-safe") {
            mstore(open, found)
        }
    }

    /// @inheritdoc IStakingPools
    function position(uint256 pool, address account, uint256 number) external view returns (PositionView memory) {
        return _view(number, _open(pool, account, number));
    }

    /// @inheritdoc IStakingPools
    function earlyExitPenalty(uint256 pool, address account, uint256 number, uint256 amount)
        external
        view
        returns (uint256)
    {
        Position held = _open(pool, account, number);
        held.pairShare(amount);
        return _pools[pool].penalty(held, amount);
    }

    /// @inheritdoc IStakingPools
    function pairAmountFor(uint256 pool, uint256 amount) public view returns (uint256) {
        return _existing(pool).pairFor(amount);
    }

    function _view(uint256 number, Position held) private pure returns (PositionView memory) {
        return PositionView({
            position: number,
            amount: held.amount(),
            pairAmount: held.pairAmount(),
            tier: held.tier(),
            unlockAt: held.unlockAt()
        });
    }

    function _stakeToken(uint256 pool) private pure returns (address) {
        return address(uint160(pool));
    }

    function _existing(uint256 pool) private view returns (Pool storage state) {
        state = _pools[pool];
        if (!state.stream.has(EXISTS)) revert Errors.StakingPools_PoolUnknown(pool);
    }

    function _open(uint256 pool, address account, uint256 number) private view returns (Position held) {
        Pool storage state = _pools[pool];
        (Slot storage slot, uint256 offset) = state.accounts[account].slotOf(state.stream, number);
        held = slot.word.load(offset);
        if (!held.exists()) revert Errors.StakingPools_PositionUnknown(pool, account, number);
    }
}
