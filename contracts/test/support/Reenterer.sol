// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {IHook} from "./Tokens.sol";

/// @notice A token calls this contract in the middle of its transfers. It then tries every function of the pools on
/// every known pool, and counts the successful calls.
contract Reenterer is IHook {
    IStakingPools private immutable pools;
    uint256[] private targets;

    uint256 public attempts;
    uint256 public successes;
    /// @dev An attempt that reaches another transfer has shown enough.
    bool private trying;

    constructor(IStakingPools pools_) {
        pools = pools_;
    }

    function aimAt(uint256 pool) external {
        targets.push(pool);
    }

    function onTransfer() external {
        if (trying) return;
        trying = true;
        for (uint256 i = 0; i < targets.length; ++i) {
            uint256 pool = targets[i];
            IStakingPools.Permit memory none;
            _try(abi.encodeCall(IStakingPools.stake, (pool, 1e9, 0, address(0))));
            _try(abi.encodeCall(IStakingPools.stakeWithPermit, (pool, 1e9, 0, address(0), none, none)));
            _try(abi.encodeCall(IStakingPools.stakeFor, (pool, tx.origin, 1e9, 0)));
            _try(abi.encodeCall(IStakingPools.compound, (pool)));
            uint256[] memory ids = new uint256[](1);
            ids[0] = pool;
            _try(abi.encodeCall(IStakingPools.claimMany, (ids, address(this))));
            _try(abi.encodeCall(IStakingPools.unstake, (pool, 0, 1, address(this))));
            _try(abi.encodeCall(IStakingPools.exit, (pool, 0, address(this))));
            _try(abi.encodeCall(IStakingPools.exitEarly, (pool, 0, 1, address(this))));
            _try(abi.encodeCall(IStakingPools.withdrawPrincipal, (pool, 0, address(this))));
            _try(abi.encodeCall(IStakingPools.claim, (pool, address(this))));
            _try(abi.encodeCall(IStakingPools.claimFor, (pool, tx.origin)));
            _try(abi.encodeCall(IStakingPools.fund, (pool, 1e18)));
            _try(abi.encodeCall(IStakingPools.syncBoost, (pool, address(this))));
        }
        trying = false;
    }

    function _try(bytes memory call) private {
        ++attempts;
        (bool succeeded,) = address(pools).call(call);
        if (succeeded) ++successes;
    }
}
