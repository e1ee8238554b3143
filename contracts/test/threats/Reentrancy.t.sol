// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {CallbackToken, HostileBoost, ICallback, Reentry} from "./Callbacks.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice Reentrancy by hooks: a token that is stake, pair and reward token calls a staker back before and after each
/// of its own calls, and the staker tries every function each time.
contract ReentrancyTest is ThreatTest {
    CallbackToken private token;
    Reentry private reentry;
    uint256 private same;
    uint256 private paired;
    uint256 private rewarded;
    uint256 private plain;

    function setUp() public override {
        super.setUp();
        token = new CallbackToken();
        reentry = new Reentry(address(pools));
        (same, paired) = (_samePool(), _pairPool());
        rewarded = createPool(flexible(address(mcm), address(token)));
        plain = flexiblePool();
        _equip(address(reentry));
        _equip(alice);
        _equip(funder);
        uint256[4] memory ids = [same, paired, rewarded, plain];
        for (uint256 p = 0; p < ids.length; ++p) {
            fund(ids[p], BUDGET);
            stake(alice, ids[p], 100 ether);
            for (uint256 i = 0; i < 3; ++i) {
                stake(address(reentry), ids[p], 100 ether);
            }
        }
        stake(address(reentry), same, 100 ether, 1);
        skip(1 days);
        _tellEverything(same);
        _tellEverything(plain);
    }

    function _samePool() private returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(token), address(token));
        configuration.tiers = new IStakingPools.Tier[](2);
        configuration.tiers[0] = IStakingPools.Tier(0, 10_000, 0);
        configuration.tiers[1] = IStakingPools.Tier(30 days, 20_000, 2000);
        return createPool(configuration);
    }

    function _pairPool() private returns (uint256) {
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.pairToken = address(token);
        configuration.pairRatio = 1 ether;
        return createPool(configuration);
    }

    function _equip(address account) private {
        token.mint(account, 1e26);
        equip(account, 1e25);
        approveAll(account, address(token));
    }

    /// @dev Every function that writes, on `pool`, as the reentering staker can call it.
    function _tellEverything(uint256 pool) private {
        IStakingPools.Permit memory none;
        bytes4 guarded = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        reentry.tell(abi.encodeCall(pools.stake, (pool, 1 ether, 0, alice)), guarded);
        reentry.tell(abi.encodeCall(pools.stakeWithPermit, (pool, 1 ether, 0, alice, none, none)), guarded);
        reentry.tell(abi.encodeCall(pools.stakeFor, (pool, alice, 1 ether, 0)), guarded);
        reentry.tell(abi.encodeCall(pools.compound, (pool)), guarded);
        reentry.tell(abi.encodeCall(pools.unstake, (pool, 1, 1 ether, address(reentry))), guarded);
        reentry.tell(abi.encodeCall(pools.exit, (pool, 1, address(reentry))), guarded);
        uint256[] memory ids = new uint256[](1);
        ids[0] = pool;
        reentry.tell(abi.encodeCall(pools.claimMany, (ids, address(reentry))), guarded);
        reentry.tell(abi.encodeCall(pools.exitEarly, (pool, 2, 1 ether, address(reentry))), guarded);
        reentry.tell(abi.encodeCall(pools.withdrawPrincipal, (pool, 1, address(reentry))), guarded);
        reentry.tell(abi.encodeCall(pools.claim, (pool, address(reentry))), guarded);
        reentry.tell(abi.encodeCall(pools.claimFor, (pool, alice)), guarded);
        reentry.tell(abi.encodeCall(pools.fund, (pool, 1 ether)), guarded);
        reentry.tell(abi.encodeCall(pools.syncBoost, (pool, alice)), guarded);
        // these are refused to a caller without a role, re-entered or not
        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        reentry.tell(abi.encodeCall(pools.createPool, (flexible(address(mcm), address(galx)))), stranger);
        reentry.tell(abi.encodeCall(pools.setGuardian, (address(reentry))), stranger);
        reentry.tell(abi.encodeCall(pools.unpauseStaking, (pool)), stranger);
        reentry.tell(abi.encodeCall(pools.transferOwnership, (address(reentry))), stranger);
        reentry.tell(abi.encodeCall(pools.renounceOwnership, ()), stranger);
        reentry.tell(abi.encodeCall(pools.acceptOwnership, ()), stranger);
        reentry.tell(abi.encodeCall(pools.pauseStaking, (pool)), IStakingPools.StakingPools_CallerNotGuardian.selector);
    }

    function test_Threat_ReentrancyTriesEveryFunction() public view {
        assertEq(reentry.count(), 2 * writersOf("StakingPools"), "every function that writes, on two pools");
        for (uint256 i = 0; i < reentry.count() / 2; ++i) {
            (bytes memory call,) = reentry.callAt(i);
            for (uint256 k = 0; k < i; ++k) {
                (bytes memory other,) = reentry.callAt(k);
                assertTrue(bytes4(call) != bytes4(other), "each once");
            }
        }
    }

    /// The calls that the guard refuses would otherwise succeed: called from outside, each of them works.
    function test_Threat_ReentrancyIsRefusedByTheGuardAlone() public {
        for (uint256 i = 0; i < reentry.count(); ++i) {
            (bytes memory call, bytes4 refusal) = reentry.callAt(i);
            if (refusal != ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector) continue;
            if (bytes4(call) == pools.syncBoost.selector) continue; // no boosted pool here; see below
            // of the two pools one alone has equal tokens
            if (keccak256(call) == keccak256(abi.encodeCall(pools.compound, (plain)))) continue;
            uint256 snapshot = vm.snapshotState();
            vm.prank(address(reentry));
            (bool succeeded,) = address(pools).call(call);
            assertTrue(succeeded, "possible when not re-entering");
            vm.revertToStateAndDelete(snapshot);
        }
    }

    function test_Threat_ReentrancyByTheStakeToken() public {
        IStakingPools.Permit memory none;
        IStakingPools.Permit memory permit;
        permit.deadline = block.timestamp;
        _during(same, abi.encodeCall(pools.stake, (same, 5 ether, 0, address(0))));
        _during(same, abi.encodeCall(pools.stakeWithPermit, (same, 5 ether, 1, address(0), permit, none)));
        _during(same, abi.encodeCall(pools.unstake, (same, 0, 5 ether, address(reentry))));
        _during(same, abi.encodeCall(pools.exitEarly, (same, 3, 5 ether, address(reentry))));
        _during(same, abi.encodeCall(pools.exitEarly, (same, 0, 5 ether, address(reentry))));
        _during(same, abi.encodeCall(pools.exit, (same, 0, address(reentry))));
        _during(same, abi.encodeCall(pools.withdrawPrincipal, (same, 0, address(reentry))));
    }

    function test_Threat_ReentrancyByThePairToken() public {
        IStakingPools.Permit memory permit;
        permit.deadline = block.timestamp;
        _during(paired, abi.encodeCall(pools.stake, (paired, 5 ether, 0, address(0))));
        _during(paired, abi.encodeCall(pools.stakeWithPermit, (paired, 5 ether, 0, address(0), permit, permit)));
        _during(paired, abi.encodeCall(pools.unstake, (paired, 0, 5 ether, address(reentry))));
        _during(paired, abi.encodeCall(pools.exitEarly, (paired, 0, 5 ether, address(reentry))));
        _during(paired, abi.encodeCall(pools.exit, (paired, 0, address(reentry))));
        _during(paired, abi.encodeCall(pools.withdrawPrincipal, (paired, 0, address(reentry))));
    }

    function test_Threat_ReentrancyByTheRewardToken() public {
        uint256[2] memory ids = [same, rewarded];
        for (uint256 i = 0; i < ids.length; ++i) {
            _during(ids[i], abi.encodeCall(pools.claim, (ids[i], address(reentry))));
            _during(ids[i], abi.encodeCall(pools.claimFor, (ids[i], address(reentry))));
            _during(ids[i], abi.encodeCall(pools.claimFor, (ids[i], alice)));
            _during(ids[i], abi.encodeCall(pools.fund, (ids[i], 5 ether)));
            _during(ids[i], abi.encodeCall(pools.exit, (ids[i], 0, address(reentry))));
        }
    }

    /// @dev `call` has the same result with the token calling back as without.
    function _during(uint256 pool, bytes memory call) private {
        uint256 snapshot = vm.snapshotState();
        _do(call);
        bytes32 quiet = _everything(pool);
        vm.revertToState(snapshot);

        token.setCallback(ICallback(address(reentry)));
        _do(call);
        assertGe(reentry.callbacks(), 2, "called back before and after");
        assertEq(reentry.successes(), 0, "nothing is re-entered");
        assertEq(reentry.otherRefusals(), 0, "the guard refuses, nothing else");
        assertEq(_everything(pool), quiet, "nor is anything left behind");
        vm.revertToStateAndDelete(snapshot);
    }

    function _do(bytes memory call) private {
        vm.prank(address(reentry));
        (bool succeeded,) = address(pools).call(call);
        assertTrue(succeeded);
    }

    function _everything(uint256 pool) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                stateOf(pool, address(reentry)),
                stateOf(pool, alice),
                stateOf(plain, address(reentry)),
                stateOf(plain, alice),
                pools.poolState(pool),
                pools.poolState(plain),
                token.balanceOf(address(reentry)),
                token.balanceOf(address(pools))
            )
        );
    }

    /// A boost source is called without the right to write: each of its attempts is refused, and boosts nobody.
    function test_Threat_ReentrancyByTheBoostSource() public {
        HostileBoost boost = new HostileBoost(address(pools));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.boostSource = address(boost);
        uint256 pool = createPool(configuration);
        fund(pool, BUDGET);
        stake(address(reentry), pool, 100 ether);
        skip(1 hours);
        for (uint256 i = 0; i < reentry.count(); ++i) {
            (bytes memory call,) = reentry.callAt(i);
            boost.tell(call);
            pools.syncBoost(pool, address(reentry));
            stake(address(reentry), pool, 1 ether);
        }
        boost.tell(abi.encodeCall(pools.syncBoost, (pool, address(reentry))));
        pools.syncBoost(pool, address(reentry));
        assertEq(pools.accountState(pool, address(reentry)).boostBps, 10_000);
    }
}
