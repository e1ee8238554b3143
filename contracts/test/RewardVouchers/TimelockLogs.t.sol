// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

import {Timelock} from "../../src/Timelock.sol";
import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice The timelock's logs: its roles at the start, the received coins, the announced operations and the executed operations.
contract TimelockLogsTest is VouchersTest {
    uint256 private constant DELAY = 48 hours;

    bytes32 private constant PROPOSER = keccak256("PROPOSER_ROLE");
    bytes32 private constant EXECUTOR = keccak256("EXECUTOR_ROLE");
    bytes32 private constant CANCELLER = keccak256("CANCELLER_ROLE");

    function _made() private returns (Timelock) {
        address[] memory proposers = new address[](1);
        address[] memory executors = new address[](1);
        (proposers[0], executors[0]) = (alice, bob);
        return new Timelock(DELAY, proposers, executors);
    }

    function _expectGranted(bytes32 role, address account) private {
        vm.expectEmit();
        emit IAccessControl.RoleGranted(role, account, address(this));
    }

    function test_TheConstructorLogsRolesAndDelay() public {
        _expectGranted(PROPOSER, alice);
        _expectGranted(CANCELLER, alice);
        _expectGranted(EXECUTOR, bob);
        vm.expectEmit();
        emit TimelockController.MinDelayChange(0, DELAY);
        Timelock timelock = _made();
        assertEq(timelock.getMinDelay(), DELAY);
        assertFalse(timelock.hasRole(EXECUTOR, alice));
        assertFalse(timelock.hasRole(PROPOSER, bob));
        assertFalse(timelock.hasRole(CANCELLER, bob));
    }

    function test_AcceptingLogsTheOwnerBeforeAndAfter() public {
        Timelock timelock = _made();
        vm.expectEmit(address(vouchers));
        emit Ownable2Step.OwnershipTransferStarted(owner, address(timelock));
        vm.prank(owner);
        vouchers.transferOwnership(address(timelock));
        vm.expectEmit(address(vouchers));
        emit Ownable.OwnershipTransferred(owner, address(timelock));
        vm.prank(carol);
        timelock.acceptOwnership(vouchers);
    }

    function test_AnAnnouncedCallIsLoggedAndThenCarriedOut() public {
        Timelock timelock = _made();
        vm.prank(owner);
        vouchers.transferOwnership(address(timelock));
        timelock.acceptOwnership(vouchers);
        bytes memory call = abi.encodeCall(vouchers.setGuardian, (carol));
        bytes32 id = timelock.hashOperation(address(vouchers), 0, call, 0, "salt");
        vm.expectEmit(address(timelock));
        emit TimelockController.CallScheduled(id, 0, address(vouchers), 0, call, 0, DELAY + 1);
        vm.expectEmit(address(timelock));
        emit TimelockController.CallSalt(id, "salt");
        vm.prank(alice);
        timelock.schedule(address(vouchers), 0, call, 0, "salt", DELAY + 1);
        skip(DELAY + 1);
        vm.expectEmit(address(vouchers));
        emit IRewardVouchers.GuardianSet(carol);
        vm.expectEmit(address(timelock));
        emit TimelockController.CallExecuted(id, 0, address(vouchers), 0, call);
        vm.prank(bob);
        timelock.execute(address(vouchers), 0, call, 0, "salt");
        assertEq(vouchers.guardian(), carol);
    }
}
