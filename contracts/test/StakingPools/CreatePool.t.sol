// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

contract DecimalsToken is ERC20 {
    uint8 private immutable answer;

    constructor(uint8 answer_) ERC20("Decimals", "DEC") {
        answer = answer_;
    }

    function decimals() public view override returns (uint8) {
        return answer;
    }
}

contract CreatePoolTest is PoolsTest {
    function test_CreatePoolKeepsItsConfiguration() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 0.25 ether;
        made.boostSource = address(boosts);
        made.tiers = new IStakingPools.Tier[](2);
        made.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        made.tiers[1] = IStakingPools.Tier(1461 days, 40_000, 2000);
        uint256 expected = (uint256(1) << 160) | uint160(address(galx));
        vm.expectEmit(address(pools));
        emit IStakingPools.PoolCreated(expected, made);
        uint256 pool = createPool(made);
        assertEq(pool, expected);
        assertEq(abi.encode(pools.poolConfiguration(pool)), abi.encode(made));
        assertEq(pools.poolCount(), 1);
        assertEq(pools.poolAt(0), pool);
        assertNotEq(createPool(made), pool, "a second one of the same terms is another pool");
    }

    function test_CreatePoolRefusesTokensWithoutCode() public {
        IStakingPools.PoolConfiguration memory made = flexible(alice, address(galx));
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_NotAContract.selector, alice));
        made = flexible(address(mcm), address(0));
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_NotAContract.selector, address(0)));
        made = flexible(address(mcm), address(galx));
        made.boostSource = bob;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_NotAContract.selector, bob));
        made.boostSource = address(0);
        made.pairToken = carol;
        made.pairRatio = 1;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_NotAContract.selector, carol));
    }

    /// The arithmetic requires 18 decimals of every token. Fewer decimals, more decimals and no answer are refused.
    function test_CreatePoolRefusesTokensWithOtherDecimals() public {
        DecimalsToken[4] memory odd =
            [new DecimalsToken(6), new DecimalsToken(17), new DecimalsToken(19), new DecimalsToken(24)];
        for (uint256 i = 0; i < odd.length; ++i) {
            address token = address(odd[i]);
            bytes memory reason = abi.encodeWithSelector(
                IStakingPools.StakingPools_DecimalsNot18.selector, token, uint256(odd[i].decimals())
            );
            _refused(flexible(token, address(galx)), reason);
            _refused(flexible(address(mcm), token), reason);
            IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(galx));
            made.pairToken = token;
            made.pairRatio = 1 ether;
            _refused(made, reason);
        }
        address mute = address(boosts);
        _refused(
            flexible(mute, address(galx)),
            abi.encodeWithSelector(IStakingPools.StakingPools_DecimalsNot18.selector, mute, type(uint256).max)
        );
        createPool(flexible(address(new DecimalsToken(18)), address(galx)));
    }

    function test_CreatePoolRefusesOddPairs() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 1 ether;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_PairTokenIsStakeToken.selector, address(mcm)));
        made.pairToken = address(galx);
        made.pairRatio = 0;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_PairRatioOutOfRange.selector, 0));
        made.pairRatio = 2 ** 96;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_PairRatioOutOfRange.selector, 2 ** 96));
        made.pairToken = address(0);
        made.pairRatio = 1;
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_PairRatioOutOfRange.selector, 1));
    }

    function test_CreatePoolRefusesOddDurations() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(galx));
        uint32[2] memory odd = [uint32(1 days - 1), 1461 days + 1];
        for (uint256 i = 0; i < 2; ++i) {
            made.rewardDuration = odd[i];
            _refused(
                made,
                abi.encodeWithSelector(
                    IStakingPools.StakingPools_RewardDurationOutOfRange.selector, odd[i], 1 days, 1461 days
                )
            );
        }
        made.rewardDuration = 1 days;
        createPool(made);
        made.rewardDuration = 1461 days;
        createPool(made);
    }

    function test_CreatePoolRefusesOddTiers() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers = new IStakingPools.Tier[](0);
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_TierCountOutOfRange.selector, 0, 4));
        made.tiers = new IStakingPools.Tier[](5);
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_TierCountOutOfRange.selector, 5, 4));
        _refusedTier(1461 days + 1, 10_000, 0, IStakingPools.StakingPools_TierDurationAboveMaximum.selector);
        _refusedTier(30 days, 9999, 0, IStakingPools.StakingPools_TierMultiplierOutOfRange.selector);
        _refusedTier(30 days, 40_001, 0, IStakingPools.StakingPools_TierMultiplierOutOfRange.selector);
        _refusedTier(30 days, 10_000, 2001, IStakingPools.StakingPools_TierPenaltyOutOfRange.selector);
        _refusedTier(0, 10_000, 1, IStakingPools.StakingPools_TierPenaltyOutOfRange.selector);
        made = flexible(address(mcm), address(galx));
        made.tiers[0] = IStakingPools.Tier(30 days, 10_000, 1);
        _refused(made, abi.encodeWithSelector(IStakingPools.StakingPools_TierPenaltyOutOfRange.selector, 0, 1));
    }

    function _refusedTier(uint32 duration, uint16 multiplierBps, uint16 penaltyBps, bytes4 error) private {
        IStakingPools.PoolConfiguration memory made = flexible(address(mcm), address(mcm));
        made.tiers[0] = IStakingPools.Tier(duration, multiplierBps, penaltyBps);
        vm.prank(owner);
        vm.expectPartialRevert(error);
        pools.createPool(made);
    }

    function _refused(IStakingPools.PoolConfiguration memory made, bytes memory reason) private {
        vm.prank(owner);
        vm.expectRevert(reason);
        pools.createPool(made);
    }
}

contract ViewsTest is PoolsTest {
    function test_PositionsOfPagesOverOpenPositions() public {
        uint256 pool = flexiblePool();
        for (uint256 i = 1; i <= 7; ++i) {
            stake(alice, pool, i * 1 ether);
        }
        vm.startPrank(alice);
        pools.exit(pool, 2, alice);
        pools.exit(pool, 6, alice);
        vm.stopPrank();
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, alice, 0, 4);
        assertEq(open.length, 3);
        assertEq(open[2].position, 3);
        assertEq(open[2].amount, 4 ether);
        assertEq(pools.positionsOf(pool, alice, 4, 100).length, 2);
        assertEq(pools.positionsOf(pool, alice, 100, 100).length, 0);
        assertEq(pools.positionsOf(pool, alice, 0, type(uint256).max).length, 5);
        assertEq(pools.positionsOf(pool, alice, 1, type(uint256).max).length, 4);
        assertEq(pools.positionsOf(pool, bob, 0, 10).length, 0);
    }

    function test_ViewsRefuseUnknownPools() public {
        bytes memory unknown = abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 8);
        vm.expectRevert(unknown);
        pools.poolState(8);
        vm.expectRevert(unknown);
        pools.poolConfiguration(8);
        vm.expectRevert(unknown);
        pools.accountState(8, alice);
        vm.expectRevert(unknown);
        pools.positionsOf(8, alice, 0, 1);
        uint256 pool = flexiblePool();
        assertEq(pools.accountState(pool, alice).boostBps, 10_000);
    }
}
