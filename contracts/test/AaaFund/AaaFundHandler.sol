// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {AaaFund} from "../../src/AaaFund.sol";
import {StakingPools} from "../../src/StakingPools.sol";
import {IAAA} from "../../src/interfaces/IAAA.sol";
import {IAaaFund} from "../../src/interfaces/IAaaFund.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {CallLog} from "../support/CallLog.sol";
import {ISwapRouter} from "../support/Exchange.sol";

/// @notice Four people who trade on the published exchange, stake AAA, leave, claim, send AAA and call `distribute`. The handler records
/// the fee that each trade owed the fund.
contract AaaFundHandler is CallLog {
    uint256 private constant REWARD_DURATION = 90 days;
    uint256 private constant RATE_UNIT = 1e6;

    StakingPools private immutable pools;
    AaaFund private immutable fund;
    AAA private immutable aaa;
    IERC20 private immutable usdt;
    ISwapRouter private immutable router;
    address private immutable pair;
    uint256 private immutable pool;

    address[] public actors;

    /// @dev wei of AAA
    uint256 public received;
    uint256 public distributed;
    uint256 public funded;
    uint256 public paid;

    // These numbers must stay zero
    uint256 public ratesLowered;
    uint256 public endsBroughtForward;
    uint256 public earnedLowered;
    uint256 public misreported;
    uint256 public untaxedTaxed;

    constructor(
        StakingPools pools_,
        AaaFund fund_,
        AAA aaa_,
        IERC20 usdt_,
        ISwapRouter router_,
        uint256 pool_,
        address[] memory actors_
    ) {
        (pools, fund, aaa, usdt, router) = (pools_, fund_, aaa_, usdt_, router_);
        (pair, pool, actors) = (aaa_.swapPair(), pool_, actors_);
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    // Trades: the fee applies to the amount that the pair receives or pays

    function sell(uint256 actor, uint256 amount) external {
        address account = _actor(actor);
        amount = bound(amount, 1e12, 50_000 ether);
        if (aaa.balanceOf(account) < amount) return;
        _swap(account, address(aaa), address(usdt), amount);
        received += amount * aaa.feeRate() / 10_000;
        ++done["sell"];
    }

    function buy(uint256 actor, uint256 amount) external {
        address account = _actor(actor);
        amount = bound(amount, 1e12, 50_000 ether);
        if (usdt.balanceOf(account) < amount) return;
        uint256 reserve = aaa.balanceOf(pair);
        _swap(account, address(usdt), address(aaa), amount);
        received += (reserve - aaa.balanceOf(pair)) * aaa.feeRate() / 10_000;
        ++done["buy"];
    }

    function _swap(address account, address from, address to, uint256 amount) private {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (from, to);
        vm.prank(account);
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(amount, 0, path, account, block.timestamp);
    }

    /// @dev Between people, or to the fund as a gift. Neither is taxed.
    function give(uint256 actor, uint256 other, uint256 amount) external {
        address from = _actor(actor);
        address to = other % 3 == 0 ? address(fund) : _actor(other);
        uint256 most = aaa.balanceOf(from);
        amount = other % 6 == 0 ? bound(amount, 0, 1e13) : bound(amount, 0, 1000 ether);
        if (amount > most) amount = most;
        uint256 held = aaa.balanceOf(address(fund));
        vm.prank(from);
        aaa.transfer(to, amount);
        if (to == address(fund)) received += amount;
        else if (aaa.balanceOf(address(fund)) != held) ++untaxedTaxed;
        ++done["give"];
    }

    function lowerFee(uint256 rate) external {
        rate = bound(rate, 0, 500);
        bytes4 due = rate < aaa.feeRate() ? NONE : IAAA.AAA_FeeNotLower.selector;
        // only sometimes, because otherwise no pair would be left at once
        if (due == NONE && rate % 7 != 0) return;
        vm.prank(aaa.cfo());
        try aaa.lowerFee(uint16(rate)) {
            _went("lowerFee", due);
        } catch (bytes memory reason) {
            _wasRefused("lowerFee", due, reason);
        }
    }

    // The fund

    function distribute(uint256 actor) external {
        IStakingPools.PoolState memory before = pools.poolState(pool);
        uint256[] memory earned = _earned();
        uint256 held = aaa.balanceOf(address(fund));
        bytes4 due;
        if (held == 0) {
            due = IAaaFund.AaaFund_NothingToDistribute.selector;
        } else if (before.rewardEnd <= block.timestamp && before.undistributed + held < RATE_UNIT * REWARD_DURATION) {
            due = IStakingPools.StakingPools_FundingTooSmall.selector;
        }
        vm.prank(_actor(actor));
        try fund.distribute() returns (uint256 amount) {
            _went("distribute", due);
            if (amount != held) ++misreported;
            distributed += amount;
            funded += amount;
        } catch (bytes memory reason) {
            _wasRefused("distribute", due, reason);
        }
        _compare(before, earned);
    }

    function _earned() private view returns (uint256[] memory earned) {
        earned = new uint256[](actors.length);
        for (uint256 i = 0; i < earned.length; ++i) {
            earned[i] = pools.accountState(pool, actors[i]).earned;
        }
    }

    function _compare(IStakingPools.PoolState memory before, uint256[] memory earned) private {
        IStakingPools.PoolState memory state = pools.poolState(pool);
        uint256 running = before.rewardEnd > block.timestamp ? before.rewardRate : 0;
        if (state.rewardRate < running) ++ratesLowered;
        if (state.rewardEnd < before.rewardEnd) ++endsBroughtForward;
        for (uint256 i = 0; i < earned.length; ++i) {
            if (pools.accountState(pool, actors[i]).earned < earned[i]) ++earnedLowered;
        }
    }

    // The pool's stakers, and other funders

    function stake(uint256 actor, uint256 amount) external {
        address account = _actor(actor);
        amount = bound(amount, 1e9, 10_000 ether);
        if (aaa.balanceOf(account) < amount) return;
        vm.prank(account);
        pools.stake(pool, amount, 0, address(0));
        ++done["stake"];
    }

    function leave(uint256 actor, uint256 pick) external {
        address account = _actor(actor);
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, 0, 1000);
        if (open.length == 0) return;
        paid += pools.accountState(pool, account).earned;
        vm.prank(account);
        pools.exit(pool, open[pick % open.length].position, account);
        ++done["leave"];
    }

    function claim(uint256 actor) external {
        paid += pools.claimFor(pool, _actor(actor));
    }

    function fundDirectly(uint256 actor, uint256 amount) external {
        address account = _actor(actor);
        amount = bound(amount, RATE_UNIT * REWARD_DURATION, 1000 ether);
        if (aaa.balanceOf(account) < amount) return;
        vm.prank(account);
        pools.fund(pool, amount);
        funded += amount;
    }

    function _actor(uint256 actor) private view returns (address) {
        return actors[actor % actors.length];
    }
}
