// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Test} from "forge-std/Test.sol";

import {ICappedToken} from "../../src/interfaces/ICappedToken.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {GALX} from "../../src/tokens/GALX.sol";
import {MCM} from "../../src/tokens/MCM.sol";

/// @notice The details on which wallets and exchanges rely, and fees to the wei.
contract TokenDetailsTest is Test {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    uint256 private constant SUPPLY = 1_000_000 ether;

    address private immutable cfo = makeAddr("cfo");
    address private immutable recipient = makeAddr("fee recipient");
    address private immutable trader = makeAddr("trader");

    AAA private aaa;
    address private pair;

    function setUp() public {
        aaa = new AAA(address(this), SUPPLY, cfo, 300, recipient, address(1), address(2), bytes32(0));
        pair = aaa.swapPair();
    }

    function test_TokensBearTheirNames() public {
        assertEq(aaa.name(), "AAA");
        assertEq(aaa.symbol(), "AAA");
        CappedToken galx = new GALX(1, cfo);
        assertEq(galx.name(), "GALX");
        assertEq(galx.symbol(), "GALX");
        CappedToken mcm = new MCM(1, cfo);
        assertEq(mcm.name(), "MCM");
        assertEq(mcm.symbol(), "MCM");
    }

    function test_AaaSaysThatItMoved() public {
        assertTrue(aaa.transfer(trader, 1 ether));
        assertTrue(aaa.transfer(pair, 1 ether));
        aaa.approve(address(this), 1 ether);
        assertTrue(aaa.transferFrom(address(this), trader, 1 ether));
    }

    function test_AaaGivesNobodyAnAllowanceUnasked() public view {
        assertEq(aaa.allowance(address(this), PERMIT2), 0);
    }

    function test_AaaTaxesTheWholeSupplyAndRefusesMore() public {
        uint256[2] memory more = [SUPPLY + 1, type(uint256).max];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
            aaa.transfer(pair, more[i]);
        }
        aaa.transfer(pair, SUPPLY);
        assertEq(aaa.balanceOf(recipient), SUPPLY * 3 / 100);
        assertEq(aaa.balanceOf(pair), SUPPLY * 97 / 100);
    }

    function test_AaaTaxesByTheWeiAndMovesNoFeeOfNothing() public {
        aaa.transfer(pair, 34);
        assertEq(aaa.balanceOf(recipient), 1);
        assertEq(aaa.balanceOf(pair), 33);
        vm.recordLogs();
        aaa.transfer(pair, 33);
        assertEq(vm.getRecordedLogs().length, 1, "one transfer");
        assertEq(aaa.balanceOf(pair), 66);
    }

    function test_AaasFeeFallsByTheLeastStep() public {
        vm.prank(cfo);
        aaa.lowerFee(299);
        assertEq(aaa.feeRate(), 299);
    }

    function test_CappedTokensLogWhoMints() public {
        vm.expectEmit();
        emit ICappedToken.MinterSet(cfo);
        MCM mcm = new MCM(1, cfo);
        vm.expectEmit(address(mcm));
        emit ICappedToken.MinterSet(trader);
        vm.prank(cfo);
        mcm.setMinter(trader);
        assertEq(mcm.minter(), trader);
    }

    function test_TokensMatchTheInterface() public {
        vm.expectEmit(address(aaa));
        emit IERC20.Transfer(address(this), trader, 5);
        aaa.transfer(trader, 5);
        assertEq(aaa.totalSupply(), SUPPLY);
        assertEq(aaa.decimals(), 18);
    }
}
