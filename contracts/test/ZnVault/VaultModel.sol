// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A naive model of the vault that shares no code with the contract. It has no shares: it records each owner's amount in
/// 1e-36 wei. Each reward is divided among all owners in proportion to their amounts, one owner at a time. The vault itself
/// owns 1 wei from the start. Streams follow their published rule (see fund).
contract VaultModel {
    uint256 public constant ONE = 1e36;

    /// @dev The first owner is the vault itself.
    address[] public owners;
    mapping(address account => uint256 fractions) public owned;
    /// @dev 1e-36 wei that accounts received, as money or as shares, without owning them or paying for them.
    uint256 public overpaid;

    uint256 public vestingDuration;
    uint256 public rate;
    uint256 public secondsLeft;
    uint256 public undistributed;
    uint256 public clock;

    constructor(uint256 vestingDuration_, uint256 clock_, address vault) {
        vestingDuration = vestingDuration_;
        clock = clock_;
        owners.push(vault);
        owned[vault] = ONE;
    }

    function total() public view returns (uint256 sum) {
        for (uint256 i = 0; i < owners.length; ++i) {
            sum += owned[owners[i]];
        }
    }

    /// @notice Lets time pass. `vesting` says whether enough shares existed for rewards to vest.
    function pass(uint256 now_, bool vesting) external {
        uint256 time = now_ - clock;
        clock = now_;
        if (!vesting) return;
        if (time > secondsLeft) time = secondsLeft;
        secondsLeft -= time;
        _deal(rate * time * ONE);
    }

    /// @notice `account` pays `amount` wei and owns them.
    function add(address account, uint256 amount) external {
        _own(account, amount * ONE);
    }

    /// @notice `account` pays `amount` wei for `shares` new shares. `supply` is the number of shares before, the vault's own included.
    /// An excess payment is divided among all owners.
    function addShares(address account, uint256 amount, uint256 shares, uint256 supply) external {
        uint256 fractions = _share(total(), shares, supply);
        uint256 paid = amount * ONE;
        // The contract's earlier rounding can leave this total above the contract's total. The shares are then worth more than their price.
        if (fractions > paid) {
            overpaid += fractions - paid;
            fractions = paid;
        }
        _own(account, fractions);
        _deal(paid - fractions);
    }

    /// @notice `account` is paid `amount` wei.
    function take(address account, uint256 amount) external {
        _disown(account, amount * ONE);
    }

    /// @notice `account` gives up `shares` of its `held` shares and is paid `amount` wei. A shortfall is divided among all owners.
    function takeShares(address account, uint256 amount, uint256 shares, uint256 held) external {
        if (held == 0) return;
        uint256 fractions = _share(owned[account], shares, held);
        _disown(account, fractions);
        // A difference of less than a wei from the exact amount comes from the contract's own earlier rounding.
        if (fractions > amount * ONE) _deal(fractions - amount * ONE);
    }

    /// @notice Moves `numerator / denominator` of the amount of `from` to `to`.
    function move(address from, address to, uint256 numerator, uint256 denominator) external {
        uint256 fractions = _share(owned[from], numerator, denominator);
        owned[from] -= fractions;
        _own(to, fractions);
    }

    /// @notice The published rule: funding never lowers the rate and never brings the end closer. The remainder of the division is held back.
    function fund(uint256 amount) external {
        uint256 budget = rate * secondsLeft + undistributed + amount;
        uint256 spread = budget / vestingDuration;
        uint256 running = secondsLeft == 0 ? 0 : rate;
        if (spread >= running && spread != 0) {
            rate = spread;
            secondsLeft = vestingDuration;
        } else {
            secondsLeft = budget / running;
        }
        undistributed = budget - rate * secondsLeft;
    }

    function _own(address account, uint256 fractions) private {
        bool known;
        for (uint256 i = 0; i < owners.length; ++i) {
            if (owners[i] == account) known = true;
        }
        if (!known) owners.push(account);
        owned[account] += fractions;
    }

    function _disown(address account, uint256 fractions) private {
        uint256 covered = fractions < owned[account] ? fractions : owned[account];
        owned[account] -= covered;
        overpaid += fractions - covered;
    }

    /// @dev Divides fractions among all owners in proportion to their amounts.
    function _deal(uint256 fractions) private {
        uint256 sum = total();
        for (uint256 i = 0; i < owners.length; ++i) {
            owned[owners[i]] += _share(owned[owners[i]], fractions, sum);
        }
    }

    /// @dev whole × part / sum, rounded down: long division, 32 bits of `part` at a time, for whole, sum < 2^220.
    function _share(uint256 whole, uint256 part, uint256 sum) private pure returns (uint256 result) {
        uint256 rest;
        for (uint256 shift = 256; shift > 0;) {
            shift -= 32;
            uint256 next = (rest << 32) + whole * ((part >> shift) & 0xffffffff);
            result = (result << 32) + next / sum;
            rest = next % sum;
        }
    }
}
