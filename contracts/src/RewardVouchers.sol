// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IRewardVouchers} from "./interfaces/IRewardVouchers.sol";
import {ProgramRules} from "./libraries/ProgramRules.sol";
import {StrictSignature} from "./libraries/StrictSignature.sol";
import {VoucherHash} from "./libraries/VoucherHash.sol";
import {ClaimState} from "./types/ClaimState.sol";
import {GuardianPause} from "./types/GuardianPause.sol";
import {MAXIMUM_BALANCE} from "./types/Units.sol";
import {Vesting, newVesting} from "./types/Vesting.sol";

/// @title Reward vouchers
/// @notice See `IRewardVouchers` for what each function does and what each role can and cannot do.
/// @dev Accounting. What comes in goes to a program's `Vesting` and from there, an epoch's budget at a time, to its
/// `ClaimState`, the only place claims are paid from: funded = unvested + available + paid. Vesting is brought up to date when
/// `available` does not suffice and before money comes in; in between it can wait, since time alone decides it. Programs
/// of the same token share nothing.
/// Tokens whose balances fall by themselves, or that debit the sender more than the amount sent, are not supported (they can
/// harm only programs of their own); fees on transfer, missing or false return values and hooks are.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract RewardVouchers is IRewardVouchers, Ownable2Step, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using VoucherHash for Voucher;
    using VoucherHash for SignedVoucher;

    struct Program {
        ClaimState claimState;
        Vesting vesting;
        uint128 funded;
        uint64 start;
        mapping(address account => Drawn) drawn;
    }

    /// @dev A struct of one, so that its slot is computed once.
    struct Drawn {
        uint256 amount;
    }

    // Documented in the interface.
    uint256 public immutable epochDuration;
    address public guardian;
    address public signer;

    GuardianPause private _pause;
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
        amount = _draw(voucher);
        if (amount == 0) _revertAlreadyDrawn(voucher);
        _token(voucher.program).safeTransfer(voucher.account, amount);
    }

    /// @inheritdoc IRewardVouchers
    function claimTo(SignedVoucher calldata voucher, address to) external nonReentrant returns (uint256 amount) {
        if (msg.sender != voucher.account) revert RewardVouchers_CallerNotAccount(voucher.account, msg.sender);
        if (to == address(0) || to == address(this)) revert RewardVouchers_RecipientRefused(to);
        amount = _draw(voucher);
        if (amount == 0) _revertAlreadyDrawn(voucher);
        emit ClaimRedirected(voucher.program, voucher.account, to);
        _token(voucher.program).safeTransfer(to, amount);
    }

    /// @inheritdoc IRewardVouchers
    function claimMany(SignedVoucher[] calldata vouchers) external nonReentrant returns (uint256[] memory amounts) {
        amounts = new uint256[](vouchers.length);
        for (uint256 i = 0; i < vouchers.length; ++i) {
            SignedVoucher calldata voucher = vouchers[i];
            uint256 amount = _draw(voucher);
            amounts[i] = amount;
            if (amount != 0) _token(voucher.program).safeTransfer(voucher.account, amount);
        }
    }

    /// @dev Checks a voucher and takes what it grants out of the program; the caller pays it afterwards.
    /// @return amount wei to be paid; 0 where the account has drawn what the voucher grants
    function _draw(SignedVoucher calldata voucher) private returns (uint256 amount) {
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
        ClaimState claimState = state.claimState;
        address current = claimState.signer();
        if (current == address(0)) {
            current = _signerAfterPause(id);
            claimState = claimState.withSigner(current);
        }
        if (StrictSignature.recover(_hashTypedDataV4(voucher.hashed()), voucher.r, voucher.vs) != current) {
            revert RewardVouchers_SignatureInvalid(id, account);
        }
        if (amount > claimState.available()) {
            claimState = claimState.plus(_release(state));
            if (amount > claimState.available()) {
                revert RewardVouchers_AboveVestedBudget(id, amount, claimState.available());
            }
        }

        // Effect
        state.claimState = claimState.minus(amount);
        drawn_.amount = voucher.cumulative;
        emit Claimed(id, account, amount);
    }

    function _revertAlreadyDrawn(SignedVoucher calldata voucher) private view {
        uint256 already = drawn(voucher.program, voucher.account);
        revert RewardVouchers_AlreadyDrawn(voucher.program, voucher.account, voucher.cumulative, already);
    }

    /// @dev For a program whose word names no signer. A pause that has ended by itself is undone here, program by program.
    /// @return current never zero, so that it differs from what an invalid signature recovers to
    function _signerAfterPause(uint256 id) private view returns (address current) {
        _existing(id);
        uint256 until = _pause.runningUntil();
        if (until != 0) revert RewardVouchers_ClaimsPaused(until);
        current = signer;
        if (current == address(0)) revert RewardVouchers_SignerDisabled();
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
        ClaimState claimState = state.claimState.plus(_release(state));
        Vesting vesting = state.vesting;
        uint256 unpaid = claimState.available() + vesting.unvested() + received;
        if (unpaid > MAXIMUM_BALANCE) revert RewardVouchers_FundingAboveMaximum(id, unpaid, MAXIMUM_BALANCE);
        state.claimState = claimState;
        state.vesting = vesting.plus(received);
        state.funded += uint128(received);
        emit Funded(id, msg.sender, received);
    }

    /// @dev Accounts for the epochs that have ended. @return vested wei that they let vest, which the caller must make available
    function _release(Program storage state) private returns (uint256 vested) {
        (state.vesting, vested) = state.vesting.advancedTo(_epochAt(block.timestamp));
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
        state.claimState = state.claimState.withSigner(_pause.running() ? address(0) : signer);
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
        _setPause(_pause.lifted());
    }

    /// @inheritdoc IRewardVouchers
    function pause() external onlyGuardian {
        _setPause(_pause.started(msg.sender == owner()));
    }

    /// @inheritdoc IRewardVouchers
    function disableSigner() external onlyGuardian {
        signer = address(0);
        emit SignerSet(address(0));
        _writeSigner(address(0));
    }

    /// @notice Refused: with no owner a signer that was lost or switched off could never be replaced.
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
        _writeSigner(_pause.running() ? address(0) : signer_);
    }

    function _setPause(GuardianPause pause_) private {
        _pause = pause_;
        emit ClaimsPauseSet(pause_.until());
        _writeSigner(pause_.running() ? address(0) : signer);
    }

    /// @dev Into every program's word, where claims look. @param current whose vouchers are paid at once; zero: see `_draw`
    function _writeSigner(address current) private {
        for (uint256 i = 0; i < _programIds.length; ++i) {
            Program storage state = _programs[_programIds[i]];
            state.claimState = state.claimState.withSigner(current);
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
        uint256 unvested = vesting.unvested();
        uint256 budget = vesting.budget();
        uint256 vested = state.funded - unvested;
        return ProgramView({
            id: id,
            token: address(_token(id)),
            budgetPerEpoch: budget,
            start: state.start,
            funded: state.funded,
            vested: vested,
            paid: vested - amount - state.claimState.available(),
            fundedUntil: unvested == 0 ? 0 : (vesting.epoch() + Math.ceilDiv(unvested, budget)) * epochDuration
        });
    }

    /// @inheritdoc IRewardVouchers
    function programs() external view returns (ProgramView[] memory all) {
        all = new ProgramView[](_programIds.length);
        for (uint256 i = 0; i < all.length; ++i) {
            all[i] = program(_programIds[i]);
        }
    }

    /// @inheritdoc IRewardVouchers
    function drawn(uint256 id, address account) public view returns (uint256) {
        return _programs[id].drawn[account].amount;
    }

    /// @inheritdoc IRewardVouchers
    function drawnMany(uint256[] calldata ids, address[] calldata accounts)
        external
        view
        returns (uint256[] memory amounts)
    {
        if (ids.length != accounts.length) revert RewardVouchers_ListsDiffer(ids.length, accounts.length);
        amounts = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            amounts[i] = drawn(ids[i], accounts[i]);
        }
    }

    /// @inheritdoc IRewardVouchers
    function claimable(uint256 id) external view returns (uint256) {
        ProgramView memory now_ = program(id);
        return now_.vested - now_.paid;
    }

    /// @inheritdoc IRewardVouchers
    function vestedAt(uint256 id, uint256 timestamp) external view returns (uint256) {
        uint256 earliest = _epochAt(block.timestamp) * epochDuration;
        if (timestamp < earliest) revert RewardVouchers_TimePast(timestamp, earliest);
        Program storage state = _existing(id);
        // an epoch's number has 64 bits: no block is later
        (Vesting vesting,) = state.vesting.advancedTo(_epochAt(Math.min(timestamp, type(uint64).max)));
        return state.funded - vesting.unvested();
    }

    /// @inheritdoc IRewardVouchers
    function paused() external view returns (bool) {
        return _pause.running();
    }

    /// @inheritdoc IRewardVouchers
    function pausedUntil() external view returns (uint256) {
        return _pause.runningUntil();
    }

    /// @inheritdoc IRewardVouchers
    function guardianPausesFrom() external view returns (uint256) {
        return _pause.guardianFrom();
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
