// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Loops over users: every function costs the same in a pool of three stakers and in a pool of a hundred
/// thousand, for an account with eight positions and for an account with ten thousand. The cost stays far below BSC's
/// limit for one transaction. The nightly run (THOROUGH=1) has these numbers. By day they are a twentieth, over which a
/// loop would still cost tens of times as much as a call.
/// forge-config: default.isolate = true
contract LoopsOverUsersGas is PoolsTest {
    /// @dev BSC's limit for one transaction.
    uint256 private constant TRANSACTION_GAS_LIMIT = 16_777_216;

    uint256 private empty;
    uint256 private crowded;
    uint256 private stakers;
    uint256 private positions;

    function setUp() public override {
        super.setUp();
        bool thorough = vm.envOr("THOROUGH", uint256(0)) == 1;
        (stakers, positions) = thorough ? (100_000, 10_000) : (5000, 500);
        mcm.mint(address(this), 1_000_000 ether);
    }

    /// @dev The same few calls in both pools, then many accounts in one pool, and many positions of Alice.
    function _crowd(uint256 first, uint256 second) private {
        (empty, crowded) = (first, second);
        _settle(first);
        _settle(second);
        this.gather();
        skip(40 days);
    }

    /// @dev One call, and therefore one transaction: many isolated calls would take minutes.
    function gather() external {
        for (uint256 i = 0; i < stakers; ++i) {
            address staker = address(uint160(0xdecade0000 + i));
            mcm.transfer(staker, 1 ether);
            approveAll(staker, address(mcm));
            stake(staker, crowded, 1 ether);
        }
        for (uint256 i = 0; i < positions; ++i) {
            stake(alice, crowded, 1 ether);
        }
        assertEq(pools.accountState(crowded, alice).positionCount, 8 + positions);
    }

    function _settle(uint256 pool) private {
        fund(pool, BUDGET);
        stake(bob, pool, 5000 ether);
        stake(carol, pool, 700 ether);
        for (uint256 i = 0; i < 8; ++i) {
            stake(alice, pool, 100 ether);
        }
    }

    /// @dev The gas that `account` pays for the call.
    function _gas(address account, bytes memory call) private returns (uint256 used) {
        vm.prank(account);
        (bool succeeded,) = address(pools).call(call);
        assertTrue(succeeded);
        used = vm.lastCallGas().gasTotalUsed;
        assertLt(used, TRANSACTION_GAS_LIMIT / 50);
    }

    /// @dev For a function whose first argument is the pool.
    function _assertFlat(string memory name, address account, bytes4 selector, bytes memory rest) private {
        bytes memory alone = abi.encodePacked(selector, empty, rest);
        _assertSame(name, account, alone, abi.encodePacked(selector, crowded, rest));
    }

    function _assertSame(string memory name, address account, bytes memory alone, bytes memory among) private {
        uint256 used = _gas(account, alone);
        assertApproxEqRel(_gas(account, among), used, 0.01e18, name);
    }

    function _claimMany(uint256 pool) private view returns (bytes memory) {
        uint256[] memory some = new uint256[](1);
        some[0] = pool;
        return abi.encodeCall(pools.claimMany, (some, alice));
    }

    function _assertAllFlat() private {
        _assertFlat("stake", bob, IStakingPools.stake.selector, abi.encode(1 ether, 0, carol));
        _assertFlat("stake with many positions", alice, IStakingPools.stake.selector, abi.encode(1 ether, 0, carol));
        _assertFlat("stakeFor", bob, IStakingPools.stakeFor.selector, abi.encode(alice, 1 ether, 0));
        IStakingPools.Permit memory none;
        _assertFlat(
            "stakeWithPermit",
            carol,
            IStakingPools.stakeWithPermit.selector,
            abi.encode(1 ether, 0, address(0), none, none)
        );
        skip(40 days);
        _assertFlat("claim", alice, IStakingPools.claim.selector, abi.encode(alice));
        skip(1 hours);
        _assertFlat("claimFor", bob, IStakingPools.claimFor.selector, abi.encode(alice));
        _assertFlat("unstake", alice, IStakingPools.unstake.selector, abi.encode(0, 1 ether, alice));
        skip(1 hours);
        _assertSame("claimMany", alice, _claimMany(empty), _claimMany(crowded));
        skip(1 hours);
        _assertFlat("exit", alice, IStakingPools.exit.selector, abi.encode(1, alice));
        _assertFlat("exitEarly", alice, IStakingPools.exitEarly.selector, abi.encode(2, 1 ether, alice));
        _assertFlat("withdrawPrincipal", alice, IStakingPools.withdrawPrincipal.selector, abi.encode(3, alice));
        _assertFlat("fund", funder, IStakingPools.fund.selector, abi.encode(BUDGET));
        _assertFlat("pauseStaking", guardian, IStakingPools.pauseStaking.selector, "");
        _assertFlat("unpauseStaking", owner, IStakingPools.unpauseStaking.selector, "");
        _assertFlat("poolConfiguration", alice, IStakingPools.poolConfiguration.selector, "");
        _assertFlat("poolState", alice, IStakingPools.poolState.selector, "");
        _assertFlat("accountState", alice, IStakingPools.accountState.selector, abi.encode(alice));
        _assertFlat("a page of positionsOf", alice, IStakingPools.positionsOf.selector, abi.encode(alice, 0, 8));
    }

    function test_Threat_LoopsOverUsers_FlexibleAndBoosted() public {
        _crowd(boostedPool(), boostedPool());
        boosts.set(alice, 12_000);
        _assertFlat("syncBoost", bob, IStakingPools.syncBoost.selector, abi.encode(alice));
        _assertAllFlat();
    }

    function test_Threat_LoopsOverUsers_Compound() public {
        _crowd(createPool(flexible(address(mcm), address(mcm))), createPool(flexible(address(mcm), address(mcm))));
        _assertFlat("compound", alice, IStakingPools.compound.selector, "");
        _assertAllFlat();
    }

    function test_Threat_LoopsOverUsers_Tiers() public {
        _crowd(termPool(), termPool());
        _assertAllFlat();
    }
}
