// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {ILevels} from "../../src/interfaces/ILevels.sol";
import {IStakingPools} from "../../src/interfaces/IStakingPools.sol";
import {LevelsTest} from "../support/LevelsTest.sol";
import {LogCount} from "../support/LogCount.sol";

/// @notice A purchase logs the buyer, the level before and after, the burned amount and its owner, and then each pool that it updates.
contract LevelsLogsTest is LevelsTest, LogCount {
    function _expectBought(address account, uint256 from, uint256 level, uint256 burned) private {
        vm.expectEmit(address(levels));
        emit ILevels.LevelBought(account, from, level, burned);
        vm.expectEmit(address(mcm));
        emit IERC20.Transfer(account, address(0), burned);
    }

    function test_BuyingLogsBothLevelsAndTheBurnedAmount() public {
        uint256 other = levelledPool(address(mcm), address(galx));
        stake(alice, btc, 100 ether);
        stake(alice, other, 30 ether);
        allowLevels(alice, 3000 ether);
        buy(alice, 2, noPools());
        uint256[] memory targets = new uint256[](2);
        (targets[0], targets[1]) = (other, btc);
        vm.recordLogs();
        _expectBought(alice, 2, 4, 2700 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.BoostSynced(other, alice, 16_000, 48 ether);
        vm.expectEmit(address(pools));
        emit IStakingPools.BoostSynced(btc, alice, 16_000, 160 ether);
        buy(alice, 4, targets);
        assertEq(logsOf(address(levels)), 1);
    }

    function test_BuyingByPermitLogsTheSigner() public {
        Signed memory permit = signPermit(signerKey, address(mcm), address(levels), 1000 ether);
        _expectBought(signer, 0, 3, 1000 ether);
        vm.prank(signer);
        levels.buyWithPermit(3, noPools(), permit.deadline, permit.v, permit.r, permit.s);
    }
}
