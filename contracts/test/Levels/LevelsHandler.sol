// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Levels} from "../../src/Levels.sol";
import {StakingPools} from "../../src/StakingPools.sol";
import {ILevels} from "../../src/interfaces/ILevels.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {CallLog} from "../support/CallLog.sol";
import {PermitSigning} from "../support/PermitSigning.sol";

/// @notice Four people who buy levels in every possible way, stake, leave, claim and send MCM. The handler records each person's payments
/// and level, and the levels that each pool knows.
contract LevelsHandler is CallLog, PermitSigning {
    bytes4 private constant NO_ALLOWANCE = bytes4(keccak256("InsufficientAllowance()"));
    bytes4 private constant NO_BALANCE = bytes4(keccak256("InsufficientBalance()"));

    Levels private immutable levels;
    StakingPools private immutable pools;
    MCM private immutable mcm;

    uint256[] private _keys;
    address[] public actors;
    /// @dev two pools that Levels boosts, a pool without a boost source, and a pool that does not exist
    uint256[4] public poolIds;

    uint256 public burned;
    mapping(address account => uint256) public level;
    /// @dev the wei of MCM that an account must hold
    mapping(address account => uint256) public balance;
    /// @dev the level that a pool last read
    mapping(uint256 pool => mapping(address account => uint256)) public heard;

    // These numbers must stay zero
    uint256 public earnedChangedByAnother;
    uint256 public ownEarnedLost;
    uint256 public levelsFallen;

    constructor(Levels levels_, StakingPools pools_, MCM mcm_, uint256[] memory keys, uint256[4] memory poolIds_) {
        (levels, pools, mcm) = (levels_, pools_, mcm_);
        _keys = keys;
        poolIds = poolIds_;
        for (uint256 i = 0; i < keys.length; ++i) {
            actors.push(vm.addr(keys[i]));
            balance[actors[i]] = mcm_.balanceOf(actors[i]);
        }
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    // Purchases

    function buy(uint256 actor, uint256 wish, uint256 choice) external {
        address account = actors[actor % actors.length];
        wish = _wish(account, wish);
        uint256[] memory targets = _targets(choice);
        bytes4 due = _refusal(account, wish, targets, mcm.allowance(account, address(levels)));
        uint256[] memory before = _earned();
        vm.prank(account);
        try levels.buy(wish, targets) {
            _went("buy", due);
            _booked(account, wish, targets);
        } catch (bytes memory reason) {
            _wasRefused("buy", due, reason);
        }
        _compare(before, account);
    }

    /// @param kind of the permit: the right permit; the right permit, already used by somebody else; a permit for another amount
    function buyWithPermit(uint256 actor, uint256 wish, uint256 choice, uint256 kind) external {
        uint256 key = _keys[actor % _keys.length];
        address account = vm.addr(key);
        wish = _wish(account, wish);
        uint256[] memory targets = _targets(choice);
        uint256 price = wish > 5 ? 0 : levels.priceFor(account, wish);
        bool good = kind % 3 != 2;
        Signed memory permit = signPermit(key, address(mcm), address(levels), good ? price : price + 1);
        if (kind % 3 == 1) {
            mcm.permit(account, address(levels), price, permit.deadline, permit.v, permit.r, permit.s);
        }
        uint256 allowance = good ? price : mcm.allowance(account, address(levels));
        bytes4 due = _refusal(account, wish, targets, allowance);
        uint256[] memory before = _earned();
        vm.prank(account);
        try levels.buyWithPermit(wish, targets, permit.deadline, permit.v, permit.r, permit.s) {
            _went("buyWithPermit", due);
            _booked(account, wish, targets);
        } catch (bytes memory reason) {
            _wasRefused("buyWithPermit", due, reason);
        }
        _compare(before, account);
    }

    /// @dev Mostly the next level or the level after it; sometimes a level that the account has, or a level that does not exist.
    function _wish(address account, uint256 wish) private view returns (uint256) {
        return wish % 4 == 3 ? wish / 4 % 7 : level[account] + wish % 4;
    }

    /// @dev Up to four pools in any order, mostly valid pools.
    function _targets(uint256 choice) private view returns (uint256[] memory targets) {
        targets = new uint256[](choice % 5);
        for (uint256 i = 0; i < targets.length; ++i) {
            choice = uint256(keccak256(abi.encode(choice)));
            targets[i] = poolIds[choice % 8 < 7 ? choice % 2 : 2 + (choice >> 8) % 2];
        }
    }

    function _refusal(address account, uint256 wish, uint256[] memory targets, uint256 allowance)
        private
        view
        returns (bytes4)
    {
        if (wish > 5) return ILevels.Levels_LevelUnknown.selector;
        if (wish <= level[account]) return ILevels.Levels_LevelNotHigher.selector;
        uint256 price = levels.priceOf(wish) - levels.priceOf(level[account]);
        if (allowance < price) return NO_ALLOWANCE;
        if (balance[account] < price) return NO_BALANCE;
        for (uint256 i = 0; i < targets.length; ++i) {
            if (targets[i] == poolIds[2]) return IStakingPools.StakingPools_PoolNotBoosted.selector;
            if (targets[i] == poolIds[3]) return IStakingPools.StakingPools_PoolUnknown.selector;
        }
        return NONE;
    }

    function _booked(address account, uint256 wish, uint256[] memory targets) private {
        uint256 price = levels.priceOf(wish) - levels.priceOf(level[account]);
        burned += price;
        balance[account] -= price;
        level[account] = wish;
        for (uint256 i = 0; i < targets.length; ++i) {
            heard[targets[i]][account] = wish;
        }
    }

    // Other actions

    function approve(uint256 actor, uint256 amount) external {
        vm.prank(actors[actor % actors.length]);
        mcm.approve(address(levels), amount % 3 == 0 ? type(uint256).max : bound(amount, 0, 12_000 ether));
    }

    /// @dev To another person, or to Levels itself, which changes nothing.
    function give(uint256 actor, uint256 other, uint256 amount) external {
        address from = actors[actor % actors.length];
        address to = other % 5 == 4 ? address(levels) : actors[other % actors.length];
        amount = bound(amount, 0, balance[from]);
        vm.prank(from);
        mcm.transfer(to, amount);
        balance[from] -= amount;
        balance[to] += amount;
        ++done["give"];
    }

    function stake(uint256 actor, uint256 pool, uint256 amount) external {
        address account = actors[actor % actors.length];
        uint256 id = poolIds[pool % 2];
        vm.prank(account);
        pools.stake(id, bound(amount, 1e9, 1000 ether), 0, address(0));
        ++done["stake"];
    }

    function leave(uint256 actor, uint256 pool, uint256 pick, bool claiming) external {
        address account = actors[actor % actors.length];
        uint256 id = poolIds[pool % 2];
        IStakingPools.PositionView[] memory open = pools.positionsOf(id, account, 0, 1000);
        if (open.length == 0) return;
        IStakingPools.PositionView memory held = open[pick % open.length];
        vm.prank(account);
        if (claiming) pools.exit(id, held.position, account);
        else pools.unstake(id, held.position, bound(pick, 1, held.amount), account);
        ++done["leave"];
    }

    function claim(uint256 actor, uint256 pool) external {
        pools.claimFor(poolIds[pool % 2], actors[actor % actors.length]);
    }

    function sync(uint256 actor, uint256 pool) external {
        address account = actors[actor % actors.length];
        uint256 id = poolIds[pool % 2];
        pools.syncBoost(id, account);
        heard[id][account] = level[account];
        ++done["sync"];
    }

    // Before and after a purchase

    function _earned() private view returns (uint256[] memory earned) {
        earned = new uint256[](actors.length * 2);
        for (uint256 i = 0; i < earned.length; ++i) {
            earned[i] = pools.accountState(poolIds[i % 2], actors[i / 2]).earned;
        }
    }

    /// @dev Even if a pool is named several times, a purchase costs at most one wei of rounding.
    function _compare(uint256[] memory before, address buyer) private {
        uint256[] memory earned = _earned();
        for (uint256 i = 0; i < earned.length; ++i) {
            if (actors[i / 2] != buyer && earned[i] != before[i]) ++earnedChangedByAnother;
            if (actors[i / 2] == buyer && (earned[i] > before[i] || earned[i] + 1 < before[i])) ++ownEarnedLost;
        }
        for (uint256 i = 0; i < actors.length; ++i) {
            if (levels.levelOf(actors[i]) < level[actors[i]]) ++levelsFallen;
        }
    }
}
