// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice RewardVouchers as the product describes it, computed in the long way: every epoch of every program ends separately, in plain
/// integers. The model shares no code with the contract, and learns only people's actions.
contract VoucherModel {
    struct Program {
        uint256 budget;
        uint256 epochEnds;
        uint256 unvested;
        uint256 funded;
        uint256 vested;
        uint256 paid;
        mapping(address account => uint256) drawn;
    }

    enum Outcome {
        Paid,
        NothingLeft,
        AboveBudget
    }

    uint256 private immutable epochDuration;
    Program[] private _programs;

    constructor(uint256 epochDuration_) {
        epochDuration = epochDuration_;
    }

    /// @param start unix seconds, as passed to the contract
    function create(uint256 budget, uint256 start) external {
        Program storage made = _programs.push();
        made.budget = budget;
        if (start % epochDuration != 0) start += epochDuration - start % epochDuration;
        made.epochEnds = start + epochDuration;
    }

    /// @notice Ends every epoch that ends by `timestamp`.
    function pass(uint256 timestamp) public {
        for (uint256 p = 0; p < _programs.length; ++p) {
            Program storage program = _programs[p];
            for (; program.epochEnds <= timestamp; program.epochEnds += epochDuration) {
                uint256 due = program.budget < program.unvested ? program.budget : program.unvested;
                program.unvested -= due;
                program.vested += due;
            }
        }
    }

    function fund(uint256 timestamp, uint256 number, uint256 amount) external {
        pass(timestamp);
        _programs[number].unvested += amount;
        _programs[number].funded += amount;
    }

    /// @notice The outcome of a claim with a valid voucher. Only a paid claim changes anything.
    function claim(uint256 timestamp, uint256 number, address account, uint256 cumulative)
        external
        returns (Outcome outcome, uint256 amount)
    {
        pass(timestamp);
        Program storage program = _programs[number];
        if (cumulative <= program.drawn[account]) return (Outcome.NothingLeft, 0);
        amount = cumulative - program.drawn[account];
        if (program.paid + amount > program.vested) return (Outcome.AboveBudget, amount);
        program.paid += amount;
        program.drawn[account] = cumulative;
    }

    function funded(uint256 number) external view returns (uint256) {
        return _programs[number].funded;
    }

    function vested(uint256 number) external view returns (uint256) {
        return _programs[number].vested;
    }

    function paid(uint256 number) external view returns (uint256) {
        return _programs[number].paid;
    }

    function drawn(uint256 number, address account) external view returns (uint256) {
        return _programs[number].drawn[account];
    }
}
