// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBoostSource} from "./interfaces/IBoostSource.sol";
import {ILevels} from "./interfaces/ILevels.sol";
import {IStakingPools} from "./interfaces/IStakingPools.sol";
import {CappedToken} from "./tokens/CappedToken.sol";

/// @title Levels
/// @notice See `ILevels`. Nobody has any power here: a level can never be taken from an account, and burned MCM never comes back.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract Levels is ILevels {
    /// @inheritdoc ILevels
    uint256 public constant MAXIMUM_LEVEL = 5;

    /// @dev By level, 16 bits each: whole MCM, and basis points.
    uint256 private constant PRICES = 100 << 16 | 300 << 32 | 1000 << 48 | 3000 << 64 | 10_000 << 80;
    uint256 private constant BOOSTS = 10_000 | 11_000 << 16 | 12_000 << 32 | 13_500 << 48 | 16_000 << 64 | 20_000 << 80;

    /// @inheritdoc ILevels
    address public immutable mcm;
    /// @inheritdoc ILevels
    address public immutable stakingPools;

    /// @inheritdoc ILevels
    mapping(address account => uint256 level) public levelOf;

    /// @param mcm_ a `CappedToken`: its `burnFrom` takes exactly what it is asked to, or reverts
    /// @param stakingPools_ an `IStakingPools`
    constructor(address mcm_, address stakingPools_) {
        if (mcm_.code.length == 0) revert Levels_NotAContract(mcm_);
        if (stakingPools_.code.length == 0) revert Levels_NotAContract(stakingPools_);
        mcm = mcm_;
        stakingPools = stakingPools_;
    }

    function buy(uint256 level, uint256[] calldata pools) external {
        _buy(level, pools);
    }

    function buyWithPermit(uint256 level, uint256[] calldata pools, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        uint256 price = priceFor(msg.sender, level);
        try CappedToken(mcm).permit(msg.sender, address(this), price, deadline, v, r, s) {} catch {}
        _buy(level, pools);
    }

    function _buy(uint256 level, uint256[] calldata pools) private {
        // Check
        uint256 current = levelOf[msg.sender];
        uint256 price = priceFor(msg.sender, level);
        if (level <= current) revert Levels_LevelNotHigher(level, current);

        // Effect
        levelOf[msg.sender] = level;
        emit LevelBought(msg.sender, current, level, price);

        // Interaction. The level is stored already: a contract called from here that buys again pays the rest of the way.
        CappedToken(mcm).burnFrom(msg.sender, price);
        for (uint256 i = 0; i < pools.length; ++i) {
            IStakingPools(stakingPools).syncBoost(pools[i], msg.sender);
        }
    }

    function boostBps(address account) external view returns (uint256) {
        return boostOf(levelOf[account]);
    }

    function boostOf(uint256 level) public pure returns (uint256) {
        return _entry(BOOSTS, level);
    }

    function priceOf(uint256 level) public pure returns (uint256) {
        return _entry(PRICES, level) * 1 ether;
    }

    function priceFor(address account, uint256 level) public view returns (uint256) {
        uint256 current = levelOf[account];
        return priceOf(level) - priceOf(current < level ? current : level);
    }

    function _entry(uint256 table, uint256 level) private pure returns (uint256) {
        if (level > MAXIMUM_LEVEL) revert Levels_LevelUnknown(level, MAXIMUM_LEVEL);
        return uint16(table >> (16 * level));
    }
}
