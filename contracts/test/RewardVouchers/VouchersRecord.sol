// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {RewardVouchers} from "../../src/RewardVouchers.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {MoodyToken} from "../support/Tokens.sol";
import {VoucherModel} from "./VoucherModel.sol";

/// @notice The record of VouchersHandler: people's calls, their outcomes, the required results, and the numbers that must stay zero.
abstract contract VouchersRecord is CommonBase, StdCheats, StdUtils {
    /// @dev A voucher and its signers; `NOBODY` if the voucher was changed afterwards.
    struct Issued {
        IRewardVouchers.SignedVoucher voucher;
        address signer;
        address coSigner;
    }

    address internal constant NOBODY = address(0);
    bytes4 internal constant NONE = 0;

    RewardVouchers internal immutable vouchers;
    MoodyToken internal immutable moody;
    VoucherModel public immutable model;

    address[] public actors;
    uint256[] public programs;
    uint256[] internal keys;
    address[] internal signers;

    /// @dev the contract's required balance of a token: received amounts and donations, less paid amounts
    mapping(address token => uint256) public balance;
    mapping(uint256 program => mapping(address account => uint256)) public highestSigned;

    /// @dev numbers that must stay zero
    uint256 public paidToAnother;

    /// @dev the time at which the last pause ends by itself, and the time of the guardian's last pause
    uint256 public pauseEnd;
    uint256 internal guardianPausedAt;
    /// @dev claims that were paid after a pause had ended by itself
    uint256 public claimedAfterAPause;

    /// @dev the first call with an unexpected outcome
    string public surprise;
    mapping(string call => uint256) public done;
    mapping(string call => mapping(bytes4 error => uint256)) public refused;

    constructor(RewardVouchers vouchers_, MoodyToken moody_, VoucherModel model_) {
        vouchers = vouchers_;
        moody = moody_;
        model = model_;
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function programCount() external view returns (uint256) {
        return programs.length;
    }

    function tokenOf(uint256 program) public pure returns (address) {
        return address(uint160(program));
    }

    function _numberOf(uint256 program) internal pure returns (uint256) {
        return (program >> 160) - 1;
    }

    /// @dev Records the outcome of a call.
    /// @param expected `NONE` if the call had to succeed
    function _note(string memory call, bytes4 expected, bytes4 actual) internal {
        if (actual == NONE) ++done[call];
        else ++refused[call][actual];
        if (actual != expected && bytes(surprise).length == 0) {
            surprise = string.concat(call, ": ", vm.toString(actual), " instead of ", vm.toString(expected));
        }
    }

    /// @dev The required payments of several vouchers in a row, by the model and the known signers, pause and token.
    /// @param strict a voucher that is drawn already, or whose token refuses to pay, is refused rather than skipped
    /// @return amounts wei for each
    /// @return refusal of the first that must be refused
    function _foresee(Issued[] memory row, bool strict) internal returns (uint256[] memory amounts, bytes4 refusal) {
        model.pass(block.timestamp);
        amounts = new uint256[](row.length);
        for (uint256 i = 0; i < row.length; ++i) {
            (amounts[i], refusal) = _foreseeOne(row, amounts, i, strict);
            if (refusal != NONE) return (amounts, refusal);
        }
    }

    function _foreseeOne(Issued[] memory row, uint256[] memory amounts, uint256 i, bool strict)
        private
        view
        returns (uint256 amount, bytes4 refusal)
    {
        IRewardVouchers.SignedVoucher memory voucher = row[i].voucher;
        uint256 number = _numberOf(voucher.program);
        uint256 drawn = model.drawn(number, voucher.account);
        uint256 left = model.vested(number) - model.paid(number);
        for (uint256 j = 0; j < i; ++j) {
            if (row[j].voucher.program != voucher.program) continue;
            left -= amounts[j];
            if (row[j].voucher.account == voucher.account) drawn += amounts[j];
        }
        if (voucher.cumulative <= drawn) {
            return (0, strict ? IRewardVouchers.RewardVouchers_AlreadyDrawn.selector : NONE);
        }
        amount = voucher.cumulative - drawn;
        refusal = _refusalOf(row[i], amount, left);
        if (refusal != NONE) return (amount, refusal);
        bytes4 unpaid = _refusalOfToken(voucher);
        if (unpaid != NONE) return strict ? (amount, unpaid) : (0, NONE);
    }

    function _refusalOf(Issued memory issued, uint256 amount, uint256 left) private view returns (bytes4) {
        if (block.timestamp > issued.voucher.deadline) return IRewardVouchers.RewardVouchers_VoucherExpired.selector;
        if (block.timestamp < pauseEnd) return IRewardVouchers.RewardVouchers_ClaimsPaused.selector;
        (address current, address coCurrent) = (vouchers.signer(), vouchers.coSigner());
        if (current == address(0)) return IRewardVouchers.RewardVouchers_SignerDisabled.selector;
        if (coCurrent == address(0)) return IRewardVouchers.RewardVouchers_CoSignerDisabled.selector;
        if (issued.voucher.signersNonce != vouchers.signersNonce()) {
            return IRewardVouchers.RewardVouchers_SignersReplaced.selector;
        }
        if (issued.signer != current) return IRewardVouchers.RewardVouchers_SignatureInvalid.selector;
        if (issued.coSigner != coCurrent) return IRewardVouchers.RewardVouchers_CoSignatureInvalid.selector;
        if (amount > left) return IRewardVouchers.RewardVouchers_AboveVestedBudget.selector;
        return NONE;
    }

    /// @return the reason why the token refuses to pay, if it does
    function _refusalOfToken(IRewardVouchers.SignedVoucher memory voucher) private view returns (bytes4) {
        if (tokenOf(voucher.program) != address(moody)) return NONE;
        if (moody.mood() == 1) return bytes4(keccak256("Error(string)"));
        return moody.mood() == 2 ? SafeERC20.SafeERC20FailedOperation.selector : NONE;
    }
}
