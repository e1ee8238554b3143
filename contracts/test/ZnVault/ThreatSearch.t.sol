// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice Instant yield: the test carries out every sequence of up to four calls (five in the deep profile) of an
/// attacker with two accounts, in a vault with an honest holder. After each call it compares the attacker's assets with
/// the amount that time and shares allow.
contract ZnVaultSearchTest is VaultTest {
    uint256 private constant CALLS = 9;
    uint256 private immutable depth =
        keccak256(bytes(vm.envOr("FOUNDRY_PROFILE", string("default")))) == keccak256("deep") ? 5 : 4;

    /// @param entitled wei that the attacker's shares have earned so far, rounded up
    /// @param last the previous call
    struct Path {
        uint256 entitled;
        uint256 last;
        uint256 depth;
    }

    uint256 private start;
    uint256 private sequences;
    bool private found;

    /// The first calls. Each first call has a separate run, because the time of a search grows with the square of its
    /// calls.
    function fixtureFirst() public pure returns (uint256[] memory calls) {
        calls = new uint256[](CALLS);
        for (uint256 call = 0; call < CALLS; ++call) calls[call] = call;
    }

    function table_Threat_NoShortSequenceBeatsTheHonestYield(uint256 first) public {
        _search(10 days, first);
    }

    /// The stream ends between two of the waits.
    function table_Threat_NoShortSequenceBeatsTheHonestYield_AroundTheEnd(uint256 first) public {
        _search(VESTING - 1 days - 1, first);
    }

    function _search(uint256 begin, uint256 first) private {
        fund(BUDGET);
        deposit(alice, 1000 ether);
        skip(begin);
        vm.prank(carol);
        vault.approve(bob, type(uint256).max);
        start = _wealth();
        Path memory path = Path(0, first, 1);
        _do(first, path);
        _judge(path);
        _go(path);
        assertGt(sequences, 500, "the search has enough sequences");
        assertTrue(found, "one of them earns the honest yield");
    }

    function _wealth() private view returns (uint256) {
        return galx.balanceOf(carol) + galx.balanceOf(bob) + worth(carol) + worth(bob);
    }

    function _go(Path memory path) private {
        if (path.depth == depth) return;
        for (uint256 call = 0; call < CALLS; ++call) {
            // two equal waits in a row find nothing that one wait does not find
            if (call == path.last && call >= 7) continue;
            uint256 snapshot = vm.snapshotState();
            Path memory next = Path(path.entitled, call, path.depth + 1);
            _do(call, next);
            ++sequences;
            _judge(next);
            _go(next);
            (uint256 counted, bool any) = (sequences, found);
            vm.revertToStateAndDelete(snapshot);
            (sequences, found) = (counted, any);
        }
    }

    function _do(uint256 call, Path memory path) private {
        if (call == 0) deposit(carol, 50_000 ether);
        else if (call == 1) redeem(carol, vault.balanceOf(carol) / 2);
        else if (call == 2) redeemAll(carol);
        else if (call == 3) _transferFromCarol();
        else if (call == 4) redeemAll(bob);
        // somebody else makes this call, so that only the attacker's gain remains visible
        else if (call == 5) fund(1 ether);
        else if (call == 6) fund(1_000_000 ether);
        else _wait(call == 7 ? 1 : 1 days, path);
    }

    function _transferFromCarol() private {
        uint256 shares = vault.balanceOf(carol);
        vm.prank(bob);
        vault.transferFrom(carol, bob, shares);
    }

    function _wait(uint256 time, Path memory path) private {
        uint256 shares = vault.balanceOf(carol) + vault.balanceOf(bob);
        // Alice keeps her shares, so that enough shares exist for rewards to vest
        uint256 supply = vault.totalSupply();
        IZnVault.VaultState memory state = vault.vaultState();
        uint256 left = state.rewardEnd - block.timestamp;
        skip(time);
        path.entitled += state.rewardRate * (time < left ? time : left) * shares / supply + 1;
    }

    function _judge(Path memory path) private {
        uint256 has = _wealth();
        if (has > start + path.entitled) assertLe(has, start + path.entitled, "more than the honest yield");
        if (path.entitled > 1 ether && has + 10 > start + path.entitled) found = true;
    }
}
