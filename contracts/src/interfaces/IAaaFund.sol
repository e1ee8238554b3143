// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title AAA fund
/// @notice Where the fee on AAA's trades goes, and from where anyone sends it on to the stakers of one pool.
/// @dev Powers: none. There is no owner, no pause, no setter, and no way for the token to go but into the pool. Another token
/// sent here can never leave. The pool is named by its place in the pools' contract and is looked up there when it
/// is needed: the token's address depends on this contract's, so this contract's cannot depend on the token's. The pool is
/// final once it is made; the deployment checks which pool stands at that place.
interface IAaaFund {
    /// @notice The pools' contract has fewer pools than that; nothing is lost meanwhile.
    error AaaFund_PoolNotMade(uint256 poolIndex);
    error AaaFund_NothingToDistribute();
    error AaaFund_NotAContract(address target);

    /// @param amount wei handed to the pool
    event Distributed(uint256 amount);

    /// @notice Funds the pool with all this contract holds of its reward token. Anyone may call; it can only raise the pool's
    /// rate or move its end back (`IStakingPools.fund`), so calling often, or with dust, takes nothing from anybody.
    /// @dev Reverts, moving nothing: without a pool (AaaFund_PoolNotMade); with nothing here
    /// (AaaFund_NothingToDistribute); with less than the pool can stream when nothing is streaming
    /// (`StakingPools_FundingTooSmall`, below 1e6 wei a second); with more than the pools' contract may hold
    /// (`StakingPools_BalanceAboveMaximum`); with whatever else the token or the pool refuses.
    /// @return amount wei handed to the pool
    function distribute() external returns (uint256 amount);

    /// @return the id of the pool in `stakingPools`; reverts before it is made (AaaFund_PoolNotMade)
    function pool() external view returns (uint256);

    /// @notice The pool's reward token: what this contract passes on. Reverts as `pool` does.
    function token() external view returns (address);

    /// @notice The pool's place among the pools of `stakingPools`, from 0.
    function poolIndex() external view returns (uint256);

    /// @notice The pools' contract.
    function stakingPools() external view returns (address);
}
