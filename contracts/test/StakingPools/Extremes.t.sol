// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice A token with the greatest possible supply.
contract EndlessToken is ERC20 {
    constructor(address holder) ERC20("Endless", "ALL") {
        _mint(holder, type(uint256).max);
    }
}

/// @notice Reports any balance of the pools that lets the next amount through, so that any amount can be staked or
/// funded.
contract LyingToken is ERC20 {
    address private immutable liedTo;
    uint256 private lie;

    constructor(address liedTo_) ERC20("Lying", "LIE") {
        liedTo = liedTo_;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return account == liedTo ? lie : type(uint256).max;
    }

    function transferFrom(address, address, uint256 value) public override returns (bool) {
        lie = value;
        return true;
    }

    function transfer(address, uint256) public pure override returns (bool) {
        return true;
    }

    function forget() external {
        lie = 0;
    }
}

/// @notice The limits: dust that stakes alone for years under the highest rates, balances at the maximum, the longest
/// streams.
contract ExtremesTest is PoolsTest {
    uint256 private constant MOST = (1 << 91) - 1;

    EndlessToken private staked;
    EndlessToken private rewarded;

    function setUp() public override {
        super.setUp();
        staked = new EndlessToken(address(this));
        rewarded = new EndlessToken(address(this));
        address[3] memory holders = [alice, bob, funder];
        for (uint256 i = 0; i < holders.length; ++i) {
            staked.transfer(holders[i], MOST);
            rewarded.transfer(holders[i], 100 * MOST);
            approveAll(holders[i], address(staked));
            approveAll(holders[i], address(rewarded));
        }
    }

    function _pool(uint256 duration, address reward) private returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(staked), reward);
        configuration.rewardDuration = uint32(duration);
        configuration.boostSource = address(boosts);
        return createPool(configuration);
    }

    /// A whole token a second for years goes to a stake of a billionth of a token, then to a normal stake beside it.
    function testFuzz_Extremes_DustStakedForYearsUnderAWholeTokenASecond(uint256 dust, uint256 years_, uint256 after_)
        public
    {
        years_ = bound(years_, 1, 4);
        uint256 time = years_ * 365 days;
        uint256 pool = _pool(1461 days, address(rewarded));
        fund(pool, 1461 days * 1 ether);
        assertEq(pools.poolState(pool).rewardRate, 1 ether);
        dust = bound(dust, 1e9, 3e9);
        stake(alice, pool, dust);
        skip(time);
        assertApproxEqAbs(
            pools.accountState(pool, alice).earned, time * 1 ether, 1, "all of it, however light the stake"
        );
        uint256 paid = claim(alice, pool);
        // the accumulator has wrapped around long ago; a normal stake joins, and all results stay exact
        stake(bob, pool, 1_000_000 ether);
        assertEq(pools.accountState(pool, bob).earned, 0);
        after_ = bound(after_, 1, 200 days);
        skip(after_);
        uint256 streamed = after_ < 1461 days - time ? after_ : 1461 days - time;
        uint256 bobs = claim(bob, pool);
        uint256 alices = claim(alice, pool);
        assertLe(paid + bobs + alices, (time + streamed) * 1 ether, "never more than streamed");
        assertApproxEqAbs(bobs + alices, streamed * 1 ether, 3);
        uint256 units = dust / 1e9;
        assertApproxEqAbs(alices, streamed * 1 ether * units / (units + 1e15), 2, "dust earns dust again");
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertEq(staked.balanceOf(alice), MOST);
    }

    /// Dust under the highest possible rate, called at random during the longest possible stream.
    function testFuzz_Extremes_TheHighestBudgetOverOneUnitOfWeight(uint256 seed, uint256 duration) public {
        duration = bound(duration, 1 days, 1461 days);
        uint256 pool = _pool(duration, address(rewarded));
        fund(pool, MOST);
        stake(alice, pool, 1e9);
        uint256 left = duration;
        uint256 paid;
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 step = seed % (left + 1);
            left -= step;
            skip(step);
            uint256 number = pools.accountState(pool, bob).positionCount;
            stake(bob, pool, 1e9);
            paid += claim(alice, pool);
            vm.prank(bob);
            pools.exit(pool, number, bob);
        }
        skip(left + 1);
        paid += claim(alice, pool);
        uint256 bobs = 100 * MOST - rewarded.balanceOf(bob);
        assertEq(bobs, 0, "in and out within a second earns nothing");
        assertLe(paid, MOST);
        // the remainder of the division by the duration is held back, and each call may lose a wei
        assertLe(MOST - paid, duration * 1e6 + 40, "all of the budget, to one unit of weight");
    }

    function testFuzz_Extremes_BalancesAtTheMaximum(uint256 first, uint256 second) public {
        uint256 pool = _pool(1 days, address(staked));
        first = bound(first, 1e15, MOST - 1e15);
        second = bound(second, 1e9, MOST);
        fund(pool, first);
        vm.prank(alice);
        try pools.stake(pool, second, 0, address(0)) {
            assertLe(first + second, MOST, "never above the maximum");
        } catch (bytes memory reason) {
            assertGt(first + second, MOST, "up to the maximum anything goes");
            assertEq(
                reason,
                abi.encodeWithSignature(
                    "StakingPools_BalanceAboveMaximum(address,uint256,uint256)", staked, first + second, MOST
                )
            );
            second = MOST - first;
            stake(alice, pool, second);
        }
        skip(3 days);
        uint256 earned = pools.accountState(pool, alice).earned;
        assertLe(earned, first);
        assertLe(first - earned, 1 days * 1e6 + 2);
        uint256 before = staked.balanceOf(alice);
        vm.prank(alice);
        pools.exit(pool, 0, alice);
        assertEq(staked.balanceOf(alice) - before, second + earned, "everything comes out");
    }

    /// Funded to the maximum many times, with all rewards claimed in between, so that the accumulator wraps many times.
    function testFuzz_Extremes_TheAccumulatorGoesRound(uint256 amount, uint256 rounds) public {
        amount = bound(amount, 1e9, 1e20);
        rounds = bound(rounds, 1, 12);
        uint256 pool = _pool(1 days, address(rewarded));
        stake(alice, pool, amount);
        stake(bob, pool, 1e9);
        uint256 streamed;
        uint256 paid;
        for (uint256 i = 1; i <= rounds; ++i) {
            fund(pool, MOST - rewarded.balanceOf(address(pools)));
            streamed += pools.poolState(pool).rewardRate * 1 days;
            skip(1 days + 1);
            paid += claim(alice, pool) + claim(bob, pool);
            assertLe(paid, streamed);
            assertLe(streamed - paid, 2 * i + 2);
        }
    }

    /// The greatest possible weight, updated a hundred times: no update earns more than has streamed.
    function test_Extremes_TheHeaviestWeightEarnsNoMoreThanStreams() public {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(staked), address(rewarded));
        configuration.boostSource = address(boosts);
        configuration.rewardDuration = 1 days;
        configuration.tiers[0].multiplierBps = 40_000;
        uint256 pool = createPool(configuration);
        boosts.set(alice, 20_000);
        boosts.set(bob, 20_000);
        fund(pool, 7 * 1 days * 1e6);
        stake(alice, pool, MOST - 1e27 - 7);
        stake(bob, pool, 1e27);
        pools.syncBoost(pool, alice);
        pools.syncBoost(pool, bob);
        for (uint256 i = 1; i <= 100; ++i) {
            skip(1);
            boosts.set(alice, 20_000 - i % 2);
            pools.syncBoost(pool, alice);
            uint256 owed = pools.accountState(pool, alice).earned + pools.accountState(pool, bob).earned;
            assertLe(owed, i * 7e6, "no more than streamed");
            assertLe(i * 7e6 - owed, 3 * i + 2);
        }
        skip(2 days);
        assertLe(claim(alice, pool) + claim(bob, pool), 7 * 1 days * 1e6);
    }

    /// A token that reports false balances breaks no word of the pool: weight and rate are refused, or held, at their
    /// limits.
    function test_Extremes_ALyingTokenSpillsNothing() public {
        LyingToken lying = new LyingToken(address(pools));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(lying), address(lying));
        configuration.rewardDuration = 1 days;
        configuration.tiers[0].multiplierBps = 40_000;
        uint256 pool = createPool(configuration);
        uint256 weight;
        bool refused;
        for (uint256 i = 0; i < 12 && !refused; ++i) {
            lying.forget();
            try pools.stake(pool, MOST, 0, address(0)) {
                weight += MOST * 4 / 1e9 * 1e9;
                assertEq(pools.poolState(pool).totalWeight, weight);
            } catch (bytes memory reason) {
                refused = bytes4(reason) == bytes4(keccak256("StakingPools_TotalWeightAboveMaximum(uint256)"));
            }
        }
        assertTrue(refused, "a weight that does not fit is refused");
        for (uint256 i = 0; i < 12; ++i) {
            lying.forget();
            pools.fund(pool, MOST);
            IStakingPools.PoolState memory state = pools.poolState(pool);
            assertLe(state.rewardRate, ((1 << 56) - 1) * 1e6, "a rate that fits");
            assertEq(pools.poolConfiguration(pool).rewardToken, address(lying), "and nothing beside it is touched");
            assertLe(state.rewardEnd, block.timestamp + 1 days);
        }
    }
}
