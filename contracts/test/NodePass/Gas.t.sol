// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NodePassTest} from "../support/NodePassTest.sol";

/// @notice The gas of each call on a pass, as a receipt shows it; see StakingPoolsGas.
/// forge-config: default.isolate = true
contract NodePassGas is NodePassTest {
    function _record(string memory call) private {
        vm.snapshotGasLastCall("NodePass", call);
    }

    function test_GasOfNodePass() public {
        mint(bob, "somebody else's");
        mint(alice, "A pass");
        _record("mint, the account's first");
        mint(alice, "A second pass");
        _record("mint, the account's second");
        mint(
            alice,
            unicode"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二"
        );
        _record("mint, 32 characters of three bytes");
        Signed memory permit = signPermit(signerKey, address(mcm), address(passes), BOND);
        vm.prank(signer);
        passes.mintWithPermit("With a permit", permit.deadline, permit.v, permit.r, permit.s);
        _record("mint with permit");
        vm.prank(alice);
        passes.rename(2, "Renamed");
        _record("rename");
        give(alice, bob, 2);
        _record("transfer");
        startUnbonding(alice, 3);
        _record("start unbonding");
        give(alice, carol, 3);
        _record("transfer during the cool-down");
        startUnbonding(alice, 4);
        vm.prank(alice);
        passes.cancelUnbonding(4);
        _record("cancel unbonding");
        startUnbonding(bob, 1);
        skip(COOL_DOWN);
        unbond(bob, 1);
        _record("unbond");
    }
}
