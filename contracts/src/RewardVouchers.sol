// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IRewardVouchers} from "./interfaces/IRewardVouchers.sol";
import {ProgramRules} from "./libraries/ProgramRules.sol";
import {StrictSignature} from "./libraries/StrictSignature.sol";
import {VoucherHash} from "./libraries/VoucherHash.sol";
import {Purse} from "./types/Purse.sol";
import {MAXIMUM_BALANCE} from "./types/Units.sol";
import {Vesting, newVesting} from "./types/Vesting.sol";

/// @title Reward vouchers
/// @notice See `IRewardVouchers` for what each function does and what each role can and cannot do.
/// @dev Reckoning. What comes in goes to a program's `Vesting` and from there, an epoch's budget at a time, to its `Purse`, the
/// only place claims are paid from: funded = unvested + available + paid. Vesting is reckoned when the purse does not
/// suffice and before money comes in; in between it can wait: time alone decides it. Programs of a token share no purse.
/// Tokens whose balances fall by themselves, or that debit the sender more than the amount sent, are not supported (they can
/// harm only programs of their own); fees on transfer, missing or false return values and hooks are.
contract RewardVouchers is IRewardVouchers, Ownable, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using VoucherHash for Voucher;
    using VoucherHash for SignedVoucher;

    struct Program {
        Purse purse;
        Vesting vesting;
        uint128 funded;
        uint64 start;
        mapping(address account => Drawn) drawn;
    }

    /// @dev A struct of one, so that its place is found once.
    struct Drawn {
        uint256 amount;
    }

    // Documented in the interface.
    uint256 public immutable epochDuration;
    address public guardian;
    address public signer;
    bool public paused;

    uint256[] private _programIds;
    /// @dev By program id: a serial number above the address of the token, which thus needs no storage read.
    mapping(uint256 program => Program) private _programs;

    /// @param owner_ the timelock
    /// @param epochDuration_ seconds, 1 to 30 days
    constructor(address owner_, address guardian_, address signer_, uint256 epochDuration_)
        Ownable(owner_)
        EIP712("GALX RewardVouchers", "1")
    {
        ProgramRules.checkEpochDuration(epochDuration_);
        epochDuration = epochDuration_;
        guardian = guardian_;
        emit GuardianSet(guardian_);
        _setSigner(signer_);
    }

    // --------------------------------------------------------------------------------------------------------- claiming

    /// @inheritdoc IRewardVouchers
    function claim(SignedVoucher calldata voucher) external nonReentrant returns (uint256 amount) {
        amount = _claim(voucher);
        if (amount == 0) {
            uint256 already = drawn(voucher.program, voucher.account);
            revert RewardVouchers_AlreadyDrawn(voucher.program, voucher.account, voucher.cumulative, already);
        }
    }

    /// @inheritdoc IRewardVouchers
    function claimMany(SignedVoucher[] calldata vouchers) external nonReentrant returns (uint256[] memory amounts) {
        amounts = new uint256[](vouchers.length);
        for (uint256 i = 0; i < vouchers.length; ++i) {
            amounts[i] = _claim(vouchers[i]);
        }
    }

    /// @return amount wei paid; 0 where the account has drawn what the voucher grants
    function _claim(SignedVoucher calldata voucher) private returns (uint256 amount) {
        uint256 id = voucher.program;
        address account = voucher.account;
        Program storage state = _programs[id];
        Drawn storage drawn_ = state.drawn[account];
        uint256 already = drawn_.amount;

        // Check
        if (voucher.cumulative <= already) return 0;
        unchecked {
            amount = voucher.cumulative - already;
        }
        if (block.timestamp > voucher.deadline) revert RewardVouchers_VoucherExpired(voucher.deadline);
        Purse purse = state.purse;
        _checkSignature(voucher, purse.signer());
        if (amount > purse.available()) {
            purse = _vested(state);
            if (amount > purse.available()) revert RewardVouchers_AboveVestedBudget(id, amount, purse.available());
        }

        // Effect
        state.purse = purse.minus(amount);
        drawn_.amount = voucher.cumulative;
        emit Claimed(id, account, amount);

        // Interaction
        _token(id).safeTransfer(account, amount);
    }

    /// @dev A zero signer matches nothing, least of all the zero that a bad signature recovers to.
    function _checkSignature(SignedVoucher calldata voucher, address current) private view {
        if (current == address(0)) {
            _existing(voucher.program);
            if (paused) revert RewardVouchers_ClaimsPaused();
            revert RewardVouchers_SignerDisabled();
        }
        if (StrictSignature.recover(_hashTypedDataV4(voucher.hashed()), voucher.r, voucher.vs) != current) {
            revert RewardVouchers_SignatureInvalid(voucher.program, voucher.account);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- funding

    /// @inheritdoc IRewardVouchers
    function fund(uint256 id, uint256 amount) external nonReentrant returns (uint256 received) {
        // Check
        Program storage state = _existing(id);

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        IERC20 token = _token(id);
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        received = token.balanceOf(address(this)) - before;
        if (received == 0) revert RewardVouchers_NothingReceived(id);

        // Effect
        Purse purse = _vested(state);
        Vesting vesting = state.vesting;
        uint256 unpaid = purse.available() + vesting.unvested() + received;
        if (unpaid > MAXIMUM_BALANCE) revert RewardVouchers_FundingAboveMaximum(id, unpaid, MAXIMUM_BALANCE);
        state.purse = purse;
        state.vesting = vesting.plus(received);
        state.funded += uint128(received);
        emit Funded(id, msg.sender, received);
    }

    /// @dev Reckons with the epochs that have ended. @return purse the program's with what vested, not yet stored
    function _vested(Program storage state) private returns (Purse purse) {
        (Vesting vesting, uint256 amount) = state.vesting.advancedTo(_epochAt(block.timestamp));
        state.vesting = vesting;
        purse = state.purse.plus(amount);
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    /// @inheritdoc IRewardVouchers
    function createProgram(address token, uint256 budgetPerEpoch, uint256 start)
        external
        onlyOwner
        returns (uint256 id)
    {
        // Check
        ProgramRules.check(_programIds.length, token, budgetPerEpoch, start);
        // Effect
        id = ((_programIds.length + 1) << 160) | uint160(token);
        _programIds.push(id);
        uint256 firstEpoch = _epochAt(start + epochDuration - 1);
        Program storage state = _programs[id];
        state.purse = state.purse.withSigner(paused ? address(0) : signer);
        state.vesting = newVesting(firstEpoch, budgetPerEpoch, 0);
        state.start = uint64(firstEpoch * epochDuration);
        emit ProgramCreated(id, token, budgetPerEpoch, state.start);
    }

    /// @inheritdoc IRewardVouchers
    function setSigner(address signer_) external onlyOwner {
        _setSigner(signer_);
    }

    /// @inheritdoc IRewardVouchers
    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    /// @inheritdoc IRewardVouchers
    function unpause() external onlyOwner {
        _setPaused(false);
    }

    /// @inheritdoc IRewardVouchers
    function pause() external onlyGuardian {
        _setPaused(true);
    }

    /// @inheritdoc IRewardVouchers
    function disableSigner() external onlyGuardian {
        signer = address(0);
        emit SignerSet(address(0));
        _appoint();
    }

    /// @notice Refused: with no owner a pause could never be lifted, nor a lost signer replaced.
    function renounceOwnership() public view override onlyOwner {
        revert RewardVouchers_OwnerRequired();
    }

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert RewardVouchers_CallerNotGuardian(msg.sender);
        _;
    }

    function _setSigner(address signer_) private {
        if (signer_ == address(0)) revert RewardVouchers_SignerZero();
        signer = signer_;
        emit SignerSet(signer_);
        _appoint();
    }

    function _setPaused(bool paused_) private {
        paused = paused_;
        emit ClaimsPauseSet(paused_);
        _appoint();
    }

    /// @dev Writes who may sign now, if anybody, into every program's purse, where claims look.
    function _appoint() private {
        address current = paused ? address(0) : signer;
        for (uint256 i = 0; i < _programIds.length; ++i) {
            Program storage state = _programs[_programIds[i]];
            state.purse = state.purse.withSigner(current);
        }
    }

    // ------------------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IRewardVouchers
    function programCount() external view returns (uint256) {
        return _programIds.length;
    }

    /// @inheritdoc IRewardVouchers
    function programAt(uint256 index) external view returns (uint256 id) {
        return _programIds[index];
    }

    /// @inheritdoc IRewardVouchers
    function program(uint256 id) public view returns (ProgramView memory) {
        Program storage state = _existing(id);
        (Vesting vesting, uint256 amount) = state.vesting.advancedTo(_epochAt(block.timestamp));
        uint256 vested = state.funded - vesting.unvested();
        uint256 paid = vested - amount - state.purse.available();
        return ProgramView(address(_token(id)), vesting.budget(), state.start, state.funded, vested, paid);
    }

    /// @inheritdoc IRewardVouchers
    function drawn(uint256 id, address account) public view returns (uint256) {
        return _programs[id].drawn[account].amount;
    }

    /// @inheritdoc IRewardVouchers
    function claimable(uint256 id) external view returns (uint256) {
        ProgramView memory now_ = program(id);
        return now_.vested - now_.paid;
    }

    /// @inheritdoc IRewardVouchers
    function vestedAt(uint256 id, uint256 timestamp) external view returns (uint256) {
        if (timestamp < block.timestamp) revert RewardVouchers_TimePast(timestamp);
        Program storage state = _existing(id);
        // an epoch's number has 40 bits: from the year 36 812 on nothing changes
        if (timestamp > type(uint40).max) timestamp = type(uint40).max;
        (Vesting vesting,) = state.vesting.advancedTo(_epochAt(timestamp));
        return state.funded - vesting.unvested();
    }

    /// @inheritdoc IRewardVouchers
    function digest(Voucher calldata voucher) external view returns (bytes32) {
        return _hashTypedDataV4(voucher.hashed());
    }

    function _epochAt(uint256 timestamp) private view returns (uint256) {
        return timestamp / epochDuration;
    }

    function _token(uint256 id) private pure returns (IERC20) {
        return IERC20(address(uint160(id)));
    }

    function _existing(uint256 id) private view returns (Program storage state) {
        state = _programs[id];
        if (state.vesting.budget() == 0) revert RewardVouchers_ProgramUnknown(id);
    }
}
