// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

/// @notice Answers every call with the same bytes, or refuses every call with these bytes.
contract FixedAnswer {
    bool private refuses;
    bytes private answer;

    function set(bool refuses_, bytes calldata answer_) external {
        (refuses, answer) = (refuses_, answer_);
    }

    fallback(bytes calldata) external returns (bytes memory) {
        bytes memory given = answer;
        if (!refuses) return given;
        assembly ("memory-safe") {
            revert(add(given, 32), mload(given))
        }
    }
}

/// @notice Answers a question for a balance only if the question has exactly the right length.
contract StrictToken is ERC20 {
    constructor(address holder) ERC20("Strict", "STRICT") {
        _mint(holder, 1e28);
    }

    function balanceOf(address account) public view override returns (uint256) {
        require(msg.data.length == 36, "not 36 bytes");
        return super.balanceOf(account);
    }
}

/// @notice Accepts every permit, whatever its deadline and signature.
contract EagerToken is ERC20 {
    uint256 public permits;

    constructor(address holder) ERC20("Eager", "EAGER") {
        _mint(holder, 1e28);
    }

    function permit(address holder, address spender, uint256 value, uint256, uint8, bytes32, bytes32) external {
        ++permits;
        _approve(holder, spender, value);
    }
}

/// @notice The answers of tokens, byte by byte.
contract TokenAnswersTest is PoolsTest {
    FixedAnswer private odd;

    function setUp() public override {
        super.setUp();
        odd = new FixedAnswer();
    }

    function _poolOfOdd() private returns (uint256 pool) {
        odd.set(false, abi.encode(18));
        pool = createPool(flexible(address(odd), address(galx)));
    }

    function test_DecimalsThatAreNotANumberAreRefusedByName() public {
        bytes[3] memory answers = [bytes(""), new bytes(31), abi.encode(18)];
        bytes memory reason =
            abi.encodeWithSelector(IStakingPools.StakingPools_DecimalsNot18.selector, address(odd), type(uint256).max);
        for (uint256 i = 0; i < answers.length; ++i) {
            odd.set(i == 2, answers[i]); // the last answer is a refusal that looks like the right number
            vm.prank(owner);
            vm.expectRevert(reason);
            pools.createPool(flexible(address(odd), address(galx)));
        }
        _poolOfOdd();
        assertEq(pools.poolCount(), 1);
    }

    function test_ABalanceThatIsRefusedSaysTheTokensOwnReason() public {
        uint256 pool = _poolOfOdd();
        bytes memory reason = abi.encodeWithSignature("OutOfOrder(uint256,uint256)", 7, 11);
        odd.set(true, reason);
        vm.prank(alice);
        (bool succeeded, bytes memory answer) =
            address(pools).call(abi.encodeCall(pools.stake, (pool, 1 ether, 0, address(0))));
        assertFalse(succeeded);
        assertEq(answer, reason);
    }

    /// An answer one byte shorter than a number is not a number, whatever its bytes.
    function test_ABalanceOf31BytesIsInvalid() public {
        uint256 pool = _poolOfOdd();
        bytes memory cut = hex"00000000000000000000000000000000000000000000000000000000000001";
        assertEq(cut.length, 31);
        odd.set(false, cut);
        vm.prank(alice);
        (bool succeeded, bytes memory answer) =
            address(pools).call(abi.encodeCall(pools.stake, (pool, 1 ether, 0, address(0))));
        assertFalse(succeeded);
        assertEq(answer, cut);
    }

    function test_ABalanceIsAskedForInExactly36Bytes() public {
        StrictToken strict = new StrictToken(alice);
        uint256 pool = createPool(flexible(address(strict), address(galx)));
        approveAll(alice, address(strict));
        stake(alice, pool, 1 ether);
        assertEq(weightOf(pool, alice), 1 ether);
    }

    function _eagerPair() private returns (uint256 pool, EagerToken first, EagerToken second) {
        (first, second) = (new EagerToken(alice), new EagerToken(alice));
        IStakingPools.PoolConfiguration memory made = flexible(address(first), address(galx));
        made.pairToken = address(second);
        made.pairRatio = 2.5 ether;
        pool = createPool(made);
    }

    /// Only the token decides whether a deadline has passed.
    function test_APermitReachesTheTokenUnlessItsDeadlineIsZero() public {
        (uint256 pool, EagerToken first, EagerToken second) = _eagerPair();
        IStakingPools.Permit memory early;
        early.deadline = 1;
        vm.prank(alice);
        pools.stakeWithPermit(pool, 2 ether, 0, address(0), early, early);
        assertEq(first.permits(), 1);
        assertEq(second.permits(), 1);
        assertEq(positionOf(pool, alice, 0).pairAmount, 5 ether);
    }

    function test_APermitWithoutADeadlineDoesNotReachTheToken() public {
        (uint256 pool, EagerToken first,) = _eagerPair();
        IStakingPools.Permit memory none;
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(pools), 0, 2 ether)
        );
        pools.stakeWithPermit(pool, 2 ether, 0, address(0), none, none);
        vm.prank(alice);
        first.approve(address(pools), 2 ether);
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(pools), 0, 5 ether)
        );
        pools.stakeWithPermit(pool, 2 ether, 0, address(0), none, none);
    }

    /// Without a permit for the pair's amount, the amount is not computed beforehand, so the refusing token gives the
    /// reason.
    function test_AnAmountBeyondAnyBalanceIsRefusedByTheToken() public {
        (uint256 pool, EagerToken first,) = _eagerPair();
        approveAll(alice, address(first));
        IStakingPools.Permit memory none;
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, alice, 1e28, type(uint256).max)
        );
        pools.stakeWithPermit(pool, type(uint256).max, 0, address(0), none, none);
    }
}
