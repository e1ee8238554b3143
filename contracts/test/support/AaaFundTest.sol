// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AaaFund} from "../../src/AaaFund.sol";
import {StandInToken} from "../../src/demo/StandInToken.sol";
import {AAA} from "../../src/tokens/AAA.sol";
import {PoolsTest} from "./PoolsTest.sol";

interface ISwapFactory {
    function createPair(address tokenA, address tokenB) external returns (address pair);
    function getPair(address tokenA, address tokenB) external view returns (address pair);
}

interface ISwapRouter {
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB, uint256 liquidity);
    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB);
    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external;
}

/// @notice What every test of AaaFund starts from: the published exchange with the pair AAA/USDT and a million of each in it,
/// AAA with a fee of 3 % that goes to the fund, and the pool of AAA stakers that the fund pays into, which is the second one.
abstract contract AaaFundTest is PoolsTest {
    bytes32 internal constant PAIR_CODE_HASH = 0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f;
    uint256 internal constant FEE_BPS = 300;

    ISwapFactory internal factory;
    ISwapRouter internal router;
    StandInToken internal usdt;
    AaaFund internal fund_;
    AAA internal aaa;
    address internal pair;
    uint256 internal pool;

    function setUp() public virtual override {
        super.setUp();
        factory = ISwapFactory(published("v2-core/build/UniswapV2Factory", abi.encode(address(0))));
        address wrapped = published("v2-periphery/build/WETH9", "");
        router = ISwapRouter(published("v2-periphery/build/UniswapV2Router02", abi.encode(factory, wrapped)));
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
        // What goes into the pair by hand is taxed too, hence a little more than a million.
        aaa.transfer(pair, uint256(1_000_000 ether) * 10_000 / (10_000 - FEE_BPS));
        usdt.transfer(pair, 1_000_000 ether);
        (bool minted,) = pair.call(abi.encodeWithSignature("mint(address)", address(this)));
        require(minted, "no liquidity");
        vm.startPrank(address(fund_));
        aaa.transfer(address(0xdead), held());
        vm.stopPrank();
    }

    /// @dev Deploys published creation code as it is: the router knows the pair's by its hash.
    function published(string memory artefact, bytes memory arguments) internal returns (address deployed) {
        string memory path = string.concat("node_modules/@uniswap/", artefact, ".json");
        string memory code = vm.parseJsonString(vm.readFile(path), ".bytecode");
        bytes memory creation = abi.encodePacked(vm.parseBytes(string.concat("0x", code)), arguments);
        assembly ("memory-safe") {
            deployed := create(0, add(creation, 32), mload(creation))
        }
        require(deployed != address(0), artefact);
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

    /// @dev Without a trade: as if fees had come in.
    function feedFund(uint256 amount) internal {
        aaa.transfer(address(fund_), amount);
    }

    function held() internal view returns (uint256) {
        return aaa.balanceOf(address(fund_));
    }
}
