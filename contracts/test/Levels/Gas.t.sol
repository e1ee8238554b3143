// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LevelsTest} from "../support/LevelsTest.sol";

/// @notice The gas of a purchase, as a receipt shows it; see StakingPoolsGas. At most two pools of the product are boosted.
/// forge-config: default.isolate = true
contract LevelsGas is LevelsTest {
    function _record(string memory call) private {
        vm.snapshotGasLastCall("Levels", call);
    }

    function _begin() private {
        fund(btc, BTC_BUDGET);
        stake(bob, btc, 100 ether);
        stake(alice, btc, 100 ether);
        skip(1 hours);
    }

    function test_GasOfLevels() public {
        _begin();
        allowLevels(alice, type(uint256).max);
        buy(alice, 1, noPools());
        _record("buy the first level, no pool");
        skip(1 hours);
        buy(alice, 2, only(btc));
        _record("upgrade, one pool with a position");
        allowLevels(bob, 10_000 ether);
        buy(bob, 5, only(btc));
        _record("buy level 5, one pool with a position, exact allowance");
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 100 ether);
        vm.prank(signer);
        levels.buyWithPermit(1, only(btc), permit.deadline, permit.v, permit.r, permit.s);
        _record("buy with permit, one pool without a position");
    }
}
