// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Public claims without entitlement, counting of withdrawn stakes, instant yield.
contract ClaimsTest is ThreatTest {
    uint256[4] private ids;
    address[5] private people;
    /// @dev each account's exact share of the streamed amount, in 1e-18 wei rounded up
    mapping(uint256 pool => mapping(address account => uint256 fractions)) private entitled;
    /// @dev the amount that early exits withheld
    mapping(address account => uint256) private spent;

    function setUp() public override {
        super.setUp();
        ids = [flexiblePool(), pairPool(), boostedPool(), termPool()];
        people = [alice, bob, carol, funder, attacker];
        equip(attacker, 1e26);
        for (uint256 p = 0; p < 3; ++p) {
            fund(ids[p], BUDGET);
        }
        vm.prank(funder);
        pools.fund(ids[3], BUDGET);
    }

    function test_Threat_ClaimWithoutEntitlementPaysNothing() public {
        stake(alice, ids[0], 100 ether);
        skip(30 days);
        for (uint256 i = 0; i < 20; ++i) {
            address fresh = address(uint160(uint256(keccak256(abi.encode("fresh", i)))));
            for (uint256 p = 0; p < ids.length; ++p) {
                vm.startPrank(fresh);
                assertEq(pools.claim(ids[p], fresh), 0);
                assertEq(pools.claimFor(ids[p], fresh), 0);
                vm.stopPrank();
            }
            assertEq(wealth(fresh), 0);
        }
    }

    /// With any callers, in any order and at any time, no account receives more than its share of the streamed amount by weight.
    function testFuzz_Threat_NobodyReceivesMoreThanTheirShare(uint256 seed) public {
        for (uint256 step = 0; step < 20; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 pool = ids[seed % ids.length];
            if ((seed >> 200) % 3 != 0) _pass((seed >> 8) % 4 days);
            _do(pool, people[(seed >> 64) % people.length], people[(seed >> 72) % people.length], seed >> 80);
        }
        uint256 receivedByAll;
        uint256 entitledAll;
        for (uint256 i = 0; i < people.length; ++i) {
            for (uint256 p = 0; p < ids.length; ++p) {
                pools.claimFor(ids[p], people[i]);
                assertEq(pools.claimFor(ids[p], people[i]), 0, "twice pays once");
            }
            uint256 received = _rewardsOf(people[i]);
            uint256 share = _entitlement(people[i]);
            assertLe(received, share, "received by each <= entitled by each");
            receivedByAll += received;
            entitledAll += share;
        }
        assertLe(receivedByAll, entitledAll, "received by all <= entitled by all");
    }

    function _entitlement(address account) private view returns (uint256 sum) {
        for (uint256 p = 0; p < ids.length; ++p) {
            sum += entitled[ids[p]][account];
        }
        sum /= 1e18;
    }

    /// @dev Lets time pass, and gives every account its share of the stream meanwhile, by the plain definition.
    function _pass(uint256 time) private {
        for (uint256 p = 0; p < ids.length; ++p) {
            IStakingPools.PoolState memory state = pools.poolState(ids[p]);
            if (state.totalWeight == 0 || state.rewardEnd <= block.timestamp) continue;
            uint256 left = state.rewardEnd - block.timestamp;
            uint256 streamed = state.rewardRate * (time < left ? time : left) * 1e18;
            for (uint256 i = 0; i < people.length; ++i) {
                // weights are below 2^97 and streamed amounts below 2^150, so divide first to avoid an overflow
                uint256 weight = weightOf(ids[p], people[i]);
                entitled[ids[p]][people[i]] += streamed / state.totalWeight * weight + (streamed % state.totalWeight)
                    * weight / state.totalWeight + 1;
            }
        }
        skip(time);
    }

    /// @dev The amount that an account has received from the pools beyond its own tokens: balances, plus open stakes,
    /// plus the cost of early exits, less the initial balance.
    function _rewardsOf(address account) private view returns (uint256 rewards) {
        uint256 staked;
        for (uint256 p = 0; p < ids.length; ++p) {
            IStakingPools.PositionView[] memory open = pools.positionsOf(ids[p], account, 0, 100);
            for (uint256 i = 0; i < open.length; ++i) {
                staked += open[i].amount + open[i].pairAmount;
            }
        }
        uint256 began = account == attacker ? 2e26 : account == funder ? 2e26 - 4 * BUDGET : 2e26;
        return wealth(account) + staked + spent[account] - began;
    }

    function _do(uint256 pool, address account, address other, uint256 random) private {
        uint256 kind = random % 8;
        random >>= 8;
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, account, 0, 100);
        vm.startPrank(account);
        if (kind <= 2) {
            pools.stake(pool, random % 1e22 + 1e9, pool == ids[3] ? random % 4 : 0, other);
        } else if (kind == 3) {
            pools.claimFor(pool, other);
        } else if (kind == 4) {
            boosts.set(account, 10_000 + random % 10_001);
            pools.syncBoost(ids[2], account);
        } else if (open.length != 0) {
            _leave(kind, pool, account, open[random % open.length]);
        }
        vm.stopPrank();
    }

    function _leave(uint256 kind, uint256 pool, address account, IStakingPools.PositionView memory held) private {
        if (held.unlockAt > block.timestamp) {
            uint256 penalty = penaltyOf(pool, account, held.position, held.amount);
            spent[account] += penalty;
            pools.exitEarly(pool, held.position, held.amount, account);
        } else if (kind == 5) {
            pools.exit(pool, held.position, account);
        } else if (kind == 6) {
            pools.unstake(pool, held.position, held.amount / 2 + 1, account);
        } else {
            pools.withdrawPrincipal(pool, held.position, account);
        }
    }

    /// Stake → leave → stake counts once: the weight belongs to the open positions, however often they were opened.
    function testFuzz_Threat_WithdrawnStakeCountsForNothing(uint256 seed) public {
        uint256 pool = ids[2];
        stake(alice, pool, 1000 ether);
        for (uint256 i = 0; i < 20; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 amount = (seed >> 8) % 1e22 + 1e9;
            uint256 number = stake(attacker, pool, amount);
            skip(seed % 2 == 0 ? 0 : 1 hours);
            if (seed % 5 == 0) continue;
            vm.startPrank(attacker);
            if (seed % 3 == 0) pools.exit(pool, number, attacker);
            else if (seed % 3 == 1) pools.withdrawPrincipal(pool, number, attacker);
            else pools.unstake(pool, number, amount / 2 + 1, attacker);
            vm.stopPrank();
        }
        uint256 open;
        IStakingPools.PositionView[] memory positions = pools.positionsOf(pool, attacker, 0, 100);
        for (uint256 i = 0; i < positions.length; ++i) {
            open += positions[i].amount / 1e9 * 1e9;
        }
        assertEq(weightOf(pool, attacker), open, "what is open, no more");
        assertEq(pools.poolState(pool).totalWeight, 1000 ether + open);
    }
}
