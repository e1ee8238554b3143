// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice A pending permit is public. An account that uses it first must not prevent its signer from staking.
contract PermitGriefingTest is PoolsTest {
    bytes32 private constant TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function _sign(CappedToken token, uint256 key, uint256 value)
        private
        view
        returns (IStakingPools.Permit memory permit)
    {
        address signer = vm.addr(key);
        permit.deadline = block.timestamp + 1 hours;
        bytes32 content =
            keccak256(abi.encode(TYPEHASH, signer, address(pools), value, token.nonces(signer), permit.deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), content));
        (permit.v, permit.r, permit.s) = vm.sign(key, digest);
    }

    function _use(CappedToken token, uint256 key, uint256 value, IStakingPools.Permit memory permit) private {
        address signer = vm.addr(key);
        vm.prank(carol);
        token.permit(signer, address(pools), value, permit.deadline, permit.v, permit.r, permit.s);
    }

    /// @param griefs bit 0: the stake token's permit is used beforehand; bit 1: the pair token's
    function testFuzz_PermitGriefing_UsedBeforeTheStakeItStillStakes(uint256 key, uint256 amount, uint8 griefs) public {
        key = bound(key, 1, 1 << 250);
        address signer = vm.addr(key);
        vm.assume(mcm.balanceOf(signer) == 0 && signer.code.length == 0);
        amount = bound(amount, 1e9, 1e25);
        uint256 pool = pairPool();
        galx.mint(signer, amount);
        mcm.mint(signer, amount);
        IStakingPools.Permit memory stakePermit = _sign(galx, key, amount);
        IStakingPools.Permit memory pairPermit = _sign(mcm, key, amount);
        if (griefs % 2 == 1) _use(galx, key, amount, stakePermit);
        if (griefs / 2 % 2 == 1) _use(mcm, key, amount, pairPermit);
        vm.prank(signer);
        uint256 number = pools.stakeWithPermit(pool, amount, 0, bob, stakePermit, pairPermit);
        IStakingPools.PositionView memory held = positionOf(pool, signer, number);
        assertEq(held.amount, amount);
        assertEq(held.pairAmount, amount);
        assertEq(galx.allowance(signer, address(pools)) + mcm.allowance(signer, address(pools)), 0);
    }

    /// A permit cannot be exceeded either: one wei above the signed amount is not staked, even if another account used the permit first.
    function testFuzz_PermitGriefing_NoMoreThanWasSignedIsStaked(uint256 key, uint256 amount, uint256 more, bool used)
        public
    {
        key = bound(key, 1, 1 << 250);
        address signer = vm.addr(key);
        vm.assume(mcm.balanceOf(signer) == 0 && signer.code.length == 0);
        amount = bound(amount, 1e9, 1e24);
        more = bound(more, 1, 1e24);
        uint256 pool = flexiblePool();
        mcm.mint(signer, amount + more);
        IStakingPools.Permit memory none;
        IStakingPools.Permit memory permit = _sign(mcm, key, amount);
        if (used) _use(mcm, key, amount, permit);
        vm.expectRevert();
        vm.prank(signer);
        pools.stakeWithPermit(pool, amount + more, 0, bob, permit, none);
        assertEq(mcm.balanceOf(signer), amount + more);
        vm.prank(signer);
        pools.stakeWithPermit(pool, amount, 0, bob, permit, none);
        assertEq(mcm.balanceOf(signer), more);
    }
}
