// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {StakingPools} from "../../src/StakingPools.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {FIRST_GIFT} from "../../src/types/Position.sol";
import {MoodyToken} from "../support/Tokens.sol";

/// @notice The record of a handler of the pools: all payments in and out, everybody's earnings before and after each
/// call, and the required refusal of each call, if any.
abstract contract PoolsRecord is CommonBase, StdCheats, StdUtils {
    /// @dev A call that must succeed.
    bytes4 internal constant NONE = 0;
    bytes4 internal constant PLAIN_REVERT = bytes4(keccak256("Error(string)"));

    StakingPools internal immutable pools;
    MoodyToken internal immutable moody;

    address[] public actors;
    uint256[] public poolIds;

    /// @dev wei of the reward token that were received (fundings, penalties) and that were paid
    mapping(uint256 pool => uint256) public funded;
    mapping(uint256 pool => uint256) public paid;

    /// @dev numbers that must stay zero
    uint256 public earnedBeforeStaking;
    uint256 public earnedLoweredByAnother;
    uint256 public ownEarnedLost;
    uint256 public ratesLowered;
    uint256 public endsBroughtForward;
    uint256 public paidMoreThanOwed;
    uint256 public principalRefused;

    /// @dev the first call with an unexpected outcome
    string public surprise;
    bytes4 public surpriseSelector;

    /// @dev how often each call succeeded, and how often it was refused, by the selector of the refusal
    mapping(string call => uint256) public done;
    mapping(string call => mapping(bytes4 selector => uint256)) public refused;

    struct Before {
        uint256[] earned;
        uint256[] rates;
        uint256[] ends;
    }

    constructor(StakingPools pools_, MoodyToken moody_, address[] memory actors_, uint256[] memory poolIds_) {
        pools = pools_;
        moody = moody_;
        actors = actors_;
        poolIds = poolIds_;
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function poolCount() external view returns (uint256) {
        return poolIds.length;
    }

    // The expected outcome

    /// @dev `call` succeeded although it had to fail with `due`, unless `due` is none.
    function _went(string memory call, bytes4 due) internal {
        ++done[call];
        if (due != NONE) _surprised(call, due);
    }

    /// @dev `call` was refused for `reason` although `due` was expected, unless the two are equal.
    function _wasRefused(string memory call, bytes4 due, bytes memory reason) internal {
        bytes4 selector = bytes4(reason);
        ++refused[call][selector];
        if (due == NONE || selector != due) _surprised(call, selector);
    }

    function _surprised(string memory call, bytes4 selector) private {
        if (bytes(surprise).length != 0) return;
        surprise = call;
        surpriseSelector = selector;
    }

    /// @dev The way in which a payment of `amount` wei of `token` fails now, if it does.
    function _refusalOf(address token, uint256 amount) internal view returns (bytes4) {
        if (token != address(moody) || amount == 0) return NONE;
        uint256 mood = moody.mood();
        if (mood == 1) return PLAIN_REVERT;
        return mood == 2 ? SafeERC20.SafeERC20FailedOperation.selector : NONE;
    }

    /// @dev The first of the possible refusals.
    function _either(bytes4 first, bytes4 second) internal pure returns (bytes4) {
        return first != NONE ? first : second;
    }

    /// @dev Wei of the pair token that leave with `amount` of a position.
    function _pairShare(IStakingPools.PositionView memory held, uint256 amount) internal pure returns (uint256) {
        return amount == held.amount ? held.pairAmount : held.pairAmount * amount / held.amount;
    }

    // Random choices

    /// @return open the account's own open positions, then its gifts
    function openOf(uint256 id, address account) public view returns (IStakingPools.PositionView[] memory open) {
        IStakingPools.PositionView[] memory own = pools.positionsOf(id, account, 0, 1000);
        IStakingPools.PositionView[] memory gifts = pools.positionsOf(id, account, FIRST_GIFT, 1000);
        open = new IStakingPools.PositionView[](own.length + gifts.length);
        for (uint256 i = 0; i < open.length; ++i) {
            open[i] = i < own.length ? own[i] : gifts[i - own.length];
        }
    }

    function _pick(uint256 actor, uint256 pool) internal view returns (address account, uint256 id) {
        return (actors[actor % actors.length], poolIds[pool % poolIds.length]);
    }

    function _position(uint256 id, address account, uint256 pick)
        internal
        view
        returns (bool found, IStakingPools.PositionView memory held)
    {
        IStakingPools.PositionView[] memory open = openOf(id, account);
        if (open.length != 0) (found, held) = (true, open[pick % open.length]);
    }

    // Before and after

    function _look() internal view returns (Before memory before) {
        uint256 count = poolIds.length;
        before.earned = new uint256[](count * actors.length);
        before.rates = new uint256[](count);
        before.ends = new uint256[](count);
        for (uint256 p = 0; p < count; ++p) {
            IStakingPools.PoolState memory state = pools.poolState(poolIds[p]);
            before.rates[p] = state.rewardEnd > block.timestamp ? state.rewardRate : 0;
            before.ends[p] = state.rewardEnd;
            for (uint256 a = 0; a < actors.length; ++a) {
                before.earned[p * actors.length + a] = pools.accountState(poolIds[p], actors[a]).earned;
            }
        }
    }

    /// @param except the account that made the call
    function _compare(Before memory before, address except) internal {
        Before memory after_ = _look();
        for (uint256 p = 0; p < poolIds.length; ++p) {
            if (after_.rates[p] < before.rates[p]) ++ratesLowered;
            if (after_.ends[p] < before.ends[p]) ++endsBroughtForward;
            for (uint256 a = 0; a < actors.length; ++a) {
                uint256 i = p * actors.length + a;
                if (actors[a] != except && after_.earned[i] < before.earned[i]) ++earnedLoweredByAnother;
            }
        }
    }

    /// @dev A call that leaves the account's unpaid reward in place may cost the account one wei of rounding.
    function _keeps(uint256 id, address account, uint256 owed) internal {
        uint256 now_ = pools.accountState(id, account).earned;
        if (now_ > owed || now_ + 1 < owed) ++ownEarnedLost;
    }
}
