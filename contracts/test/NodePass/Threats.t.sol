// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";

import {NodePass} from "../../src/NodePass.sol";
import {INodePass} from "../../src/interfaces/INodePass.sol";
import {NodePassTest} from "../support/NodePassTest.sol";
import {HookToken, IHook} from "../support/Tokens.sol";

/// @notice Holds passes, and tries every function on each of them whenever an arriving pass or a token in the middle of a transfer calls it
/// back.
contract ReenteringHolder is IERC721Receiver, IHook {
    NodePass private immutable passes;
    HookToken private immutable token;
    address private immutable accomplice;
    uint256 private depth;

    uint256 public callbacks;
    uint256 public successes;
    /// @dev how often there were fewer bonds than passes
    uint256 public uncovered;

    constructor(NodePass passes_, address accomplice_) {
        passes = passes_;
        token = HookToken(passes_.mcm());
        accomplice = accomplice_;
        token.approve(address(passes_), type(uint256).max);
    }

    /// @dev Makes the call that the test asks for. @return succeeded whether it went through
    function attempt(bytes memory call) public returns (bool succeeded) {
        (succeeded,) = address(passes).call(call);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _attack();
        return this.onERC721Received.selector;
    }

    function onTransfer() external {
        _attack();
    }

    function _attack() private {
        ++callbacks;
        if (token.balanceOf(address(passes)) < passes.BOND() * passes.totalSupply()) ++uncovered;
        if (depth == 2) return;
        ++depth;
        for (uint256 id = 1; id <= 6; ++id) {
            _try(abi.encodeCall(passes.unbond, (id)));
            _try(abi.encodeCall(passes.startUnbonding, (id)));
            _try(abi.encodeCall(passes.cancelUnbonding, (id)));
            _try(abi.encodeCall(passes.rename, (id, "re-entered")));
            if (id == 5) _try(abi.encodeCall(passes.transferFrom, (address(this), accomplice, id)));
            _try(abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", address(this), this, id));
        }
        _try(abi.encodeCall(passes.mint, ("re-entered")));
        _try(abi.encodeCall(passes.mintWithPermit, ("re-entered", block.timestamp, 27, 0, 0)));
        --depth;
    }

    function _try(bytes memory call) private {
        if (attempt(call)) ++successes;
    }
}

/// @notice Mints during its construction, without code and without knowing ERC-721.
contract ConstructorMinter {
    constructor(NodePass passes, HookToken mcm) {
        mcm.approve(address(passes), 10_000 ether);
        passes.mint("made in a constructor");
    }
}

contract NodePassThreats is NodePassTest {
    address private immutable attacker = makeAddr("attacker");

    /// Each bond is paid once, even if several accounts held the pass and began to unbond it.
    function test_Threat_TransferredReceipt() public {
        uint256 id = mint(alice, "A");
        startUnbonding(alice, id);
        skip(COOL_DOWN);
        give(alice, bob, id);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_CallerNotHolder.selector, id, alice));
        unbond(alice, id);
        vm.expectRevert(abi.encodeWithSelector(INodePass.NodePass_NotUnbonding.selector, id));
        unbond(bob, id);
        startUnbonding(bob, id);
        skip(COOL_DOWN);
        unbond(bob, id);
        address[3] memory people = [alice, bob, carol];
        for (uint256 i = 0; i < people.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", id));
            unbond(people[i], id);
        }
        assertEq(mcm.balanceOf(alice) + mcm.balanceOf(bob), 200_000 ether, "the bond was paid once");
        assertEq(mcm.balanceOf(address(passes)), 0);
    }

    /// With any number of holders and any waits, the sum of all MCM and bonds stays, and a bond is free 7 days after its holder started the
    /// cool-down.
    function testFuzz_Threat_TransferredReceipt(uint256[12] memory hands, uint256[12] memory waits) public {
        address[3] memory people = [alice, bob, carol];
        uint256 id = mint(alice, "A");
        address holder = alice;
        uint256 since;
        for (uint256 i = 0; i < hands.length; ++i) {
            skip(bound(waits[i], 0, 8 days));
            if (hands[i] % 2 == 0) {
                if (since == 0) startUnbonding(holder, id);
                if (since == 0) since = block.timestamp;
            } else {
                address next = people[hands[i] / 2 % 3];
                give(holder, next, id);
                if (next != holder) since = 0;
                holder = next;
            }
            vm.prank(holder);
            try passes.unbond(id) {
                assertTrue(since != 0 && block.timestamp - since >= COOL_DOWN);
                assertEq(mcm.balanceOf(address(passes)), 0);
                break;
            } catch {
                assertTrue(since == 0 || block.timestamp - since < COOL_DOWN);
            }
        }
        uint256 sum = mcm.balanceOf(alice) + mcm.balanceOf(bob) + mcm.balanceOf(carol);
        assertEq(sum + BOND * passes.totalSupply(), 300_000 ether);
    }

    /// @dev A contract over a token with hooks, two passes of a victim, and an attacker with passes, one of which is ready to be unbonded.
    function _world() private returns (NodePass target, HookToken token, ReenteringHolder holder) {
        token = new HookToken(address(this));
        target = new NodePass(address(token));
        holder = new ReenteringHolder(target, attacker);
        token.transfer(address(holder), 10_000_000 ether);
        token.transfer(alice, 20_000 ether);
        vm.startPrank(alice);
        token.approve(address(target), type(uint256).max);
        target.mint("victim");
        target.mint("victim");
        vm.stopPrank();
        for (uint256 i = 0; i < 3; ++i) {
            assertTrue(holder.attempt(abi.encodeCall(target.mint, ("mine"))));
        }
        assertTrue(holder.attempt(abi.encodeCall(target.startUnbonding, (3))));
        skip(COOL_DOWN);
    }

    function _wealth(NodePass target, HookToken token, address account) private view returns (uint256) {
        return token.balanceOf(account) + BOND * target.balanceOf(account);
    }

    function _nothingGained(NodePass target, HookToken token, ReenteringHolder holder) private view {
        assertGt(holder.callbacks(), 0);
        assertGt(holder.successes(), 0, "the attacker called in with its own passes");
        assertEq(holder.uncovered(), 0, "at no moment were bonds missing");
        assertEq(
            _wealth(target, token, address(holder)) + _wealth(target, token, attacker),
            10_000_000 ether,
            "and gained nothing"
        );
        assertEq(target.balanceOf(alice), 2);
        assertEq(target.pass(1).name, "victim");
        assertEq(token.balanceOf(address(target)), BOND * target.totalSupply());
    }

    function test_Threat_Reentrancy_FromTheReceiver() public {
        (NodePass target, HookToken token, ReenteringHolder holder) = _world();
        bytes memory call =
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", address(holder), holder, 4);
        assertTrue(holder.attempt(call));
        _nothingGained(target, token, holder);
    }

    function test_Threat_Reentrancy_FromTheTokenWhileMinting() public {
        (NodePass target, HookToken token, ReenteringHolder holder) = _world();
        token.setHook(holder);
        assertTrue(holder.attempt(abi.encodeCall(target.mint, ("outer"))));
        token.setHook(IHook(address(0)));
        _nothingGained(target, token, holder);
    }

    function test_Threat_Reentrancy_FromTheTokenWhileUnbonding() public {
        (NodePass target, HookToken token, ReenteringHolder holder) = _world();
        token.setHook(holder);
        assertTrue(holder.attempt(abi.encodeCall(target.unbond, (3))));
        token.setHook(IHook(address(0)));
        _nothingGained(target, token, holder);
    }

    function test_Threat_PermitGriefing() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        vm.prank(attacker);
        mcm.permit(signer, address(passes), BOND, permit.deadline, permit.v, permit.r, permit.s);
        vm.prank(signer);
        uint256 id = passes.mintWithPermit("S", permit.deadline, permit.v, permit.r, permit.s);
        assertEq(passes.ownerOf(id), signer, "a permit that somebody used first does not stop its owner");
    }

    /// A permit is public while its transaction is pending. Nobody else can gain anything from it.
    function test_Threat_PermitOfAnother() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        vm.prank(attacker);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        passes.mintWithPermit("S", permit.deadline, permit.v, permit.r, permit.s);
        assertEq(mcm.balanceOf(signer), 100_000 ether);
    }

    /// Alice, Bob and Carol gave unlimited allowances, and still nobody else can mint with their MCM.
    function test_Threat_AllowancesOfOthers() public {
        vm.prank(attacker);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        passes.mint("theirs");
        mcm.mint(attacker, BOND);
        vm.startPrank(attacker);
        mcm.approve(address(passes), BOND);
        passes.mint("own");
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        passes.mint("theirs");
        vm.stopPrank();
        assertEq(mcm.balanceOf(alice) + mcm.balanceOf(bob) + mcm.balanceOf(carol), 300_000 ether);
    }

    /// A pass held for a moment is worth nothing: between minting and unbonding lies the cool-down, counted in seconds.
    function test_Threat_MomentaryBalance() public {
        uint256 id = mint(alice, "A");
        startUnbonding(alice, id);
        vm.expectRevert();
        unbond(alice, id);
        vm.roll(block.number + 1000);
        vm.expectRevert();
        unbond(alice, id);
        skip(COOL_DOWN - 1);
        vm.expectRevert();
        unbond(alice, id);
        assertFalse(passes.isLive(id), "and a pass on its way out is not live");
    }

    /// MCM that somebody sends here belongs to nobody and changes no bond.
    function test_Threat_Donation() public {
        uint256 id = mint(alice, "A");
        vm.prank(bob);
        mcm.transfer(address(passes), 50_000 ether);
        startUnbonding(alice, id);
        skip(COOL_DOWN);
        unbond(alice, id);
        assertEq(mcm.balanceOf(alice), 100_000 ether);
        assertEq(mcm.balanceOf(address(passes)), 50_000 ether);
    }

    /// No check asks for code. An account without code mints like any other account, and so does a contract that does not know ERC-721.
    function test_Threat_CallersWithoutCode() public {
        address minter = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        mcm.mint(minter, BOND);
        new ConstructorMinter(passes, HookToken(address(mcm)));
        assertEq(passes.ownerOf(1), minter);
    }

    /// However many passes there are, a call costs the same.
    function test_Threat_LoopsOverUsers() public {
        mcm.mint(alice, 400 * BOND);
        for (uint256 i = 0; i < 3; ++i) {
            mint(alice, "early");
        }
        uint256 few = _costOfALife();
        for (uint256 i = 0; i < 300; ++i) {
            mint(alice, "late");
        }
        assertApproxEqRel(_costOfALife(), few, 0.05e18);
    }

    function _costOfALife() private returns (uint256 gas) {
        uint256 id = mint(alice, "measured");
        startUnbonding(alice, id);
        skip(COOL_DOWN);
        gas = gasleft();
        give(alice, bob, id);
        give(bob, alice, id);
        startUnbonding(alice, id);
        skip(COOL_DOWN);
        unbond(alice, id);
        mint(alice, "again");
        gas -= gasleft();
    }
}
