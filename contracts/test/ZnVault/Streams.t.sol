// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {VaultTest} from "../support/VaultTest.sol";

/// @notice At every moment, the logs alone show the vesting rate and the end of vesting.
contract ZnVaultStreamsTest is VaultTest {
    function _expectStream(uint256 rate, uint256 end) private {
        vm.expectEmit(address(vault));
        emit IZnVault.StreamUpdated(rate, end);
    }

    /// @return count how many `StreamUpdated` events the vault has emitted since the logs were last read
    function _streams() private returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] == IZnVault.StreamUpdated.selector) ++count;
        }
    }

    function test_TheLogShowsWhenVestingContinuesAndStops() public {
        fund(BUDGET);
        skip(40 days);
        uint256 least = vault.minimumShares();
        vm.startPrank(alice);
        vault.mint(least - 1, alice);
        _expectStream(1 ether, block.timestamp + VESTING);
        vault.mint(1, alice);
        skip(100);
        _expectStream(0, block.timestamp + VESTING - 100);
        vault.redeem(1, alice, alice);
        skip(1 days);
        _expectStream(1 ether, block.timestamp + VESTING - 100);
        vault.deposit(1 ether, alice);
        skip(100);
        _expectStream(0, block.timestamp + VESTING - 200);
        vault.withdraw(vault.maxWithdraw(alice), alice, alice);
        vm.stopPrank();
    }

    function test_NothingIsLoggedIfTheStreamContinuesUnchanged() public {
        vm.recordLogs();
        deposit(alice, 1000 ether);
        redeemAll(alice);
        assertEq(_streams(), 0, "nothing has been funded");
        deposit(alice, 1000 ether);
        fund(BUDGET);
        deposit(bob, 1 ether);
        skip(1 days);
        redeemAll(bob);
        assertEq(_streams(), 0, "there were always enough shares");
        skip(VESTING);
        redeemAll(alice);
        deposit(alice, 1000 ether);
        assertEq(_streams(), 0, "nothing is left to vest");
        redeemAll(alice);
        _expectStream(0, block.timestamp + VESTING);
        fund(BUDGET);
    }

    /// After every step the events alone give the vault's rate and end.
    function testFuzz_TheLogTellsTheWholeStream(uint256 seed) public {
        vm.recordLogs();
        (uint256 rate, uint256 end, uint256 stillSince) = (0, block.timestamp, 0);
        for (uint256 step = 0; step < 24; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            skip(seed % 3 == 0 ? 0 : (seed >> 8) % 20 days);
            address account = seed % 2 == 0 ? alice : bob;
            uint256 kind = (seed >> 16) % 4;
            if (kind == 0) fund(VESTING + (seed >> 32) % (BUDGET / 4));
            else if (kind == 1) deposit(account, 1 + (seed >> 32) % (seed % 2 == 0 ? 1 ether : 0.002 ether));
            else if (kind == 2) redeemAll(account);
            else redeem(account, (seed >> 32) % (vault.balanceOf(account) + 1));

            Vm.Log[] memory logs = vm.getRecordedLogs();
            for (uint256 i = 0; i < logs.length; ++i) {
                if (logs[i].topics[0] == IZnVault.Funded.selector) {
                    (, rate, end) = abi.decode(logs[i].data, (uint256, uint256, uint256));
                    stillSince = 0;
                } else if (logs[i].topics[0] == IZnVault.StreamUpdated.selector) {
                    uint256 updated;
                    (updated, end) = abi.decode(logs[i].data, (uint256, uint256));
                    if (updated != 0) rate = updated;
                    stillSince = updated == 0 ? block.timestamp : 0;
                }
            }
            IZnVault.VaultState memory state = vault.vaultState();
            uint256 expected = stillSince == 0 ? end : end + block.timestamp - stillSince;
            if (state.unvested == 0) {
                assertLe(expected, block.timestamp, "all has vested");
            } else {
                assertEq(state.rewardRate, rate, "rate");
                assertEq(state.rewardEnd, expected, "end");
            }
        }
    }
}
