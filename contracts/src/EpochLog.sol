// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IEpochLog} from "./interfaces/IEpochLog.sol";
import {IRewardVouchers} from "./interfaces/IRewardVouchers.sol";

/// @title Epoch log
/// @notice See `IEpochLog` for what each function does and what each role can and cannot do.
/// @dev No function is payable and no token is known here, so nothing can be stuck but what somebody forces upon any contract.
/// @custom:security-contact The repository's security advisory form; see SECURITY.md.
contract EpochLog is IEpochLog, Ownable2Step {
    // Documented in the interface.
    address public immutable rewardVouchers;
    uint256 public immutable epochDuration;
    uint256 public firstEpoch;
    address public publisher;

    /// @dev The one at index `i` is epoch `firstEpoch + i`.
    Epoch[] private _epochs;
    /// @dev In the order of their first epochs, each above the one before.
    Ruleset[] private _rulesets;

    /// @param owner_ the timelock
    /// @param rewardVouchers_ an `IRewardVouchers`: the duration is read there, so that both cannot differ
    constructor(address owner_, address publisher_, address rewardVouchers_) Ownable(owner_) {
        if (rewardVouchers_.code.length == 0) revert EpochLog_NotAContract(rewardVouchers_);
        rewardVouchers = rewardVouchers_;
        epochDuration = IRewardVouchers(rewardVouchers_).epochDuration();
        _setPublisher(publisher_);
    }

    function publish(uint256 first, bytes32[] calldata hashes, uint256[] calldata blockNumbers) external {
        // Check
        if (msg.sender != publisher) revert EpochLog_CallerNotPublisher(msg.sender);
        if (hashes.length == 0) revert EpochLog_NothingToPublish();
        if (hashes.length != blockNumbers.length) revert EpochLog_ListsDiffer(hashes.length, blockNumbers.length);
        if (_rulesets.length == 0) revert EpochLog_NoRuleset();
        if (first != nextEpoch()) revert EpochLog_NotNextEpoch(first, nextEpoch());
        uint256 earliest = _blockBefore(_epochs.length);

        for (uint256 i = 0; i < hashes.length; ++i) {
            // Check
            uint256 epoch = first + i;
            uint256 end = (epoch + 1) * epochDuration;
            if (block.timestamp < end) revert EpochLog_EpochNotEnded(epoch, end);
            _check(hashes[i], blockNumbers[i], earliest, block.number - 1);
            earliest = blockNumbers[i];
            // Effect
            _epochs.push(Epoch(hashes[i], blockNumbers[i]));
            emit EpochPublished(epoch, hashes[i], blockNumbers[i]);
        }
    }

    // ----------------------------------------------------------------------------------------------------------- owner

    function replace(uint256 epoch, bytes32 hash, uint256 blockNumber) external onlyOwner {
        // Check
        if (epoch < firstEpoch || epoch >= nextEpoch()) revert EpochLog_EpochNotPublished(epoch, nextEpoch());
        uint256 index = epoch - firstEpoch;
        uint256 latest = index + 1 < _epochs.length ? _epochs[index + 1].blockNumber : block.number - 1;
        _check(hash, blockNumber, _blockBefore(index), latest);
        // Effect
        Epoch storage published = _epochs[index];
        emit EpochReplaced(epoch, published.hash, published.blockNumber, hash, blockNumber);
        (published.hash, published.blockNumber) = (hash, blockNumber);
    }

    function addRuleset(bytes32 hash, uint256 first) external onlyOwner {
        // Check
        if (hash == 0) revert EpochLog_HashZero();
        uint256 count = _rulesets.length;
        if (count == 0) {
            firstEpoch = first;
        } else {
            uint256 notBegun = block.timestamp / epochDuration + 1;
            uint256 earliest = Math.max(notBegun, _rulesets[count - 1].firstEpoch + 1);
            if (first < earliest) revert EpochLog_RulesetTooEarly(first, earliest);
        }
        // Effect
        _rulesets.push(Ruleset(hash, first));
        emit RulesetAdded(count, hash, first);
    }

    function setPublisher(address publisher_) external onlyOwner {
        _setPublisher(publisher_);
    }

    function _setPublisher(address publisher_) private {
        publisher = publisher_;
        emit PublisherSet(publisher_);
    }

    /// @return the block of the epoch before `index`; 0 for the first epoch
    function _blockBefore(uint256 index) private view returns (uint256) {
        return index == 0 ? 0 : _epochs[index - 1].blockNumber;
    }

    /// @param earliest the block of the epoch before, which may be the same where an epoch has no block of its own
    /// @param latest the block of the next epoch; for the newest epoch, the last mined block
    function _check(bytes32 hash, uint256 blockNumber, uint256 earliest, uint256 latest) private pure {
        if (hash == 0) revert EpochLog_HashZero();
        if (blockNumber < earliest || blockNumber > latest) {
            revert EpochLog_BlockOutOfRange(blockNumber, earliest, latest);
        }
    }

    // ----------------------------------------------------------------------------------------------------------- views

    function nextEpoch() public view returns (uint256) {
        return firstEpoch + _epochs.length;
    }

    function epochCount() external view returns (uint256) {
        return _epochs.length;
    }

    function epochAt(uint256 epoch) external view returns (Epoch memory published) {
        if (epoch >= firstEpoch && epoch < nextEpoch()) published = _epochs[epoch - firstEpoch];
    }

    function epochs(uint256 from, uint256 limit) external view returns (Epoch[] memory published) {
        uint256 index = Math.min(from < firstEpoch ? 0 : from - firstEpoch, _epochs.length);
        published = new Epoch[](Math.min(limit, _epochs.length - index));
        for (uint256 i = 0; i < published.length; ++i) {
            published[i] = _epochs[index + i];
        }
    }

    function rulesetCount() external view returns (uint256) {
        return _rulesets.length;
    }

    function rulesetAt(uint256 index) external view returns (Ruleset memory) {
        return _rulesets[index];
    }

    function rulesetOf(uint256 epoch) external view returns (Ruleset memory ruleset) {
        for (uint256 i = _rulesets.length; i > 0; --i) {
            ruleset = _rulesets[i - 1];
            if (ruleset.firstEpoch <= epoch) return ruleset;
        }
        return Ruleset(0, 0);
    }
}
