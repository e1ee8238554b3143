// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Takes a fee on every transfer.
contract FeeToken is ERC20 {
    uint256 public feeBps = 300;

    constructor(address holder) ERC20("Fee", "FEE") {
        _mint(holder, 1e40);
    }

    function setFee(uint256 bps) external {
        feeBps = bps;
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : value * feeBps / 10_000;
        if (fee != 0) super._update(from, address(0xfee), fee);
        super._update(from, to, value - fee);
    }
}

/// @notice Transfers out fail by its mood: 0 never, 1 reverts, 2 answers false, 3 burns all gas.
contract MoodyToken is ERC20 {
    uint256 public mood;

    constructor(address holder) ERC20("Moody", "MOOD") {
        _mint(holder, 1e28);
    }

    function setMood(uint256 mood_) external {
        mood = mood_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (mood == 1) revert("not today");
        if (mood == 2) return false;
        if (mood == 3) while (true) {}
        return super.transfer(to, value);
    }
}

/// @notice Returns nothing from transfers, like the first USDT.
contract SilentToken {
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    uint8 public constant decimals = 18;

    constructor(address holder) {
        balanceOf[holder] = 1e28;
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }
}

/// @notice Answers false instead of transferring, and moves nothing.
contract FalseToken is ERC20 {
    bool public lying;

    constructor(address holder) ERC20("False", "FALSE") {
        _mint(holder, 1e28);
    }

    function setLying(bool lying_) external {
        lying = lying_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return lying ? false : super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        return lying ? false : super.transferFrom(from, to, value);
    }
}

interface IHook {
    function onTransfer() external;
}

/// @notice Calls a hook before and after every movement, like ERC-777.
contract HookToken is ERC20 {
    IHook public hook;

    constructor(address holder) ERC20("Hook", "HOOK") {
        _mint(holder, 1e28);
    }

    function setHook(IHook hook_) external {
        hook = hook_;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (address(hook) != address(0)) hook.onTransfer();
        super._update(from, to, value);
        if (address(hook) != address(0)) hook.onTransfer();
    }
}

/// @notice Refuses transfers from and to the accounts on its list, like USDT and USDC.
contract BlockingToken is ERC20 {
    mapping(address account => bool) public blocked;

    constructor(address holder) ERC20("Blocking", "BLOCK") {
        _mint(holder, 1e28);
    }

    function setBlocked(address account, bool blocked_) external {
        blocked[account] = blocked_;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!blocked[from] && !blocked[to], "blocked");
        super._update(from, to, value);
    }
}
