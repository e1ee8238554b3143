// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {StandInToken} from "../../src/demo/StandInToken.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {FalseToken, FeeToken, HookToken, MoodyToken, SilentToken} from "../support/Tokens.sol";
import {BlocklistToken, BusyHook, GrowingToken} from "./KindsOfTokens.sol";

/// @notice One suite over every kind of token that the pools accept, each as stake, pair and reward token. Credited
/// amounts have arrived, leaving amounts were credited, rewards never exceed the funding, and a refusal of the token
/// changes nothing.
abstract contract TokenKinds is PoolsTest {
    address internal token;
    uint256 internal same;
    uint256 private paired;
    uint256 private rewarding;

    /// @dev Makes the token. The test holds it.
    function _make() internal virtual returns (address);

    /// @dev The wei of `amount` that arrive.
    function _arrives(uint256 amount) internal view virtual returns (uint256) {
        return amount;
    }

    function setUp() public virtual override {
        super.setUp();
        token = _make();
        same = createPool(flexible(token, token));
        IStakingPools.PoolConfiguration memory configuration = flexible(address(mcm), address(galx));
        configuration.pairToken = token;
        // a fee would leave the pair's part short, so such tokens cannot be pair tokens
        configuration.pairRatio = 0.5 ether;
        paired = createPool(configuration);
        rewarding = createPool(flexible(address(mcm), token));
        address[4] memory holders = [alice, bob, funder, carol];
        for (uint256 i = 0; i < holders.length; ++i) {
            _give(holders[i], 1e27);
            vm.prank(holders[i]);
            (bool allowed,) = token.call(abi.encodeCall(IERC20.approve, (address(pools), type(uint256).max)));
            assertTrue(allowed);
        }
    }

    function _give(address to, uint256 amount) private {
        (bool sent,) = token.call(abi.encodeCall(IERC20.transfer, (to, amount)));
        assertTrue(sent);
    }

    function _held(address account) internal view returns (uint256) {
        return IERC20(token).balanceOf(account);
    }

    function testFuzz_Kind_CreditedAmountsArrivedAndComeBack(uint256 amount, uint256 part, uint256 time) public {
        amount = bound(amount, 2e9, 1e26);
        stake(alice, same, amount);
        uint256 credited = positionOf(same, alice, 0).amount;
        assertEq(credited, _held(address(pools)), "credited == arrived");
        assertEq(credited, _arrives(amount));
        skip(bound(time, 0, 400 days));
        part = bound(part, 1, credited);
        uint256 before = _held(alice);
        unstake(alice, same, 0, part);
        assertEq(_held(alice) - before, _arrives(part), "the requested amount arrives, less the token's own fee");
        if (part != credited) {
            vm.prank(alice);
            pools.withdrawPrincipal(same, 0, alice);
        }
        assertEq(_held(address(pools)), 0, "nothing stays behind");
    }

    function testFuzz_Kind_RewardsNeverExceedWhatWasFunded(uint256 amount, uint256 first, uint256 time) public {
        amount = bound(amount, 1e15, 1e26);
        fund(same, amount);
        fund(rewarding, amount);
        uint256 funded = _held(address(pools));
        IStakingPools.PoolState memory state = pools.poolState(same);
        uint256 streams = state.rewardRate * (state.rewardEnd - block.timestamp) + state.undistributed;
        assertEq(streams * 2, funded, "streamed == arrived");
        first = bound(first, 2e9, 1e26);
        stake(alice, same, first);
        stake(bob, same, 3e9);
        stake(alice, rewarding, first % 1e25 + 1e9);
        skip(bound(time, 1, 200 days));
        uint256 principal = positionOf(same, alice, 0).amount + positionOf(same, bob, 0).amount;
        uint256 paid = claim(alice, same) + claim(bob, same) + claim(alice, rewarding);
        assertLe(paid, funded, "paid <= funded");
        assertGe(_held(address(pools)), principal, "principal is all there");
        assertEq(_held(address(pools)) + paid, funded + principal, "to the wei");
        vm.prank(alice);
        pools.exit(same, 0, alice);
        vm.prank(bob);
        pools.withdrawPrincipal(same, 0, bob);
    }

    function testFuzz_Kind_AsThePairsPart(uint256 amount, uint256 part) public virtual {
        amount = bound(amount, 1e9, 1e25);
        stake(alice, paired, amount);
        IStakingPools.PositionView memory held = positionOf(paired, alice, 0);
        assertEq(held.pairAmount, (amount + 1) / 2, "the ratio, rounded up");
        assertEq(held.pairAmount, _held(address(pools)));
        part = bound(part, 1, amount);
        uint256 before = _held(alice);
        unstake(alice, paired, 0, part);
        assertEq(_held(alice) - before, part == amount ? held.pairAmount : held.pairAmount * part / amount);
        if (part == amount) return;
        vm.prank(alice);
        pools.exit(paired, 0, alice);
        assertEq(_held(address(pools)), 0);
    }
}

