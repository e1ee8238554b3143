// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {BlockingToken} from "../support/Tokens.sol";

/// @notice The recipients of the ways out: any account that the holder names, so that a holder on a token's blocklist
/// can leave.
contract RecipientsTest is PoolsTest {
    address private immutable safe = makeAddr("another address of alice");

    function test_ABlockedAccountLeavesToAnotherAddress() public {
        BlockingToken token = new BlockingToken(alice);
        approveAll(alice, address(token));
        uint256 pool = createPool(flexible(address(token), address(token)));
        vm.startPrank(alice);
        pools.fund(pool, 100 days * 1 ether);
        for (uint256 i = 0; i < 4; ++i) {
            pools.stake(pool, 10 ether, 0, address(0));
        }
        skip(10 days);
        token.setBlocked(alice, true);
        vm.expectRevert("blocked");
        pools.exit(pool, 0, alice);
        vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PrincipalRefused.selector, pool, 0));
        pools.withdrawPrincipal(pool, 0, alice);
        uint256 owed = pools.accountState(pool, alice).earned;
        assertEq(pools.claim(pool, safe), owed);
        assertEq(token.balanceOf(safe), owed);
        pools.unstake(pool, 0, 4 ether, safe);
        pools.exit(pool, 0, safe);
        pools.exitEarly(pool, 1, 10 ether, safe);
        pools.withdrawPrincipal(pool, 2, safe);
        assertEq(token.balanceOf(safe), owed + 30 ether);
        pools.exit(pool, 3, safe);
        vm.stopPrank();
        assertEq(token.balanceOf(safe), owed + 40 ether);
        assertEq(weightOf(pool, alice), 0);
    }

    function test_ThePairAndTheRewardGoToTheRecipientToo() public {
        IStakingPools.PoolConfiguration memory made = flexible(address(galx), address(galx));
        made.pairToken = address(mcm);
        made.pairRatio = 2.5 ether;
        uint256 pool = createPool(made);
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        stake(alice, pool, 10 ether);
        stake(alice, pool, 10 ether);
        skip(1 days);
        uint256 owed = pools.accountState(pool, alice).earned;
        vm.startPrank(alice);
        pools.exit(pool, 0, safe);
        assertEq(galx.balanceOf(safe), 10 ether + owed);
        assertEq(mcm.balanceOf(safe), 25 ether);
        pools.unstake(pool, 1, 4 ether, safe);
        pools.exitEarly(pool, 1, 6 ether, safe);
        pools.withdrawPrincipal(pool, 2, safe);
        vm.stopPrank();
        assertEq(galx.balanceOf(safe), 30 ether + owed);
        assertEq(mcm.balanceOf(safe), 75 ether);
    }

    function test_TheZeroAddressIsNotARecipient() public {
        _everyWayOutRefuses(address(0));
    }

    /// A payment to the contract itself would belong to nobody.
    function test_TheContractIsNotARecipient() public {
        _everyWayOutRefuses(address(pools));
    }

    function _everyWayOutRefuses(address lost) private {
        uint256 pool = termPool();
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether, 1);
        skip(100 days);
        (uint256 owed, uint256 held) = (pools.accountState(pool, alice).earned, mcm.balanceOf(address(pools)));
        uint256[] memory ids = new uint256[](1);
        ids[0] = pool;
        bytes[7] memory calls = [
            abi.encodeCall(pools.unstake, (pool, 0, 1 ether, lost)),
            abi.encodeCall(pools.exit, (pool, 0, lost)),
            abi.encodeCall(pools.exitEarly, (pool, 0, 1 ether, lost)),
            abi.encodeCall(pools.withdrawPrincipal, (pool, 0, lost)),
            abi.encodeCall(pools.claim, (pool, lost)),
            abi.encodeCall(pools.claimMany, (ids, lost)),
            abi.encodeCall(pools.stakeFor, (pool, lost, 1 ether, 0))
        ];
        for (uint256 k = 0; k < calls.length; ++k) {
            vm.prank(alice);
            (bool succeeded, bytes memory reason) = address(pools).call(calls[k]);
            assertFalse(succeeded);
            assertEq(reason, abi.encodeWithSelector(IStakingPools.StakingPools_RecipientRefused.selector, lost));
        }
        assertEq(pools.accountState(pool, alice).earned, owed);
        assertEq(mcm.balanceOf(address(pools)), held);
    }

    /// A call that anyone may make pays the account, not its caller.
    function test_ClaimForPaysTheAccount() public {
        uint256 pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 10 ether);
        skip(1 days);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 before = galx.balanceOf(alice);
        vm.prank(bob);
        assertEq(pools.claimFor(pool, alice), owed);
        assertEq(galx.balanceOf(alice) - before, owed);
        assertEq(galx.balanceOf(bob), 100_000_000 ether);
    }
}
