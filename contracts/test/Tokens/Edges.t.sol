// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {AAA} from "../../src/tokens/AAA.sol";

contract TokenEdgesTest is Test {
    uint256 private constant SUPPLY = 1_000_000 ether;

    /// A fee that the recipient pays to itself does not allow a transfer above the balance.
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

    /// A factory hashes the lower address first, whether AAA is the lower address or not.
    function test_AaasPairIsTheFactorysInEitherOrder() public {
        address[2] memory quotes = [address(1), address(type(uint160).max)];
        bytes32 code = keccak256("code of a pair");
        address factory = makeAddr("factory");
        for (uint256 i = 0; i < 2; ++i) {
            AAA aaa = new AAA(address(this), SUPPLY, makeAddr("cfo"), 300, address(2), factory, quotes[i], code);
            (address first, address second) = i == 0 ? (quotes[0], address(aaa)) : (address(aaa), quotes[1]);
            bytes32 salt = keccak256(abi.encodePacked(first, second));
            bytes32 hash = keccak256(abi.encodePacked(hex"ff", factory, salt, code));
            assertEq(aaa.swapPair(), address(uint160(uint256(hash))));
        }
    }
}
