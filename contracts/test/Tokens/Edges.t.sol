// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {AAA} from "../../src/tokens/AAA.sol";

contract TokenEdgesTest is Test {
    uint256 private constant SUPPLY = 1_000_000 ether;

    /// A fee that the recipient pays to itself makes no room for a wei that is not there.
    function test_AaasFeeRecipientSellsNoMoreThanThereIs() public {
        address recipient = makeAddr("fee recipient");
        AAA aaa = new AAA(recipient, SUPPLY, makeAddr("cfo"), 300, recipient, address(1), address(2), bytes32(0));
        address pair = aaa.swapPair();
        vm.startPrank(recipient);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        aaa.transfer(pair, SUPPLY + 1);
        aaa.transfer(pair, SUPPLY);
        assertEq(aaa.balanceOf(pair), SUPPLY * 97 / 100);
        assertEq(aaa.balanceOf(recipient), SUPPLY * 3 / 100);
    }
}
