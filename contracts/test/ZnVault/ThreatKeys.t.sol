// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VaultTest} from "../support/VaultTest.sol";

/// @notice A stolen key of the owner or guardian: the thief makes any calls that the key allows in any order, also as a
/// depositor. The thief takes no assets and no rewards, and can only stop new deposits.
contract ZnVaultKeysTest is VaultTest {
    function setUp() public override {
        super.setUp();
        fund(BUDGET);
        deposit(alice, 1000 ether);
        deposit(bob, 3000 ether);
        skip(1 days);
    }

    function testFuzz_Threat_StolenOwnerKeyTakesNothing(uint256 seed) public {
        vm.prank(owner);
        vault.transferOwnership(carol);
        vm.prank(carol);
        vault.acceptOwnership();
        _steal(seed);
    }

    function testFuzz_Threat_StolenGuardianKeyTakesNothing(uint256 seed) public {
        vm.prank(owner);
        vault.setGuardian(carol);
        _steal(seed);
    }

    function testFuzz_Threat_BothKeysStolenTakeNothing(uint256 seed) public {
        vm.startPrank(owner);
        vault.setGuardian(carol);
        vault.transferOwnership(carol);
        vm.stopPrank();
        vm.prank(carol);
        vault.acceptOwnership();
        _steal(seed);
    }

    /// @dev The same time is simulated with the thief's calls and without them, the thief having no money in the vault.
    /// Then everybody leaves.
    function _steal(uint256 seed) private {
        uint256 start = vm.snapshotState();
        skip(10 hours);
        (uint256 alices, uint256 bobs) = (worth(alice), worth(bob));
        vm.revertToState(start);
        for (uint256 i = 0; i < 10; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _useTheKey(seed);
            skip(1 hours);
        }
        assertGe(redeemAll(alice), alices);
        assertGe(redeemAll(bob), bobs);
        assertLe(galx.balanceOf(carol), WEALTH, "the thief has taken nothing");
    }

    function _useTheKey(uint256 seed) private {
        bytes[7] memory calls = [
            abi.encodeCall(vault.pauseDeposits, ()),
            abi.encodeCall(vault.unpauseDeposits, ()),
            abi.encodeCall(vault.setGuardian, (address(uint160(seed)))),
            abi.encodeCall(vault.setGuardian, (carol)),
            abi.encodeCall(vault.fund, (seed % 1 ether)),
            abi.encodeCall(vault.withdraw, (seed % 1000 ether, carol, alice)),
            abi.encodeCall(vault.renounceOwnership, ())
        ];
        vm.startPrank(carol);
        (bool used,) = address(vault).call(calls[(seed >> 128) % 7]);
        // in and out within the same second, if deposits are open
        if (used && vault.maxDeposit(carol) != 0) {
            vault.deposit(1e24, carol);
            vault.redeem(vault.balanceOf(carol), carol, carol);
        }
        vm.stopPrank();
    }
}
