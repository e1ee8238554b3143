// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

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
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);
    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external;
    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);
    function swapTokensForExactETH(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);
    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts);
    function WETH() external view returns (address);
}

interface ISwapPair {
    function approve(address spender, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function burn(address to) external returns (uint256 amount0, uint256 amount1);
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp);
    function mint(address to) external returns (uint256 liquidity);
    function skim(address to) external;
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
    function sync() external;
    function token0() external view returns (address);
    function transfer(address to, uint256 value) external returns (bool);
}

/// @notice The published exchange: factory and router from their packages.
abstract contract Exchange is Test {
    bytes32 internal constant PAIR_CODE_HASH = 0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f;

    ISwapFactory internal factory;
    ISwapRouter internal router;

    function openExchange() internal {
        factory = ISwapFactory(published("v2-core/build/UniswapV2Factory", abi.encode(address(0))));
        address wrapped = published("v2-periphery/build/WETH9", "");
        router = ISwapRouter(published("v2-periphery/build/UniswapV2Router02", abi.encode(factory, wrapped)));
    }

    /// @dev Deploys published creation code unchanged, because the router knows the pair's code by its hash.
    function published(string memory artefact, bytes memory arguments) internal returns (address deployed) {
        string memory path = string.concat("node_modules/@uniswap/", artefact, ".json");
        string memory code = vm.parseJsonString(vm.readFile(path), ".bytecode");
        bytes memory creation = abi.encodePacked(vm.parseBytes(string.concat("0x", code)), arguments);
        assembly ("memory-safe") {
            deployed := create(0, add(creation, 32), mload(creation))
        }
        require(deployed != address(0), artefact);
    }
}
