// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {ConstructorAttacker, DelegatedAttacker, FlashAttacker, Mule} from "./Attackers.sol";
import {IUniswapPair, ThreatTest} from "./ThreatTest.sol";

/// @dev this cheat code of forge is newer than the library's list
interface IEvm {
    function setEvmVersion(string calldata evm) external;
}

/// @notice Attacks that fit into a moment: from code under construction, from an account with code, with borrowed
/// tokens, in several blocks of one second, through new addresses.
contract MomentaryTest is ThreatTest {
    IEvm private constant evm = IEvm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 private pool;

    function setUp() public override {
        super.setUp();
        pool = flexiblePool();
        fund(pool, BUDGET);
        stake(alice, pool, 100 ether);
        skip(1 days);
    }

    function test_Threat_AttackFromAConstructorEarnsNothing() public {
        bytes32 victim = stateOf(pool, alice);
        address future = vm.computeCreateAddress(attacker, vm.getNonce(attacker));
        mcm.mint(future, 1e24);
        vm.prank(attacker);
        ConstructorAttacker made = new ConstructorAttacker(pools, pool, address(mcm), 1e24);
        assertEq(address(made), future);
        assertEq(made.codeWhileAttacking(), 0, "nobody could have seen a contract there");
        assertEq(mcm.balanceOf(future), 1e24, "principal");
        assertEq(galx.balanceOf(future), 0, "reward");
        assertEq(stateOf(pool, alice), victim);
    }

    function test_Threat_AttackFromADelegatedAccountEarnsNothing() public {
        bytes32 victim = stateOf(pool, alice);
        (address account, uint256 key) = makeAddrAndKey("delegated");
        mcm.mint(account, 1e24);
        evm.setEvmVersion("prague");
        vm.signAndAttachDelegation(address(new DelegatedAttacker()), key);
        vm.prank(account, account);
        DelegatedAttacker(account).attack(pools, pool, address(mcm), 1e24);
        assertEq(account.code.length, 23, "an account with a delegation");
        assertEq(mcm.balanceOf(account), 1e24, "principal");
        assertEq(galx.balanceOf(account), 0, "reward");
        assertEq(stateOf(pool, alice), victim);
    }

    /// The account is neither locked out nor favoured: it earns like any other account.
    function test_Threat_DelegatedAccountsStakeLikeAnybody() public {
        (address account, uint256 key) = makeAddrAndKey("delegated");
        equip(account, 100 ether);
        evm.setEvmVersion("prague");
        vm.signAndAttachDelegation(address(new DelegatedAttacker()), key);
        stake(account, pool, 100 ether);
        assertEq(account.code.length, 23);
        skip(10);
        assertApproxEqAbs(claim(account, pool), 5 ether, 1);
        unstake(account, pool, 0, 100 ether);
        assertEq(mcm.balanceOf(account), 100 ether);
    }

    function test_Threat_FlashHeldStakeEarnsNothing() public {
        IUniswapPair pair = exchangePair(50_000_000 ether);
        FlashAttacker flash = new FlashAttacker(pools, pair);
        uint256 fee = 200_000 ether;
        mcm.mint(address(flash), fee);
        bytes32 victim = stateOf(pool, alice);
        flash.attack(pool, address(mcm), 40_000_000 ether);
        assertEq(galx.balanceOf(address(flash)), 0, "reward");
        assertLt(mcm.balanceOf(address(flash)), fee, "the loan was paid for");
        assertEq(stateOf(pool, alice), victim);
        skip(100);
        assertEq(pools.accountState(pool, address(flash)).earned, 0);
    }

    function test_Threat_SeveralBlocksWithOneTimestampEarnNothing() public {
        equip(attacker, 1e24);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 now_ = block.timestamp;
        for (uint256 i = 0; i < 5; ++i) {
            uint256 number = stake(attacker, pool, 1e23);
            vm.roll(block.number + 1);
            assertEq(claim(attacker, pool), 0);
            vm.roll(block.number + 1);
            unstake(attacker, pool, number, 1e22);
            vm.roll(block.number + 1);
            vm.prank(attacker);
            pools.exit(pool, number, attacker);
            vm.roll(block.number + 1);
        }
        assertEq(block.timestamp, now_);
        assertEq(wealth(attacker), 2e24, "nothing came, nothing went");
        assertEq(pools.accountState(pool, alice).earned, owed, "nor did it cost the others anything");
    }

    /// The same stake, passed on through a hundred addresses, compared with a stake that stays at one address.
    function test_Threat_AHundredFreshAccountsEarnNoMoreThanOne() public {
        stake(bob, pool, 100 ether);
        Mule[] memory mules = new Mule[](100);
        for (uint256 i = 0; i < mules.length; ++i) {
            mules[i] = new Mule(pools);
        }
        mcm.mint(address(mules[0]), 100 ether);
        uint256 before = galx.balanceOf(address(this));
        for (uint256 i = 0; i < mules.length; ++i) {
            address next = i + 1 == mules.length ? attacker : address(mules[i + 1]);
            mules[i].stake(pool, IERC20(address(mcm)));
            skip(60);
            mules[i].leave(pool, IERC20(address(mcm)), IERC20(address(galx)), next);
        }
        uint256 gained = galx.balanceOf(address(this)) - before;
        uint256 held = pools.accountState(pool, bob).earned;
        assertLe(gained, held, "no more than by holding");
        assertApproxEqAbs(gained, held, 100, "a wei for each rounding down");
        assertEq(mcm.balanceOf(attacker), 100 ether);
    }

    /// The same stake split over a hundred addresses at once, dust among them.
    function test_Threat_SplittingAStakeEarnsNoMore() public {
        stake(bob, pool, 100 ether);
        uint256 left = 100 ether;
        Mule[] memory mules = new Mule[](100);
        for (uint256 i = 0; i < mules.length; ++i) {
            mules[i] = new Mule(pools);
            uint256 part = i + 1 == mules.length ? left : i % 2 == 0 ? 1e9 + i : left / 7;
            left -= part;
            mcm.mint(address(mules[i]), part);
            mules[i].stake(pool, IERC20(address(mcm)));
        }
        assertEq(left, 0);
        skip(3 days);
        uint256 gained;
        for (uint256 i = 0; i < mules.length; ++i) {
            gained += pools.claimFor(pool, address(mules[i]));
        }
        assertLe(gained, pools.accountState(pool, bob).earned);
        assertApproxEqRel(gained, pools.accountState(pool, bob).earned, 1e9);
    }
}
