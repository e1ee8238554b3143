// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IDemoFaucet} from "../interfaces/IDemoFaucet.sol";

/// @title Demo faucet
/// @notice Gives every address a parcel of the demo tokens, at most once an hour. For development chains: its deployer
/// sends it the tokens, and it can do nothing but give them away.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract DemoFaucet is IDemoFaucet {
    using SafeERC20 for IERC20;

    /// @inheritdoc IDemoFaucet
    uint256 public constant INTERVAL = 1 hours;

    /// @inheritdoc IDemoFaucet
    mapping(address account => uint256 timestamp) public nextDripAt;

    address[] private _tokens;
    uint256[] private _amounts;

    /// @param amounts wei a parcel holds of the token at the same place of `tokens`
    constructor(address[] memory tokens, uint256[] memory amounts) {
        if (tokens.length != amounts.length) revert DemoFaucet_ListsDiffer(tokens.length, amounts.length);
        _tokens = tokens;
        _amounts = amounts;
    }

    function drip(address to) external {
        // Check
        if (block.timestamp < nextDripAt[to]) revert DemoFaucet_TooSoon(to, nextDripAt[to]);
        // Effect
        nextDripAt[to] = block.timestamp + INTERVAL;
        emit Dripped(to);
        // Interaction
        for (uint256 i = 0; i < _tokens.length; ++i) {
            IERC20(_tokens[i]).safeTransfer(to, _amounts[i]);
        }
    }

    function parcel() external view returns (address[] memory tokens, uint256[] memory amounts) {
        return (_tokens, _amounts);
    }
}
