// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice A reward token that is also the stake token: rewards must never be paid out of principal, in one pool or
/// across pools that share the token as stake, pair and reward.
contract EqualTokensTest is ThreatTest {
    uint256[4] private ids;

    function setUp() public override {
        super.setUp();
        equip(attacker, 50_000_000 ether);
        IStakingPools.PoolConfiguration memory paired = flexible(address(galx), address(mcm));
        paired.pairToken = address(mcm);
        paired.pairRatio = 3 ether;
        ids = [
            createPool(flexible(address(mcm), address(mcm))), // stake = reward
            termPool(), // stake = reward, with penalties
            createPool(paired), // pair = reward
            createPool(flexible(address(galx), address(mcm))) // reward alone
        ];
    }

    /// @dev All MCM of the three stakers' principal.
    function _principal() private view returns (uint256 sum) {
        address[3] memory stakers = [alice, bob, attacker];
        for (uint256 p = 0; p < ids.length; ++p) {
            for (uint256 i = 0; i < stakers.length; ++i) {
                IStakingPools.PositionView[] memory open = pools.positionsOf(ids[p], stakers[i], 0, 1000);
                for (uint256 k = 0; k < open.length; ++k) {
                    if (p < 2) sum += open[k].amount;
                    else sum += open[k].pairAmount;
                }
            }
        }
    }

    function test_Threat_UnfundedPoolsPayNothingOutOfPrincipal() public {
        stake(alice, ids[0], 1_000_000 ether);
        stake(alice, ids[2], 1_000_000 ether);
        for (uint256 p = 0; p < ids.length; ++p) {
            stake(attacker, ids[p], 1_000_000 ether);
        }
        skip(1000 days);
        for (uint256 p = 0; p < ids.length; ++p) {
            assertEq(claim(attacker, ids[p]), 0);
            vm.prank(attacker);
            pools.exit(ids[p], 0, attacker);
        }
        assertEq(wealth(attacker), 100_000_000 ether);
        assertEq(mcm.balanceOf(address(pools)), _principal());
    }

    /// Any sequence of calls in four pools that share the token, until every stream has ended: all principal is there,
    /// and is paid back to the last wei.
    function testFuzz_Threat_PrincipalIsNeverEaten(uint256 seed) public {
        for (uint256 step = 0; step < 14; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            skip(seed % 3 == 0 ? 0 : (seed >> 8) % 40 days);
            _do(ids[(seed >> 16) % 4], [alice, bob, attacker][(seed >> 24) % 3], seed >> 32);
            assertGe(mcm.balanceOf(address(pools)), _principal(), "principal is all there");
        }
        skip(2000 days);
        address[3] memory stakers = [alice, bob, attacker];
        for (uint256 p = 0; p < ids.length; ++p) {
            for (uint256 i = 0; i < stakers.length; ++i) {
                claim(stakers[i], ids[p]);
            }
        }
        assertGe(mcm.balanceOf(address(pools)), _principal(), "with every reward paid");
        _everybodyLeaves(stakers);
    }

    function _everybodyLeaves(address[3] memory stakers) private {
        for (uint256 p = 0; p < ids.length; ++p) {
            for (uint256 i = 0; i < stakers.length; ++i) {
                IStakingPools.PositionView[] memory open = pools.positionsOf(ids[p], stakers[i], 0, 1000);
                for (uint256 k = 0; k < open.length; ++k) {
                    uint256 before = wealth(stakers[i]);
                    vm.prank(stakers[i]);
                    pools.withdrawPrincipal(ids[p], open[k].position, stakers[i]);
                    assertEq(wealth(stakers[i]) - before, open[k].amount + open[k].pairAmount, "to the wei");
                }
            }
        }
        assertEq(_principal(), 0);
    }

    function _do(uint256 pool, address account, uint256 random) private {
        uint256 kind = random % 6;
        random >>= 8;
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, 0, 1000);
        vm.startPrank(account);
        if (kind <= 1) {
            pools.stake(pool, random % 1e23 + 1e9, pool == ids[1] ? random % 4 : 0, address(0));
        } else if (kind == 2) {
            pools.fund(pool, random % 1e24 + 1e15);
        } else if (kind == 3 || open.length == 0) {
            pools.claim(pool, account);
        } else if (kind == 4) {
            uint256 amount = random % open[0].amount + 1;
            pools.exitEarly(pool, open[0].position, amount, account);
        } else {
            IStakingPools.PositionView memory held = open[random % open.length];
            if (held.unlockAt <= block.timestamp) pools.exit(pool, held.position, account);
        }
        vm.stopPrank();
    }
}
