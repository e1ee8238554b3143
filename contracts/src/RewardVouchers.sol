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
import {GuardianPause} from "./types/GuardianPause.sol";
import {MAXIMUM_BALANCE} from "./types/Units.sol";

/// @title Reward vouchers
/// @notice See `IRewardVouchers` for what each function does and what each role can and cannot do.
/// @dev Accounting. Money that comes in is `unvested`; an epoch's budget at a time becomes `available`, from which alone claims are
/// paid: funded = unvested + available + paid. Vesting is brought up to date when `available` does not suffice and before
/// money comes in; in between it can wait, since time alone decides it. Programs of the same token share nothing.
/// Tokens whose balances fall by themselves, or that debit the sender more than the amount sent, are not supported (they can
/// harm only programs of their own); fees on transfer, missing or false return values and hooks are.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract RewardVouchers is IRewardVouchers, Ownable2Step, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;
    using VoucherHash for Voucher;
    using VoucherHash for SignedVoucher;

    /// @param signersHash of both signers and their nonce, see `_hash`: vouchers of these signers are paid without further checks.
    /// Zero: check further, because claims were paused or a signer is switched off
    /// @param available wei that are known to have vested and are not paid. A claim takes from it, and only `_release` adds to it.
    /// Vested money stays vested, so a claim reads nothing else until `available` is used up
    /// @param epoch number of the first epoch that is not accounted for yet. All before it are settled: money that comes in later
    /// never counts for them
    /// @param budget most wei that vest at the end of an epoch
    /// @param unvested wei
    struct Program {
        uint160 signersHash;
        uint96 available;
        uint64 epoch;
        uint96 budget;
        uint96 unvested;
        uint128 funded;
        uint64 start;
        mapping(address account => uint256) drawn;
    }

    // Documented in the interface.
    uint256 public immutable epochDuration;
    address public guardian;
    address public signer;
    address public coSigner;
    uint256 public signersNonce;

    GuardianPause private _pause;
    uint256[] private _programIds;
    /// @dev By program id: a serial number above the address of the token, which thus needs no storage read.
    mapping(uint256 program => Program) private _programs;

    /// @param owner_ the timelock
    /// @param epochDuration_ seconds, 1 to 30 days
    constructor(address owner_, address guardian_, address signer_, address coSigner_, uint256 epochDuration_)
        Ownable(owner_)
        EIP712("GALX RewardVouchers", "1")
    {
        ProgramRules.checkEpochDuration(epochDuration_);
        epochDuration = epochDuration_;
        guardian = guardian_;
        emit GuardianSet(guardian_);
        _checkSigner(signer_, coSigner_);
        _checkSigner(coSigner_, signer_);
        _setSigners(signer_, coSigner_, 1);
    }

    // --------------------------------------------------------------------------------------------------------- claiming

    function claim(SignedVoucher calldata voucher) external nonReentrant returns (uint256 amount) {
        return _claim(voucher, voucher.account);
    }

    function claimTo(SignedVoucher calldata voucher, address to) external nonReentrant returns (uint256 amount) {
        if (msg.sender != voucher.account) revert RewardVouchers_CallerNotAccount(voucher.account, msg.sender);
        if (to == address(0) || to == address(this)) revert RewardVouchers_RecipientRefused(to);
        return _claim(voucher, to);
    }

    function claimMany(SignedVoucher[] calldata vouchers) external nonReentrant returns (uint256[] memory amounts) {
        amounts = new uint256[](vouchers.length);
        for (uint256 i = 0; i < vouchers.length; ++i) {
            SignedVoucher calldata voucher = vouchers[i];
            uint256 amount = _draw(voucher);
            if (amount == 0) continue;
            if (_token(voucher.program).trySafeTransfer(voucher.account, amount)) {
                amounts[i] = amount;
                emit Claimed(voucher.program, voucher.account, amount);
            } else {
                _giveBack(voucher, amount);
            }
        }
    }

    /// @dev Takes the voucher's amount out of its program and pays `to`.
    function _claim(SignedVoucher calldata voucher, address to) private returns (uint256 amount) {
        amount = _draw(voucher);
        if (amount == 0) {
            uint256 already = drawn(voucher.program, voucher.account);
            revert RewardVouchers_AlreadyDrawn(voucher.program, voucher.account, voucher.cumulative, already);
        }
        emit Claimed(voucher.program, voucher.account, amount);
        if (to != voucher.account) emit ClaimRedirected(voucher.program, voucher.account, to);
        _token(voucher.program).safeTransfer(to, amount);
    }

    /// @dev Checks a voucher and takes its amount out of the program; the caller pays it afterwards.
    /// @return amount wei to be paid; 0 where the account has drawn all that the voucher grants
    function _draw(SignedVoucher calldata voucher) private returns (uint256 amount) {
        Program storage state = _programs[voucher.program];
        uint256 already = state.drawn[voucher.account];

        // Check
        if (voucher.cumulative <= already) return 0;
        unchecked {
            amount = voucher.cumulative - already;
        }
        if (block.timestamp > voucher.deadline) revert RewardVouchers_VoucherExpired(voucher.deadline);
        _checkSignatures(state, voucher);
        uint256 available = state.available;
        if (amount > available) {
            available += _release(state);
            if (amount > available) revert RewardVouchers_AboveVestedBudget(voucher.program, amount, available);
        }

        // Effect
        unchecked {
            state.available = uint96(available - amount);
        }
        state.drawn[voucher.account] = voucher.cumulative;
    }

    /// @dev Undoes a `_draw` whose amount could not be paid.
    function _giveBack(SignedVoucher calldata voucher, uint256 amount) private {
        Program storage state = _programs[voucher.program];
        state.available += uint96(amount);
        state.drawn[voucher.account] -= amount;
    }

    /// @dev The first claim of a program after a pause has ended by itself restores `signersHash`.
    function _checkSignatures(Program storage state, SignedVoucher calldata voucher) private {
        bytes32 digest_ = _hashTypedDataV4(voucher.hashed());
        address signedBy = StrictSignature.recover(digest_, voucher.signature.r, voucher.signature.vs);
        address coSignedBy = StrictSignature.recover(digest_, voucher.coSignature.r, voucher.coSignature.vs);
        uint160 found = _hash(signedBy, coSignedBy, voucher.signersNonce);
        if (found == state.signersHash) return;

        _existing(voucher.program);
        uint256 until = _pause.runningUntil();
        if (until != 0) revert RewardVouchers_ClaimsPaused(until);
        if (signer == address(0)) revert RewardVouchers_SignerDisabled();
        if (coSigner == address(0)) revert RewardVouchers_CoSignerDisabled();
        if (voucher.signersNonce != signersNonce) {
            revert RewardVouchers_SignersReplaced(voucher.signersNonce, signersNonce);
        }
        if (signedBy != signer) revert RewardVouchers_SignatureInvalid(voucher.program, voucher.account);
        if (coSignedBy != coSigner) revert RewardVouchers_CoSignatureInvalid(voucher.program, voucher.account);
        state.signersHash = found;
    }

    /// @return the last 160 bits of the hash. A party that chooses its own key can find, in about 2^80 steps, a key whose hash
    /// together with the other signer's equals the hash of two keys of its own and some nonce. Once its key is named, it could
    /// sign both signatures alone and draw all that has vested. Who chooses no key needs 2^160 steps
    function _hash(address signer_, address coSigner_, uint256 nonce) private pure returns (uint160) {
        return uint160(uint256(keccak256(abi.encode(signer_, coSigner_, nonce))));
    }

    // ---------------------------------------------------------------------------------------------------------- funding

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
        uint256 available = state.available + _release(state);
        uint256 unpaid = available + state.unvested + received;
        if (unpaid > MAXIMUM_BALANCE) revert RewardVouchers_FundingAboveMaximum(id, unpaid, MAXIMUM_BALANCE);
        state.available = uint96(available);
        state.unvested += uint96(received);
        state.funded += uint128(received);
        emit Funded(id, msg.sender, received);
    }

    /// @dev Accounts for the epochs that have ended. @return vested wei that they let vest, which the caller must make available
    function _release(Program storage state) private returns (uint256 vested) {
        uint256 current = _epochAt(block.timestamp);
        vested = _vesting(state, current);
        if (current > state.epoch) (state.epoch, state.unvested) = (uint64(current), uint96(state.unvested - vested));
    }

    /// @return wei that vest once all epochs before `current` have ended, not accounted for yet
    /// @dev Nothing comes in between, so `n` epochs let `min(n × budget, unvested)` vest: the budget until less is left, then the
    /// rest, then nothing. `n × budget` stays below 2^(64 + 96).
    function _vesting(Program storage state, uint256 current) private view returns (uint256) {
        if (current <= state.epoch) return 0;
        return Math.min((current - state.epoch) * state.budget, state.unvested);
    }

    // ------------------------------------------------------------------------------------------------- owner, guardian

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
        state.signersHash = _currentHash();
        (state.epoch, state.budget) = (uint64(firstEpoch), uint96(budgetPerEpoch));
        state.start = uint64(firstEpoch * epochDuration);
        emit ProgramCreated(id, token, budgetPerEpoch, state.start);
    }

    function setSigner(address signer_) external onlyOwner {
        _checkSigner(signer_, coSigner);
        _setSigners(signer_, coSigner, signersNonce + 1);
    }

    function setCoSigner(address coSigner_) external onlyOwner {
        _checkSigner(coSigner_, signer);
        _setSigners(signer, coSigner_, signersNonce + 1);
    }

    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    function unpause() external onlyOwner {
        _pause.lift();
        _pauseChanged(0);
    }

    function pause() external onlyGuardian {
        _pauseChanged(_pause.start(msg.sender == owner()));
    }

    function disableSigner() external onlyGuardian {
        _setSigners(address(0), coSigner, signersNonce);
    }

    function disableCoSigner() external onlyGuardian {
        _setSigners(signer, address(0), signersNonce);
    }

    /// @notice Refused: with no owner a signer that was lost or switched off could never be replaced.
    function renounceOwnership() public view override onlyOwner {
        revert RewardVouchers_OwnerRequired();
    }

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert RewardVouchers_CallerNotGuardian(msg.sender);
        _;
    }

    /// @dev A contract has no key, and the same key in both roles would be a single key.
    function _checkSigner(address named, address other) private view {
        if (named == address(0)) revert RewardVouchers_SignerZero();
        if (named == other) revert RewardVouchers_SignersEqual(named);
        if (named.code.length != 0) revert RewardVouchers_SignerIsContract(named);
    }

    function _setSigners(address signer_, address coSigner_, uint256 nonce) private {
        (signer, coSigner, signersNonce) = (signer_, coSigner_, nonce);
        emit SignersSet(signer_, coSigner_, nonce);
        _writeSignersHash();
    }

    function _pauseChanged(uint256 until) private {
        emit ClaimsPauseSet(until);
        _writeSignersHash();
    }

    /// @dev Writes the hash into every program, where claims read it.
    function _writeSignersHash() private {
        uint160 current = _currentHash();
        for (uint256 i = 0; i < _programIds.length; ++i) {
            _programs[_programIds[i]].signersHash = current;
        }
    }

    /// @return the hash of the signers whose vouchers are paid without further checks; zero: nobody's
    function _currentHash() private view returns (uint160) {
        if (_pause.running() || signer == address(0) || coSigner == address(0)) return 0;
        return _hash(signer, coSigner, signersNonce);
    }

    // ------------------------------------------------------------------------------------------------------------ views

    function programCount() external view returns (uint256) {
        return _programIds.length;
    }

    function programAt(uint256 index) external view returns (uint256 id) {
        return _programIds[index];
    }

    function program(uint256 id) public view returns (ProgramView memory) {
        Program storage state = _existing(id);
        uint256 current = _epochAt(block.timestamp);
        uint256 amount = _vesting(state, current);
        uint256 unvested = state.unvested - amount;
        uint256 vested = state.funded - unvested;
        uint256 next = Math.max(current, state.epoch);
        return ProgramView({
            id: id,
            token: address(_token(id)),
            budgetPerEpoch: state.budget,
            start: state.start,
            funded: state.funded,
            vested: vested,
            paid: vested - amount - state.available,
            fundedUntil: unvested == 0 ? 0 : (next + Math.ceilDiv(unvested, state.budget)) * epochDuration
        });
    }

    function programs() external view returns (ProgramView[] memory all) {
        all = new ProgramView[](_programIds.length);
        for (uint256 i = 0; i < all.length; ++i) {
            all[i] = program(_programIds[i]);
        }
    }

    function drawn(uint256 id, address account) public view returns (uint256) {
        return _programs[id].drawn[account];
    }

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

    function claimable(uint256 id) external view returns (uint256) {
        ProgramView memory now_ = program(id);
        return now_.vested - now_.paid;
    }

    function vestedAt(uint256 id, uint256 timestamp) external view returns (uint256) {
        uint256 earliest = _epochAt(block.timestamp) * epochDuration;
        if (timestamp < earliest) revert RewardVouchers_TimePast(timestamp, earliest);
        Program storage state = _existing(id);
        // no block is later than that
        uint256 current = _epochAt(Math.min(timestamp, type(uint64).max));
        return state.funded - (state.unvested - _vesting(state, current));
    }

    function paused() external view returns (bool) {
        return _pause.running();
    }

    function pausedUntil() external view returns (uint256) {
        return _pause.runningUntil();
    }

    function guardianPausesFrom() external view returns (uint256) {
        return _pause.guardianFrom;
    }

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
        if (state.budget == 0) revert RewardVouchers_ProgramUnknown(id);
    }
}
