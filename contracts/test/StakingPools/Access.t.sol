// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control.
contract AccessStakingPoolsTest is Access {
    uint256 private pool;
    uint256 private term;
    uint256 private same;

    function setUp() public override {
        super.setUp();
        pool = boostedPool();
        term = termPool();
        same = createPool(flexible(address(mcm), address(mcm)));
        equip(attacker, 1e24);
        fund(same, BUDGET);
        stake(attacker, same, 50 ether);
        fund(pool, BUDGET);
        vm.prank(funder);
        pools.fund(term, BUDGET);
        stake(alice, pool, 100 ether);
        stake(alice, term, 100 ether, 1);
        stake(bob, pool, 300 ether);
        stake(attacker, pool, 50 ether);
        stake(attacker, pool, 50 ether);
        stake(attacker, term, 50 ether, 1);
        skip(1 hours);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                stateOf(pool, alice),
                stateOf(term, alice),
                stateOf(pool, bob),
                stateOf(pool, carol),
                stateOf(pool, funder),
                pools.owner(),
                pools.guardian(),
                pools.poolCount(),
                pools.poolConfiguration(pool),
                pools.poolConfiguration(term),
                pools.poolState(pool).stakingPausedUntil,
                pools.poolState(term).stakingPausedUntil
            )
        );
    }

    function _views() private {
        reads(abi.encodeCall(pools.owner, ()));
        reads(abi.encodeCall(pools.pendingOwner, ()));
        reads(abi.encodeCall(pools.guardian, ()));
        reads(abi.encodeCall(pools.poolCount, ()));
        reads(abi.encodeCall(pools.poolAt, (0)));
        reads(abi.encodeCall(pools.poolConfiguration, (pool)));
        reads(abi.encodeCall(pools.poolState, (pool)));
        reads(abi.encodeCall(pools.accountState, (pool, alice)));
        reads(abi.encodeCall(pools.positionsOf, (pool, alice, 0, 10)));
    }

    function _rolesOnly() private {
        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        refused(abi.encodeCall(pools.createPool, (flexible(address(mcm), address(galx)))), stranger);
        refused(abi.encodeCall(pools.setGuardian, (attacker)), stranger);
        refused(abi.encodeCall(pools.unpauseStaking, (pool)), stranger);
        refused(abi.encodeCall(pools.transferOwnership, (attacker)), stranger);
        refused(abi.encodeCall(pools.renounceOwnership, ()), stranger);
        refused(abi.encodeCall(pools.acceptOwnership, ()), stranger);
        refused(abi.encodeCall(pools.pauseStaking, (pool)), IStakingPools.StakingPools_CallerNotGuardian.selector);
    }

    function _everybodys() private {
        IStakingPools.Permit memory none;
        ownAffair(abi.encodeCall(pools.stake, (pool, 1 ether, 0, alice)));
        ownAffair(abi.encodeCall(pools.stakeWithPermit, (pool, 1 ether, 0, alice, none, none)));
        ownAffair(abi.encodeCall(pools.stakeFor, (pool, attacker, 1 ether, 0)));
        ownAffair(abi.encodeCall(pools.compound, (same)));
        uint256[] memory ids = new uint256[](1);
        ids[0] = pool;
        ownAffair(abi.encodeCall(pools.claimMany, (ids, attacker)));
        ownAffair(abi.encodeCall(pools.unstake, (pool, 0, 1 ether, attacker)));
        ownAffair(abi.encodeCall(pools.exit, (pool, 0, attacker)));
        ownAffair(abi.encodeCall(pools.exitEarly, (term, 0, 1 ether, attacker)));
        ownAffair(abi.encodeCall(pools.withdrawPrincipal, (pool, 1, attacker)));
        ownAffair(abi.encodeCall(pools.claim, (pool, attacker)));
        ownAffair(abi.encodeCall(pools.claimFor, (pool, attacker)));
        ownAffair(abi.encodeCall(pools.fund, (pool, 1 ether)));
        ownAffair(abi.encodeCall(pools.syncBoost, (pool, attacker)));
    }

    function test_Threat_MissingAccessControl() public {
        _views();
        _rolesOnly();
        _everybodys();
        walk("StakingPools", address(pools), attacker);
    }

    /// The three functions that name an account: anybody may call them, and they only help the account.
    function test_Threat_MissingAccessControl_CallsForAnother() public {
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 balance = galx.balanceOf(alice);
        vm.startPrank(attacker);
        assertEq(pools.claimFor(pool, alice), owed);
        assertEq(galx.balanceOf(alice), balance + owed, "it pays the account, no matter who calls");
        boosts.set(alice, 15_000);
        pools.syncBoost(pool, alice);
        pools.stakeFor(pool, alice, 1 ether, 0);
        vm.stopPrank();
        assertEq(weightOf(pool, alice), 151.5 ether, "the boost the account is entitled to, and a gift");
        assertEq(pools.accountState(pool, attacker).weight, 100 ether);
    }

    /// Nobody has access to another account's position: somebody else tries every way out of it, with its number.
    function test_Threat_MissingAccessControl_AnothersPosition() public {
        skip(400 days);
        bytes32 before = stateOf(pool, alice);
        bytes4[4] memory ways = [
            IStakingPools.unstake.selector,
            IStakingPools.exit.selector,
            IStakingPools.exitEarly.selector,
            IStakingPools.withdrawPrincipal.selector
        ];
        for (uint256 i = 0; i < ways.length; ++i) {
            vm.prank(carol);
            (bool succeeded, bytes memory answer) =
                address(pools).call(abi.encodeWithSelector(ways[i], pool, uint256(0), uint256(1 ether), carol));
            assertFalse(succeeded);
            // an `exit` of nothing is refused by the same error
            assertEq(bytes4(answer), IStakingPools.StakingPools_PositionUnknown.selector);
        }
        assertEq(stateOf(pool, alice), before);
    }
}
