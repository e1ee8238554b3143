// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Build} from "./Build.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {StakingPools} from "../../src/StakingPools.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {BoostTable} from "./BoostTable.sol";
import {readPairAmount, readPenalty, readPosition} from "./PoolReading.sol";

/// @notice The start of every StakingPools test: the contract, its roles, two tokens, three stakers with allowances,
/// and functions that create the product's pools.
abstract contract PoolsTest is Build {
    uint256 internal constant REWARD_DURATION = 90 days;
    uint256 internal constant BUDGET = 7_776_000 ether;

    address internal immutable owner = makeAddr("timelock");
    address internal immutable guardian = makeAddr("guardian");
    address internal immutable funder = makeAddr("funder");
    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    address internal immutable carol = makeAddr("carol");

    StakingPools internal pools;
    MCM internal mcm;
    GALX internal galx;
    BoostTable internal boosts;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        pools = StakingPools(deployed("StakingPools", abi.encode(owner, guardian)));
        mcm = MCM(deployed("MCM", abi.encode(1_000_000_000 ether, address(this))));
        galx = GALX(deployed("GALX", abi.encode(1_000_000_000 ether, address(this))));
        boosts = BoostTable(deployed("BoostTable", ""));
        address[4] memory holders = [funder, alice, bob, carol];
        for (uint256 i = 0; i < holders.length; ++i) {
            mcm.mint(holders[i], 100_000_000 ether);
            galx.mint(holders[i], 100_000_000 ether);
            approveAll(holders[i], address(mcm));
            approveAll(holders[i], address(galx));
        }
    }

    function approveAll(address holder, address token) internal {
        vm.prank(holder);
        IERC20(token).approve(address(pools), type(uint256).max);
    }

    // Configurations

    function flexible(address stakeToken, address rewardToken)
        internal
        pure
        returns (IStakingPools.PoolConfiguration memory configuration)
    {
        configuration.stakeToken = stakeToken;
        configuration.rewardToken = rewardToken;
        configuration.rewardDuration = uint32(REWARD_DURATION);
        configuration.tiers = new IStakingPools.Tier[](1);
        configuration.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
    }

    /// MCM → GALX, flexible
    function flexiblePool() internal returns (uint256) {
        return createPool(flexible(address(mcm), address(galx)));
    }

    /// GALX + MCM → GALX, ×1.5
    function pairPool() internal returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(galx), address(galx));
        configuration.pairToken = address(mcm);
        configuration.pairRatio = 1 ether;
        configuration.tiers[0].multiplierBps = 15_000;
        return createPool(configuration);
    }

    /// MCM → MCM, 30, 90, 180, 360 days
    function termPool() internal returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(mcm));
        configuration.tiers = new IStakingPools.Tier[](4);
        configuration.tiers[0] = IStakingPools.Tier(30 days, 10_000, 500);
        configuration.tiers[1] = IStakingPools.Tier(90 days, 15_000, 1000);
        configuration.tiers[2] = IStakingPools.Tier(180 days, 20_000, 1500);
        configuration.tiers[3] = IStakingPools.Tier(360 days, 30_000, 2000);
        return createPool(configuration);
    }

    /// MCM → GALX, flexible, boosted
    function boostedPool() internal returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.boostSource = address(boosts);
        return createPool(configuration);
    }

    function createPool(IStakingPools.PoolConfiguration memory configuration) internal returns (uint256) {
        vm.prank(owner);
        return pools.createPool(configuration);
    }

    /// @return permit of `value` wei for the pools, valid for an hour
    function signPermit(CappedToken token, address holder, uint256 key, uint256 value)
        internal
        view
        returns (IStakingPools.Permit memory permit)
    {
        permit.deadline = vm.getBlockTimestamp() + 1 hours; // the optimiser treats block.timestamp as a constant of the test
        bytes32 content = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                holder,
                address(pools),
                value,
                token.nonces(holder),
                permit.deadline
            )
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), content));
        (permit.v, permit.r, permit.s) = vm.sign(key, digest);
    }

    // Calls

    function fund(uint256 pool, uint256 amount) internal {
        vm.prank(funder);
        pools.fund(pool, amount);
    }

    function stake(address account, uint256 pool, uint256 amount) internal returns (uint256) {
        return stake(account, pool, amount, 0);
    }

    function stake(address account, uint256 pool, uint256 amount, uint256 tier) internal returns (uint256) {
        vm.prank(account);
        return pools.stake(pool, amount, tier, address(0));
    }

    function unstake(address account, uint256 pool, uint256 position, uint256 amount) internal {
        vm.prank(account);
        pools.unstake(pool, position, amount, account);
    }

    function claim(address account, uint256 pool) internal returns (uint256) {
        vm.prank(account);
        return pools.claim(pool, account);
    }

    function positionOf(uint256 pool, address account, uint256 number)
        internal
        view
        returns (IStakingPools.PositionView memory)
    {
        return readPosition(pools, pool, account, number);
    }

    function penaltyOf(uint256 pool, address account, uint256 number, uint256 amount) internal view returns (uint256) {
        return readPenalty(pools, pool, account, number, amount);
    }

    function pairAmountOf(uint256 pool, uint256 amount) internal view returns (uint256) {
        return readPairAmount(pools, pool, amount);
    }

    function weightOf(uint256 pool, address account) internal view returns (uint256) {
        return pools.accountState(pool, account).weight;
    }
}