/// @notice Tokens that can refuse a transfer.
abstract contract RefusingKinds is TokenKinds {
    /// @dev Makes transfers fail, or lets them succeed again.
    function _refuse(bool refusing) internal virtual;

    /// @dev Whether the token also refuses transfers to the pools.
    function _refusesIncoming() internal pure virtual returns (bool) {
        return true;
    }

    /// If the token refuses, each call is refused as a whole, and succeeds once the token no longer refuses.
    function testFuzz_Kind_ARefusalChangesNothing(uint256 amount) public {
        amount = bound(amount, 1e15, 1e26);
        fund(same, amount);
        stake(alice, same, amount);
        skip(10 days);
        bytes32 before = _snapshot();
        _refuse(true);
        bytes[7] memory calls = [
            abi.encodeCall(pools.stake, (same, amount, 0, bob)),
            abi.encodeCall(pools.fund, (same, amount)),
            abi.encodeCall(pools.claim, (same, alice)),
            abi.encodeCall(pools.unstake, (same, 0, amount / 2, alice)),
            abi.encodeCall(pools.exit, (same, 0, alice)),
            abi.encodeCall(pools.exitEarly, (same, 0, amount / 2, alice)),
            abi.encodeCall(pools.withdrawPrincipal, (same, 0, alice))
        ];
        for (uint256 i = _refusesIncoming() ? 0 : 2; i < calls.length; ++i) {
            vm.prank(alice);
            (bool succeeded, bytes memory reason) = address(pools).call(calls[i]);
            assertFalse(succeeded, "refused");
            assertGt(reason.length, 3, "and said why");
            assertEq(_snapshot(), before, "nothing has changed");
        }
        _refuse(false);
        assertGt(claim(alice, same), 0);
        vm.prank(alice);
        pools.exit(same, 0, alice);
        assertEq(pools.accountState(same, alice).weight, 0);
    }

    function _snapshot() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                pools.poolState(same),
                pools.accountState(same, alice),
                pools.positionsOf(same, alice, 0, 10),
                _held(alice),
                _held(address(pools))
            )
        );
    }
}

contract PlainTokenTest is TokenKinds {
    function _make() internal override returns (address) {
        return address(new StandInToken("Plain", "PLAIN", address(this), 1e28));
    }
}

contract SilentTokenTest is TokenKinds {
    function _make() internal override returns (address) {
        return address(new SilentToken(address(this)));
    }
}

contract FeeTokenTest is TokenKinds {
    function _make() internal override returns (address) {
        return address(new FeeToken(address(this)));
    }

    function _arrives(uint256 amount) internal pure override returns (uint256) {
        return amount - amount * 300 / 10_000;
    }

    /// A fee would leave the pair's part short, so the whole stake is refused.
    function testFuzz_Kind_AsThePairsPart(uint256 amount, uint256) public override {
        amount = bound(amount, 1e9, 1e25);
        uint256 pool = pools.poolAt(1);
        vm.expectPartialRevert(bytes4(keccak256("StakingPools_PairAmountShort(uint256,uint256)")));
        vm.prank(alice);
        pools.stake(pool, amount, 0, address(0));
        assertEq(mcm.balanceOf(address(pools)), 0);
    }
}

contract FalseTokenTest is RefusingKinds {
    function _make() internal override returns (address) {
        return address(new FalseToken(address(this)));
    }

    function _refuse(bool refusing) internal override {
        FalseToken(token).setLying(refusing);
    }
}

