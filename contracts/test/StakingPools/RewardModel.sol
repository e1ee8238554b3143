// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One pool computed in the naive way, without any code of the contract. Every step visits every account.
/// Rewards are kept in 1e-36 wei, and nothing is packed, wraps or is rounded to the wei. Streams follow their own
/// rules.
/// @dev 1e36 × any amount below 2^91 wei × a weight below 2^72 exceeds 256 bits, so products are taken through
/// `_muldiv`. Its truncation (1e-36 wei a step) is the only error.
contract RewardModel {
    uint256 public constant ONE = 1e36;
    uint256 private constant RATE_UNIT = 1e6;
    uint256 private constant WEIGHT_UNIT = 1e9;

    address[] public accounts;
    mapping(address account => uint256 weight) public weightOf;
    mapping(address account => uint256 fractions) public owed;
    mapping(address account => uint256 count) public weightChanges;

    uint256 public rewardDuration;
    uint256 public rate;
    uint256 public secondsLeft;
    uint256 public undistributed;
    uint256 public clock;

    constructor(uint256 rewardDuration_, uint256 clock_) {
        rewardDuration = rewardDuration_;
        clock = clock_;
    }

    function totalWeight() public view returns (uint256 total) {
        for (uint256 i = 0; i < accounts.length; ++i) {
            total += weightOf[accounts[i]];
        }
    }

    /// @notice Lets time pass. The stream runs only while an account has weight.
    function pass(uint256 now_) public {
        uint256 total = totalWeight();
        uint256 time = now_ - clock;
        clock = now_;
        if (total == 0) return;
        if (time > secondsLeft) time = secondsLeft;
        secondsLeft -= time;
        for (uint256 i = 0; i < accounts.length; ++i) {
            owed[accounts[i]] += _muldiv(rate * time * ONE, weightOf[accounts[i]], total);
        }
    }

    /// @notice Call this for each change of an account's weight by the contract.
    function setWeight(uint256 now_, address account, uint256 weight) external {
        pass(now_);
        bool known;
        for (uint256 i = 0; i < accounts.length; ++i) {
            if (accounts[i] == account) known = true;
        }
        if (!known) accounts.push(account);
        weightOf[account] = weight / WEIGHT_UNIT;
        ++weightChanges[account];
    }

    /// @return the greatest amount by which the contract may be below `owed`: the published rounding of less than 2 wei
    /// for each change of the account's weight, and of less than one wei when the account asks
    function rounding(address account) external view returns (uint256) {
        return (2 * weightChanges[account] + 1) * ONE;
    }

    function pay(uint256 now_, address account, uint256 amount) external {
        pass(now_);
        // a payment above the debt underflows here
        owed[account] -= amount * ONE;
    }

    function forfeit(uint256 now_, address account, uint256 amount) external {
        pass(now_);
        owed[account] = 0;
        undistributed += amount;
    }

    /// @notice The published rule: funding never lowers the rate and never brings the end closer. The remainder of the
    /// division is held back.
    function fund(uint256 now_, uint256 amount) external {
        pass(now_);
        uint256 budget = rate * secondsLeft + undistributed + amount;
        uint256 spread = budget / rewardDuration / RATE_UNIT * RATE_UNIT;
        uint256 running = secondsLeft == 0 ? 0 : rate;
        if (spread >= running && spread != 0) {
            rate = spread;
            secondsLeft = rewardDuration;
        } else if (running != 0) {
            secondsLeft = budget / running;
        } else {
            secondsLeft = 0;
        }
        undistributed = budget - rate * secondsLeft;
    }

    /// @dev a × b / c by long division, b < 2^72, exact except for the truncation.
    function _muldiv(uint256 a, uint256 b, uint256 c) private pure returns (uint256) {
        return a / c * b + a % c * b / c;
    }
}
