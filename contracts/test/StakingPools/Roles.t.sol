// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice The actions of owner and guardian, and the values that neither can touch (principal, earned rewards,
/// leaving, claiming).
contract RolesTest is PoolsTest {
    /// @dev Alice is staked and has earned in `pool`. `call` changes neither, and all her ways out stay open.
    function _unharmedBy(uint256 pool, function(uint256) internal call) private {
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        stake(alice, pool, 50 ether);
        stake(alice, pool, 25 ether);
        skip(1 hours);
        uint256 owed = pools.accountState(pool, alice).earned;
        call(pool);
        assertEq(pools.accountState(pool, alice).earned, owed, "earned");
        skip(1 hours);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed * 2, 2, "earning goes on");
        assertApproxEqAbs(claim(alice, pool), owed * 2, 2, "claim");
        skip(1);
        vm.startPrank(alice);
        pools.unstake(pool, 0, 100 ether, alice);
        pools.exit(pool, 1, alice);
        pools.withdrawPrincipal(pool, 2, alice);
        vm.stopPrank();
        assertEq(mcm.balanceOf(alice), 100_000_000 ether, "principal");
    }

    function _pause(uint256 pool) internal {
        vm.prank(guardian);
        pools.pauseStaking(pool);
    }

    function _pauseAndUnpause(uint256 pool) internal {
        _pause(pool);
        vm.prank(owner);
        pools.unpauseStaking(pool);
    }

    function _setGuardian(uint256) internal {
        vm.prank(owner);
        pools.setGuardian(bob);
    }

    function _createHostilePool(uint256) internal {
        // the same tokens with exchanged roles: this pool would take the first pool's tokens if it could
        uint256 other = createPool(flexible(address(galx), address(mcm)));
        stake(bob, other, 1000 ether);
    }

    function _transferOwnership(uint256) internal {
        vm.prank(owner);
        pools.transferOwnership(bob);
        vm.prank(bob);
        pools.acceptOwnership();
    }

    function _renounceOwnership(uint256) internal {
        vm.prank(owner);
        pools.renounceOwnership();
    }

    function test_PausingTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _pause);
    }

    function test_UnpausingTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _pauseAndUnpause);
    }

    function test_NamingAGuardianTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _setGuardian);
    }

    function test_MakingAPoolTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _createHostilePool);
    }

    function test_HandingOverOwnershipTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _transferOwnership);
    }

    function test_RenouncingOwnershipTakesNothingFromStakers() public {
        _unharmedBy(flexiblePool(), _renounceOwnership);
    }

    function test_PausingKeepsEveryOtherCallOpen() public {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether, 3);
        _pause(pool);
        assertNotEq(pools.poolState(pool).stakingPausedUntil, 0);
        fund(pool, BUDGET);
        assertNotEq(pools.poolState(pool).stakingPausedUntil, 0, "funding does not lift a pause");
        skip(1 days);
        vm.prank(alice);
        pools.exitEarly(pool, 0, 100 ether, alice);
        assertNotEq(pools.poolState(pool).stakingPausedUntil, 0, "nor does a penalty");
        claim(alice, pool);
    }

    function test_OnlyTheRolesHaveTheirPowers() public {
        uint256 pool = flexiblePool();
        bytes memory stranger = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, alice);
        vm.startPrank(alice);
        vm.expectRevert(stranger);
        pools.createPool(flexible(address(mcm), address(galx)));
        vm.expectRevert(stranger);
        pools.setGuardian(alice);
        vm.expectRevert(stranger);
        pools.unpauseStaking(pool);
        vm.expectRevert(stranger);
        pools.transferOwnership(alice);
        vm.expectRevert(stranger);
        pools.renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_CallerNotGuardian.selector, alice));
        pools.pauseStaking(pool);
        vm.stopPrank();
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        pools.unpauseStaking(pool);
    }

    /// An owner that was named by mistake never accepts, so the old owner stays.
    function test_OwnershipMovesInTwoSteps() public {
        vm.prank(owner);
        vm.expectEmit(address(pools));
        emit Ownable2Step.OwnershipTransferStarted(owner, bob);
        pools.transferOwnership(bob);
        assertEq(pools.owner(), owner);
        assertEq(pools.pendingOwner(), bob);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, bob));
        pools.setGuardian(bob);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, alice));
        pools.acceptOwnership();
        vm.prank(bob);
        pools.acceptOwnership();
        assertEq(pools.owner(), bob);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        pools.setGuardian(owner);
    }

    function test_OwnerPausesAndUnpauses() public {
        uint256 pool = flexiblePool();
        vm.startPrank(owner);
        vm.expectEmit(address(pools));
        emit IStakingPools.StakingPauseSet(pool, block.timestamp + 7 days);
        pools.pauseStaking(pool);
        vm.expectEmit(address(pools));
        emit IStakingPools.StakingPauseSet(pool, 0);
        pools.unpauseStaking(pool);
        vm.stopPrank();
        assertEq(pools.poolState(pool).stakingPausedUntil, 0);
        stake(alice, pool, 1 ether);
    }

    function test_GuardianIsReplacedAtOnce() public {
        uint256 pool = flexiblePool();
        vm.expectEmit(address(pools));
        emit IStakingPools.GuardianSet(bob);
        _setGuardian(pool);
        assertEq(pools.guardian(), bob);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_CallerNotGuardian.selector, guardian));
        pools.pauseStaking(pool);
    }

    function test_UnknownPoolsCannotBePaused() public {
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, 9));
        vm.prank(guardian);
        pools.pauseStaking(9);
    }
}
