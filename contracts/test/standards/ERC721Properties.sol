// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Enumerable.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

import {Receiver} from "./Receiver.sol";

/// @notice The text of ERC-721 and ERC-165, sentence by sentence, for any token. A subclass makes and destroys tokens.
abstract contract ERC721Properties is Test {
    address internal immutable owner = makeAddr("owner");
    address internal immutable operator = makeAddr("operator");
    address internal immutable approved = makeAddr("approved");
    address internal immutable stranger = makeAddr("stranger");
    address internal immutable to = makeAddr("to");

    IERC721Enumerable internal token;
    /// @dev Three tokens of `owner`.
    uint256[3] internal ids;

    function make() internal virtual returns (IERC721Enumerable);

    /// @dev Makes a token for `holder`.
    /// @return id its number
    function create(address holder) internal virtual returns (uint256 id);

    /// @dev Destroys a token of `holder`.
    function destroy(address holder, uint256 id) internal virtual;

    /// @dev A number without a token.
    uint256 internal constant NONE = 404;

    function setUp() public virtual {
        token = make();
        for (uint256 i = 0; i < 3; ++i) {
            ids[i] = create(owner);
        }
        vm.prank(owner);
        token.approve(approved, ids[0]);
        vm.prank(owner);
        token.setApprovalForAll(operator, true);
    }

    // ERC-165: "supportsInterface ... uses less than 30,000 gas", true for 0x01ffc9a7 and each interface, false for 0xffffffff

    function test_ERC165_InterfacesAreSupported() public view {
        bytes4[4] memory known = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x780e9d63];
        for (uint256 i = 0; i < known.length; ++i) {
            assertTrue(token.supportsInterface{gas: 30_000}(known[i]));
        }
        assertFalse(token.supportsInterface{gas: 30_000}(0xffffffff));
    }

    function testFuzz_ERC165_OtherInterfacesAreNotSupported(bytes4 id) public view {
        if (id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f || id == 0x780e9d63) return;
        assertFalse(token.supportsInterface{gas: 30_000}(id));
    }

    // balanceOf: "Count all NFTs assigned to an owner. NFTs assigned to the zero address are considered invalid, and this function
    // throws for queries about the zero address."

    function test_ERC721_BalanceOfCountsAndThrowsForZero() public {
        assertEq(token.balanceOf(owner), 3);
        assertEq(token.balanceOf(stranger), 0);
        vm.expectRevert();
        token.balanceOf(address(0));
    }

    // ownerOf: "NFTs assigned to zero address are considered invalid, and queries about them do throw."

    function test_ERC721_OwnerOfThrowsForAMissingToken() public {
        assertEq(token.ownerOf(ids[1]), owner);
        vm.expectRevert();
        token.ownerOf(NONE);
        destroy(owner, ids[1]);
        vm.expectRevert();
        token.ownerOf(ids[1]);
    }

    // Transfer: "This event emits when NFTs are created (from == 0) and destroyed (to == 0)."

    function test_ERC721_CreationAndDestructionEmitTransfer() public {
        vm.recordLogs();
        uint256 id = create(owner);
        _assertTransferred(address(0), owner, id);
        destroy(owner, id);
        _assertTransferred(owner, address(0), id);
        assertEq(token.balanceOf(owner), 3);
    }

    /// @dev The token's events since the last call show exactly this transfer.
    function _assertTransferred(address from, address to_, uint256 id) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(token) || logs[i].topics[0] != IERC721.Transfer.selector) continue;
            ++count;
            assertEq(address(uint160(uint256(logs[i].topics[1]))), from, "from");
            assertEq(address(uint160(uint256(logs[i].topics[2]))), to_, "to");
            assertEq(uint256(logs[i].topics[3]), id, "id");
        }
        assertEq(count, 1, "once");
    }

    // transferFrom: "Throws unless msg.sender is the current owner, an authorized operator, or the approved address for this NFT."

    function _transfers() internal pure returns (bytes4[3] memory) {
        return [
            IERC721.transferFrom.selector,
            bytes4(keccak256("safeTransferFrom(address,address,uint256)")),
            bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)"))
        ];
    }

    function _call(address caller, bytes4 selector, address from_, address to_, uint256 id)
        internal
        returns (bool succeeded)
    {
        vm.prank(caller);
        // the first two functions ignore the additional argument
        (succeeded,) = address(token).call(abi.encodeWithSelector(selector, from_, to_, id, bytes("data")));
    }

    function testFuzz_ERC721_OwnerOperatorAndApprovedTransfer(uint256 way, uint256 who) public {
        address caller = [owner, operator, approved][who % 3];
        vm.expectEmit(address(token));
        emit IERC721.Transfer(owner, to, ids[0]);
        assertTrue(_call(caller, _transfers()[way % 3], owner, to, ids[0]));
        assertEq(token.ownerOf(ids[0]), to);
        assertEq(token.balanceOf(owner), 2);
        assertEq(token.balanceOf(to), 1);
        assertEq(token.getApproved(ids[0]), address(0), "the approved address is reset to none");
        assertFalse(_call(approved, _transfers()[way % 3], to, approved, ids[0]), "and holds no longer");
    }

    function testFuzz_ERC721_OthersDoNotTransfer(uint256 way, address caller) public {
        // the zero address sends no transaction
        vm.assume(caller != owner && caller != operator && caller != address(0));
        bytes4 selector = _transfers()[way % 3];
        if (caller != approved) assertFalse(_call(caller, selector, owner, to, ids[0]));
        assertFalse(_call(caller, selector, owner, to, ids[1]), "approved for one is not approved for another");
        assertFalse(_call(caller, selector, owner, caller, ids[2]));
        assertEq(token.balanceOf(owner), 3);
    }

    // "Throws if _from is not the current owner. Throws if _to is the zero address. Throws if _tokenId is not a valid NFT."

    function testFuzz_ERC721_TransfersThrowForWrongArguments(uint256 way, uint256 who, address from) public {
        vm.assume(from != owner);
        address caller = [owner, operator, approved][who % 3];
        bytes4 selector = _transfers()[way % 3];
        assertFalse(_call(caller, selector, from, to, ids[0]), "from");
        assertFalse(_call(caller, selector, owner, address(0), ids[0]), "to");
        assertFalse(_call(caller, selector, owner, to, NONE), "id");
        assertFalse(_call(caller, selector, address(0), to, NONE), "nobody's");
        assertEq(token.balanceOf(owner), 3);
    }

    // safeTransferFrom: "When transfer is complete, this function checks if _to is a smart contract (code size > 0). If so, it calls
    // onERC721Received on _to and throws if the return value is not bytes4(keccak256(...))."

    function testFuzz_ERC721_SafeTransferAsksTheContract(bytes calldata data, uint256 who) public {
        address caller = [owner, operator, approved][who % 3];
        Receiver receiver = new Receiver(Receiver.Answer.Accepts);
        vm.prank(caller);
        token.safeTransferFrom(owner, address(receiver), ids[0], data);
        assertEq(token.ownerOf(ids[0]), address(receiver));
        assertEq(receiver.operator(), caller);
        assertEq(receiver.from(), owner);
        assertEq(receiver.id(), ids[0]);
        assertEq(receiver.data(), data);
        assertEq(receiver.holderWhenAsked(), address(receiver), "when transfer is complete");
    }

    // "This works identically to the other function with an extra data parameter, except this function just sets data to """

    function test_ERC721_SafeTransferWithoutDataSendsNone() public {
        Receiver receiver = new Receiver(Receiver.Answer.Accepts);
        vm.prank(owner);
        token.safeTransferFrom(owner, address(receiver), ids[0]);
        assertEq(receiver.data(), "");
        assertEq(receiver.id(), ids[0]);
    }

    function test_ERC721_SafeTransferThrowsWhereTheContractDoesNotAccept() public {
        address[4] memory unwilling = [
            address(new Receiver(Receiver.Answer.SaysSomethingElse)),
            address(new Receiver(Receiver.Answer.Reverts)),
            address(new Receiver(Receiver.Answer.SaysNothing)),
            address(token)
        ];
        for (uint256 i = 0; i < unwilling.length; ++i) {
            assertFalse(_call(owner, _transfers()[1], owner, unwilling[i], ids[0]));
            assertFalse(_call(owner, _transfers()[2], owner, unwilling[i], ids[0]));
            assertEq(token.ownerOf(ids[0]), owner);
            assertEq(token.getApproved(ids[0]), approved, "nothing has changed");
        }
        // "THE CALLER IS RESPONSIBLE TO CONFIRM THAT _to IS CAPABLE OF RECEIVING NFTS": transferFrom does not check
        // this
        assertTrue(_call(owner, _transfers()[0], owner, unwilling[0], ids[0]));
    }

    /// An account with delegated code (EIP-7702) is a smart contract by the text: code size > 0.
    function test_ERC721_SafeTransferAsksAnAccountWithDelegatedCode() public {
        Receiver willing = new Receiver(Receiver.Answer.Accepts);
        Receiver unwilling = new Receiver(Receiver.Answer.SaysSomethingElse);
        vm.etch(to, abi.encodePacked(hex"ef0100", address(willing)));
        address other = makeAddr("delegated otherwise");
        vm.etch(other, abi.encodePacked(hex"ef0100", address(unwilling)));
        assertFalse(_call(owner, _transfers()[1], owner, other, ids[1]));
        assertTrue(_call(owner, _transfers()[1], owner, to, ids[1]));
    }

    // approve: "The zero address indicates there is no approved address. Throws unless msg.sender is the current NFT owner, or an
    // authorized operator of the current owner."

    function testFuzz_ERC721_ApproveByOwnerOrOperator(bool byOperator, address spender) public {
        vm.expectEmit(address(token));
        emit IERC721.Approval(owner, spender, ids[1]);
        vm.prank(byOperator ? operator : owner);
        token.approve(spender, ids[1]);
        assertEq(token.getApproved(ids[1]), spender);
        vm.prank(owner);
        token.approve(address(0), ids[1]);
        assertEq(token.getApproved(ids[1]), address(0));
    }

    function testFuzz_ERC721_ApproveByOthersThrows(address caller) public {
        // the zero address sends no transaction
        vm.assume(caller != owner && caller != operator && caller != address(0));
        vm.startPrank(caller);
        // the approved address may transfer, but may not approve another address
        vm.expectRevert();
        token.approve(caller, ids[0]);
        vm.expectRevert();
        token.approve(caller, NONE);
        vm.stopPrank();
        assertEq(token.getApproved(ids[0]), approved);
    }

    // getApproved: "Throws if _tokenId is not a valid NFT."

    function test_ERC721_GetApprovedThrowsForAMissingToken() public {
        assertEq(token.getApproved(ids[0]), approved);
        assertEq(token.getApproved(ids[1]), address(0));
        vm.expectRevert();
        token.getApproved(NONE);
        destroy(owner, ids[0]);
        vm.expectRevert();
        token.getApproved(ids[0]);
    }

    // setApprovalForAll: "Emits the ApprovalForAll event. The contract MUST allow multiple operators per owner."

    function testFuzz_ERC721_SeveralOperatorsPerOwner(address second) public {
        vm.assume(second != address(0) && second != operator && second != owner);
        vm.expectEmit(address(token));
        emit IERC721.ApprovalForAll(owner, second, true);
        vm.prank(owner);
        token.setApprovalForAll(second, true);
        assertTrue(token.isApprovedForAll(owner, operator));
        assertTrue(token.isApprovedForAll(owner, second));
        assertFalse(token.isApprovedForAll(second, owner));
        vm.expectEmit(address(token));
        emit IERC721.ApprovalForAll(owner, second, false);
        vm.prank(owner);
        token.setApprovalForAll(second, false);
        assertFalse(token.isApprovedForAll(owner, second));
        assertTrue(token.isApprovedForAll(owner, operator));
        assertFalse(_call(second, _transfers()[0], owner, to, ids[1]));
    }

    function test_ERC721_OperatorsAreOfAnOwnerNotOfAToken() public {
        assertTrue(_call(owner, _transfers()[0], owner, to, ids[1]));
        assertFalse(_call(operator, _transfers()[0], to, operator, ids[1]), "the new owner named no operator");
        uint256 later = create(owner);
        assertTrue(_call(operator, _transfers()[0], owner, to, later), "tokens received later are included");
    }
}
