// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

contract StakeWithPermitTest is PoolsTest {
    address private signer;
    uint256 private key;
    IStakingPools.Permit private none;

    function setUp() public override {
        super.setUp();
        (signer, key) = makeAddrAndKey("signer");
        mcm.mint(signer, 1000 ether);
        galx.mint(signer, 1000 ether);
    }

    function _sign(CappedToken token, uint256 value) private view returns (IStakingPools.Permit memory) {
        return signPermit(token, signer, key, value);
    }

    function test_PermitStakesWithoutAnAllowance() public {
        uint256 pool = flexiblePool();
        IStakingPools.Permit memory permit = _sign(mcm, 5 ether);
        vm.prank(signer);
        pools.stakeWithPermit(pool, 5 ether, 0, alice, permit, none);
        assertEq(weightOf(pool, signer), 5 ether);
        assertEq(mcm.allowance(signer, address(pools)), 0);
    }

    function test_PermitStakesAPair() public {
        uint256 pool = pairPool();
        IStakingPools.Permit memory permit = _sign(galx, 5 ether);
        IStakingPools.Permit memory pairPermit = _sign(mcm, pairAmountOf(pool, 5 ether));
        vm.prank(signer);
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), permit, pairPermit);
        assertEq(positionOf(pool, signer, 0).pairAmount, 5 ether);
        assertEq(weightOf(pool, signer), 7.5 ether);
    }

    /// The pair's permit is for the pair's amount, which differs from the stake's amount.
    function test_PermitStakesAPairInAnotherRatio() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 2.5 ether;
        uint256 pool = createPool(made);
        IStakingPools.Permit memory permit = _sign(galx, 5 ether);
        IStakingPools.Permit memory pairPermit = _sign(mcm, 12.5 ether);
        vm.prank(signer);
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), permit, pairPermit);
        assertEq(positionOf(pool, signer, 0).pairAmount, 12.5 ether);
        assertEq(mcm.allowance(signer, address(pools)), 0);
    }

    function test_PermitUsedBySomebodyElseFirstStillStakes() public {
        uint256 pool = flexiblePool();
        IStakingPools.Permit memory permit = _sign(mcm, 5 ether);
        vm.prank(bob);
        mcm.permit(signer, address(pools), 5 ether, permit.deadline, permit.v, permit.r, permit.s);
        vm.prank(signer);
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), permit, none);
        assertEq(weightOf(pool, signer), 5 ether);
    }

    function test_PermitOfAnotherAmountStakesNothing() public {
        uint256 pool = flexiblePool();
        IStakingPools.Permit memory permit = _sign(mcm, 5 ether);
        vm.prank(signer);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        pools.stakeWithPermit(pool, 6 ether, 0, address(0), permit, none);
    }

    function test_PermitOfSomebodyElseMovesNothing() public {
        uint256 pool = flexiblePool();
        IStakingPools.Permit memory permit = _sign(mcm, 5 ether);
        address thief = makeAddr("thief");
        vm.prank(thief);
        vm.expectRevert();
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), permit, none);
        assertEq(mcm.balanceOf(signer), 1000 ether);
    }

    function test_APermitForAMissingTokenIsSkipped() public {
        uint256 pool = flexiblePool();
        IStakingPools.Permit memory permit = _sign(mcm, 5 ether);
        vm.prank(signer);
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), permit, permit);
        assertEq(weightOf(pool, signer), 5 ether);

        uint256 nowhere = (uint256(99) << 160) | uint160(makeAddr("no token"));
        bytes memory unknown = abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, nowhere);
        vm.startPrank(signer);
        vm.expectRevert(unknown);
        pools.stakeWithPermit(nowhere, 5 ether, 0, address(0), permit, none);
        vm.expectRevert(unknown);
        pools.stakeWithPermit(nowhere, 5 ether, 0, address(0), none, permit);
        vm.stopPrank();
    }

    function test_PermitIsLeftOutWithDeadlineZero() public {
        uint256 pool = flexiblePool();
        vm.prank(alice);
        pools.stakeWithPermit(pool, 5 ether, 0, address(0), none, none);
        assertEq(weightOf(pool, alice), 5 ether);
    }
}
