// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {StakingPools} from "../../src/StakingPools.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {BoostTable} from "../support/BoostTable.sol";
import {readPenalty} from "../support/PoolReading.sol";
import {MoodyToken} from "../support/Tokens.sol";
import {PoolsRecord} from "./PoolsRecord.sol";

/// @notice Makes random calls to the pools as random people, and predicts each refusal. Sums are kept by token and
/// pool, from people's actions alone.
contract PoolsHandler is PoolsRecord {
    /// @dev The amount that the lowest rate uses over the pools' reward duration. A larger funding is never too small.
    uint256 private constant SMALLEST_BUDGET = 90 days * 1e6;

    BoostTable private immutable boosts;
    address private immutable guardian;
    address private immutable owner;

    constructor(
        StakingPools pools_,
        BoostTable boosts_,
        MoodyToken moody_,
        address[] memory actors_,
        uint256[] memory poolIds_
    ) PoolsRecord(pools_, moody_, actors_, poolIds_) {
        boosts = boosts_;
        guardian = pools_.guardian();
        owner = pools_.owner();
    }

    function stake(uint256 actor, uint256 pool, uint256 amount, uint256 tier) external {
        (address account, uint256 id) = _pick(actor, pool);
        tier = bound(tier, 0, pools.poolConfiguration(id).tiers.length - 1);
        amount = bound(amount, 2e9, 1e24);
        bool newcomer = pools.accountState(id, account).weight == 0;
        uint256 owed = pools.accountState(id, account).earned;
        bytes4 due =
            pools.poolState(id).stakingPausedUntil != 0 ? IStakingPools.StakingPools_StakingPaused.selector : NONE;
        Before memory before = _look();
        vm.prank(account);
        try pools.stake(id, amount, tier, address(0)) {
            _went("stake", due);
            if (newcomer && pools.accountState(id, account).earned > owed) ++earnedBeforeStaking;
            _keeps(id, account, owed);
        } catch (bytes memory reason) {
            _wasRefused("stake", due, reason);
        }
        _compare(before, account);
    }

    /// @dev Somebody's tokens for somebody else. A gift costs the account at most the wei of rounding.
    function give(uint256 actor, uint256 other, uint256 pool, uint256 amount, uint256 tier) external {
        (address account, uint256 id) = _pick(other, pool);
        tier = bound(tier, 0, pools.poolConfiguration(id).tiers.length - 1);
        uint256 owed = pools.accountState(id, account).earned;
        bytes4 due =
            pools.poolState(id).stakingPausedUntil != 0 ? IStakingPools.StakingPools_StakingPaused.selector : NONE;
        Before memory before = _look();
        vm.prank(actors[actor % actors.length]);
        try pools.stakeFor(id, account, bound(amount, 2e9, 1e24), tier) {
            _went("stakeFor", due);
            _keeps(id, account, owed);
        } catch (bytes memory reason) {
            _wasRefused("stakeFor", due, reason);
        }
        _compare(before, account);
    }

    function compound(uint256 actor, uint256 pool) external {
        (address account, uint256 id) = _pick(actor, pool);
        uint256 owed = pools.accountState(id, account).earned;
        bytes4 due = _compoundRefusal(id, owed);
        Before memory before = _look();
        vm.prank(account);
        try pools.compound(id) returns (uint256, uint256 amount) {
            _went("compound", due);
            if (amount != owed) ++paidMoreThanOwed;
            paid[id] += amount;
            _keeps(id, account, 0);
        } catch (bytes memory reason) {
            _wasRefused("compound", due, reason);
        }
        _compare(before, account);
    }

    function _compoundRefusal(uint256 id, uint256 owed) private view returns (bytes4) {
        if (pools.poolState(id).stakingPausedUntil != 0) return IStakingPools.StakingPools_StakingPaused.selector;
        IStakingPools.PoolConfiguration memory terms = pools.poolConfiguration(id);
        bool offered = terms.pairToken == address(0) && terms.rewardToken == terms.stakeToken;
        if (!offered || terms.tiers[0].duration != 0) return IStakingPools.StakingPools_CompoundNotOffered.selector;
        return owed < 1e9 ? IStakingPools.StakingPools_AmountTooSmall.selector : NONE;
    }

    /// @dev Sometimes a wei too much, like from a person who read an old balance.
    function unstake(uint256 actor, uint256 pool, uint256 pick, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found) return;
        amount = bound(amount, 1, held.amount + 1);
        bytes4 due;
        if (held.unlockAt > block.timestamp) due = IStakingPools.StakingPools_PositionLocked.selector;
        else if (amount > held.amount) due = IStakingPools.StakingPools_AmountOutOfRange.selector;
        else due = _payingOut(id, amount, _pairShare(held, amount));
        uint256 owed = pools.accountState(id, account).earned;
        Before memory before = _look();
        vm.prank(account);
        try pools.unstake(id, held.position, amount, actors[pick % actors.length]) {
            _went("unstake", due);
            _keeps(id, account, owed);
        } catch (bytes memory reason) {
            _wasRefused("unstake", due, reason);
        }
        _compare(before, account);
    }

    function exit(uint256 actor, uint256 pool, uint256 pick) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found) return;
        uint256 owed = pools.accountState(id, account).earned;
        bytes4 due = IStakingPools.StakingPools_PositionLocked.selector;
        if (held.unlockAt <= block.timestamp) {
            due = _either(
                _payingOut(id, held.amount, held.pairAmount), _refusalOf(pools.poolConfiguration(id).rewardToken, owed)
            );
        }
        Before memory before = _look();
        vm.prank(account);
        try pools.exit(id, held.position, actors[pick % actors.length]) {
            _went("exit", due);
            paid[id] += owed;
        } catch (bytes memory reason) {
            _wasRefused("exit", due, reason);
        }
        _compare(before, account);
    }

    function exitEarly(uint256 actor, uint256 pool, uint256 pick, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found || held.amount == 0) return;
        _exitEarly(id, account, held, bound(amount, 1, held.amount), actors[pick % actors.length]);
    }

    function _exitEarly(uint256 id, address account, IStakingPools.PositionView memory held, uint256 amount, address to)
        private
    {
        uint256 penalty = readPenalty(pools, id, account, held.position, amount);
        bytes4 due = _payingOut(id, amount - penalty, _pairShare(held, amount));
        uint256 owed = pools.accountState(id, account).earned;
        Before memory before = _look();
        vm.prank(account);
        try pools.exitEarly(id, held.position, amount, to) {
            _went("exitEarly", due);
            funded[id] += penalty;
            _keeps(id, account, owed);
        } catch (bytes memory reason) {
            _wasRefused("exitEarly", due, reason);
        }
        _compare(before, account);
    }

    function withdrawPrincipal(uint256 actor, uint256 pool, uint256 pick) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found) return;
        bytes4 due = IStakingPools.StakingPools_PositionLocked.selector;
        if (held.unlockAt <= block.timestamp) {
            // only if every owed token refuses
            address pairToken = pools.poolConfiguration(id).pairToken;
            bool paidOut = held.amount != 0 && _refusalOf(address(uint160(id)), held.amount) == NONE;
            bool pairPaidOut = held.pairAmount != 0 && _refusalOf(pairToken, held.pairAmount) == NONE;
            due = paidOut || pairPaidOut ? NONE : IStakingPools.StakingPools_PrincipalRefused.selector;
        }
        Before memory before = _look();
        vm.prank(account);
        try pools.withdrawPrincipal{gas: 3_000_000}(id, held.position, actors[pick % actors.length]) {
            _went("withdrawPrincipal", due);
        } catch (bytes memory reason) {
            _wasRefused("withdrawPrincipal", due, reason);
            if (due == NONE) ++principalRefused;
        }
        _compare(before, account);
    }

    function claim(uint256 actor, uint256 caller, uint256 pool) external {
        (address account, uint256 id) = _pick(actor, pool);
        uint256 owed = pools.accountState(id, account).earned;
        bytes4 due = _refusalOf(pools.poolConfiguration(id).rewardToken, owed);
        Before memory before = _look();
        vm.prank(actors[caller % actors.length]);
        try pools.claimFor{gas: 3_000_000}(id, account) returns (uint256 amount) {
            _went("claim", due);
            if (amount != owed) ++paidMoreThanOwed;
            paid[id] += amount;
        } catch (bytes memory reason) {
            _wasRefused("claim", due, reason);
        }
        _compare(before, account);
    }

    /// @dev Two pools, the first of them twice.
    function claimMany(uint256 actor, uint256 pool, uint256 second) external {
        (address account, uint256 id) = _pick(actor, pool);
        uint256 other = poolIds[second % poolIds.length];
        uint256 owed = pools.accountState(id, account).earned;
        uint256 otherOwed = other == id ? 0 : pools.accountState(other, account).earned;
        bytes4 due = _either(
            _refusalOf(pools.poolConfiguration(id).rewardToken, owed),
            _refusalOf(pools.poolConfiguration(other).rewardToken, otherOwed)
        );
        uint256[] memory ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (id, id, other);
        Before memory before = _look();
        vm.prank(account);
        try pools.claimMany{gas: 5_000_000}(ids, actors[second % actors.length]) returns (uint256[] memory amounts) {
            _went("claimMany", due);
            if (amounts[0] != owed || amounts[1] != 0 || amounts[2] != otherOwed) ++paidMoreThanOwed;
            paid[id] += owed;
            paid[other] += otherOwed;
        } catch (bytes memory reason) {
            _wasRefused("claimMany", due, reason);
        }
        _compare(before, account);
    }

    /// @dev Amounts of every size. Every other amount is so small that it may give no rate at all.
    function fund(uint256 actor, uint256 pool, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        amount = amount % 2 == 0 ? bound(amount, 0, 2 * SMALLEST_BUDGET) : bound(amount, 0, 1e24);
        // the pool's stake and reward token takes fees
        uint256 received = id == poolIds[4] ? amount - amount * 300 / 10_000 : amount;
        bytes4 due = _makesNoStream(id, received) ? IStakingPools.StakingPools_FundingTooSmall.selector : NONE;
        Before memory before = _look();
        vm.prank(account);
        try pools.fund(id, amount) {
            _went("fund", due);
            funded[id] += received;
        } catch (bytes memory reason) {
            _wasRefused("fund", due, reason);
        }
        _compare(before, address(0));
    }

    /// @dev Whether nothing streams, and all tokens together are too few for the lowest rate.
    function _makesNoStream(uint256 id, uint256 received) private view returns (bool) {
        IStakingPools.PoolState memory state = pools.poolState(id);
        return state.rewardEnd <= block.timestamp && state.undistributed + received < SMALLEST_BUDGET;
    }

    function boost(uint256 actor, uint256 pool, uint256 bps) external {
        (address account, uint256 id) = _pick(actor, pool);
        boosts.set(account, bound(bps, 9000, 21_000));
        bool boosted = pools.poolConfiguration(id).boostSource != address(0);
        bytes4 due = boosted ? NONE : IStakingPools.StakingPools_PoolNotBoosted.selector;
        Before memory before = _look();
        uint256 owed = pools.accountState(id, account).earned;
        try pools.syncBoost(id, account) {
            _went("syncBoost", due);
            _keeps(id, account, owed);
        } catch (bytes memory reason) {
            _wasRefused("syncBoost", due, reason);
        }
        _compare(before, account);
    }

    function pause(uint256 pool, bool on) external {
        uint256 id = poolIds[pool % poolIds.length];
        bool tooSoon = block.timestamp < pools.poolState(id).guardianPausesFrom;
        Before memory before = _look();
        if (on) {
            bytes4 due = tooSoon ? GuardianPause_TooSoon.selector : NONE;
            vm.prank(guardian);
            try pools.pauseStaking(id) {
                _went("pauseStaking", due);
            } catch (bytes memory reason) {
                _wasRefused("pauseStaking", due, reason);
            }
        } else {
            vm.prank(owner);
            pools.unpauseStaking(id);
            _went("unpauseStaking", NONE);
        }
        _compare(before, address(0));
    }

    function donate(uint256 actor, uint256 pool, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        // outside of our calls, the hooked token's reenterer may do anything that anybody may do
        if (id == poolIds[5]) return;
        Before memory before = _look();
        vm.prank(account);
        (bool sent,) =
            address(uint160(id)).call(abi.encodeCall(IERC20.transfer, (address(pools), bound(amount, 0, 1e20))));
        if (sent) _went("donate", NONE);
        _compare(before, address(0));
    }

    function changeMood(uint256 mood) external {
        // an answer of false, or a revert; the unit tests cover burning all gas
        moody.setMood(bound(mood, 0, 4) % 3);
    }

    /// @dev No time, a second, some seconds, a day or a quarter, so that several calls may share a second.
    function passTime(uint256 kind, uint256 amount) external {
        uint256[5] memory most = [uint256(0), 1, 60, 1 days, 90 days];
        vm.warp(block.timestamp + bound(amount, 0, most[kind % 5]));
    }

    /// @notice Everybody leaves by the exit that always works, after the longest lock, whatever is broken.
    /// @return refusals positions that could not be withdrawn in full
    function everybodyLeaves() external returns (uint256 refusals) {
        moody.setMood(0);
        vm.warp(block.timestamp + 1461 days);
        for (uint256 p = 0; p < poolIds.length; ++p) {
            vm.prank(guardian);
            pools.pauseStaking(poolIds[p]);
            for (uint256 a = 0; a < actors.length; ++a) {
                IStakingPools.PositionView[] memory open = openOf(poolIds[p], actors[a]);
                for (uint256 i = 0; i < open.length; ++i) {
                    vm.prank(actors[a]);
                    try pools.withdrawPrincipal(poolIds[p], open[i].position, actors[a]) {}
                    catch {
                        ++refusals;
                    }
                }
                refusals += openOf(poolIds[p], actors[a]).length;
            }
        }
    }

    /// @dev The way in which a payment of principal fails now, if it does: the stake token is paid first.
    function _payingOut(uint256 id, uint256 amount, uint256 pairAmount) private view returns (bytes4) {
        return _either(
            _refusalOf(address(uint160(id)), amount), _refusalOf(pools.poolConfiguration(id).pairToken, pairAmount)
        );
    }
}
