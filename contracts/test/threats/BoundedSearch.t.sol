// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Instant yield: the test carries out every sequence of up to four calls of an attacker (five in the deep
/// profile), in a pool with an honest staker. After each call it compares the attacker's assets with the amount that
/// time and weight allow.
contract BoundedSearchTest is ThreatTest {
    uint256 private constant CALLS = 9;
    uint256 private immutable depth =
        keccak256(bytes(vm.envOr("FOUNDRY_PROFILE", string("default")))) == keccak256("deep") ? 5 : 4;

    uint256 private pool;
    uint256 private start;
    uint256 private sequences;
    bool private found;

    /// @param fractions the attacker's share so far, 1e-18 wei, rounded up
    /// @param last the previous call
    struct Path {
        uint256 fractions;
        uint256 last;
        uint256 depth;
    }

    function test_Threat_NoShortSequenceBeatsTheHonestYield_Locked() public {
        _search(termPool());
    }

    function test_Threat_NoShortSequenceBeatsTheHonestYield_Boosted() public {
        _search(boostedPool());
    }

    function test_Threat_NoShortSequenceBeatsTheHonestYield_Paired() public {
        _search(pairPool());
    }

    function _search(uint256 pool_) private {
        pool = pool_;
        vm.prank(funder);
        pools.fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        equip(attacker, 1_000_000 ether);
        skip(10 days);
        start = wealth(attacker);
        _go(Path(0, CALLS, 0));
        assertGt(sequences, 1000, "the search has enough sequences");
        assertTrue(found, "one of them earns the honest yield");
    }

    function _go(Path memory path) private {
        if (path.depth == depth) return;
        for (uint256 call = 0; call < CALLS; ++call) {
            // two equal waits in a row find nothing that one wait does not find
            if (call == path.last && call >= 7) continue;
            uint256 snapshot = vm.snapshotState();
            Path memory next = Path(path.fractions, call, path.depth + 1);
            if (_do(call, next)) {
                ++sequences;
                _judge(next);
                _go(next);
                uint256 counted = sequences;
                bool any = found;
                vm.revertToStateAndDelete(snapshot);
                (sequences, found) = (counted, any);
            } else {
                vm.revertToStateAndDelete(snapshot);
            }
        }
    }

    function _judge(Path memory path) private {
        uint256 has = wealth(attacker) + pools.accountState(pool, attacker).earned;
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, attacker, 0, 100);
        for (uint256 i = 0; i < open.length; ++i) {
            has += open[i].amount + open[i].pairAmount;
        }
        uint256 most = start + path.fractions / 1e18;
        if (has > most) assertLe(has, most, "more than the honest yield");
        if (has > start && has + 5 >= most) found = true;
    }

    /// @return whether the call changed anything
    function _do(uint256 call, Path memory path) private returns (bool) {
        if (call == 7) return _wait(1, path);
        if (call == 8) return _wait(31 days, path);
        vm.startPrank(attacker);
        bool done = _try(call);
        vm.stopPrank();
        return done;
    }

    function _try(uint256 call) private returns (bool done) {
        if (call == 0) return _call(abi.encodeCall(pools.stake, (pool, 1000 ether, 0, alice)));
        if (call == 1) return _call(abi.encodeCall(pools.stake, (pool, 1e9 + 7, 0, address(0))));
        if (call == 2) return _call(abi.encodeCall(pools.claimFor, (pool, attacker)));
        if (call == 3) {
            boosts.set(attacker, pools.accountState(pool, attacker).boostBps == 20_000 ? 10_000 : 20_000);
            if (_call(abi.encodeCall(pools.syncBoost, (pool, attacker)))) return true;
            // no boosts here, so this call funds the others instead
            return _call(abi.encodeCall(pools.fund, (pool, 1 ether)));
        }
        IStakingPools.PositionView[] memory open = pools.positionsOf(pool, attacker, 0, 100);
        if (open.length == 0) return false;
        IStakingPools.PositionView memory held = open[open.length - 1];
        if (call == 4) {
            return _call(abi.encodeCall(pools.exitEarly, (pool, held.position, held.amount / 3 + 1, attacker)));
        }
        if (call == 5) return _call(abi.encodeCall(pools.exit, (pool, held.position, attacker)));
        return _call(abi.encodeCall(pools.withdrawPrincipal, (pool, held.position, attacker)));
    }

    function _call(bytes memory call) private returns (bool succeeded) {
        (succeeded,) = address(pools).call(call);
    }

    function _wait(uint256 time, Path memory path) private returns (bool) {
        IStakingPools.PoolState memory state = pools.poolState(pool);
        uint256 left = state.rewardEnd > block.timestamp ? state.rewardEnd - block.timestamp : 0;
        uint256 streamed = state.rewardRate * (time < left ? time : left) * 1e18;
        uint256 weight = weightOf(pool, attacker);
        path.fractions += streamed / state.totalWeight * weight + (streamed % state.totalWeight) * weight
            / state.totalWeight + 1;
        skip(time);
        return true;
    }
}
