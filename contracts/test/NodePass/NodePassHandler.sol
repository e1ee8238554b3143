// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {NodePass} from "../../src/NodePass.sol";
import {INodePass} from "../../src/interfaces/INodePass.sol";
import {MCM} from "../../src/tokens/MCM.sol";
import {CallLog} from "../support/CallLog.sol";
import {PermitSigning} from "../support/PermitSigning.sol";

/// @notice Four people who mint, name, trade and unbond passes, and approve each other. The record is a second, naive ledger of each pass's
/// holder, name and end of the cool-down.
contract NodePassHandler is CallLog, PermitSigning {
    uint256 private constant BOND = 10_000 ether;

    struct Record {
        address holder;
        string name;
        /// @dev unix seconds; 0: none
        uint256 unbondingSince;
        address approved;
    }

    NodePass private immutable passes;
    MCM private immutable mcm;
    uint256[] private _keys;

    address[] public actors;
    uint256 public lastId;
    uint256 public burnedPasses;
    mapping(uint256 id => Record) private _records;
    mapping(address holder => mapping(address operator => bool)) private _operators;
    /// @dev the wei of MCM that each person must hold
    mapping(address account => uint256) public balance;

    constructor(NodePass passes_, MCM mcm_, uint256[] memory keys) {
        (passes, mcm) = (passes_, mcm_);
        _keys = keys;
        for (uint256 i = 0; i < keys.length; ++i) {
            actors.push(vm.addr(keys[i]));
            balance[actors[i]] = mcm_.balanceOf(actors[i]);
        }
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function record(uint256 id) external view returns (Record memory) {
        return _records[id];
    }

    // Minting

    function mint(uint256 actor, uint256 name) external {
        address account = _actor(actor);
        (string memory text, bytes4 due) = _name(name);
        if (due == NONE) due = _unpaid(account, mcm.allowance(account, address(passes)));
        vm.prank(account);
        try passes.mint(text) returns (uint256 id) {
            _went("mint", due);
            _minted(account, id, text);
        } catch (bytes memory reason) {
            _wasRefused("mint", due, reason);
        }
    }

    /// @param kind of the permit: the right permit; the right permit, already used by somebody else; an expired permit
    function mintWithPermit(uint256 actor, uint256 name, uint256 kind) external {
        uint256 key = _keys[actor % _keys.length];
        address account = vm.addr(key);
        (string memory text, bytes4 due) = _name(name);
        Signed memory permit = signPermit(key, address(mcm), address(passes), BOND);
        if (kind % 3 == 1) mcm.permit(account, address(passes), BOND, permit.deadline, permit.v, permit.r, permit.s);
        if (kind % 3 == 2) --permit.deadline;
        uint256 allowance = kind % 3 == 2 ? mcm.allowance(account, address(passes)) : BOND;
        if (due == NONE) due = _unpaid(account, allowance);
        vm.prank(account);
        try passes.mintWithPermit(text, permit.deadline, permit.v, permit.r, permit.s) returns (uint256 id) {
            _went("mintWithPermit", due);
            _minted(account, id, text);
        } catch (bytes memory reason) {
            _wasRefused("mintWithPermit", due, reason);
        }
    }

    function _unpaid(address account, uint256 allowance) private view returns (bytes4) {
        if (allowance < BOND) return bytes4(keccak256("InsufficientAllowance()"));
        return balance[account] < BOND ? bytes4(keccak256("InsufficientBalance()")) : NONE;
    }

    function _minted(address account, uint256 id, string memory text) private {
        ++lastId;
        if (id != lastId) revert("a number was left out or used again");
        _records[id].holder = account;
        _records[id].name = text;
        balance[account] -= BOND;
        balance[address(passes)] += BOND;
    }

    /// @dev Seven valid names, and one invalid name of each kind.
    function _name(uint256 pick) private pure returns (string memory text, bytes4 due) {
        pick %= 12;
        if (pick == 0) return ("", INodePass.NodePass_NameEmpty.selector);
        if (pick == 1) return ("a name of thirty-three characters", INodePass.NodePass_NameTooLong.selector);
        if (pick == 2) return (string(abi.encodePacked(bytes2(0xc328))), INodePass.NodePass_NameNotUtf8.selector);
        if (pick == 3) return ("line\nbreak", INodePass.NodePass_NameCharacterForbidden.selector);
        if (pick == 4) {
            return (
                unicode"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二",
                NONE
            );
        }
        return (string.concat("node ", vm.toString(pick)), NONE);
    }

    // A holder's calls, also made by other people and on passes that no longer exist

    function rename(uint256 actor, uint256 pick, uint256 name) external {
        (address account, uint256 id) = (_caller(actor, _id(pick)), _id(pick));
        (string memory text, bytes4 nameDue) = _name(name);
        bytes4 due = _holderOnly(account, id);
        if (due == NONE) due = nameDue;
        vm.prank(account);
        try passes.rename(id, text) {
            _went("rename", due);
            _records[id].name = text;
        } catch (bytes memory reason) {
            _wasRefused("rename", due, reason);
        }
    }

    function startUnbonding(uint256 actor, uint256 pick) external {
        (address account, uint256 id) = (_caller(actor, _id(pick)), _id(pick));
        bytes4 due = _holderOnly(account, id);
        if (due == NONE && _records[id].unbondingSince != 0) due = INodePass.NodePass_AlreadyUnbonding.selector;
        vm.prank(account);
        try passes.startUnbonding(id) {
            _went("startUnbonding", due);
            _records[id].unbondingSince = block.timestamp;
        } catch (bytes memory reason) {
            _wasRefused("startUnbonding", due, reason);
        }
    }

    function cancelUnbonding(uint256 actor, uint256 pick) external {
        (address account, uint256 id) = (_caller(actor, _id(pick)), _id(pick));
        bytes4 due = _holderOnly(account, id);
        if (due == NONE && _records[id].unbondingSince == 0) due = INodePass.NodePass_NotUnbonding.selector;
        vm.prank(account);
        try passes.cancelUnbonding(id) {
            _went("cancelUnbonding", due);
            _records[id].unbondingSince = 0;
        } catch (bytes memory reason) {
            _wasRefused("cancelUnbonding", due, reason);
        }
    }

    function unbond(uint256 actor, uint256 pick) external {
        (address account, uint256 id) = (_caller(actor, _id(pick)), _id(pick));
        bytes4 due = _holderOnly(account, id);
        uint256 since = _records[id].unbondingSince;
        if (due == NONE && since == 0) due = INodePass.NodePass_NotUnbonding.selector;
        if (due == NONE && block.timestamp - since < 7 days) due = INodePass.NodePass_CoolDownRunning.selector;
        vm.prank(account);
        try passes.unbond(id) {
            _went("unbond", due);
            delete _records[id];
            ++burnedPasses;
            balance[account] += BOND;
            balance[address(passes)] -= BOND;
        } catch (bytes memory reason) {
            _wasRefused("unbond", due, reason);
        }
    }

    function _holderOnly(address account, uint256 id) private view returns (bytes4) {
        address holder = _records[id].holder;
        if (holder == address(0)) return IERC721Errors.ERC721NonexistentToken.selector;
        return account == holder ? NONE : INodePass.NodePass_CallerNotHolder.selector;
    }

    // Transfers and approvals

    function transfer(uint256 actor, uint256 other, uint256 pick, uint256 wrongFrom) external {
        (address account, uint256 id) = (_caller(actor, _id(pick)), _id(pick));
        address holder = _records[id].holder;
        address from = wrongFrom % 8 == 0 || holder == address(0) ? actors[wrongFrom / 8 % actors.length] : holder;
        address to = _actor(other);
        bool entitled = account == holder || _operators[holder][account] || _records[id].approved == account;
        bytes4 due;
        if (holder == address(0)) due = IERC721Errors.ERC721NonexistentToken.selector;
        else if (!entitled) due = IERC721Errors.ERC721InsufficientApproval.selector;
        else if (from != holder) due = IERC721Errors.ERC721IncorrectOwner.selector;
        vm.prank(account);
        try passes.transferFrom(from, to, id) {
            _went("transfer", due);
            _records[id].holder = to;
            if (to != holder) _records[id].unbondingSince = 0;
            _records[id].approved = address(0);
            if (account != from) ++done["transfer by another"];
        } catch (bytes memory reason) {
            _wasRefused("transfer", due, reason);
        }
    }

    function approve(uint256 actor, uint256 other, uint256 pick) external {
        uint256 id = _id(pick);
        address holder = _records[id].holder;
        if (holder == address(0)) return;
        address to = _actor(other);
        vm.prank(holder);
        passes.approve(to, id);
        _records[id].approved = to;
        if (actor % 2 == 0) return;
        vm.prank(holder);
        passes.setApprovalForAll(to, actor % 4 == 1);
        _operators[holder][to] = actor % 4 == 1;
    }

    /// @dev To another person, or to the contract of the passes, where nobody can use it.
    function give(uint256 actor, uint256 other, uint256 amount) external {
        address from = _actor(actor);
        address to = other % 9 == 8 ? address(passes) : _actor(other);
        amount = bound(amount, 0, balance[from]);
        vm.prank(from);
        mcm.transfer(to, amount);
        balance[from] -= amount;
        balance[to] += amount;
    }

    function allow(uint256 actor, uint256 amount) external {
        vm.prank(_actor(actor));
        mcm.approve(address(passes), amount % 4 == 0 ? bound(amount, 0, 2 * BOND) : type(uint256).max);
    }

    // Picking

    function _actor(uint256 actor) private view returns (address) {
        return actors[actor % actors.length];
    }

    /// @dev Any pass that was ever minted, or the next pass.
    function _id(uint256 pick) private view returns (uint256) {
        return 1 + pick % (lastId + 1);
    }

    /// @dev Mostly the pass's holder.
    function _caller(uint256 actor, uint256 id) private view returns (address) {
        address holder = _records[id].holder;
        return actor % 4 != 0 && holder != address(0) ? holder : actors[actor / 4 % actors.length];
    }
}
