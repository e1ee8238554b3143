// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {GuardianPause_TooSoon} from "../../src/types/GuardianPause.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice A stolen guardian's key in the first minute of a pool: the thief stakes, and a pause keeps everybody else
/// out for seven days. The thief earns the stake's share of the weight, times the rate, times seven days. That is
/// almost nothing beside the treasury's first stake, and the whole stream without it.
contract FirstMinuteTest is ThreatTest {
    /// @dev The smallest stake.
    uint256 private constant LEAST = 1e9;
    uint256 private constant PAUSE = 7 days;
    /// @dev Mainnet's plan for the pool `galx`: some 10 000 GALX a day.
    uint256 private constant FUNDING = 900_000 ether;
    uint256 private constant FIRST_STAKE = 100_000 ether;

    address private immutable treasury = makeAddr("treasury");
    uint256 private pool;

    function setUp() public override {
        super.setUp();
        pool = createPool(flexible(address(galx), address(galx)));
        vm.prank(owner);
        pools.setGuardian(attacker);
        equip(attacker, 1e27 - galx.totalSupply());
    }

    function _deploy(uint256 firstStake) private {
        vm.startPrank(funder);
        if (firstStake != 0) pools.stakeFor(pool, treasury, firstStake, 0);
        pools.fund(pool, FUNDING);
        vm.stopPrank();
    }

    /// @dev The thief stakes and pauses. Nobody can stake during the pause.
    /// @return the thief's earnings
    function _keepOthersOut(uint256 staked) private returns (uint256) {
        stake(attacker, pool, staked);
        uint256 start = block.timestamp;
        vm.startPrank(attacker);
        pools.pauseStaking(pool);
        vm.warp(start + PAUSE - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_StakingPaused.selector, pool, start + PAUSE));
        pools.stake(pool, LEAST, 0, address(0));
        vm.warp(start + PAUSE);
        vm.stopPrank();
        return pools.accountState(pool, attacker).earned;
    }

    /// @dev The amount that `staked` of `all` earns of the stream during a pause.
    function _share(uint256 staked, uint256 all) private view returns (uint256) {
        return Math.mulDiv(pools.poolState(pool).rewardRate * PAUSE, staked, all);
    }

    /// The reason for the first stake: without it a billionth of a GALX earns 69 999 GALX.
    function test_Threat_WithoutAFirstStakeTheThiefEarnsTheWholeStream() public {
        _deploy(0);
        uint256 gained = _keepOthersOut(LEAST);
        assertApproxEqAbs(gained, _share(1, 1), 1);
        assertEq(gained / 1 ether, 69_999);
    }

    function test_Threat_BesideTheFirstStakeTheLeastStakeEarnsNothingOfWorth() public {
        _deploy(FIRST_STAKE);
        uint256 gained = _keepOthersOut(LEAST);
        assertApproxEqAbs(gained, _share(LEAST, LEAST + FIRST_STAKE), 1);
        assertLt(gained, LEAST, "less than a billionth of a GALX");
    }

    /// Whatever the thief stakes, the stake gains exactly its share of the weight. Any other stake of that size gains the same.
    function testFuzz_Threat_AThiefWhoStakesEarnsTheShareOfTheWeight(uint256 staked, uint256 firstStake) public {
        firstStake = bound(firstStake, 1e9, FIRST_STAKE / LEAST) * LEAST;
        staked = bound(staked, 1, 5e17) * LEAST;
        _deploy(firstStake);
        uint256 gained = _keepOthersOut(staked);
        uint256 share = _share(staked, staked + firstStake);
        assertLe(gained, share);
        assertGe(gained + 2, share, "less the rounding of an update");
        uint256 treasurys = pools.accountState(pool, treasury).earned;
        assertGe(treasurys + 2, _share(firstStake, staked + firstStake), "and the treasury's is the rest");
    }

    /// The loss of a competitor by the pause itself: the competitor's share, and never more than the stream pays
    /// meanwhile.
    function testFuzz_Threat_APauseTakesACompetitorsShareAndNoMore(uint256 staked, uint256 competing) public {
        staked = bound(staked, 1, 5e17) * LEAST;
        competing = bound(competing, 1, 1e17) * LEAST;
        _deploy(FIRST_STAKE);
        uint256 snapshot = vm.snapshotState();
        stake(attacker, pool, staked);
        stake(bob, pool, competing);
        skip(PAUSE);
        uint256 withoutPause = pools.accountState(pool, attacker).earned;
        uint256 all = staked + competing + FIRST_STAKE;
        assertApproxEqAbs(pools.accountState(pool, bob).earned, _share(competing, all), 2, "the competitor's loss");
        vm.revertToState(snapshot);

        uint256 gained = _keepOthersOut(staked) - withoutPause;
        // s/(s + w) − s/(s + w + c) of the stream, which is s/(s + w) of the competitor's loss
        assertApproxEqAbs(gained, Math.mulDiv(_share(competing, all), staked, staked + FIRST_STAKE), 4);

        stake(bob, pool, competing);
        vm.startPrank(attacker);
        vm.expectPartialRevert(GuardianPause_TooSoon.selector);
        pools.pauseStaking(pool);
        vm.stopPrank();
    }

    /// A pause before the first stake stops the deployment, because it stakes before it funds.
    function test_Threat_APauseBeforeTheFirstStakeLeavesThePoolUnfunded() public {
        vm.prank(attacker);
        pools.pauseStaking(pool);
        bytes4 paused = IStakingPools.StakingPools_StakingPaused.selector;
        vm.startPrank(funder);
        vm.expectRevert(abi.encodeWithSelector(paused, pool, block.timestamp + PAUSE));
        pools.stakeFor(pool, treasury, FIRST_STAKE, 0);
        vm.stopPrank();
        assertEq(pools.poolState(pool).rewardRate, 0);
    }
}
