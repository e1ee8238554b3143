// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Epoch log
/// @notice Where the hash of every closed epoch of the bonus programs is written down, and the hash of every ruleset they are
/// computed by. Anyone who has an epoch's file compares its hash with the one here: everybody sees the same
/// hash, and no hash can be changed unseen.
///
/// Epochs are RewardVouchers': number `n` lasts from `n × epochDuration` until just before `(n + 1) × epochDuration`, unix
/// seconds. The first one that can be published is the first epoch of the first ruleset.
///
/// Who can do what
/// - Publisher: publishes the epochs that follow the last published one, each after its end. It can skip none, repeat none
///   and change none. Nobody needs to believe it: anyone can recompute an epoch and see a wrong hash.
/// - Owner (timelock): replaces the hash of a published epoch (the event keeps both), adds rulesets, names the publisher.
///   It may hand its role on in two steps, or renounce it: the publisher then goes on as it is, and nothing published
///   and no ruleset changes any more.
/// - Nobody can do anything else. The contract holds nothing, calls nothing and pays nothing; vouchers do not depend on it.
/// @dev Refusals named without a prefix are the `EpochLog_` errors below.
interface IEpochLog {
    /// @param hash keccak256 of the epoch's header; zero: not published
    /// @param blockNumber the last block whose logs the epoch counts, as the publisher says
    struct Epoch {
        bytes32 hash;
        uint256 blockNumber;
    }

    /// @param hash of the ruleset
    /// @param firstEpoch the first epoch it applies to
    struct Ruleset {
        bytes32 hash;
        uint256 firstEpoch;
    }

    event EpochPublished(uint256 indexed epoch, bytes32 hash, uint256 blockNumber);
    event EpochReplaced(
        uint256 indexed epoch, bytes32 oldHash, uint256 oldBlockNumber, bytes32 hash, uint256 blockNumber
    );
    /// @param index the ruleset's place in the list, from 0
    event RulesetAdded(uint256 indexed index, bytes32 hash, uint256 firstEpoch);
    event PublisherSet(address indexed publisher);

    // Being made
    error EpochLog_NotAContract(address rewardVouchers);

    // Publishing
    error EpochLog_CallerNotPublisher(address caller);
    error EpochLog_NothingToPublish();
    error EpochLog_ListsDiffer(uint256 hashes, uint256 blockNumbers);
    /// @param expected the epoch after the last published one
    error EpochLog_NotNextEpoch(uint256 epoch, uint256 expected);
    /// @param end unix seconds
    error EpochLog_EpochNotEnded(uint256 epoch, uint256 end);
    error EpochLog_HashZero();
    /// @notice The blocks of epochs must be in the order of the epochs.
    /// @param earliest the block of the epoch before; 0 for the first epoch
    /// @param latest the block of the epoch after; for the newest epoch, the last mined block
    error EpochLog_BlockOutOfRange(uint256 blockNumber, uint256 earliest, uint256 latest);
    /// @notice No epoch is published before the first ruleset is known.
    error EpochLog_NoRuleset();
    /// @param next the epoch that can be published next; all from the first one to the one before it are published
    error EpochLog_EpochNotPublished(uint256 epoch, uint256 next);

    // Rulesets
    /// @param earliest the first epoch that a new ruleset can begin with
    error EpochLog_RulesetTooEarly(uint256 firstEpoch, uint256 earliest);

    /// @notice Publishes the epochs `firstEpoch`, `firstEpoch + 1`, … in this order.
    /// @dev Power of the publisher. Limit: strictly the next epochs, each ended; none can be changed afterwards by it.
    /// Refuses, changing nothing: CallerNotPublisher, NothingToPublish, ListsDiffer, NoRuleset, NotNextEpoch,
    /// EpochNotEnded, HashZero, BlockOutOfRange.
    /// @param firstEpoch `nextEpoch()`; a transaction sent twice is refused the second time
    /// @param hashes of the epochs' headers, none zero
    /// @param blockNumbers for each the last block whose logs it counts, below the running block and none below the one before
    function publish(uint256 firstEpoch, bytes32[] calldata hashes, uint256[] calldata blockNumbers) external;

    /// @notice Replaces what was published for an epoch. The event keeps the old hash and block.
    /// @dev Power of the owner. Limit: published epochs alone; no voucher, no payment changes by it. Refuses
    /// OwnableUnauthorizedAccount, EpochNotPublished, HashZero, BlockOutOfRange.
    function replace(uint256 epoch, bytes32 hash, uint256 blockNumber) external;

    /// @notice Adds a ruleset that applies from `firstEpoch` on, until the next one's first epoch. Rulesets are never changed.
    /// The first one says which epoch is the log's first, and may be added at any time, since nothing is published without
    /// it. Every later one begins after the ones before it, in an epoch that has not begun yet.
    /// @dev Power of the owner. Limit: no epoch that has begun gets other rules. Refuses OwnableUnauthorizedAccount, HashZero,
    /// RulesetTooEarly.
    /// @param hash of the ruleset, not zero
    function addRuleset(bytes32 hash, uint256 firstEpoch) external;

    /// @notice Names who publishes; zero: nobody.
    /// @dev Power of the owner. Limit: a publisher can do nothing but `publish`. Refuses OwnableUnauthorizedAccount.
    function setPublisher(address publisher) external;

    // Views

    /// @notice Who may publish; zero: nobody.
    function publisher() external view returns (address);
    /// @notice The contract whose programs' epochs these are.
    function rewardVouchers() external view returns (address);
    /// @notice Seconds; RewardVouchers' own.
    function epochDuration() external view returns (uint256);
    /// @notice The first epoch that can be published: the first ruleset's. 0 while there is no ruleset.
    function firstEpoch() external view returns (uint256);
    /// @notice The epoch that can be published next, once it has ended. 0 while there is no ruleset.
    function nextEpoch() external view returns (uint256);
    /// @notice How many epochs are published.
    function epochCount() external view returns (uint256);
    /// @notice What was published for an epoch; zeros where nothing was. Refuses nothing.
    function epochAt(uint256 epoch) external view returns (Epoch memory);
    /// @notice What was published for `from`, `from + 1`, …
    /// @param from an epoch; below `firstEpoch` it counts as that
    /// @param limit at most so many; there are none beyond `nextEpoch() - 1`
    function epochs(uint256 from, uint256 limit) external view returns (Epoch[] memory);
    /// @notice How many rulesets were added.
    function rulesetCount() external view returns (uint256);
    /// @notice Reverts (panic 0x32) where there is none. @param index from 0
    function rulesetAt(uint256 index) external view returns (Ruleset memory);
    /// @notice The ruleset that applies to an epoch; zeros before the first one. Refuses nothing.
    function rulesetOf(uint256 epoch) external view returns (Ruleset memory);
}
