// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {StakingPools} from "../../src/StakingPools.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {BoostTable} from "../support/BoostTable.sol";
import {MoodyToken} from "../support/Tokens.sol";

/// @notice Does random things to the pools as random people, keeps books of its own, and notes down whatever must never be
/// seen. Sums are kept by token and pool, as an accountant would who sees only what people do.
contract PoolsHandler is CommonBase, StdCheats, StdUtils {
    StakingPools private immutable pools;
    BoostTable private immutable boosts;
    MoodyToken private immutable moody;
    address private immutable guardian;
    address private immutable owner;

    address[] public actors;
    uint256[] public poolIds;

    /// @dev wei of the reward token that came in (fundings, penalties) and that was paid out
    mapping(uint256 pool => uint256) public funded;
    mapping(uint256 pool => uint256) public paid;

    /// @dev what must stay zero
    uint256 public earnedBeforeStaking;
    uint256 public earnedLoweredByAnother;
    uint256 public ownEarnedLost;
    uint256 public ratesLowered;
    uint256 public endsBroughtForward;
    uint256 public paidMoreThanOwed;
    uint256 public principalRefused;

    /// @dev how often each thing happened, so that a run that did nothing is noticed
    mapping(bytes32 act => uint256) public calls;

    struct Before {
        uint256[] earned;
        uint256[] rates;
        uint256[] ends;
    }

    constructor(
        StakingPools pools_,
        BoostTable boosts_,
        MoodyToken moody_,
        address[] memory actors_,
        uint256[] memory poolIds_
    ) {
        pools = pools_;
        boosts = boosts_;
        moody = moody_;
        actors = actors_;
        poolIds = poolIds_;
        guardian = pools_.guardian();
        owner = pools_.owner();
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function poolCount() external view returns (uint256) {
        return poolIds.length;
    }

    // Acts

    function stake(uint256 actor, uint256 pool, uint256 amount, uint256 tier) external {
        (address account, uint256 id) = _pick(actor, pool);
        IStakingPools.PoolConfiguration memory terms = pools.poolConfiguration(id);
        tier = bound(tier, 0, terms.tiers.length - 1);
        amount = bound(amount, 2e9, 1e24);
        bool newcomer = pools.accountState(id, account).weight == 0;
        uint256 owed = pools.earned(id, account);
        Before memory before = _look();
        vm.prank(account);
        try pools.stake(id, amount, tier, address(0)) {
            ++calls["stake"];
            uint256 now_ = pools.earned(id, account);
            if (newcomer && now_ > owed) ++earnedBeforeStaking;
            if (now_ > owed || now_ + 1 < owed) ++ownEarnedLost;
        } catch {
            ++calls["stake refused"];
        }
        _compare(before, account);
    }

    function unstake(uint256 actor, uint256 pool, uint256 pick, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found) return;
        amount = bound(amount, 1, held.amount == 0 ? 1 : held.amount);
        uint256 owed = pools.earned(id, account);
        Before memory before = _look();
        vm.prank(account);
        try pools.unstake(id, held.position, amount) {
            ++calls["unstake"];
            uint256 now_ = pools.earned(id, account);
            if (now_ > owed || now_ + 1 < owed) ++ownEarnedLost;
        } catch {
            ++calls["unstake refused"];
        }
        _compare(before, account);
    }

    function exit(uint256 actor, uint256 pool, uint256 pick) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found) return;
        uint256 owed = pools.earned(id, account);
        Before memory before = _look();
        vm.prank(account);
        try pools.exit(id, held.position) {
            ++calls["exit"];
            paid[id] += owed;
        } catch {
            ++calls["exit refused"];
        }
        _compare(before, account);
    }

    function exitEarly(uint256 actor, uint256 pool, uint256 pick, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found || held.amount == 0) return;
        amount = bound(amount, 1, held.amount);
        Before memory before = _look();
        uint256 penalty = pools.earlyExitPenalty(id, account, held.position, amount);
        vm.prank(account);
        try pools.exitEarly(id, held.position, amount) {
            ++calls["exitEarly"];
            funded[id] += penalty;
        } catch {
            ++calls["exitEarly refused"];
        }
        _compare(before, account);
    }

    function withdrawPrincipal(uint256 actor, uint256 pool, uint256 pick) external {
        (address account, uint256 id) = _pick(actor, pool);
        (bool found, IStakingPools.PositionView memory held) = _position(id, account, pick);
        if (!found || held.unlockAt > block.timestamp) return;
        Before memory before = _look();
        vm.prank(account);
        try pools.withdrawPrincipal{gas: 3_000_000}(id, held.position) {
            ++calls["withdrawPrincipal"];
        } catch {
            // only when every token that is still owed refuses
            bool stakeRefuses = held.amount == 0 || address(uint160(id)) == address(moody);
            bool pairRefuses = held.pairAmount == 0 || pools.poolConfiguration(id).pairToken == address(moody);
            if (moody.mood() == 0 || !stakeRefuses || !pairRefuses) ++principalRefused;
        }
        _compare(before, account);
    }

    function claim(uint256 actor, uint256 caller, uint256 pool) external {
        (address account, uint256 id) = _pick(actor, pool);
        uint256 owed = pools.earned(id, account);
        Before memory before = _look();
        vm.prank(actors[caller % actors.length]);
        try pools.claimFor{gas: 3_000_000}(id, account) returns (uint256 amount) {
            ++calls["claim"];
            if (amount != owed) ++paidMoreThanOwed;
            paid[id] += amount;
        } catch {
            ++calls["claim refused"];
        }
        _compare(before, account);
    }

    function fund(uint256 actor, uint256 pool, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        amount = bound(amount, 0, 1e24);
        IERC20 token = IERC20(pools.poolConfiguration(id).rewardToken);
        uint256 balance = token.balanceOf(address(pools));
        Before memory before = _look();
        vm.prank(account);
        try pools.fund(id, amount) {
            ++calls["fund"];
            funded[id] += token.balanceOf(address(pools)) - balance;
        } catch {
            ++calls["fund refused"];
        }
        _compare(before, address(0));
    }

    function boost(uint256 actor, uint256 pool, uint256 bps) external {
        (address account, uint256 id) = _pick(actor, pool);
        boosts.set(account, bound(bps, 9000, 21_000));
        Before memory before = _look();
        uint256 owed = pools.earned(id, account);
        try pools.syncBoost(id, account) {
            ++calls["syncBoost"];
            if (pools.earned(id, account) > owed || pools.earned(id, account) + 1 < owed) ++ownEarnedLost;
        } catch {
            ++calls["syncBoost refused"];
        }
        _compare(before, account);
    }

    function pause(uint256 pool, bool on) external {
        uint256 id = poolIds[pool % poolIds.length];
        Before memory before = _look();
        vm.prank(on ? guardian : owner);
        if (on) pools.pauseStaking(id);
        else pools.unpauseStaking(id);
        _compare(before, address(0));
    }

    function donate(uint256 actor, uint256 pool, uint256 amount) external {
        (address account, uint256 id) = _pick(actor, pool);
        // outside of a call of ours the hooked token's reenterer may do what anybody may
        if (id == poolIds[5]) return;
        Before memory before = _look();
        vm.prank(account);
        (bool sent,) =
            address(uint160(id)).call(abi.encodeCall(IERC20.transfer, (address(pools), bound(amount, 0, 1e20))));
        if (sent) ++calls["donate"];
        _compare(before, address(0));
    }

    function changeMood(uint256 mood) external {
        // an answer of false or a revert; burning all gas is for the unit tests
        moody.setMood(bound(mood, 0, 4) % 3);
    }

    /// @dev No time, a second, some seconds, a day, a quarter: also several acts within one second.
    function passTime(uint256 kind, uint256 amount) external {
        uint256[5] memory most = [uint256(0), 1, 60, 1 days, 90 days];
        vm.warp(block.timestamp + bound(amount, 0, most[kind % 5]));
    }

    /// @notice Everybody leaves by the exit that always works, whatever was broken, after the longest lock.
    /// @return refusals positions that could not be withdrawn in full
    function everybodyLeaves() external returns (uint256 refusals) {
        moody.setMood(0);
        vm.warp(block.timestamp + 1461 days);
        for (uint256 p = 0; p < poolIds.length; ++p) {
            vm.prank(guardian);
            pools.pauseStaking(poolIds[p]);
            for (uint256 a = 0; a < actors.length; ++a) {
                IStakingPools.PositionView[] memory open = pools.positionsOf(poolIds[p], actors[a], 0, 1000);
                for (uint256 i = 0; i < open.length; ++i) {
                    vm.prank(actors[a]);
                    try pools.withdrawPrincipal(poolIds[p], open[i].position) {}
                    catch {
                        ++refusals;
                    }
                }
                refusals += pools.positionsOf(poolIds[p], actors[a], 0, 1000).length;
            }
        }
    }

    // Books

    function _pick(uint256 actor, uint256 pool) private view returns (address account, uint256 id) {
        return (actors[actor % actors.length], poolIds[pool % poolIds.length]);
    }

    function _position(uint256 id, address account, uint256 pick)
        private
        view
        returns (bool found, IStakingPools.PositionView memory held)
    {
        IStakingPools.PositionView[] memory open = pools.positionsOf(id, account, 0, 1000);
        if (open.length != 0) (found, held) = (true, open[pick % open.length]);
    }

    function _look() private view returns (Before memory before) {
        uint256 count = poolIds.length;
        before.earned = new uint256[](count * actors.length);
        before.rates = new uint256[](count);
        before.ends = new uint256[](count);
        for (uint256 p = 0; p < count; ++p) {
            IStakingPools.PoolState memory state = pools.poolState(poolIds[p]);
            before.rates[p] = state.rewardEnd > block.timestamp ? state.rewardRate : 0;
            before.ends[p] = state.rewardEnd;
            for (uint256 a = 0; a < actors.length; ++a) {
                before.earned[p * actors.length + a] = pools.earned(poolIds[p], actors[a]);
            }
        }
    }

    /// @param except whose own act it was
    function _compare(Before memory before, address except) private {
        Before memory after_ = _look();
        for (uint256 p = 0; p < poolIds.length; ++p) {
            if (after_.rates[p] < before.rates[p]) ++ratesLowered;
            if (after_.ends[p] < before.ends[p]) ++endsBroughtForward;
            for (uint256 a = 0; a < actors.length; ++a) {
                uint256 i = p * actors.length + a;
                if (actors[a] != except && after_.earned[i] < before.earned[i]) ++earnedLoweredByAnother;
            }
        }
    }
}
