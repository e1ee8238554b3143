// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

import {ZnVault} from "../../src/ZnVault.sol";
import {IZnVault} from "../../src/interfaces/IZnVault.sol";
import {Access} from "../threats/Access.sol";

/// @notice Missing access control.
contract AccessZnVaultTest is Access {
    ZnVault private vault;

    function setUp() public override {
        super.setUp();
        vault = new ZnVault(address(galx), owner, guardian, 90 days);
        galx.mint(attacker, 1e24);
        address[4] memory holders = [funder, alice, bob, attacker];
        for (uint256 i = 0; i < holders.length; ++i) {
            vm.prank(holders[i]);
            galx.approve(address(vault), type(uint256).max);
        }
        vm.prank(funder);
        vault.fund(BUDGET);
        _deposit(alice, 100 ether);
        _deposit(bob, 300 ether);
        _deposit(attacker, 50 ether);
        skip(1 hours);
    }

    function _deposit(address account, uint256 amount) private {
        vm.prank(account);
        vault.deposit(amount, account);
    }

    function others() internal view override returns (bytes32) {
        return keccak256(
            abi.encode(
                _of(alice),
                _of(bob),
                _of(carol),
                _of(funder),
                vault.owner(),
                vault.guardian(),
                vault.pendingOwner(),
                vault.vaultState().depositsPausedUntil,
                vault.vaultState().guardianPausesFrom,
                vault.vaultState().rewardRate
            )
        );
    }

    function _of(address account) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                vault.balanceOf(account),
                vault.nonces(account),
                vault.allowance(account, attacker),
                galx.balanceOf(account),
                galx.allowance(account, address(vault))
            )
        );
    }

    function _viewsOfTheVault() private {
        reads(abi.encodeCall(vault.asset, ()));
        reads(abi.encodeCall(vault.totalAssets, ()));
        reads(abi.encodeCall(vault.convertToShares, (1)));
        reads(abi.encodeCall(vault.convertToAssets, (1)));
        reads(abi.encodeCall(vault.maxDeposit, (alice)));
        reads(abi.encodeCall(vault.maxMint, (alice)));
        reads(abi.encodeCall(vault.maxWithdraw, (alice)));
        reads(abi.encodeCall(vault.maxRedeem, (alice)));
        reads(abi.encodeCall(vault.previewDeposit, (1)));
        reads(abi.encodeCall(vault.previewMint, (1)));
        reads(abi.encodeCall(vault.previewWithdraw, (1)));
        reads(abi.encodeCall(vault.previewRedeem, (1)));
        reads(abi.encodeCall(vault.vaultState, ()));
        reads(abi.encodeCall(vault.vestingDuration, ()));
        reads(abi.encodeCall(vault.minimumShares, ()));
        reads(abi.encodeCall(vault.guardian, ()));
        reads(abi.encodeCall(vault.pendingOwner, ()));
        reads(abi.encodeCall(vault.owner, ()));
    }

    function _viewsOfTheShares() private {
        reads(abi.encodeCall(vault.name, ()));
        reads(abi.encodeCall(vault.symbol, ()));
        reads(abi.encodeCall(vault.decimals, ()));
        reads(abi.encodeCall(vault.totalSupply, ()));
        reads(abi.encodeCall(vault.balanceOf, (alice)));
        reads(abi.encodeCall(vault.allowance, (alice, attacker)));
        reads(abi.encodeCall(vault.nonces, (alice)));
        reads(abi.encodeCall(vault.DOMAIN_SEPARATOR, ()));
        reads(abi.encodeCall(vault.eip712Domain, ()));
    }

    function _rolesOnly() private {
        bytes4 stranger = Ownable.OwnableUnauthorizedAccount.selector;
        refused(abi.encodeCall(vault.setGuardian, (attacker)), stranger);
        refused(abi.encodeCall(vault.unpauseDeposits, ()), stranger);
        refused(abi.encodeCall(vault.transferOwnership, (attacker)), stranger);
        refused(abi.encodeCall(vault.acceptOwnership, ()), stranger);
        refused(abi.encodeCall(vault.renounceOwnership, ()), stranger);
        refused(abi.encodeCall(vault.pauseDeposits, ()), IZnVault.ZnVault_CallerNotGuardian.selector);
        refused(
            abi.encodeCall(vault.transferFrom, (alice, attacker, 1)), IERC20Errors.ERC20InsufficientAllowance.selector
        );
        // a signature by no key
        uint256 later = block.timestamp + 1;
        refused(
            abi.encodeCall(vault.permit, (alice, attacker, 1, later, 27, bytes32(uint256(1)), bytes32(uint256(2)))),
            ERC20Permit.ERC2612InvalidSigner.selector
        );
    }

    function _everybodys() private {
        ownAffair(abi.encodeCall(vault.deposit, (1 ether, attacker)));
        ownAffair(abi.encodeCall(vault.mint, (1e30, attacker)));
        ownAffair(abi.encodeCall(vault.depositWithInviter, (1 ether, attacker, alice)));
        ownAffair(abi.encodeCall(vault.depositWithPermit, (1 ether, attacker, alice, 0, 0, 0, 0)));
        ownAffair(abi.encodeCall(vault.withdraw, (1 ether, attacker, attacker)));
        ownAffair(abi.encodeCall(vault.redeem, (1e30, attacker, attacker)));
        ownAffair(abi.encodeCall(vault.transfer, (attacker, 1e30)));
        ownAffair(abi.encodeCall(vault.approve, (alice, 1e30)));
        ownAffair(abi.encodeCall(vault.fund, (0.1 ether)));
    }

    function test_Threat_MissingAccessControl() public {
        _viewsOfTheVault();
        _viewsOfTheShares();
        _rolesOnly();
        _everybodys();
        walk("ZnVault", address(vault), attacker);
    }

    /// Nobody has access to another account's shares: somebody else tries every way out.
    function test_Threat_MissingAccessControl_AnothersShares() public {
        bytes32 before = others();
        vm.startPrank(attacker);
        uint256 shares = vault.previewWithdraw(1 ether);
        bytes4 refusal = IERC20Errors.ERC20InsufficientAllowance.selector;
        vm.expectRevert(abi.encodeWithSelector(refusal, attacker, 0, shares));
        vault.withdraw(1 ether, attacker, alice);
        vm.expectRevert(abi.encodeWithSelector(refusal, attacker, 0, 1e30));
        vault.redeem(1e30, attacker, alice);
        vm.expectRevert(abi.encodeWithSelector(refusal, attacker, 0, 1));
        vault.transferFrom(alice, attacker, 1);
        vm.stopPrank();
        assertEq(others(), before);
    }

    /// The caller pays for a deposit: nobody can use the allowances that others gave to the vault.
    function testFuzz_Threat_AllowancesToTheVaultAreNotAbused(uint256 kind, uint256 amount) public {
        bytes32 before = others();
        amount = bound(amount, 1, 1e30);
        bytes[6] memory calls = [
            abi.encodeCall(vault.deposit, (amount, attacker)),
            abi.encodeCall(vault.mint, (amount, attacker)),
            abi.encodeCall(vault.depositWithInviter, (amount, attacker, alice)),
            abi.encodeCall(vault.depositWithPermit, (amount, attacker, alice, 0, 0, 0, 0)),
            abi.encodeCall(vault.withdraw, (amount, attacker, attacker)),
            abi.encodeCall(vault.redeem, (amount, attacker, attacker))
        ];
        vm.prank(attacker);
        (bool succeeded,) = address(vault).call(calls[kind % 6]);
        assertEq(others(), before, succeeded ? "went through" : "was refused");
    }
}
