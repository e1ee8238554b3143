// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";
import {NodePassHandler} from "./NodePassHandler.sol";

/// @notice The invariants of README.md beside this file, by their numbers.
contract NodePassInvariants is NodePassTest {
    NodePassHandler private handler;
    uint256 private supply;

    function setUp() public override {
        super.setUp();
        uint256[] memory keys = new uint256[](4);
        for (uint256 i = 0; i < keys.length; ++i) {
            address account;
            (account, keys[i]) = makeAddrAndKey(string.concat("actor ", vm.toString(i)));
            mcm.mint(account, 45_000 ether);
            vm.prank(account);
            mcm.approve(address(passes), type(uint256).max);
        }
        handler = new NodePassHandler(passes, mcm, keys);
        supply = mcm.totalSupply();
        targetContract(address(handler));
    }

    /// @dev One function makes one campaign, so that each invariant is checked under the same sequences.
    function invariant_NodePass() public view {
        uint256 alive = handler.lastId() - handler.burnedPasses();
        assertEq(passes.totalSupply(), alive, "3: the supply is what was minted and not burned");
        assertGe(mcm.balanceOf(address(passes)), BOND * alive, "1: bonds held >= bonds of all passes");
        assertEq(
            mcm.balanceOf(address(passes)), handler.balance(address(passes)), "1: bonds held = bonds of all passes"
        );
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            assertEq(
                mcm.balanceOf(actor), handler.balance(actor), "2: a bond comes from its minter, goes to its holder"
            );
        }
        assertEq(mcm.totalSupply(), supply, "2: no MCM is made or lost");
        _3_passesAreAsTheRecordSays();
        _4_holdersFindTheirPasses();
        assertEq(handler.surprise(), "", "5: every refusal is known beforehand");
    }

    function _3_passesAreAsTheRecordSays() private view {
        for (uint256 id = 1; id <= handler.lastId() + 1; ++id) {
            NodePassHandler.Record memory record = handler.record(id);
            if (record.holder == address(0)) {
                assertFalse(passes.isLive(id), "3: a burned pass does not live");
                (bool there,) = address(passes).staticcall(abi.encodeCall(passes.pass, (id)));
                assertFalse(there, "3: a burned pass is gone, its number with it");
                continue;
            }
            INodePass.Pass memory pass = passes.pass(id);
            assertEq(pass.holder, record.holder, "3: a pass has the holder that received it");
            assertEq(pass.name, record.name, "3: a pass keeps its name");
            uint256 until = record.unbondingSince == 0 ? 0 : record.unbondingSince + COOL_DOWN;
            assertEq(pass.unbondingUntil, until, "3: a cool-down is the holder's, and lasts 7 days");
            assertEq(passes.isLive(id), until == 0, "3: a pass is live unless it is unbonding");
            assertEq(passes.getApproved(id), record.approved, "3: approvals end with a transfer");
        }
    }

    function _4_holdersFindTheirPasses() private view {
        uint256 seen;
        uint256 count;
        for (uint256 a = 0; a < handler.actorCount(); ++a) {
            address actor = handler.actors(a);
            INodePass.Pass[] memory found = passes.passesOf(actor, 0, type(uint256).max);
            assertEq(found.length, passes.balanceOf(actor), "4: as many as the balance says");
            for (uint256 i = 0; i < found.length; ++i) {
                assertEq(found[i].holder, actor, "4: a holder finds its own passes");
                assertEq(seen >> found[i].id & 1, 0, "4: each once");
                seen |= 1 << found[i].id;
                ++count;
            }
        }
        assertEq(count, passes.totalSupply(), "4: every pass is found");
        for (uint256 i = 0; i < count; ++i) {
            uint256 id = passes.tokenByIndex(i);
            assertEq(seen >> id & 1, 1, "4: the list of all is the same");
            seen ^= 1 << id;
        }
    }

    /// A long walk meets every call and every refusal, so the campaign above is not empty.
    function test_NodePassWalkMeetsEverything() public {
        for (uint256 i = 0; i < 2000 && handler.lastId() < 250; ++i) {
            uint256 a = uint256(keccak256(abi.encode("passes", i)));
            (uint256 b, uint256 c, uint256 d) = (a >> 32, a >> 64, a >> 96);
            uint256 call = (a >> 240) % 11;
            if (call == 0) handler.mint(b, c);
            else if (call == 1) handler.mintWithPermit(b, c, d);
            else if (call == 2) handler.rename(b, c, d);
            else if (call == 3) handler.startUnbonding(b, c);
            else if (call == 4) handler.cancelUnbonding(b, c);
            else if (call == 5) handler.unbond(b, c);
            else if (call == 6) handler.transfer(b, c, d, a >> 128);
            else if (call == 7) handler.approve(b, c, d);
            else if (call == 8) handler.give(b, c, d % 1000 ether);
            else if (call == 9) handler.allow(b, c);
            else handler.passTime(b, c);
        }
        invariant_NodePass();
        string[8] memory calls = [
            "mint",
            "mintWithPermit",
            "rename",
            "startUnbonding",
            "cancelUnbonding",
            "unbond",
            "transfer",
            "transfer by another"
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            assertGt(handler.done(calls[i]), 0, calls[i]);
        }
        _met("mint", bytes4(keccak256("InsufficientAllowance()")));
        _met("mint", bytes4(keccak256("InsufficientBalance()")));
        _met("mintWithPermit", bytes4(keccak256("InsufficientBalance()")));
        _met("mint", INodePass.NodePass_NameEmpty.selector);
        _met("mint", INodePass.NodePass_NameTooLong.selector);
        _met("rename", INodePass.NodePass_NameNotUtf8.selector);
        _met("rename", INodePass.NodePass_NameCharacterForbidden.selector);
        _met("rename", INodePass.NodePass_CallerNotHolder.selector);
        _met("rename", IERC721Errors.ERC721NonexistentToken.selector);
        _met("startUnbonding", INodePass.NodePass_AlreadyUnbonding.selector);
        _met("startUnbonding", INodePass.NodePass_CallerNotHolder.selector);
        _met("cancelUnbonding", INodePass.NodePass_NotUnbonding.selector);
        _met("cancelUnbonding", INodePass.NodePass_CallerNotHolder.selector);
        _met("unbond", INodePass.NodePass_NotUnbonding.selector);
        _met("unbond", INodePass.NodePass_CoolDownRunning.selector);
        _met("unbond", INodePass.NodePass_CallerNotHolder.selector);
        _met("unbond", IERC721Errors.ERC721NonexistentToken.selector);
        _met("transfer", IERC721Errors.ERC721InsufficientApproval.selector);
        _met("transfer", IERC721Errors.ERC721IncorrectOwner.selector);
        _met("transfer", IERC721Errors.ERC721NonexistentToken.selector);
    }

    function _met(string memory call, bytes4 refusal) private view {
        assertGt(handler.refused(call, refusal), 0, string.concat(call, " ", vm.toString(abi.encodePacked(refusal))));
    }
}
