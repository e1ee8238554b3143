// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFund} from "../../src/AaaFund.sol";
import {IAaaFund} from "../../src/interfaces/IAaaFund.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {FeeToken} from "../support/Tokens.sol";

/// @notice The fund logs the amount that it sends, and the pool logs the amount that it receives. The tests of the pair cover the trades
/// that fill the fund.
contract AaaFundLogsTest is AaaFundTest {
    function _expectHandedOver(AaaFund from, uint256 into, uint256 amount, uint256 came) private {
        uint256 rate = came / REWARD_DURATION / 1e6 * 1e6;
        vm.expectEmit(address(from));
        emit IAaaFund.Distributed(amount);
        vm.expectEmit(address(pools));
        emit IStakingPools.Funded(into, address(from), came, rate, vm.getBlockTimestamp() + REWARD_DURATION);
    }

    /// 970 of 1000 AAA reached the pair and 30 the fund. All 30 go on, because the pool is not a pair.
    function test_ASalesFeeIsHandedOverWhole() public {
        sell(alice, 1000 ether);
        _expectHandedOver(fund_, pool, 30 ether, 30 ether);
        vm.prank(carol);
        assertEq(fund_.distribute(), 30 ether);
    }

    /// The same holds for the fee of the pair's own payment.
    function test_TheFeeOfASkimIsHandedOver() public {
        vm.prank(alice);
        aaa.transfer(pair, 1000 ether);
        (bool skimmed,) = pair.call(abi.encodeWithSignature("skim(address)", pair));
        assertTrue(skimmed);
        uint256 fees = 30 ether + 29.1 ether;
        assertEq(held(), fees);
        _expectHandedOver(fund_, pool, fees, fees);
        assertEq(fund_.distribute(), fees);
    }

    /// If a token takes a fee of the fund's payment, the pool streams the received amount.
    function test_ThePoolStreamsTheReceivedAmount() public {
        FeeToken token = new FeeToken(address(this));
        uint256 into = createPool(flexible(address(mcm), address(token)));
        AaaFund other = new AaaFund(address(pools), 2);
        token.setFee(0);
        token.transfer(address(other), 1000 ether);
        token.setFee(300);
        _expectHandedOver(other, into, 1000 ether, 970 ether);
        assertEq(other.distribute(), 1000 ether);
        assertEq(token.balanceOf(address(pools)), 970 ether);
        IStakingPools.PoolState memory state = pools.poolState(into);
        assertEq(state.rewardRate * REWARD_DURATION + state.undistributed, 970 ether);
    }
}
