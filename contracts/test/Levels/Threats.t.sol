// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Levels} from "../../src/Levels.sol";
import {IBoostSource} from "../../src/interfaces/IBoostSource.sol";
import {ILevels} from "../../src/interfaces/ILevels.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {LevelsTest} from "../support/LevelsTest.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {HookToken, IHook} from "../support/Tokens.sol";
import {ThreatTest} from "../threats/ThreatTest.sol";

/// @notice An MCM that calls its holder back during every transfer.
contract HookedMcm is HookToken {
    constructor(address holder) HookToken(holder) {}

    function burnFrom(address from, uint256 amount) external {
        _spendAllowance(from, msg.sender, amount);
        _burn(from, amount);
    }
}

/// @notice Buys level 1. When the token calls back during the burn, tries all other calls.
contract ReenteringBuyer is IHook {
    Levels private immutable levels;
    uint256[] private targets;
    uint256 private depth;
    uint256 public reentries;

    constructor(Levels levels_, HookedMcm mcm, uint256 pool) {
        levels = levels_;
        targets.push(pool);
        mcm.approve(address(levels_), type(uint256).max);
    }

    function start() external {
        levels.buy(1, targets);
    }

    function onTransfer() external {
        if (++depth > 4) return;
        for (uint256 level = 0; level <= 6; ++level) {
            try levels.buy(level, targets) {
                ++reentries;
            } catch {}
            try levels.buyWithPermit(level, targets, block.timestamp, 27, 0, 0) {
                ++reentries;
            } catch {}
        }
    }
}

/// @notice A boost source that answers as badly as it can.
contract HostileBoostSource is IBoostSource {
    uint256 public mood;

    function setMood(uint256 mood_) external {
        mood = mood_;
    }

    function boostBps(address) external view returns (uint256) {
        if (mood == 0) revert("no");
        if (mood == 1) while (true) {}
        if (mood == 2) return type(uint256).max;
        if (mood == 3) return 0;
        assembly {
            return(0, 1000000) // a million bytes
        }
    }
}

/// @notice Buys during its construction, when it has no code yet.
contract ConstructorBuyer {
    constructor(Levels levels, uint256 level, uint256[] memory pools) {
        levels.buy(level, pools);
    }
}

