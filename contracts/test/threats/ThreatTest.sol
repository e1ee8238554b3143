// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {PoolsTest} from "../support/PoolsTest.sol";

interface IUniswapPair {
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
    function mint(address to) external returns (uint256 liquidity);
    function token0() external view returns (address);
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp);
}

interface IUniswapFactory {
    function createPair(address tokenA, address tokenB) external returns (address pair);
}

/// @notice The start of this folder's tests: pools with victims, an attacker, a pair that the attacker can move, and
/// the list of a contract's functions.
abstract contract ThreatTest is PoolsTest {
    address internal immutable attacker = makeAddr("attacker");

    /// @dev A victim's tokens, positions and rewards in one pool, which anybody can read.
    function stateOf(uint256 pool, address account) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                pools.accountState(pool, account),
                pools.positionsOf(pool, account, 0, 100),
                mcm.balanceOf(account),
                galx.balanceOf(account),
                mcm.allowance(account, address(pools)),
                galx.allowance(account, address(pools))
            )
        );
    }

    /// @dev Gives `account` tokens, and allowances to stake them.
    function equip(address account, uint256 amount) internal {
        mcm.mint(account, amount);
        galx.mint(account, amount);
        approveAll(account, address(mcm));
        approveAll(account, address(galx));
    }

    /// @dev The sum of both tokens at an account, for the comparison of gains.
    function wealth(address account) internal view returns (uint256) {
        return mcm.balanceOf(account) + galx.balanceOf(account);
    }

    function only(uint256 amount, IStakingPools.PositionView[] memory open) internal pure returns (bool) {
        return open.length == 1 && open[0].amount == amount;
    }

    /// @dev Every external function of the contract `name` in `contracts/src`, including views, as `name(type,…)`.
    function functionsOf(string memory name) internal view returns (string[] memory) {
        string memory path = string.concat("contracts/out/default/", name, ".sol/", name, ".json");
        return vm.parseJsonKeys(vm.readFile(path), ".methodIdentifiers");
    }

    /// @dev The number of these functions that can write.
    function writersOf(string memory name) internal view returns (uint256 count) {
        string memory artefact = vm.readFile(string.concat("contracts/out/default/", name, ".sol/", name, ".json"));
        for (uint256 i = 0;; ++i) {
            string memory item = string.concat(".abi[", vm.toString(i), "]");
            if (!vm.keyExistsJson(artefact, item)) return count;
            if (keccak256(bytes(vm.parseJsonString(artefact, string.concat(item, ".type")))) != keccak256("function")) {
                continue;
            }
            string memory mutability = vm.parseJsonString(artefact, string.concat(item, ".stateMutability"));
            bool writes = keccak256(bytes(mutability)) == keccak256("nonpayable")
                || keccak256(bytes(mutability)) == keccak256("payable");
            if (writes) ++count;
        }
    }

    function selectorOf(string memory signature) internal pure returns (bytes4) {
        return bytes4(keccak256(bytes(signature)));
    }

    /// @dev The published exchange's pair of MCM and GALX, with `liquidity` of each.
    function exchangePair(uint256 liquidity) internal returns (IUniswapPair pair) {
        string memory artefact = "node_modules/@uniswap/v2-core/build/UniswapV2Factory.json";
        string memory code = vm.parseJsonString(vm.readFile(artefact), ".bytecode");
        bytes memory creation = abi.encodePacked(vm.parseBytes(string.concat("0x", code)), abi.encode(address(0)));
        address factory;
        assembly ("memory-safe") {
            factory := create(0, add(creation, 32), mload(creation))
        }
        pair = IUniswapPair(IUniswapFactory(factory).createPair(address(mcm), address(galx)));
        mcm.mint(address(pair), liquidity);
        galx.mint(address(pair), liquidity);
        pair.mint(address(this));
    }

    /// @dev Sells `amount` of `token`, which `seller` must hold, at the price of the pair's formula.
    function sell(IUniswapPair pair, address seller, address token, uint256 amount) internal returns (uint256 bought) {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        bool first = pair.token0() == token;
        (uint256 reserveIn, uint256 reserveOut) = first ? (reserve0, reserve1) : (reserve1, reserve0);
        bought = amount * 997 * reserveOut / (reserveIn * 1000 + amount * 997);
        vm.startPrank(seller);
        IERC20(token).transfer(address(pair), amount);
        pair.swap(first ? 0 : bought, first ? bought : 0, seller, "");
        vm.stopPrank();
    }
}
