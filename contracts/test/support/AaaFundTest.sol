// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFund} from "../../src/AaaFund.sol";
import {StandInToken} from "../../src/demo/StandInToken.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {Exchange} from "./Exchange.sol";
import {PoolsTest} from "./PoolsTest.sol";

/// @notice The start of every test of AaaFund: the published exchange with the pair AAA/USDT and a million of each
/// token in it, AAA with a fee of 3 % that goes to the fund, and the pool of AAA stakers that the fund pays. This pool
/// is the second pool.
abstract contract AaaFundTest is PoolsTest, Exchange {
    uint256 internal constant FEE_BPS = 300;

    StandInToken internal usdt;
    AaaFund internal fund_;
    AAA internal aaa;
    address internal pair;
    uint256 internal pool;

    function setUp() public virtual override {
        super.setUp();
        openExchange();
        usdt = StandInToken(deployed("StandInToken", abi.encode("Tether USD", "USDT", this, 1_000_000_000 ether)));
        fund_ = AaaFund(deployed("AaaFund", abi.encode(pools, 1)));
        bytes memory terms =
            abi.encode(this, 100_000_000 ether, owner, uint16(FEE_BPS), fund_, factory, usdt, PAIR_CODE_HASH);
        aaa = AAA(deployed("AAA", terms));
        flexiblePool();
        pool = createPool(flexible(address(aaa), address(aaa)));
        address[4] memory holders = [funder, alice, bob, carol];
        for (uint256 i = 0; i < holders.length; ++i) {
            aaa.transfer(holders[i], 1_000_000 ether);
            usdt.transfer(holders[i], 1_000_000 ether);
            approveAll(holders[i], address(aaa));
            vm.startPrank(holders[i]);
            aaa.approve(address(router), type(uint256).max);
            usdt.approve(address(router), type(uint256).max);
            vm.stopPrank();
        }
        pair = factory.createPair(address(aaa), address(usdt));
        // A direct payment into the pair is taxed, too, so the test pays a little more than a million.
        aaa.transfer(pair, uint256(1_000_000 ether) * 10_000 / (10_000 - FEE_BPS));
        usdt.transfer(pair, 1_000_000 ether);
        (bool minted,) = pair.call(abi.encodeWithSignature("mint(address)", address(this)));
        require(minted, "no liquidity");
        vm.startPrank(address(fund_));
        aaa.transfer(address(0xdead), held());
        vm.stopPrank();
    }

    function sell(address account, uint256 amount) internal {
        swap(account, address(aaa), address(usdt), amount);
    }

    function buy(address account, uint256 amount) internal {
        swap(account, address(usdt), address(aaa), amount);
    }

    function swap(address account, address from, address to, uint256 amount) internal {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (from, to);
        vm.prank(account);
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(amount, 0, path, account, block.timestamp);
    }

    /// @dev Without a trade, as if fees had arrived.
    function feedFund(uint256 amount) internal {
        aaa.transfer(address(fund_), amount);
    }

    function held() internal view returns (uint256) {
        return aaa.balanceOf(address(fund_));
    }
}
