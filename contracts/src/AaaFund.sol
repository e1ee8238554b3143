// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IAaaFund} from "./interfaces/IAaaFund.sol";
import {IStakingPools} from "./interfaces/IStakingPools.sol";

/// @title AAA fund
/// @notice See `IAaaFund`. It keeps nothing and nobody has any power over it: what comes in goes to the stakers of its pool.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract AaaFund is IAaaFund {
    using SafeERC20 for IERC20;

    /// @inheritdoc IAaaFund
    address public immutable stakingPools;
    /// @inheritdoc IAaaFund
    uint256 public immutable poolIndex;

    /// @param stakingPools_ an `IStakingPools`
    /// @param poolIndex_ need not be made yet
    constructor(address stakingPools_, uint256 poolIndex_) {
        if (stakingPools_.code.length == 0) revert AaaFund_NotAContract(stakingPools_);
        stakingPools = stakingPools_;
        poolIndex = poolIndex_;
    }

    function distribute() external returns (uint256 amount) {
        // Check
        uint256 id = pool();
        IERC20 rewardToken = IERC20(_rewardToken(id));
        amount = rewardToken.balanceOf(address(this));
        if (amount == 0) revert AaaFund_NothingToDistribute();

        // Effect
        emit Distributed(amount);

        // Interaction. The allowance is for this once, and used up.
        rewardToken.forceApprove(stakingPools, amount);
        IStakingPools(stakingPools).fund(id, amount);
    }

    function pool() public view returns (uint256) {
        if (poolIndex >= IStakingPools(stakingPools).poolCount()) revert AaaFund_PoolNotMade(poolIndex);
        return IStakingPools(stakingPools).poolAt(poolIndex);
    }

    function token() external view returns (address) {
        return _rewardToken(pool());
    }

    function _rewardToken(uint256 id) private view returns (address) {
        return IStakingPools(stakingPools).poolConfiguration(id).rewardToken;
    }
}
