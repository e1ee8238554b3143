// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {ICappedToken} from "../../src/interfaces/ICappedToken.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {ThreatTest} from "./ThreatTest.sol";

/// @notice A token of the thief, with any supply.
contract WorthlessToken is ERC20 {
    constructor() ERC20("Worthless", "0") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @notice A stolen key of the owner, guardian or minter: the greatest possible theft, by any calls that the key allows
/// in any order, also as a staker of hostile pools. Of principal and earned rewards, the thief gets nothing.
contract StolenKeysTest is ThreatTest {
    WorthlessToken private worthless;
    uint256[2] private victims;
    uint256[] private hostile;
    string[] private functions;

    function setUp() public override {
        super.setUp();
        functions = functionsOf("StakingPools");
        worthless = new WorthlessToken();
        victims = [pairPool(), termPool()];
        vm.startPrank(funder);
        pools.fund(victims[0], BUDGET);
        pools.fund(victims[1], BUDGET);
        vm.stopPrank();
        stake(alice, victims[0], 1000 ether);
        stake(alice, victims[1], 1000 ether, 1);
        stake(bob, victims[0], 3000 ether);
        stake(bob, victims[1], 3000 ether, 2);
        vm.prank(attacker);
        worthless.approve(address(pools), type(uint256).max);
        worthless.mint(attacker, 1e26);
        skip(1 days);
    }

    function testFuzz_Threat_StolenOwnerKeyTakesNothing(uint256 seed) public {
        // the thief has the key, so it signs as the owner
        vm.prank(owner);
        pools.transferOwnership(attacker);
        vm.prank(attacker);
        pools.acceptOwnership();
        _steal(seed);
    }

    function testFuzz_Threat_StolenGuardianKeyTakesNothing(uint256 seed) public {
        vm.prank(owner);
        pools.setGuardian(attacker);
        _steal(seed);
    }

    /// @dev The same time is simulated with the thief's calls and without them. Then everybody withdraws.
    function _steal(uint256 seed) private {
        uint256 begin = block.timestamp;
        uint256 time = seed % 60 days;
        uint256 snapshot = vm.snapshotState();
        vm.warp(begin + time);
        uint256[2] memory undisturbed = _gained();
        vm.revertToState(snapshot);

        for (uint256 step = 1; step <= 16; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(begin + time * step / 16);
            _do(seed % 9, seed >> 8);
        }
        assertEq(wealth(attacker), 0, "the thief has gained nothing of worth");
        uint256[2] memory disturbed = _gained();
        for (uint256 i = 0; i < disturbed.length; ++i) {
            assertLe(disturbed[i], undisturbed[i]);
            assertLe(
                undisturbed[i] - disturbed[i],
                16,
                "the victims earned the same, except for a wei an update"
            );
        }
        _victimsLeave();
    }

    /// @dev Each victim's paid and owed rewards. A thief may make the contract pay them sooner.
    function _gained() private view returns (uint256[2] memory gained) {
        gained = [wealth(alice), wealth(bob)];
        for (uint256 p = 0; p < victims.length; ++p) {
            gained[0] += pools.accountState(victims[p], alice).earned;
            gained[1] += pools.accountState(victims[p], bob).earned;
        }
    }

    /// @dev All tokens in the pools belong to the victims: after they have left, only dust and the unstreamed rest
    /// remain.
    function _victimsLeave() private {
        vm.warp(block.timestamp + 400 days);
        address[2] memory stakers = [alice, bob];
        for (uint256 i = 0; i < stakers.length; ++i) {
            for (uint256 p = 0; p < victims.length; ++p) {
                uint256 before = wealth(stakers[i]);
                uint256 owed = pools.accountState(victims[p], stakers[i]).earned;
                IStakingPools.PositionView memory held = positionOf(victims[p], stakers[i], 0);
                vm.prank(stakers[i]);
                pools.exit(victims[p], 0, stakers[i]);
                uint256 got = wealth(stakers[i]) - before;
                assertEq(got, held.amount + held.pairAmount + owed, "principal and rewards");
                assertGt(owed, 0, "the stream went on");
            }
        }
        assertEq(wealth(attacker), 0);
    }

    /// @dev The calls that a thief would try. Most need the stolen key, the others are open to anybody.
    function _do(uint256 kind, uint256 random) private {
        uint256 pool = hostile.length == 0 || random % 2 == 0
            ? victims[(random >> 8) % 2]
            : hostile[(random >> 8) % hostile.length];
        if (kind == 0) return _makeHostilePool(random >> 16);
        bytes memory call;
        if (kind == 1) {
            call = abi.encodeCall(pools.stake, (pool, random % 1e24 + 1e9, random % 2, attacker));
        } else if (kind == 2) {
            call = abi.encodeCall(pools.fund, (pool, random % 1e25));
        } else if (kind == 3) {
            call = abi.encodeCall(pools.exitEarly, (pool, random % 3, random % 1e24 + 1, attacker));
        } else if (kind == 4) {
            call = abi.encodeCall(pools.claim, (pool, attacker));
        } else if (kind == 5) {
            call = abi.encodeCall(pools.withdrawPrincipal, (pool, random % 3, attacker));
        } else if (kind == 6) {
            call = abi.encodeCall(pools.claimFor, (pool, random % 3 == 0 ? attacker : alice));
        } else {
            call = _anything(random, pool);
        }
        vm.prank(attacker);
        (bool succeeded,) = address(pools).call(call);
        succeeded; // the outcome makes no difference to the thief's gain
    }

    /// @dev Any function with any arguments, except giving the role away, because a thief keeps it.
    function _anything(uint256 random, uint256 pool) private view returns (bytes memory call) {
        bytes4 selector = selectorOf(functions[random % functions.length]);
        if (selector == pools.transferOwnership.selector || selector == pools.renounceOwnership.selector) {
            selector = pools.pauseStaking.selector;
        }
        uint256[6] memory words = [pool, uint256(uint160(attacker)), uint256(uint160(alice)), 0, 1, random >> 64];
        return abi.encodePacked(
            selector,
            pool,
            words[(random >> 8) % 6],
            words[(random >> 16) % 6],
            words[(random >> 24) % 6],
            words[(random >> 32) % 6],
            words[(random >> 40) % 6]
        );
    }

    /// @dev A pool that would take the victims' tokens if it could: the highest multiplier and penalty, their tokens as
    /// stake, pair or reward.
    function _makeHostilePool(uint256 random) private {
        address[3] memory tokens = [address(worthless), address(mcm), address(galx)];
        IStakingPools.PoolConfiguration memory configuration = flexible(address(worthless), tokens[random % 3]);
        configuration.rewardDuration = 1 days;
        configuration.tiers = new IStakingPools.Tier[](2);
        configuration.tiers[0] = IStakingPools.Tier(0, 40_000, 0);
        configuration.tiers[1] = IStakingPools.Tier(30 days, 40_000, random % 3 == 0 ? 2000 : 0);
        if (random % 5 == 0) (configuration.pairToken, configuration.pairRatio) = (tokens[1], 1);
        if (random % 7 == 0) configuration.boostSource = address(boosts);
        vm.prank(attacker);
        try pools.createPool(configuration) returns (uint256 pool) {
            hostile.push(pool);
        } catch {}
    }

    /// The minter's key gives new tokens up to the cap, which is known beforehand, and nobody's existing tokens.
    function testFuzz_Threat_StolenMinterKeyTakesWhatTheCapLeaves(uint256 seed) public {
        mcm.setMinter(attacker);
        uint256 room = mcm.cap() - mcm.totalSupply();
        uint256 others = mcm.balanceOf(alice) + mcm.balanceOf(bob) + mcm.balanceOf(address(pools));
        vm.startPrank(attacker);
        for (uint256 i = 0; i < 16; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 amount = seed % 3 == 0 ? seed : seed % (room + 2);
            try mcm.mint(attacker, amount) {} catch {}
            try mcm.burnFrom(alice, seed % 1e27 + 1) {
                assertTrue(false, "burned another's");
            } catch {}
            try mcm.transferFrom(alice, attacker, seed % 1e27 + 1) {
                assertTrue(false, "took another's");
            } catch {}
            assertLe(mcm.balanceOf(attacker), room);
        }
        uint256 left = mcm.cap() - mcm.totalSupply();
        mcm.mint(attacker, left);
        vm.expectRevert(
            abi.encodeWithSelector(ICappedToken.CappedToken_SupplyAboveCap.selector, mcm.cap() + 1, mcm.cap())
        );
        mcm.mint(attacker, 1);
        vm.stopPrank();
        assertEq(mcm.balanceOf(attacker), room, "all there is to take");
        assertEq(mcm.balanceOf(alice) + mcm.balanceOf(bob) + mcm.balanceOf(address(pools)), others);
    }
}
