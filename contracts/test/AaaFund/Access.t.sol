// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAAA} from "../../src/interfaces/IAAA.sol";
import {IAaaFund} from "../../src/interfaces/IAaaFund.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {PoolsTest} from "../support/PoolsTest.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control: every function of AaaFund and of AAA as a caller without roles.
contract AccessAaaFundTest is Access, AaaFundTest {
    function setUp() public override(PoolsTest, AaaFundTest) {
        AaaFundTest.setUp();
        stake(alice, pool, 100 ether);
        sell(bob, 1000 ether);
        aaa.transfer(attacker, 1000 ether);
        vm.prank(alice);
        aaa.approve(bob, 1 ether);
        vm.prank(carol);
        aaa.approve(attacker, 5 ether);
        skip(1 hours);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                stateOf(pool, alice),
                aaa.balanceOf(alice),
                aaa.balanceOf(bob),
                usdt.balanceOf(pair),
                aaa.balanceOf(pair),
                aaa.allowance(alice, bob),
                aaa.nonces(alice),
                aaa.feeRate(),
                held() + aaa.balanceOf(address(pools))
            )
        );
    }

    function test_Threat_MissingAccessControl_AaaFund() public {
        reads(abi.encodeCall(fund_.pool, ()));
        reads(abi.encodeCall(fund_.token, ()));
        reads(abi.encodeCall(fund_.poolIndex, ()));
        reads(abi.encodeCall(fund_.stakingPools, ()));
        ownAffair(abi.encodeCall(fund_.distribute, ()));
        walk("AaaFund", address(fund_), attacker);
    }

    function test_Threat_MissingAccessControl_Aaa() public {
        reads(abi.encodeCall(aaa.MAXIMUM_FEE_RATE, ()));
        reads(abi.encodeCall(aaa.cfo, ()));
        reads(abi.encodeCall(aaa.feeRate, ()));
        reads(abi.encodeCall(aaa.feeRecipient, ()));
        reads(abi.encodeCall(aaa.swapPair, ()));
        reads(abi.encodeCall(aaa.name, ()));
        reads(abi.encodeCall(aaa.symbol, ()));
        reads(abi.encodeCall(aaa.decimals, ()));
        reads(abi.encodeCall(aaa.totalSupply, ()));
        reads(abi.encodeCall(aaa.balanceOf, (alice)));
        reads(abi.encodeCall(aaa.allowance, (alice, bob)));
        reads(abi.encodeCall(aaa.nonces, (alice)));
        reads(abi.encodeCall(aaa.DOMAIN_SEPARATOR, ()));
        refused(abi.encodeCall(aaa.lowerFee, (0)), IAAA.AAA_CallerNotCfo.selector);
        refused(
            abi.encodeCall(aaa.permit, (alice, attacker, 1 ether, block.timestamp, 27, bytes32(0), bytes32(0))),
            bytes4(keccak256("InvalidPermit()"))
        );
        ownAffair(abi.encodeCall(aaa.transfer, (carol, 1 ether)));
        ownAffair(abi.encodeCall(aaa.approve, (carol, 1 ether)));
        ownAffair(abi.encodeCall(aaa.transferFrom, (carol, attacker, 1 ether)));
        walk("AAA", address(aaa), attacker);
        vm.prank(attacker);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        aaa.transferFrom(alice, attacker, 1);
    }

    /// Even the cfo can only lower the fee. The cfo is the timelock, and its key could be stolen.
    function test_Threat_StolenCfo() public {
        vm.startPrank(aaa.cfo());
        aaa.lowerFee(0);
        vm.expectRevert(abi.encodeWithSelector(IAAA.AAA_FeeNotLower.selector, 1, 0));
        aaa.lowerFee(1);
        vm.stopPrank();
        assertEq(aaa.feeRecipient(), address(fund_));
        assertEq(fund_.distribute(), 30 ether, "received tokens stay with the stakers");
        vm.expectRevert(IAaaFund.AaaFund_NothingToDistribute.selector);
        fund_.distribute();
    }
}
