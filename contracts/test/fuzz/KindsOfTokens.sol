// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IHook} from "../support/Tokens.sol";

/// @notice Refuses transfers from and to the accounts on its list.
contract BlocklistToken is ERC20 {
    error Blocked(address account);

    mapping(address account => bool) public blocked;

    constructor(address holder) ERC20("Blocklist", "BLOCK") {
        _mint(holder, 1e28);
    }

    function setBlocked(address account, bool blocked_) external {
        blocked[account] = blocked_;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (blocked[from]) revert Blocked(from);
        if (blocked[to]) revert Blocked(to);
        super._update(from, to, value);
    }
}

/// @notice Balances are shares of a sum that can grow, so they rise by themselves.
contract GrowingToken {
    uint8 public constant decimals = 18;
    uint256 private constant ONE = 1e18;

    uint256 public growth = ONE;
    mapping(address account => uint256) private _shares;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    constructor(address holder) {
        _shares[holder] = 1e28;
    }

    /// @param percent added to every balance
    function grow(uint256 percent) external {
        growth += growth * percent / 100;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _shares[account] * growth / ONE;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return _move(from, to, value);
    }

    /// @dev A transfer is rounded down to whole shares, as in such tokens.
    function _move(address from, address to, uint256 value) private returns (bool) {
        uint256 shares = value * ONE / growth;
        _shares[from] -= shares;
        _shares[to] += shares;
        return true;
    }
}

/// @notice Stakes a little at each call, in the middle of somebody's transfer.
contract BusyHook is IHook {
    address private immutable target;
    bytes private call;
    uint256 public successes;
    uint256 public attempts;

    constructor(address target_) {
        target = target_;
    }

    function tell(bytes calldata call_) external {
        call = call_;
    }

    function onTransfer() external {
        ++attempts;
        (bool succeeded,) = target.call(call);
        if (succeeded) ++successes;
    }
}