contract LevelsThreats is ThreatTest, LevelsTest {
    string[] private functions;

    function setUp() public override(PoolsTest, LevelsTest) {
        LevelsTest.setUp();
        functions = functionsOf("Levels");
        allowLevels(alice, type(uint256).max);
        allowLevels(bob, type(uint256).max);
    }

    function test_Threat_Reentrancy() public {
        HookedMcm hooked = new HookedMcm(address(this));
        Levels target = new Levels(address(hooked), address(pools));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(aaa), address(btcb));
        configuration.boostSource = address(target);
        ReenteringBuyer buyer = new ReenteringBuyer(target, hooked, createPool(configuration));
        hooked.transfer(address(buyer), 100_000 ether);
        hooked.setHook(buyer);
        uint256 supply = hooked.totalSupply();
        buyer.start();
        assertGt(buyer.reentries(), 0, "it did buy from within");
        assertEq(target.levelOf(address(buyer)), 5);
        assertEq(supply - hooked.totalSupply(), 10_000 ether, "and paid the price of the level it has");
    }

    function test_Threat_PermitGriefing() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 1000 ether);
        vm.prank(attacker);
        mcm.permit(signer, address(levels), 1000 ether, permit.deadline, permit.v, permit.r, permit.s);
        vm.prank(signer);
        levels.buyWithPermit(3, noPools(), permit.deadline, permit.v, permit.r, permit.s);
        assertEq(levels.levelOf(signer), 3, "a permit that somebody used first does not stop its owner");
    }

    /// A permit is public while its transaction is pending. Nobody else can gain anything from it.
    function test_Threat_PermitOfAnother() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 1000 ether);
        vm.prank(attacker);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        levels.buyWithPermit(3, noPools(), permit.deadline, permit.v, permit.r, permit.s);
        assertEq(mcm.balanceOf(signer), 100_000 ether);
    }

    /// Victims with unlimited allowances, and an attacker that calls every function with random arguments.
    function testFuzz_Threat_AllowancesOfOthersAreNotTouched(uint256 seed) public {
        uint256 wallets = mcm.balanceOf(alice) + mcm.balanceOf(bob);
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256[5] memory words =
                [uint256(uint160(alice)), uint256(uint160(bob)), seed % 7, 64 * (seed % 4), type(uint256).max];
            bytes memory call = abi.encodePacked(selectorOf(functions[seed % functions.length]));
            for (uint256 w = 0; w < 7; ++w) {
                call = abi.encodePacked(call, words[(seed >> (8 * w)) % 5]);
            }
            vm.prank(attacker);
            (bool succeeded,) = address(levels).call(call);
            succeeded;
        }
        assertEq(mcm.balanceOf(alice) + mcm.balanceOf(bob), wallets);
        assertEq(levels.levelOf(alice) + levels.levelOf(bob), 0);
    }

    function testFuzz_Threat_Truncation(uint256 power, uint256 offset) public {
        uint256 level = (1 << bound(power, 3, 255)) + bound(offset, 0, 6);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelUnknown.selector, level, 5));
        levels.buy(level, only(btc));
        assertEq(levels.levelOf(alice), 0, "a number with the low bits of a level is not a level");
    }

    function test_Threat_DuplicateIds() public {
        stake(alice, btc, 100 ether);
        stake(bob, btc, 100 ether);
        uint256[] memory many = new uint256[](20);
        for (uint256 i = 0; i < many.length; ++i) {
            many[i] = btc;
        }
        buy(alice, 5, many);
        buy(bob, 5, only(btc));
        assertEq(weightOf(btc, alice), weightOf(btc, bob), "a list gives the weight of its set");
        assertEq(pools.poolState(btc).totalWeight, 400 ether);
    }

    /// A second, equal purchase and a later, lower purchase cost nothing and change nothing.
    function test_Threat_DuplicatePurchases() public {
        stake(alice, btc, 100 ether);
        buy(alice, 3, only(btc));
        uint256 supply = mcm.totalSupply();
        for (uint256 level = 1; level <= 3; ++level) {
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(ILevels.Levels_LevelNotHigher.selector, level, 3));
            levels.buy(level, only(btc));
        }
        assertEq(levels.levelOf(alice), 3);
        assertEq(mcm.totalSupply(), supply);
        assertEq(weightOf(btc, alice), 100 ether * levels.boostOf(3) / 10_000);
    }

    function test_Threat_HostilePools() public {
        HostileBoostSource hostile = new HostileBoostSource();
        IStakingPools.PoolConfiguration memory configuration = flexible(address(aaa), address(btcb));
        configuration.boostSource = address(hostile);
        uint256 pool = createPool(configuration);
        stake(alice, pool, 100 ether);
        stake(alice, btc, 100 ether);
        uint256[] memory both = new uint256[](2);
        (both[0], both[1]) = (pool, btc);
        for (uint256 mood = 0; mood < 5; ++mood) {
            hostile.setMood(mood);
            buy(alice, mood + 1, both);
            assertEq(weightOf(pool, alice), 100 ether, "a source that answers nonsense gives no boost");
            assertEq(weightOf(btc, alice), 100 ether * levels.boostOf(mood + 1) / 10_000, "and blocks nobody");
        }
        uint256[3] memory none = [uint256(0), type(uint256).max, uint160(address(aaa))];
        uint256 supply = mcm.totalSupply();
        for (uint256 i = 0; i < none.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IStakingPools.StakingPools_PoolUnknown.selector, none[i]));
            buy(bob, 1, only(none[i]));
        }
        assertEq(mcm.totalSupply(), supply, "a purchase that names no pool of ours burns nothing");
    }

    /// Staking, buying the highest level, claiming and leaving within one second earns nothing, also for the time before.
    function test_Threat_MomentaryBalance() public {
        fund(btc, BTC_BUDGET);
        stake(bob, btc, 1 ether);
        skip(30 days);
        stake(alice, btc, 900_000 ether);
        buy(alice, 5, only(btc));
        assertEq(pools.accountState(btc, alice).earned, 0);
        assertEq(claim(alice, btc), 0);
        uint256 owed = pools.accountState(btc, bob).earned;
        unstake(alice, btc, 0, 900_000 ether);
        assertEq(pools.accountState(btc, bob).earned, owed);
        assertEq(claim(alice, btc), 0);
    }

    /// A level belongs to one account. If a hundred accounts each earn with a level, they pay for a hundred levels.
    function test_Threat_LevelIsNotHandedOn() public {
        buy(alice, 5, noPools());
        vm.startPrank(alice);
        aaa.transfer(bob, 1000 ether);
        mcm.transfer(bob, 1000 ether);
        vm.stopPrank();
        stake(bob, btc, 1000 ether);
        pools.syncBoost(btc, bob);
        assertEq(weightOf(btc, bob), 1000 ether);
    }

    /// No check asks for code: a buyer without code is served and pays like any other.
    function test_Threat_CallersWithoutCode() public {
        address buyer = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        mcm.mint(buyer, 300 ether);
        vm.prank(buyer);
        mcm.approve(address(levels), 300 ether);
        new ConstructorBuyer(levels, 2, only(btc));
        assertEq(levels.levelOf(buyer), 2);
        assertEq(mcm.balanceOf(buyer), 0);
    }
}