contract BlocklistTokenTest is RefusingKinds {
    function _make() internal override returns (address) {
        return address(new BlocklistToken(address(this)));
    }

    function _refuse(bool refusing) internal override {
        BlocklistToken(token).setBlocked(alice, refusing);
    }

    /// Only the blocked account cannot leave. The others leave and claim as before.
    function testFuzz_Kind_ABlockedAccountHoldsUpNobody(uint256 amount) public {
        amount = bound(amount, 1e15, 1e26);
        uint256 pool = pools.poolAt(0);
        fund(pool, amount);
        stake(alice, pool, amount);
        stake(bob, pool, amount);
        skip(10 days);
        _refuse(true);
        uint256 owed = pools.accountState(pool, alice).earned;
        uint256 before = IERC20(token).balanceOf(bob);
        uint256 bobs = pools.accountState(pool, bob).earned;
        vm.prank(bob);
        pools.exit(pool, 0, bob);
        assertEq(IERC20(token).balanceOf(bob) - before, amount + bobs);
        assertApproxEqAbs(pools.accountState(pool, alice).earned, owed, 1, "her rewards stay claimable");
    }
}

contract HookTokenTest is TokenKinds {
    BusyHook private hook;

    function _make() internal override returns (address) {
        return address(new HookToken(address(this)));
    }

    function setUp() public override {
        super.setUp();
        hook = new BusyHook(address(pools));
        mcm.mint(address(hook), 1e24);
        approveAll(address(hook), address(mcm));
        uint256 pool = pools.poolAt(2);
        stake(address(hook), pool, 1 ether);
        vm.prank(address(hook));
        pools.exit(pool, 0, address(hook));
        hook.tell(abi.encodeCall(pools.stake, (pool, 1 ether, 0, address(0))));
        HookToken(token).setHook(hook);
    }

    function testFuzz_Kind_HooksGetNothingThrough(uint256 amount) public {
        testFuzz_Kind_CreditedAmountsArrivedAndComeBack(amount, amount, 1 days);
        assertGt(hook.attempts(), 0);
        assertEq(hook.successes(), 0);
    }
}

/// @notice Refuses transfers from the pools, by a revert or by `false`.
contract MoodyTokenTest is RefusingKinds {
    uint256 private mood = 1;

    function _make() internal override returns (address) {
        return address(new MoodyToken(address(this)));
    }

    function _refuse(bool refusing) internal override {
        MoodyToken(token).setMood(refusing ? mood : 0);
    }

    function _refusesIncoming() internal pure override returns (bool) {
        return false;
    }

    function testFuzz_Kind_AnAnswerOfFalseChangesNothing(uint256 amount) public {
        mood = 2;
        testFuzz_Kind_ARefusalChangesNothing(amount);
    }
}

/// @notice A token whose balances grow by themselves. The growth belongs to nobody and does no harm.
contract GrowingTokenTest is PoolsTest {
    function testFuzz_Kind_GrowthOfBalancesBelongsToNobody(uint256 amount, uint256 percent) public {
        GrowingToken token = new GrowingToken(address(this));
        token.approve(address(pools), type(uint256).max);
        uint256 pool = createPool(flexible(address(token), address(token)));
        amount = bound(amount, 1e15, 1e26);
        pools.fund(pool, amount);
        pools.stake(pool, amount, 0, address(0));
        skip(10 days);
        token.grow(bound(percent, 1, 1000));
        uint256 owed = pools.accountState(pool, address(this)).earned;
        assertEq(pools.claim(pool, address(this)), owed, "the reward is the streamed amount, grown or not");
        uint256 held = positionOf(pool, address(this), 0).amount;
        assertEq(held, amount);
        uint256 before = token.balanceOf(address(this));
        pools.exit(pool, 0, address(this));
        assertApproxEqAbs(token.balanceOf(address(this)) - before, held, 11, "except for the token's own rounding");
        pools.stake(pool, amount, 0, address(0));
        assertLe(positionOf(pool, address(this), 1).amount, amount + 11, "nor is it credited to the next");
    }
}
