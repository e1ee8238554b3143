// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IBoostSource} from "../../src/interfaces/IBoostSource.sol";

interface ICallback {
    function onCallback() external;
}

/// @notice Calls somebody before and after each of its calls: transfers in both directions, and permits.
contract CallbackToken is ERC20 {
    ICallback public callback;
    /// @dev how often each function was called, by selector
    mapping(bytes4 entry => uint256 count) public entries;

    constructor() ERC20("Callback", "CALL") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setCallback(ICallback callback_) external {
        callback = callback_;
    }

    modifier calling() {
        if (address(callback) != address(0)) {
            ++entries[msg.sig];
            callback.onCallback();
        }
        _;
        if (address(callback) != address(0)) callback.onCallback();
    }

    function transfer(address to, uint256 value) public override calling returns (bool) {
        return super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override calling returns (bool) {
        return super.transferFrom(from, to, value);
    }

    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external calling {}
}

/// @notice Holds positions and tokens, and makes the test's call whenever it is called back.
contract Reentry is ICallback {
    address private immutable target;
    bytes[] private calls;
    bytes4[] private refusals;
    bool private inside;

    uint256 public callbacks;
    /// @dev successful calls, and refusals for an unexpected reason
    uint256 public successes;
    uint256 public otherRefusals;

    constructor(address target_) {
        target = target_;
    }

    function tell(bytes calldata call, bytes4 refusal) external {
        calls.push(call);
        refusals.push(refusal);
    }

    function count() external view returns (uint256) {
        return calls.length;
    }

    function callAt(uint256 i) external view returns (bytes memory call, bytes4 refusal) {
        return (calls[i], refusals[i]);
    }

    function onCallback() external {
        if (inside) return;
        inside = true;
        ++callbacks;
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool succeeded, bytes memory answer) = target.call(calls[i]);
            if (succeeded) ++successes;
            else if (bytes4(answer) != refusals[i]) ++otherRefusals;
        }
        inside = false;
    }
}

/// @notice A boost source that claims for itself when it is called, and boosts only if that claim worked.
contract HostileBoost is IBoostSource {
    address private immutable target;
    bytes private call;

    constructor(address target_) {
        target = target_;
    }

    function tell(bytes calldata call_) external {
        call = call_;
    }

    function boostBps(address) external view returns (uint256) {
        (bool succeeded,) = target.staticcall(call);
        return succeeded ? 20_000 : 10_000;
    }
}
