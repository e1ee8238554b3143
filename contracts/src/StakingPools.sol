// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {BoostReading} from "./libraries/BoostReading.sol";
import {Errors} from "./libraries/Errors.sol";
import {PoolRules} from "./libraries/PoolRules.sol";
import {Accrual} from "./types/Accrual.sol";
import {Position, newPosition} from "./types/Position.sol";
import {Stake} from "./types/Stake.sol";
import {BOOSTED, EXISTS, MAXIMUM_RATE, PAIRED, PAUSED, Stream, TIERED, newStream} from "./types/Stream.sol";
import {TierTable} from "./types/TierTable.sol";
import {BPS, MAXIMUM_BALANCE, RATE_UNIT, WEIGHT_UNIT} from "./types/Units.sol";

/// @title Staking pools
/// @notice See `IStakingPools` for what each function does. What the roles cannot do: neither the owner nor the guardian
/// can move, lock or lower anybody's principal or earned rewards, change a pool's terms, or stop anyone from leaving or
/// claiming. The owner makes pools, names the guardian and lifts pauses; the guardian pauses new stakes, no more.
/// @dev Reckoning. A pool's `Accrual` says what one unit of weight has earned so far; an account's `Stake` says how much of
/// that is not its own or was paid. Principal is never derived from rewards: a position is paid what it recorded, rewards
/// are paid what was funded, so a pool whose reward token is its stake token (or another pool's) cannot eat principal.
/// Tokens whose balances fall by themselves are not supported; fees on transfer, missing or false return values and hooks are.
contract StakingPools is IStakingPools, Ownable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev `undistributed`: wei held back for the next funding. `rewardDuration`: seconds over which a funding streams.
    struct Reserve {
        uint128 undistributed;
        uint32 rewardDuration;
    }

    struct Pool {
        Accrual accrual;
        Stream stream;
        Reserve reserve;
        address pairToken;
        uint96 pairRatio;
        address boostSource;
        TierTable tiers;
        mapping(address account => Account) accounts;
    }

    struct Account {
        Stake stake;
        mapping(uint256 number => Position) positions;
    }

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
        _permit(_stakeToken(pool), amount, stakePermit);
        if (pairPermit.deadline != 0) _permit(_existing(pool).pairToken, pairAmountFor(pool, amount), pairPermit);
        return _stake(pool, amount, tier, inviter);
    }

    function _stake(uint256 pool, uint256 amount, uint256 tier, address inviter) private returns (uint256 number) {
        Pool storage state = _pools[pool];
        Stream stream = state.stream;

        // Check
        if (!stream.has(EXISTS)) revert Errors.StakingPools_PoolUnknown(pool);
        if (stream.has(PAUSED)) revert Errors.StakingPools_StakingPaused(pool);

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        Position opened = _receivePosition(state, stream, _stakeToken(pool), amount, tier);

        // Effect
        uint256 weight;
        (number, weight) = _putIn(state, stream, opened);
        emit Staked(pool, msg.sender, number, opened.amount(), opened.pairAmount(), tier, weight, inviter);
    }

    /// @dev Takes in what the caller stakes. @return opened what arrived, on the terms of `tier`
    function _receivePosition(Pool storage state, Stream stream, address stakeToken, uint256 amount, uint256 tier)
        private
        returns (Position opened)
    {
        (uint256 unlockAt, uint256 multiplierBps) = _terms(state, stream, tier);
        amount = _receive(stakeToken, amount);
        uint256 pairAmount = stream.has(PAIRED) ? _receivePair(state, amount) : 0;
        opened = newPosition(amount, pairAmount, unlockAt, tier, multiplierBps);
        if (opened.base() == 0) revert Errors.StakingPools_AmountTooSmall(amount);
    }

    /// @dev Records the caller's new position and adds its weight to the pool, now.
    /// @return number the position's
    /// @return weight the account's, wei
    function _putIn(Pool storage state, Stream stream, Position opened)
        private
        returns (uint256 number, uint256 weight)
    {
        Account storage account = state.accounts[msg.sender];
        Stake held = account.stake;
        Stake next = held.withPositionAdded().withBase(held.base() + opened.base());
        if (stream.has(BOOSTED)) {
            next = next.withBoost(BoostReading.read(state.boostSource, msg.sender, held.boostBps()));
        }
        number = held.positions();
        account.positions[number] = opened;
        (Accrual accrual,) = _accrued(state, stream);
        weight = _reweigh(state, account, accrual, held, next, held.pending(accrual.accumulator()));
    }

    /// @return unlockAt unix seconds
    function _terms(Pool storage state, Stream stream, uint256 tier)
        private
        view
        returns (uint256 unlockAt, uint256 multiplierBps)
    {
        if (!stream.has(TIERED)) {
            if (tier != 0) revert Errors.StakingPools_TierUnknown(tier, 1);
            return (block.timestamp, BPS);
        }
        Tier memory terms = state.tiers.terms(tier);
        return (block.timestamp + terms.duration, terms.multiplierBps);
    }

    // ---------------------------------------------------------------------------------------------------------- leaving

    /// @inheritdoc IStakingPools
    function unstake(uint256 pool, uint256 number, uint256 amount) external nonReentrant {
        _leave(pool, number, amount, false);
    }

    /// @inheritdoc IStakingPools
    function exit(uint256 pool, uint256 number) external nonReentrant {
        _leave(pool, number, _pools[pool].accounts[msg.sender].positions[number].amount(), true);
    }

    function _leave(uint256 pool, uint256 number, uint256 amount, bool claiming) private {
        Pool storage state = _pools[pool];

        // Check
        Position held = _unlocked(pool, number);
        uint256 pairAmount = _pairShare(held, amount);

        // Effect
        (uint256 weight, uint256 reward, Stream stream) = _takeOut(state, number, held, amount, pairAmount, !claiming);
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);

        // Interaction
        _pay(_stakeToken(pool), amount);
        if (pairAmount != 0) _pay(state.pairToken, pairAmount);
        if (claiming && reward != 0) {
            emit Claimed(pool, msg.sender, reward);
            _pay(stream.rewardToken(), reward);
        }
    }

    /// @inheritdoc IStakingPools
    function exitEarly(uint256 pool, uint256 number, uint256 amount) external nonReentrant {
        Pool storage state = _pools[pool];

        // Check
        Position held = _open(pool, msg.sender, number);
        uint256 pairAmount = _pairShare(held, amount);
        uint256 penalty = _penalty(state, held, amount);

        // Effect
        (uint256 weight,, Stream stream) = _takeOut(state, number, held, amount, pairAmount, true);
        if (penalty != 0) state.stream = _extended(state, stream, penalty);
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, penalty, weight);

        // Interaction
        _pay(_stakeToken(pool), amount - penalty);
        if (pairAmount != 0) _pay(state.pairToken, pairAmount);
    }

    /// @inheritdoc IStakingPools
    function withdrawPrincipal(uint256 pool, uint256 number) external nonReentrant {
        Pool storage state = _pools[pool];

        // Check
        Position held = _unlocked(pool, number);
        uint256 amount = held.amount();
        uint256 pairAmount = held.pairAmount();

        // Effect
        (uint256 weight, uint256 reward,) = _takeOut(state, number, held, amount, pairAmount, false);
        if (reward != 0) {
            state.reserve.undistributed += uint128(reward);
            emit Forfeited(pool, msg.sender, reward);
        }

        // Interaction, each token on its own; one that refuses stays recorded, without weight
        bool refused = amount != 0 && !IERC20(_stakeToken(pool)).trySafeTransfer(msg.sender, amount);
        bool pairRefused = pairAmount != 0 && !IERC20(state.pairToken).trySafeTransfer(msg.sender, pairAmount);
        if (refused || pairRefused) {
            Position rest = held.withoutWeight().withAmounts(refused ? amount : 0, pairRefused ? pairAmount : 0);
            state.accounts[msg.sender].positions[number] = rest;
            amount -= rest.amount();
            pairAmount -= rest.pairAmount();
            if (amount | pairAmount == 0) revert Errors.StakingPools_PrincipalRefused(pool, number);
        }
        emit Unstaked(pool, msg.sender, number, amount, pairAmount, 0, weight);
    }

    /// @dev Takes `amount` and `pairAmount` out of the caller's position and their weight out of the pool, now.
    /// @param keeping whether the account's unpaid reward stays its own; else the caller of this deals with it
    /// @return weight the account's, wei
    /// @return reward what was unpaid, wei
    /// @return stream the pool's, accrued to now
    function _takeOut(
        Pool storage state,
        uint256 number,
        Position held,
        uint256 amount,
        uint256 pairAmount,
        bool keeping
    ) private returns (uint256 weight, uint256 reward, Stream stream) {
        Account storage account = state.accounts[msg.sender];
        Position rest = held.withAmounts(held.amount() - amount, held.pairAmount() - pairAmount);
        account.positions[number] = rest;

        Accrual accrual;
        (accrual, stream) = _accrued(state, state.stream);
        Stake before = account.stake;
        reward = before.pending(accrual.accumulator());
        Stake next = before.withBase(before.base() - held.base() + rest.base());
        weight = _reweigh(state, account, accrual, before, next, keeping ? reward : 0);
    }

    /// @dev Wei of the pair token that leave with `amount`: all with the last, else in proportion, rounded down.
    function _pairShare(Position held, uint256 amount) private pure returns (uint256) {
        if (amount == held.amount()) return held.pairAmount();
        if (amount == 0 || amount > held.amount()) revert Errors.StakingPools_AmountOutOfRange(amount, held.amount());
        return held.pairAmount() * amount / held.amount();
    }

    /// @dev Wei withheld from `amount`, rounded down: penalty × what is left of the lock / the lock.
    function _penalty(Pool storage state, Position held, uint256 amount) private view returns (uint256) {
        uint256 unlockAt = held.unlockAt();
        if (block.timestamp >= unlockAt) return 0;
        Tier memory terms = state.tiers.terms(held.tier());
        if (terms.penaltyBps == 0) revert Errors.StakingPools_EarlyExitNotOffered(held.tier());
        return amount * terms.penaltyBps * (unlockAt - block.timestamp) / (BPS * terms.duration);
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
        Stake held = state.accounts[account].stake;

        // Check
        if (!stream.has(EXISTS)) revert Errors.StakingPools_PoolUnknown(pool);
        amount = held.pending(_accumulatorNow(state, stream));
        if (amount == 0) return 0;

        // Effect
        state.accounts[account].stake = held.paid(amount);
        emit Claimed(pool, account, amount);

        // Interaction
        IERC20(stream.rewardToken()).safeTransfer(account, amount);
    }

    /// @inheritdoc IStakingPools
    function fund(uint256 pool, uint256 amount) external nonReentrant {
        // Check
        Pool storage state = _existing(pool);

        // Interaction, first because what arrives is what is streamed
        amount = _receive(state.stream.rewardToken(), amount);

        // Effect
        (Accrual accrual, Stream stream) = _accrued(state, state.stream);
        state.accrual = accrual;
        stream = _extended(state, stream, amount);
        if (stream.end() <= block.timestamp) revert Errors.StakingPools_FundingTooSmall(state.reserve.undistributed);
        state.stream = stream;
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

        // Effect
        (Accrual accrual,) = _accrued(state, stream);
        uint256 owed = held.pending(accrual.accumulator());
        uint256 weight = _reweigh(state, account, accrual, held, held.withBoost(boost), owed);
        emit BoostSynced(pool, owner_, boost, weight);
    }

    /// @dev The stream with `amount` wei more in it; needs the pool accrued to now. What is left of the stream, what was held
    /// back and what came make the budget. It streams at the running rate, or over the reward duration if that is faster;
    /// what rounding leaves is held back. Since no end lies more than the reward duration ahead, the faster rate never
    /// brings an end forward, and the same rate with a larger budget cannot either.
    /// A budget too small for any rate is held back whole.
    function _extended(Pool storage state, Stream stream, uint256 amount) private returns (Stream) {
        Reserve memory reserve = state.reserve;
        uint256 left = stream.end() > block.timestamp ? stream.end() - block.timestamp : 0;
        uint256 running = left == 0 ? 0 : stream.rate();
        uint256 budget = running * RATE_UNIT * left + reserve.undistributed + amount;

        uint256 rate = Math.min(Math.max(running, budget / (RATE_UNIT * reserve.rewardDuration)), MAXIMUM_RATE);
        uint256 duration = rate == 0 ? 0 : Math.min(reserve.rewardDuration, budget / (rate * RATE_UNIT));
        state.reserve.undistributed = uint128(budget - rate * RATE_UNIT * duration);
        return rate == 0 ? stream : stream.withRate(rate).withEnd(block.timestamp + duration);
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: adds a pool. It touches no other.
    function createPool(PoolConfiguration calldata configuration) external onlyOwner returns (uint256 pool) {
        // Check
        (TierTable tiers, uint256 flags) = PoolRules.check(configuration);
        // Effect
        pool = ((_poolIds.length + 1) << 160) | uint160(configuration.stakeToken);
        _poolIds.push(pool);
        Pool storage state = _pools[pool];
        state.stream = newStream(configuration.rewardToken, flags);
        state.reserve.rewardDuration = configuration.rewardDuration;
        state.pairToken = configuration.pairToken;
        state.pairRatio = uint96(configuration.pairRatio);
        state.boostSource = configuration.boostSource;
        state.tiers = tiers;
        emit PoolCreated(pool, configuration);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner: says who may pause new stakes. Zero: nobody but the owner.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the guardian and the owner: stops new stakes of one pool. Leaving and claiming go on.
    function pauseStaking(uint256 pool) external {
        // Check
        if (msg.sender != guardian && msg.sender != owner()) revert Errors.StakingPools_CallerNotGuardian(msg.sender);
        // Effect
        _setPaused(pool, true);
    }

    /// @inheritdoc IStakingPools
    /// @dev Power of the owner.
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

    // ------------------------------------------------------------------------------------------------------- reckoning

    /// @dev The pool's accrual brought to now, not yet stored, and its stream. While nobody is staked the stream's clock
    /// stands still: the end moves back by the idle time, which is stored at once.
    function _accrued(Pool storage state, Stream stream) private returns (Accrual, Stream) {
        Accrual accrual = state.accrual;
        if (accrual.totalWeight() == 0) {
            Stream moved = _movedEnd(accrual, stream);
            if (Stream.unwrap(moved) != Stream.unwrap(stream)) state.stream = stream = moved;
        }
        return (accrual.advancedTo(block.timestamp, stream.rate(), stream.end()), stream);
    }

    /// @dev The stream of a pool nobody is staked in, with its end moved back by the time that has been so.
    function _movedEnd(Accrual accrual, Stream stream) private view returns (Stream) {
        if (stream.end() <= accrual.lastUpdate()) return stream;
        return stream.withEnd(stream.end() + block.timestamp - accrual.lastUpdate());
    }

    function _accumulatorNow(Pool storage state, Stream stream) private view returns (uint256) {
        return state.accrual.advancedTo(block.timestamp, stream.rate(), stream.end()).accumulator();
    }

    /// @dev Stores `next` in the place of `held`, with `owed` wei unpaid, and the total weight that follows.
    /// @return weight the account's, wei
    function _reweigh(
        Pool storage state,
        Account storage account,
        Accrual accrual,
        Stake held,
        Stake next,
        uint256 owed
    ) private returns (uint256 weight) {
        weight = next.weight();
        account.stake = next.settled(accrual.accumulator(), owed);
        state.accrual = accrual.withTotalWeight(accrual.totalWeight() - held.weight() + weight);
        weight *= WEIGHT_UNIT;
    }

    // ---------------------------------------------------------------------------------------------------------- tokens

    /// @dev Moves `amount` of the caller's to the contract. @return received what arrived, wei
    function _receive(address token, uint256 amount) private returns (uint256 received) {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 balance = IERC20(token).balanceOf(address(this));
        if (balance > MAXIMUM_BALANCE) {
            revert Errors.StakingPools_BalanceAboveMaximum(token, balance, MAXIMUM_BALANCE);
        }
        return balance - before;
    }

    function _receivePair(Pool storage state, uint256 amount) private returns (uint256 received) {
        uint256 required = _pairFor(state, amount);
        received = _receive(state.pairToken, required);
        if (received < required) revert Errors.StakingPools_PairAmountShort(required, received);
    }

    function _pay(address token, uint256 amount) private {
        if (amount != 0) IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @dev A permit that fails may have been used already by somebody who saw it coming: then the allowance is there, and
    /// if it is not, the transfer says so.
    function _permit(address token, uint256 amount, Permit calldata permit) private {
        if (permit.deadline == 0) return;
        try IERC20Permit(token)
            .permit(msg.sender, address(this), amount, permit.deadline, permit.v, permit.r, permit.s) {}
            catch {}
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
            rewardDuration: state.reserve.rewardDuration,
            tiers: tiers
        });
    }

    /// @inheritdoc IStakingPools
    function poolState(uint256 pool) external view returns (PoolState memory) {
        Pool storage state = _existing(pool);
        Accrual accrual = state.accrual;
        Stream stream = state.stream;
        if (accrual.totalWeight() == 0) stream = _movedEnd(accrual, stream);
        return PoolState({
            totalWeight: accrual.totalWeight() * WEIGHT_UNIT,
            rewardRate: stream.rate() * RATE_UNIT,
            rewardEnd: stream.end(),
            undistributed: state.reserve.undistributed,
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
        return state.accounts[account].stake.pending(_accumulatorNow(state, state.stream));
    }

    /// @inheritdoc IStakingPools
    function positionsOf(uint256 pool, address account, uint256 from, uint256 limit)
        external
        view
        returns (PositionView[] memory open)
    {
        Account storage owner_ = _existing(pool).accounts[account];
        uint256 count = owner_.stake.positions();
        if (from > count) from = count;
        if (limit > count - from) limit = count - from;
        open = new PositionView[](limit);
        uint256 found;
        for (uint256 number = from; number < from + limit; ++number) {
            Position held = owner_.positions[number];
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
        _pairShare(held, amount);
        return _penalty(_pools[pool], held, amount);
    }

    /// @inheritdoc IStakingPools
    function pairAmountFor(uint256 pool, uint256 amount) public view returns (uint256) {
        return _pairFor(_existing(pool), amount);
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

    function _pairFor(Pool storage state, uint256 amount) private view returns (uint256) {
        return Math.mulDiv(amount, state.pairRatio, 1e18, Math.Rounding.Ceil);
    }

    function _stakeToken(uint256 pool) private pure returns (address) {
        return address(uint160(pool));
    }

    function _existing(uint256 pool) private view returns (Pool storage state) {
        state = _pools[pool];
        if (!state.stream.has(EXISTS)) revert Errors.StakingPools_PoolUnknown(pool);
    }

    function _open(uint256 pool, address account, uint256 number) private view returns (Position held) {
        held = _pools[pool].accounts[account].positions[number];
        if (!held.exists()) revert Errors.StakingPools_PositionUnknown(pool, account, number);
    }

    /// @dev The caller's position, past its lock.
    function _unlocked(uint256 pool, uint256 number) private view returns (Position held) {
        held = _open(pool, msg.sender, number);
        if (block.timestamp < held.unlockAt()) revert Errors.StakingPools_PositionLocked(number, held.unlockAt());
    }
}
