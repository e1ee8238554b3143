// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {console} from "forge-std/console.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {Reenterer} from "../support/Reenterer.sol";
import {FeeToken, HookToken, MoodyToken, SilentToken} from "../support/Tokens.sol";
import {PoolsHandler} from "./PoolsHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract StakingPoolsInvariants is PoolsTest {
    PoolsHandler private handler;
    Reenterer private reenterer;
    address[] private tokens;

    function setUp() public override {
        super.setUp();
        FeeToken fee = new FeeToken(address(this));
        HookToken hook = new HookToken(address(this));
        MoodyToken moody = new MoodyToken(address(this));
        SilentToken silent = new SilentToken(address(this));
        tokens = [address(mcm), address(galx), address(fee), address(hook), address(moody), address(silent)];

        uint256[] memory ids = new uint256[](8);
        ids[0] = flexiblePool();
        ids[1] = pairPool();
        ids[2] = termPool();
        ids[3] = boostedPool();
        ids[4] = _termPoolOf(address(fee), address(0));
        ids[5] = _termPoolOf(address(hook), address(galx));
        ids[6] = _termPoolOf(address(moody), address(mcm));
        ids[7] = _termPoolOf(address(silent), address(moody));

        address[] memory actors = new address[](4);
        (actors[0], actors[1], actors[2], actors[3]) = (alice, bob, carol, funder);
        handler = new PoolsHandler(pools, boosts, moody, actors, ids);
        for (uint256 a = 0; a < actors.length; ++a) {
            for (uint256 t = 2; t < tokens.length; ++t) {
                (bool sent,) = tokens[t].call(abi.encodeCall(IERC20.transfer, (actors[a], 2e27)));
                assertTrue(sent);
                _allow(actors[a], tokens[t]);
            }
        }

        reenterer = new Reenterer(pools);
        reenterer.aimAt(ids[5]);
        reenterer.aimAt(ids[0]);
        _arm(hook, ids[0], ids[5]);
        targetContract(address(handler));
        bytes4[] memory excluded = new bytes4[](1);
        excluded[0] = PoolsHandler.everybodyLeaves.selector;
        excludeSelector(FuzzSelector(address(handler), excluded));
    }

    /// @dev flexible ×1 and 30 days ×2 with the highest penalty; rewards are paid in the stake token
    function _termPoolOf(address token, address pairToken) private returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(token, token);
        configuration.pairToken = pairToken;
        configuration.pairRatio = pairToken == address(0) ? 0 : 0.5 ether + 1;
        configuration.tiers = new IStakingPools.Tier[](2);
        configuration.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        configuration.tiers[1] = IStakingPools.Tier(30 days, 20_000, 2000);
        return createPool(configuration);
    }

    function _allow(address holder, address token) private {
        vm.prank(holder);
        (bool allowed,) = token.call(abi.encodeCall(IERC20.approve, (address(pools), type(uint256).max)));
        assertTrue(allowed);
    }

    /// @dev The reenterer is a staker who could gain everything: it has positions, tokens and allowances.
    function _arm(HookToken hook, uint256 plain, uint256 hooked) private {
        mcm.mint(address(reenterer), 1e24);
        galx.mint(address(reenterer), 1e24);
        hook.transfer(address(reenterer), 1e24);
        _allow(address(reenterer), address(mcm));
        _allow(address(reenterer), address(galx));
        _allow(address(reenterer), address(hook));
        stake(address(reenterer), plain, 1e20);
        stake(address(reenterer), hooked, 1e20);
        vm.startPrank(address(reenterer));
        pools.exit(plain, 0, address(reenterer));
        pools.exit(hooked, 0, address(reenterer));
        vm.stopPrank();
        hook.setHook(reenterer);
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences, in one walk
    /// over the pools.
    function invariant_StakingPools() public {
        uint256[] memory owed = new uint256[](tokens.length);
        for (uint256 p = 0; p < handler.poolCount(); ++p) {
            uint256 pool = handler.poolIds(p);
            IStakingPools.PoolConfiguration memory terms = pools.poolConfiguration(pool);
            IStakingPools.PoolState memory state = pools.poolState(pool);
            (uint256 earned, uint256 weight, uint256 amount, uint256 pairAmount) = _sums(pool, terms.tiers);
            _3_rewardsPaidAndOwedAreFunded(pool, state, earned);
            _4_weightsAddUp(state, weight);
            owed[_index(terms.stakeToken)] += amount;
            if (pairAmount != 0) owed[_index(terms.pairToken)] += pairAmount;
            owed[_index(terms.rewardToken)] += handler.funded(pool) - handler.paid(pool);
        }
        _1_balancesCoverPrincipalAndUnpaidRewards(owed);
        assertEq(handler.principalRefused(), 0, "2: principal comes back whatever is broken");
        assertEq(handler.earnedBeforeStaking(), 0, "5: nobody earns for the time before they staked");
        assertEq(handler.earnedLoweredByAnother(), 0, "6: nobody lowers another account's rewards");
        assertEq(handler.ownEarnedLost(), 0, "6: one's own call costs a wei at most");
        assertEq(handler.paidMoreThanOwed(), 0, "6: a claim pays what was shown");
        assertEq(handler.ratesLowered(), 0, "7: rates never fall");
        assertEq(handler.endsBroughtForward(), 0, "7: ends never come forward");
        assertEq(reenterer.successes(), 0, "8: nothing is re-entered");
        assertEq(handler.surprise(), "", "9: every refusal is predicted");
    }

    function _1_balancesCoverPrincipalAndUnpaidRewards(uint256[] memory owed) private view {
        for (uint256 t = 0; t < tokens.length; ++t) {
            assertGe(IERC20(tokens[t]).balanceOf(address(pools)), owed[t], "1: balance >= principal + unpaid rewards");
        }
    }

    function _3_rewardsPaidAndOwedAreFunded(uint256 pool, IStakingPools.PoolState memory state, uint256 earned)
        private
        view
    {
        uint256 left = state.rewardEnd > block.timestamp ? state.rewardEnd - block.timestamp : 0;
        uint256 owed = state.rewardRate * left + state.undistributed + earned;
        assertLe(handler.paid(pool) + owed, handler.funded(pool), "3: rewards paid and owed <= funded");
    }

    function _4_weightsAddUp(IStakingPools.PoolState memory state, uint256 weight) private pure {
        assertEq(state.totalWeight, weight, "4: total weight = sum of the accounts' weights");
    }

    /// @dev Sums over the accounts of a pool: earned rewards, weights, and amounts in open positions.
    function _sums(uint256 pool, IStakingPools.Tier[] memory tiers)
        private
        view
        returns (uint256 earned, uint256 weight, uint256 amount, uint256 pairAmount)
    {
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            IStakingPools.AccountState memory account = pools.accountState(pool, actor);
            IStakingPools.PositionView[] memory open = handler.openOf(pool, actor);
            uint256 most;
            for (uint256 i = 0; i < open.length; ++i) {
                amount += open[i].amount;
                pairAmount += open[i].pairAmount;
                most += open[i].amount * tiers[open[i].tier].multiplierBps / 1e13;
            }
            assertLe(account.weight / 1e9, most * account.boostBps / 10_000, "4: no weight beyond open positions");
            earned += account.earned;
            weight += account.weight;
        }
    }

    function _index(address token) private view returns (uint256 index) {
        while (tokens[index] != token) ++index;
    }

    /// The handler reaches everything. A separate walk shows its counts with -vv.
    function test_TheHandlerReachesEveryCallAndEveryRefusal() public {
        for (uint256 random = 1; random < 2500; ++random) {
            _actAtRandom(uint256(keccak256(abi.encode(random))));
        }
        invariant_StakingPools();
        string[13] memory calls = [
            "stake",
            "unstake",
            "exit",
            "exitEarly",
            "withdrawPrincipal",
            "claim",
            "claimMany",
            "stakeFor",
            "compound",
            "fund",
            "syncBoost",
            "pauseStaking",
            "donate"
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            console.log(calls[i], "went through", handler.done(calls[i]));
            assertGt(handler.done(calls[i]), 0, calls[i]);
        }
        _assertRefused("stake", IStakingPools.StakingPools_StakingPaused.selector);
        _assertRefused("unstake", IStakingPools.StakingPools_PositionLocked.selector);
        _assertRefused("unstake", IStakingPools.StakingPools_AmountOutOfRange.selector);
        _assertRefused("unstake", SafeERC20.SafeERC20FailedOperation.selector);
        _assertRefused("exit", IStakingPools.StakingPools_PositionLocked.selector);
        _assertRefused("exitEarly", bytes4(keccak256("Error(string)")));
        _assertRefused("withdrawPrincipal", IStakingPools.StakingPools_PositionLocked.selector);
        _assertRefused("withdrawPrincipal", IStakingPools.StakingPools_PrincipalRefused.selector);
        _assertRefused("claim", SafeERC20.SafeERC20FailedOperation.selector);
        _assertRefused("claimMany", SafeERC20.SafeERC20FailedOperation.selector);
        _assertRefused("stakeFor", IStakingPools.StakingPools_StakingPaused.selector);
        _assertRefused("compound", IStakingPools.StakingPools_StakingPaused.selector);
        _assertRefused("compound", IStakingPools.StakingPools_CompoundNotOffered.selector);
        _assertRefused("compound", IStakingPools.StakingPools_AmountTooSmall.selector);
        _assertRefused("pauseStaking", GuardianPause_TooSoon.selector);
        _assertRefused("fund", IStakingPools.StakingPools_FundingTooSmall.selector);
        _assertRefused("syncBoost", IStakingPools.StakingPools_PoolNotBoosted.selector);
    }

    function _assertRefused(string memory call, bytes4 selector) private view {
        console.log(call, "was refused", handler.refused(call, selector));
        assertGt(handler.refused(call, selector), 0, string.concat(call, " was never refused so"));
    }

    function _actAtRandom(uint256 random) private {
        uint256 kind = random % 16;
        (uint256 a, uint256 b, uint256 c, uint256 d) = (random >> 8, random >> 16, random >> 24, random >> 32);
        // the position is a second random choice
        if (kind <= 1) handler.stake(a, b, c, d);
        else if (kind == 2) handler.unstake(a, b, c, d % 4 == 0 ? type(uint256).max - 1 : d);
        else if (kind == 3) handler.exit(a, b, c);
        else if (kind == 4) handler.exitEarly(a, b, c, d);
        else if (kind == 5) handler.withdrawPrincipal(a, b, c);
        else if (kind == 6) handler.claim(a, c, b);
        else if (kind == 7) handler.fund(a, b, c);
        else if (kind == 8) handler.boost(a, b, c);
        else if (kind == 9) handler.pause(b, c % 4 == 0);
        else if (kind == 10) handler.donate(a, b, c);
        else if (kind == 11) handler.changeMood(c);
        else if (kind == 12) handler.give(a, b, c, d, d >> 8);
        else if (kind == 13) handler.compound(a, b);
        else if (kind == 14) handler.claimMany(a, b, c);
        else handler.passTime(c, d);
    }

    function afterInvariant() public {
        vm.etch(address(boosts), hex"fe");
        assertEq(handler.everybodyLeaves(), 0, "2: everybody has left with their principal");
        for (uint256 p = 0; p < handler.poolCount(); ++p) {
            uint256 pool = handler.poolIds(p);
            assertEq(pools.poolState(pool).totalWeight, 0, "4: no weight without positions");
            (,, uint256 amount, uint256 pairAmount) = _sums(pool, pools.poolConfiguration(pool).tiers);
            assertEq(amount + pairAmount, 0, "2: no principal is left");
        }
    }
}
