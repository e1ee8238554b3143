// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {StandInToken} from "../../src/demo/StandInToken.sol";
import {IAAA} from "../../src/interfaces/IAAA.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {Exchange, ISwapPair} from "../support/Exchange.sol";

/// @notice Every way in which the published exchange moves AAA, with all resulting transfers in order.
contract AaaPairTest is Exchange {
    uint256 private constant FEE_RATE = 300;
    uint256 private constant LIQUIDITY = 1_000_000 ether;

    struct Move {
        address from;
        address to;
        uint256 amount;
    }

    address private immutable cfo = makeAddr("cfo");
    address private immutable recipient = makeAddr("fee recipient");
    address private immutable alice = makeAddr("alice");
    address private immutable bob = makeAddr("bob");

    AAA private aaa;
    StandInToken private usdt;
    ISwapPair private pair;
    Move[] private expected;
    address[] private accounts;
    mapping(address account => uint256) private before;

    function setUp() public {
        openExchange();
        usdt = new StandInToken("Tether USD", "USDT", address(this), 10 * LIQUIDITY);
        bytes32 code = PAIR_CODE_HASH;
        aaa = new AAA(
            address(this), 10 * LIQUIDITY, cfo, uint16(FEE_RATE), recipient, address(factory), address(usdt), code
        );
        pair = ISwapPair(factory.createPair(address(aaa), address(usdt)));
        accounts = [address(pair), recipient, alice, bob, address(this)];
        aaa.transfer(address(pair), LIQUIDITY * 10_000 / (10_000 - FEE_RATE));
        usdt.transfer(address(pair), LIQUIDITY);
        pair.mint(address(this));
        aaa.transfer(alice, LIQUIDITY);
        usdt.transfer(alice, LIQUIDITY);
        vm.startPrank(alice);
        aaa.approve(address(router), type(uint256).max);
        usdt.approve(address(router), type(uint256).max);
        vm.stopPrank();
        for (uint256 i = 0; i < accounts.length; ++i) {
            before[accounts[i]] = aaa.balanceOf(accounts[i]);
        }
        vm.recordLogs();
    }

    // The expected transfers

    /// @dev `amount` leaves `from`. Its fee goes to the recipient of fees, the rest to `to`.
    function _taxed(address from, address to, uint256 amount) private {
        uint256 fee = amount * FEE_RATE / 10_000;
        expected.push(Move(from, recipient, fee));
        expected.push(Move(from, to, amount - fee));
    }

    function _free(address from, address to, uint256 amount) private {
        expected.push(Move(from, to, amount));
    }

    /// @dev AAA moved as expected and in no other way, by its log and its balances.
    function _check() private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(aaa) || logs[i].topics[0] != keccak256("Transfer(address,address,uint256)"))
            {
                continue;
            }
            assertLt(count, expected.length, "one transfer too many");
            Move memory move = expected[count++];
            assertEq(logs[i].topics[1], bytes32(uint256(uint160(move.from))), "from");
            assertEq(logs[i].topics[2], bytes32(uint256(uint160(move.to))), "to");
            assertEq(abi.decode(logs[i].data, (uint256)), move.amount, "amount");
        }
        assertEq(count, expected.length, "a transfer is missing");
        for (uint256 i = 0; i < accounts.length; ++i) {
            uint256 held = before[accounts[i]];
            for (uint256 j = 0; j < expected.length; ++j) {
                if (expected[j].to == accounts[i]) held += expected[j].amount;
                if (expected[j].from == accounts[i]) held -= expected[j].amount;
            }
            assertEq(aaa.balanceOf(accounts[i]), held, "balance");
        }
    }

    // The pair's own arithmetic

    function _reserve() private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        return pair.token0() == address(aaa) ? reserve0 : reserve1;
    }

    /// @dev The amount that the pair pays of a token with the reserve `reserve`, for `amount` of a token with the
    /// reserve `other`.
    function _given(uint256 amount, uint256 other, uint256 reserve) private pure returns (uint256) {
        return amount * 997 * reserve / (other * 1000 + amount * 997);
    }

    /// @dev The amount that the pair requires of a token with the reserve `reserve`, for `amount` of a token with the
    /// reserve `other`.
    function _wanted(uint256 amount, uint256 other, uint256 reserve) private pure returns (uint256) {
        return reserve * amount * 1000 / ((other - amount) * 997) + 1;
    }

    function _swapOut(uint256 aaaOut, uint256 usdtOut, address to, bytes memory data) private {
        (uint256 first, uint256 second) = pair.token0() == address(aaa) ? (aaaOut, usdtOut) : (usdtOut, aaaOut);
        pair.swap(first, second, to, data);
    }

    function _path(address first, address second) private pure returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = (first, second);
    }

    function _path(address first, address second, address third) private pure returns (address[] memory path) {
        path = new address[](3);
        (path[0], path[1], path[2]) = (first, second, third);
    }

    // Swaps by the router

    function test_BuyingForTokensThatTakeAFee() public {
        vm.prank(alice);
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(
            1000 ether, 0, _path(address(usdt), address(aaa)), bob, block.timestamp
        );
        _taxed(address(pair), bob, _given(1000 ether, LIQUIDITY, LIQUIDITY));
        _check();
    }

    function test_SellingForTokensThatTakeAFee() public {
        vm.prank(alice);
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(
            1000 ether, 0, _path(address(aaa), address(usdt)), bob, block.timestamp
        );
        _taxed(alice, address(pair), 1000 ether);
        _check();
        assertEq(usdt.balanceOf(bob), _given(970 ether, LIQUIDITY, LIQUIDITY), "for the received amount, not for the requested amount");
    }

    /// The ordinary call promises the amount that leaves the pair. The buyer gets this amount less the fee.
    function test_BuyingByTheOrdinaryCall() public {
        vm.prank(alice);
        uint256[] memory amounts =
            router.swapExactTokensForTokens(1000 ether, 0, _path(address(usdt), address(aaa)), bob, block.timestamp);
        _taxed(address(pair), bob, amounts[1]);
        _check();
        assertEq(aaa.balanceOf(bob), amounts[1] - amounts[1] * FEE_RATE / 10_000);
    }

    /// The ordinary call expects the whole requested amount, but the pair receives it less the fee.
    function test_SellingByTheOrdinaryCallIsRefused() public {
        address[] memory path = _path(address(aaa), address(usdt));
        vm.prank(alice);
        vm.expectRevert("UniswapV2: K");
        router.swapExactTokensForTokens(1000 ether, 0, path, bob, block.timestamp);
        vm.getRecordedLogs(); // the values of the refused call
        _check();
    }

    /// The pair pays exactly the requested amount, at its price. The buyer gets it less the fee.
    function test_BuyingAnExactAmount() public {
        vm.prank(alice);
        router.swapTokensForExactTokens(1000 ether, LIQUIDITY, _path(address(usdt), address(aaa)), bob, block.timestamp);
        _taxed(address(pair), bob, 1000 ether);
        _check();
        assertEq(aaa.balanceOf(bob), 970 ether);
        assertEq(LIQUIDITY - usdt.balanceOf(alice), _wanted(1000 ether, LIQUIDITY, LIQUIDITY));
    }

    /// The router sends the amount that the swap costs without a fee, even if the seller allows more. The call works
    /// once the fee is 0.
    function test_SellingForAnExactAmountIsRefusedUntilTheFeeIsZero() public {
        address[] memory path = _path(address(aaa), address(usdt));
        vm.prank(alice);
        vm.expectRevert("UniswapV2: K");
        router.swapTokensForExactTokens(1000 ether, LIQUIDITY, path, bob, block.timestamp);
        vm.prank(cfo);
        aaa.lowerFee(0);
        vm.recordLogs();
        vm.prank(alice);
        router.swapTokensForExactTokens(1000 ether, LIQUIDITY, path, bob, block.timestamp);
        _free(alice, address(pair), _wanted(1000 ether, LIQUIDITY, LIQUIDITY));
        _check();
        assertEq(usdt.balanceOf(bob), 1000 ether);
    }

    /// Ether goes through another pair. The calls of AAA's pair are the same as without ether.
    function test_BuyingForEtherAndSellingForAnExactAmountOfEther() public {
        address wrapped = router.WETH();
        address way = factory.createPair(wrapped, address(usdt));
        usdt.transfer(way, LIQUIDITY);
        deal(wrapped, way, LIQUIDITY);
        vm.deal(wrapped, LIQUIDITY);
        ISwapPair(way).mint(address(this));
        vm.deal(alice, 2000 ether);
        vm.startPrank(alice);
        router.swapETHForExactTokens{value: 2000 ether}(
            1000 ether, _path(wrapped, address(usdt), address(aaa)), bob, block.timestamp
        );
        _taxed(address(pair), bob, 1000 ether);
        _check();
        uint256 paid = _wanted(_wanted(1000 ether, LIQUIDITY, LIQUIDITY), LIQUIDITY, LIQUIDITY);
        assertEq(alice.balance, 2000 ether - paid, "the rest comes back");
        address[] memory path = _path(address(aaa), address(usdt), wrapped);
        vm.expectRevert("UniswapV2: K");
        router.swapTokensForExactETH(100 ether, LIQUIDITY, path, bob, block.timestamp);
        vm.stopPrank();
    }

    function test_AddingAndRemovingLiquidity() public {
        vm.startPrank(alice);
        (,, uint256 liquidity) =
            router.addLiquidity(address(aaa), address(usdt), 1000 ether, 1000 ether, 0, 0, alice, block.timestamp);
        _taxed(alice, address(pair), 1000 ether);
        assertEq(_reserve(), LIQUIDITY + 970 ether);
        pair.approve(address(router), liquidity);
        (uint256 removed,) = router.removeLiquidity(address(aaa), address(usdt), liquidity, 0, 0, bob, block.timestamp);
        vm.stopPrank();
        _taxed(address(pair), bob, removed);
        _check();
    }

    // Swaps by direct calls

    function test_MintingAndBurningByHand() public {
        vm.startPrank(alice);
        aaa.transfer(address(pair), 1000 ether);
        usdt.transfer(address(pair), 970 ether);
        uint256 liquidity = pair.mint(alice);
        assertEq(liquidity, 970 ether, "for the received amount, not for the requested amount");
        _taxed(alice, address(pair), 1000 ether);
        pair.transfer(address(pair), liquidity);
        pair.burn(bob);
        vm.stopPrank();
        _taxed(address(pair), bob, 970 ether);
        _check();
    }

    function test_SwappingByHand() public {
        vm.startPrank(alice);
        usdt.transfer(address(pair), 1000 ether);
        _swapOut(900 ether, 0, bob, "");
        _taxed(address(pair), bob, 900 ether);
        aaa.transfer(address(pair), 1000 ether);
        _taxed(alice, address(pair), 1000 ether);
        _swapOut(0, 900 ether, bob, "");
        vm.stopPrank();
        _check();
    }

    /// The pair pays itself: the fee leaves the pair, and only the rest counts as received.
    function test_SwappingToThePairItself() public {
        vm.prank(alice);
        usdt.transfer(address(pair), 100 ether);
        uint256 held = aaa.balanceOf(address(pair));
        _swapOut(1000 ether, 0, address(pair), "");
        _taxed(address(pair), address(pair), 1000 ether);
        _check();
        assertEq(aaa.balanceOf(address(pair)), held - 30 ether);
        assertEq(_reserve(), held - 30 ether);
    }

    /// An account that borrows from the pair pays the fee twice.
    function test_BorrowingFromThePair() public {
        _swapOut(1000 ether, 0, address(this), "borrowed");
        _taxed(address(pair), address(this), 1000 ether);
        _taxed(address(this), address(pair), 1040 ether);
        _check();
    }

    /// @dev Called by the pair, which has already paid.
    function uniswapV2Call(address, uint256, uint256, bytes calldata) external {
        aaa.transfer(address(pair), 1040 ether);
    }

    function test_Skimming() public {
        vm.startPrank(alice);
        aaa.transfer(address(pair), 1000 ether);
        _taxed(alice, address(pair), 1000 ether);
        pair.skim(bob);
        _taxed(address(pair), bob, 970 ether);
        vm.stopPrank();
        _check();
        assertEq(aaa.balanceOf(address(pair)), _reserve());
    }

    /// The pair pays its surplus to itself. The fee is due, as in a payment to anybody else.
    function test_SkimmingToThePairItself() public {
        vm.startPrank(alice);
        aaa.transfer(address(pair), 1000 ether);
        _taxed(alice, address(pair), 1000 ether);
        uint256 surplus = 970 ether;
        for (uint256 i = 0; i < 3; ++i) {
            pair.skim(address(pair));
            _taxed(address(pair), address(pair), surplus);
            surplus -= surplus * FEE_RATE / 10_000;
            assertEq(aaa.balanceOf(address(pair)) - _reserve(), surplus);
        }
        vm.stopPrank();
        _check();
    }

    /// Without a surplus the pair moves 0 wei, and no fee is taken or logged.
    function test_SkimmingNothing() public {
        pair.skim(bob);
        _free(address(pair), bob, 0);
        _check();
    }

    function test_Syncing() public {
        vm.prank(alice);
        aaa.transfer(address(pair), 1000 ether);
        _taxed(alice, address(pair), 1000 ether);
        pair.sync();
        _check();
        assertEq(_reserve(), LIQUIDITY + 970 ether, "the received amount, not the requested amount");
    }

    // Payments on behalf of others

    function test_TheFeeRecipientTradesWithoutLosingTheFee() public {
        aaa.transfer(recipient, 2000 ether);
        _free(address(this), recipient, 2000 ether);
        vm.prank(recipient);
        aaa.transfer(address(pair), 1000 ether);
        _taxed(recipient, address(pair), 1000 ether);
        pair.skim(recipient);
        _taxed(address(pair), recipient, 970 ether);
        _check();
        assertEq(aaa.balanceOf(recipient), before[recipient] + 2000 ether);
    }

    /// The fee depends only on the amount, not on the account that makes the transfer.
    function test_MovingForAnotherAccount() public {
        vm.prank(alice);
        aaa.approve(bob, 1000 ether);
        vm.prank(address(pair));
        aaa.approve(bob, 1000 ether);
        vm.startPrank(bob);
        aaa.transferFrom(alice, address(pair), 1000 ether);
        _taxed(alice, address(pair), 1000 ether);
        aaa.transferFrom(address(pair), alice, 600 ether);
        _taxed(address(pair), alice, 600 ether);
        aaa.transferFrom(address(pair), address(pair), 300 ether);
        _taxed(address(pair), address(pair), 300 ether);
        vm.stopPrank();
        _check();
        assertEq(aaa.allowance(alice, bob), 0);
        assertEq(aaa.allowance(address(pair), bob), 100 ether, "the allowance covers the fee");
    }

    /// No other pair of AAA is taxed. A path through both pairs is taxed only where it leaves the taxed pair.
    function test_OtherPairsAreFree() public {
        StandInToken other = new StandInToken("Other", "OTHER", address(this), 10 * LIQUIDITY);
        ISwapPair free = ISwapPair(factory.createPair(address(aaa), address(other)));
        aaa.transfer(address(free), LIQUIDITY);
        _free(address(this), address(free), LIQUIDITY);
        other.transfer(address(free), LIQUIDITY);
        free.mint(address(this));
        address[] memory path = _path(address(usdt), address(aaa), address(other));
        vm.prank(alice);
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(1000 ether, 0, path, bob, block.timestamp);
        uint256 left = _given(1000 ether, LIQUIDITY, LIQUIDITY);
        _taxed(address(pair), address(free), left);
        _check();
        assertEq(other.balanceOf(bob), _given(left - left * FEE_RATE / 10_000, LIQUIDITY, LIQUIDITY));
        vm.prank(alice);
        vm.expectRevert("UniswapV2: K"); // this amount belongs to the other pair, which gets it less the fee
        router.swapTokensForExactTokens(1000 ether, LIQUIDITY, path, bob, block.timestamp);
    }

    function test_ALowerFeeIsLoggedAndTaken() public {
        vm.expectEmit(address(aaa));
        emit IAAA.FeeLowered(100);
        vm.prank(cfo);
        aaa.lowerFee(100);
        vm.recordLogs();
        vm.prank(alice);
        aaa.transfer(address(pair), 1000 ether);
        _free(alice, recipient, 10 ether);
        _free(alice, address(pair), 990 ether);
        _check();
    }
}
