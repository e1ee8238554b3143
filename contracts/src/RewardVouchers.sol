// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IRewardVouchers} from "./interfaces/IRewardVouchers.sol";
import {StrictSignature} from "./libraries/StrictSignature.sol";
import {Purse} from "./types/Purse.sol";
import {MAXIMUM_BALANCE} from "./types/Units.sol";
import {Vesting, newVesting} from "./types/Vesting.sol";

/// @title Reward vouchers
/// @notice See `IRewardVouchers` for what each function does and what each role can and cannot do.
/// @dev Reckoning. What comes in goes to a program's `Vesting` and from there, an epoch's budget at a time, to its `Purse`, the
/// only place claims are paid from: funded = unvested + available + paid. Vesting is reckoned when the purse does not
/// suffice and before money comes in; in between it can wait, because time alone decides it.
/// Programs of one token share the contract's balance of it but never their purses.
/// Tokens whose balances fall by themselves, or that debit the sender more than the amount sent, are not supported (they can
/// harm only programs of their own); fees on transfer, missing or false return values and hooks are.
contract RewardVouchers is IRewardVouchers, Ownable, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

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

    bytes32 private constant VOUCHER_TYPEHASH =
        keccak256("Voucher(uint256 program,address account,uint256 cumulative,uint256 deadline)");
    uint256 private constant MAXIMUM_EPOCH_DURATION = 30 days;
    uint256 private constant MAXIMUM_LEAD = 1461 days;
    /// @dev Naming, switching off and pausing the signer writes to each.
    uint256 private constant MAXIMUM_PROGRAMS = 64;

    /// @inheritdoc IRewardVouchers
    uint256 public immutable epochDuration;

    /// @inheritdoc IRewardVouchers
    address public guardian;
    /// @inheritdoc IRewardVouchers
    address public signer;
    /// @inheritdoc IRewardVouchers
    bool public paused;

    uint256[] private _programIds;
    /// @dev By program id: a serial number above the address of the token, which thus needs no storage read.
    mapping(uint256 program => Program) private _programs;

    /// @param owner_ the timelock
    /// @param signer_ not zero
    /// @param epochDuration_ seconds, 1 to 30 days
    constructor(address owner_, address guardian_, address signer_, uint256 epochDuration_)
        Ownable(owner_)
        EIP712("GALX RewardVouchers", "1")
    {
        if (epochDuration_ == 0 || epochDuration_ > MAXIMUM_EPOCH_DURATION) {
            revert RewardVouchers_EpochDurationOutOfRange(epochDuration_, MAXIMUM_EPOCH_DURATION);
        }
        epochDuration = epochDuration_;
        _setGuardian(guardian_);
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
        if (amount > purse.available()) purse = _sufficient(id, state, amount);

        // Effect
        state.purse = purse.minus(amount);
        drawn_.amount = voucher.cumulative;
        emit Claimed(id, account, amount);

        // Interaction
        _token(id).safeTransfer(account, amount);
    }

    /// @dev The program's purse with what has vested meanwhile, if that is enough.
    function _sufficient(uint256 id, Program storage state, uint256 amount) private returns (Purse purse) {
        purse = _vested(state);
        if (amount > purse.available()) revert RewardVouchers_AboveVestedBudget(id, amount, purse.available());
    }

    /// @dev A zero signer matches nothing, least of all the zero that a bad signature recovers to.
    function _checkSignature(SignedVoucher calldata voucher, address current) private view {
        if (current == address(0)) {
            _existing(voucher.program);
            if (paused) revert RewardVouchers_ClaimsPaused();
            revert RewardVouchers_SignerDisabled();
        }
        Voucher calldata terms;
        assembly ("memory-safe") {
            // a signed voucher begins with the voucher
            terms := voucher
        }
        if (StrictSignature.recover(digest(terms), voucher.r, voucher.vs) != current) {
            revert RewardVouchers_SignatureInvalid(voucher.program, voucher.account);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- funding

    /// @inheritdoc IRewardVouchers
    function fund(uint256 id, uint256 amount) external nonReentrant returns (uint256 received) {
        // Check
        Program storage state = _existing(id);

        // Interaction, first because what arrives is what is credited; nothing of ours can be re-entered meanwhile
        received = _receive(_token(id), amount);
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

    /// @dev Moves `amount` of the caller's to the contract. @return received what arrived, wei
    function _receive(IERC20 token, uint256 amount) private returns (uint256 received) {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        return token.balanceOf(address(this)) - before;
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

    /// @inheritdoc IRewardVouchers
    /// @dev Power of the owner: adds a program. It touches no other, and its terms never change.
    function createProgram(address token, uint256 budgetPerEpoch, uint256 start)
        external
        onlyOwner
        returns (uint256 id)
    {
        // Check
        if (_programIds.length == MAXIMUM_PROGRAMS) revert RewardVouchers_TooManyPrograms(MAXIMUM_PROGRAMS);
        if (token.code.length == 0) revert RewardVouchers_NotAContract(token);
        if (budgetPerEpoch == 0 || budgetPerEpoch > MAXIMUM_BALANCE) {
            revert RewardVouchers_BudgetOutOfRange(budgetPerEpoch, MAXIMUM_BALANCE);
        }
        uint256 latest = block.timestamp + MAXIMUM_LEAD;
        if (start > latest) revert RewardVouchers_StartTooLate(start, latest);

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
    /// @dev Power of the owner: says who grants vouchers. Never more than vests is paid, whoever it is.
    function setSigner(address signer_) external onlyOwner {
        _setSigner(signer_);
    }

    /// @inheritdoc IRewardVouchers
    /// @dev Power of the owner: says who may stop claims and switch the signer off. Zero: nobody but the owner.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    /// @inheritdoc IRewardVouchers
    /// @dev Power of the owner: lets claims go on.
    function unpause() external onlyOwner {
        _setPaused(false);
    }

    /// @inheritdoc IRewardVouchers
    /// @dev Power of the guardian and the owner: stops claims, moves nothing.
    function pause() external onlyGuardian {
        _setPaused(true);
    }

    /// @inheritdoc IRewardVouchers
    /// @dev Power of the guardian and the owner: voids what the signer signs, names nobody in its place.
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

    function _setGuardian(address guardian_) private {
        guardian = guardian_;
        emit GuardianSet(guardian_);
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
    function program(uint256 id) external view returns (ProgramView memory) {
        Program storage state = _existing(id);
        (Vesting vesting, uint256 amount) = state.vesting.advancedTo(_epochAt(block.timestamp));
        uint256 vested = state.funded - vesting.unvested();
        return ProgramView({
            token: address(_token(id)),
            budgetPerEpoch: vesting.budget(),
            start: state.start,
            funded: state.funded,
            vested: vested,
            paid: vested - amount - state.purse.available()
        });
    }

    /// @inheritdoc IRewardVouchers
    function drawn(uint256 id, address account) public view returns (uint256) {
        return _programs[id].drawn[account].amount;
    }

    /// @inheritdoc IRewardVouchers
    function claimable(uint256 id) external view returns (uint256) {
        Program storage state = _existing(id);
        (, uint256 amount) = state.vesting.advancedTo(_epochAt(block.timestamp));
        return state.purse.available() + amount;
    }

    /// @inheritdoc IRewardVouchers
    function vestedAt(uint256 id, uint256 timestamp) external view returns (uint256) {
        if (timestamp < block.timestamp) revert RewardVouchers_TimePast(timestamp);
        Program storage state = _existing(id);
        (Vesting vesting,) = state.vesting.advancedTo(_epochAt(timestamp));
        return state.funded - vesting.unvested();
    }

    /// @inheritdoc IRewardVouchers
    function digest(Voucher calldata voucher) public view returns (bytes32) {
        return _hashTypedDataV4(_structHash(voucher));
    }

    /// @dev The hash of the type, then the four fields as they lie in the calldata.
    function _structHash(Voucher calldata voucher) private pure returns (bytes32 hash) {
        bytes32 typehash = VOUCHER_TYPEHASH;
        assembly ("memory-safe") {
            let place := mload(0x40)
            mstore(place, typehash)
            calldatacopy(add(place, 32), voucher, 128)
            hash := keccak256(place, 160)
        }
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
