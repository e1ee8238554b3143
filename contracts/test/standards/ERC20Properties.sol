// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

/// @notice The text of ERC-20, sentence by sentence, for any token. A subclass makes the token.
abstract contract ERC20Properties is Test {
    /// @dev The holder's wei.
    uint256 internal constant HELD = 1_000_000 ether;

    address internal immutable holder = makeAddr("holder");
    address internal immutable spender = makeAddr("spender");
    address internal receiver = makeAddr("receiver");

    IERC20Metadata internal token;

    /// @dev Makes the token. `holder` has `HELD` wei of it.
    function make() internal virtual returns (IERC20Metadata);

    /// @dev The amount that arrives of a transfer from `holder` to `receiver`; the rest is a fee.
    function arriving(uint256 amount) internal view virtual returns (uint256) {
        return amount;
    }

    function expectedMetadata() internal pure virtual returns (string memory name, string memory symbol, uint8 decimals);

    function setUp() public virtual {
        token = make();
        assertEq(token.balanceOf(holder), HELD);
    }

    // "name", "symbol", "decimals" - OPTIONAL methods, which all of these have

    function test_ERC20_NameSymbolAndDecimalsAreReturned() public view {
        (string memory name, string memory symbol, uint8 decimals) = expectedMetadata();
        assertEq(token.name(), name);
        assertEq(token.symbol(), symbol);
        assertEq(token.decimals(), decimals);
    }

    // "totalSupply: Returns the total token supply." "balanceOf: Returns the account balance of another account"

    function testFuzz_ERC20_SupplyIsTheSumOfBalancesAndTransfersLeaveIt(uint256 amount) public {
        amount = bound(amount, 0, HELD);
        (uint256 supply, uint256 fees) = (token.totalSupply(), _fees());
        uint256 received = token.balanceOf(receiver);
        assertLe(HELD, supply);
        vm.prank(holder);
        token.transfer(receiver, amount);
        assertEq(token.totalSupply(), supply);
        assertEq(
            token.balanceOf(holder) + token.balanceOf(receiver) - received + _fees() - fees,
            HELD,
            "nothing is made or lost"
        );
    }

    // "transfer: Transfers _value amount of tokens to address _to, and MUST fire the Transfer event."

    function testFuzz_ERC20_TransferMovesTheAmount(uint256 amount) public {
        amount = bound(amount, 0, HELD);
        uint256 received = token.balanceOf(receiver);
        vm.prank(holder);
        assertTrue(token.transfer(receiver, amount), "returns (bool success)");
        assertEq(token.balanceOf(holder), HELD - amount);
        assertEq(token.balanceOf(receiver), received + arriving(amount));
    }

    function testFuzz_ERC20_TransferMustFireTheTransferEvent(uint256 amount) public {
        amount = bound(amount, 0, HELD);
        vm.recordLogs();
        vm.prank(holder);
        token.transfer(receiver, amount);
        _assertTransferred(amount);
    }

    // "The function SHOULD throw if the message caller's account balance does not have enough tokens to spend."

    function testFuzz_ERC20_TransferThrowsWithoutEnoughTokens(uint256 amount) public {
        amount = bound(amount, HELD + 1, type(uint256).max);
        uint256 received = token.balanceOf(receiver);
        vm.prank(holder);
        vm.expectRevert();
        token.transfer(receiver, amount);
        assertEq(token.balanceOf(holder), HELD);
        assertEq(token.balanceOf(receiver), received);
    }

    // "Note Transfers of 0 values MUST be treated as normal transfers and fire the Transfer event." (transfer, transferFrom)

    function test_ERC20_TransferOfZeroIsANormalTransfer() public {
        vm.recordLogs();
        vm.prank(holder);
        assertTrue(token.transfer(receiver, 0));
        _assertTransferred(0);
        vm.recordLogs();
        vm.prank(spender);
        assertTrue(token.transferFrom(holder, receiver, 0));
        _assertTransferred(0);
        vm.prank(makeAddr("owns nothing"));
        assertTrue(token.transfer(receiver, 0));
    }

    function testFuzz_ERC20_TransferToOneselfChangesNothing(uint256 amount) public {
        amount = bound(amount, 0, HELD);
        vm.prank(holder);
        assertTrue(token.transfer(holder, amount));
        assertEq(token.balanceOf(holder), HELD);
        vm.prank(holder);
        vm.expectRevert();
        token.transfer(holder, HELD + 1);
    }

    // "transferFrom: Transfers _value amount of tokens from address _from to address _to, and MUST fire the Transfer event."

    function testFuzz_ERC20_TransferFromMovesTheAmountAndSpendsTheAllowance(uint256 amount, uint256 allowed) public {
        amount = bound(amount, 0, HELD);
        allowed = bound(allowed, amount, type(uint256).max - 1);
        uint256 received = token.balanceOf(receiver);
        vm.prank(holder);
        token.approve(spender, allowed);
        vm.recordLogs();
        vm.prank(spender);
        assertTrue(token.transferFrom(holder, receiver, amount), "returns (bool success)");
        _assertTransferred(amount);
        assertEq(token.balanceOf(holder), HELD - amount);
        assertEq(token.balanceOf(receiver), received + arriving(amount));
        assertEq(token.allowance(holder, spender), allowed - amount);
        assertEq(token.balanceOf(spender), 0);
    }

    // "The function SHOULD throw unless the _from account has deliberately authorized the sender of the message"

    function testFuzz_ERC20_TransferFromThrowsWithoutEnoughAllowance(uint256 amount, uint256 allowed) public {
        amount = bound(amount, 1, HELD);
        allowed = bound(allowed, 0, amount - 1);
        vm.prank(holder);
        token.approve(spender, allowed);
        vm.prank(spender);
        vm.expectRevert();
        token.transferFrom(holder, receiver, amount);
        // only the holder can allow the use of the holder's tokens
        vm.prank(receiver);
        vm.expectRevert();
        token.transferFrom(holder, receiver, amount);
        assertEq(token.allowance(holder, spender), allowed);
        assertEq(token.balanceOf(holder), HELD);
    }

    function testFuzz_ERC20_TransferFromThrowsWithoutEnoughTokens(uint256 amount) public {
        amount = bound(amount, HELD + 1, type(uint256).max);
        vm.prank(holder);
        token.approve(spender, type(uint256).max);
        vm.prank(spender);
        vm.expectRevert();
        token.transferFrom(holder, receiver, amount);
        assertEq(token.balanceOf(holder), HELD);
    }

    // "approve: Allows _spender to withdraw from your account multiple times, up to the _value amount."

    function testFuzz_ERC20_ApprovedAmountIsWithdrawnInSeveralParts(uint256 allowed, uint256 first) public {
        allowed = bound(allowed, 1, HELD);
        first = bound(first, 0, allowed);
        vm.prank(holder);
        token.approve(spender, allowed);
        vm.startPrank(spender);
        token.transferFrom(holder, receiver, first);
        token.transferFrom(holder, receiver, allowed - first);
        vm.expectRevert();
        token.transferFrom(holder, receiver, 1);
        vm.stopPrank();
        assertEq(token.balanceOf(holder), HELD - allowed);
    }

    // "If this function is called again it overwrites the current allowance with _value."

    function testFuzz_ERC20_ApproveOverwrites(uint256 first, uint256 second) public {
        vm.startPrank(holder);
        assertTrue(token.approve(spender, first), "returns (bool success)");
        assertEq(token.allowance(holder, spender), first);
        assertTrue(token.approve(spender, second));
        vm.stopPrank();
        assertEq(token.allowance(holder, spender), second);
        assertEq(token.allowance(spender, holder), 0, "one way only");
        assertEq(token.allowance(holder, receiver), 0, "one spender only");
    }

    // "Approval: MUST trigger on any successful call to approve(address _spender, uint256 _value)."

    function testFuzz_ERC20_ApproveMustTriggerApproval(uint256 amount) public {
        vm.expectEmit(address(token));
        emit IERC20.Approval(holder, spender, amount);
        vm.prank(holder);
        token.approve(spender, amount);
    }

    // "A token contract which creates new tokens SHOULD trigger a Transfer event with the _from address set to 0x0"

    function test_ERC20_TokensAreCreatedWithATransferFromZero() public {
        vm.recordLogs();
        IERC20Metadata fresh = make();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 created;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(fresh) || logs[i].topics[0] != IERC20.Transfer.selector) continue;
            if (logs[i].topics[1] == 0) created += abi.decode(logs[i].data, (uint256));
        }
        assertEq(created, fresh.totalSupply());
    }

    function _fees() private view returns (uint256) {
        return token.balanceOf(feeTaker());
    }

    /// @dev The account that gets the amount that does not arrive.
    function feeTaker() internal view virtual returns (address) {
        return address(0xfee);
    }

    /// @dev The events since `recordLogs` show that `amount` left the holder and that the expected amount arrived.
    function _assertTransferred(uint256 amount) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 left;
        uint256 arrived;
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(token) || logs[i].topics[0] != IERC20.Transfer.selector) continue;
            assertEq(address(uint160(uint256(logs[i].topics[1]))), holder, "from");
            uint256 value = abi.decode(logs[i].data, (uint256));
            left += value;
            if (address(uint160(uint256(logs[i].topics[2]))) == receiver) {
                (arrived, count) = (arrived + value, count + 1);
            }
        }
        assertEq(left, amount);
        assertEq(arrived, arriving(amount));
        assertEq(count, 1, "one event for the transfer to the receiver");
    }
}
