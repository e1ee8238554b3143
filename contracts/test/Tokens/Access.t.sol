// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

import {ICappedToken} from "../../src/interfaces/ICappedToken.sol";
import {IAAA} from "../../src/interfaces/IAAA.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {CappedToken} from "../../src/tokens/CappedToken.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control: the tokens.
contract AccessTokensTest is Access {
    ERC20 private token;
    AAA private aaa;
    address private immutable cfo = makeAddr("cfo");

    function setUp() public override {
        super.setUp();
        equip(attacker, 10 ether);
        aaa = new AAA(alice, 1000 ether, cfo, 300, makeAddr("fund"), makeAddr("factory"), address(galx), bytes32(0));
        vm.startPrank(alice);
        aaa.transfer(attacker, 10 ether);
        aaa.transfer(bob, 10 ether);
        vm.stopPrank();
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                token.balanceOf(alice),
                // a call of the attacker may only add
                token.balanceOf(carol),
                token.allowance(alice, attacker),
                token.allowance(alice, address(pools)),
                token.nonces(alice),
                mcm.minter(),
                galx.minter(),
                aaa.feeRate(),
                aaa.feeRecipient(),
                aaa.cfo()
            )
        );
    }

    function _common() private {
        reads(abi.encodeCall(token.DOMAIN_SEPARATOR, ()));
        reads(abi.encodeCall(token.allowance, (alice, bob)));
        reads(abi.encodeCall(token.balanceOf, (alice)));
        reads(abi.encodeCall(token.decimals, ()));
        reads(abi.encodeCall(token.name, ()));
        reads(abi.encodeCall(token.nonces, (alice)));
        reads(abi.encodeCall(token.symbol, ()));
        reads(abi.encodeCall(token.totalSupply, ()));
        ownAffair(abi.encodeCall(token.approve, (bob, 1 ether)));
        ownAffair(abi.encodeCall(token.transfer, (bob, 1 ether)));
        refused(abi.encodeCall(token.transferFrom, (alice, attacker, 1)), ERC20.InsufficientAllowance.selector);
        refused(
            abi.encodeCall(token.permit, (alice, attacker, 1 ether, block.timestamp, 27, bytes32(0), bytes32(0))),
            ERC20.InvalidPermit.selector
        );
    }

    function _capped(CappedToken capped, string memory name) private {
        token = capped;
        _common();
        reads(abi.encodeCall(capped.cap, ()));
        reads(abi.encodeCall(capped.minter, ()));
        refused(abi.encodeCall(capped.mint, (attacker, 1)), ICappedToken.CappedToken_CallerNotMinter.selector);
        refused(abi.encodeCall(capped.setMinter, (attacker)), ICappedToken.CappedToken_CallerNotMinter.selector);
        refused(abi.encodeCall(capped.burnFrom, (alice, 1)), ERC20.InsufficientAllowance.selector);
        ownAffair(abi.encodeCall(capped.burn, (1 ether)));
        walk(name, address(capped), attacker);
    }

    function test_Threat_MissingAccessControl_MCM() public {
        _capped(mcm, "MCM");
    }

    function test_Threat_MissingAccessControl_GALX() public {
        _capped(galx, "GALX");
    }

    function test_Threat_MissingAccessControl_AAA() public {
        token = aaa;
        _common();
        reads(abi.encodeCall(aaa.MAXIMUM_FEE_RATE, ()));
        reads(abi.encodeCall(aaa.cfo, ()));
        reads(abi.encodeCall(aaa.feeRate, ()));
        reads(abi.encodeCall(aaa.feeRecipient, ()));
        reads(abi.encodeCall(aaa.swapPair, ()));
        refused(abi.encodeCall(aaa.lowerFee, (0)), IAAA.AAA_CallerNotCfo.selector);
        walk("AAA", address(aaa), attacker);
    }

    /// A stolen key of the cfo can lower the fee, and nothing else.
    function testFuzz_Threat_StolenCfoKeyOnlyLowersTheFee(uint256 seed) public {
        token = aaa;
        string[] memory functions = functionsOf("AAA");
        uint256 alices = aaa.balanceOf(alice);
        uint256 fee = aaa.feeRate();
        for (uint256 i = 0; i < 16; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256[4] memory words = [uint256(uint160(alice)), uint256(uint160(cfo)), (seed >> 8) % 600, seed >> 128];
            bytes memory call = abi.encodePacked(
                selectorOf(functions[seed % functions.length]),
                words[(seed >> 16) % 4],
                words[(seed >> 24) % 4],
                words[(seed >> 32) % 4],
                words[(seed >> 40) % 4]
            );
            vm.prank(cfo);
            (bool succeeded,) = address(aaa).call(call);
            if (succeeded) assertLe(aaa.feeRate(), fee, "the fee never rises");
            fee = aaa.feeRate();
            assertEq(aaa.balanceOf(alice), alices);
            assertEq(aaa.balanceOf(cfo), 0);
            assertEq(aaa.totalSupply(), 1000 ether);
        }
    }
}
