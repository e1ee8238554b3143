// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {IUniswapPair} from "./ThreatTest.sol";

/// @notice All that an attacker can do in one transaction with its tokens, as code that runs anywhere: in a
/// constructor, in a contract, or at an account that delegated to it.
library InOneTransaction {
    function stakeClaimLeave(IStakingPools pools, uint256 pool, address token, uint256 amount) internal {
        IERC20(token).approve(address(pools), amount);
        uint256 number = pools.stake(pool, amount / 2, 0, address(0));
        pools.claim(pool, address(this));
        uint256 other = pools.stake(pool, amount - amount / 2, 0, address(0));
        pools.claimFor(pool, address(this));
        pools.unstake(pool, number, amount / 4, address(this));
        pools.claim(pool, address(this));
        pools.exit(pool, number, address(this));
        pools.withdrawPrincipal(pool, other, address(this));
        pools.claim(pool, address(this));
    }
}

/// @notice Attacks during its construction: a check for code at this address finds none.
contract ConstructorAttacker {
    uint256 public immutable codeWhileAttacking;

    /// @param amount wei of `token` at this contract's future address
    constructor(IStakingPools pools, uint256 pool, address token, uint256 amount) {
        codeWhileAttacking = address(this).code.length;
        InOneTransaction.stakeClaimLeave(pools, pool, token, amount);
    }
}

/// @notice The code to which an account delegates (EIP-7702): the account has code, signs, and is still `tx.origin`.
contract DelegatedAttacker {
    function attack(IStakingPools pools, uint256 pool, address token, uint256 amount) external {
        require(msg.sender == address(this) && msg.sender == tx.origin, "as its own sender");
        InOneTransaction.stakeClaimLeave(pools, pool, token, amount);
    }
}

/// @notice Borrows from an exchange pair for one transaction, stakes the loan, takes all that it can, and pays back.
contract FlashAttacker {
    IStakingPools private immutable pools;
    IUniswapPair private immutable pair;

    constructor(IStakingPools pools_, IUniswapPair pair_) {
        pools = pools_;
        pair = pair_;
    }

    function attack(uint256 pool, address token, uint256 amount) external {
        bool first = pair.token0() == token;
        pair.swap(first ? amount : 0, first ? 0 : amount, address(this), abi.encode(pool, token, amount));
    }

    function uniswapV2Call(address, uint256, uint256, bytes calldata data) external {
        (uint256 pool, address token, uint256 amount) = abi.decode(data, (uint256, address, uint256));
        InOneTransaction.stakeClaimLeave(pools, pool, token, amount);
        // 0.3 % for the loan, rounded up
        IERC20(token).transfer(address(pair), amount * 1000 / 997 + 1);
    }
}

/// @notice One of many addresses of one person: stakes for a while, then passes everything on.
contract Mule {
    IStakingPools private immutable pools;
    address private immutable hand = msg.sender;

    constructor(IStakingPools pools_) {
        pools = pools_;
    }

    function stake(uint256 pool, IERC20 token) external {
        token.approve(address(pools), type(uint256).max);
        pools.stake(pool, token.balanceOf(address(this)), 0, hand);
    }

    function leave(uint256 pool, IERC20 token, IERC20 reward, address next) external {
        pools.exit(pool, 0, address(this));
        reward.transfer(hand, reward.balanceOf(address(this)));
        token.transfer(next, token.balanceOf(address(this)));
    }
}
