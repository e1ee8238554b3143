// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IRewardVouchers} from "../../src/interfaces/IRewardVouchers.sol";
import {AaaFundTest} from "../support/AaaFundTest.sol";
import {FlatGas} from "../support/FlatGas.sol";
import {LevelsTest} from "../support/LevelsTest.sol";
import {VaultTest} from "../support/VaultTest.sol";
import {VouchersTest} from "../support/VouchersTest.sol";

/// @notice Loops over users in the contracts around StakingPools: the cost of a call does not depend on the number of
/// other users. (The threats have a test for NodePass; LoopsOverUsers tests StakingPools.)
/// forge-config: default.isolate = true
contract LoopsOverVaultUsersGas is VaultTest, FlatGas {
    function gather() external override {
        uint256 size = crowd();
        for (uint256 i = 0; i < size; ++i) {
            address holder = address(uint160(0xdecade0000 + i));
            galx.mint(holder, 1 ether);
            vm.prank(holder);
            galx.approve(address(vault), 1 ether);
            deposit(holder, 1 ether);
        }
    }

    function test_Threat_LoopsOverUsers_Vault() public {
        fund(BUDGET);
        deposit(alice, 100 ether);
        deposit(bob, 100 ether);
        skip(1 days);
        redeem(bob, 1 ether);
        skip(1 days);
        address target = address(vault);
        addCall("deposit", bob, target, abi.encodeCall(IERC4626.deposit, (1 ether, bob)));
        addCall("mint", bob, target, abi.encodeCall(IERC4626.mint, (1e12, bob)));
        addCall("withdraw", alice, target, abi.encodeCall(IERC4626.withdraw, (1 ether, alice, alice)));
        addCall("redeem", alice, target, abi.encodeCall(IERC4626.redeem, (1e12, alice, alice)));
        addCall("transfer", alice, target, abi.encodeCall(IERC20.transfer, (bob, 1e12)));
        addCall("fund", funder, target, abi.encodeCall(vault.fund, (BUDGET)));
        addCall("pause", guardian, target, abi.encodeCall(vault.pauseDeposits, ()));
        addCall("totalAssets", alice, target, abi.encodeCall(IERC4626.totalAssets, ()));
        assertFlat();
    }
}

/// forge-config: default.isolate = true
contract LoopsOverVoucherUsersGas is VouchersTest, FlatGas {
    uint256 private program;

    function gather() external override {
        uint256 size = crowd();
        for (uint256 i = 0; i < size; ++i) {
            claim(program, address(uint160(0xdecade0000 + i)), 0.01 ether);
        }
    }

    function test_Threat_LoopsOverUsers_Vouchers() public {
        program = runningProgram();
        claim(program, alice, 1 ether);
        claim(program, bob, 1 ether);
        address target = address(vouchers);
        IRewardVouchers.SignedVoucher[] memory both = new IRewardVouchers.SignedVoucher[](2);
        both[0] = signed(voucherOf(program, alice, 2 ether));
        both[1] = signed(voucherOf(program, bob, 2 ether));
        addCall("claim", alice, target, abi.encodeCall(IRewardVouchers.claim, (both[0])));
        addCall("claimMany", carol, target, abi.encodeCall(IRewardVouchers.claimMany, (both)));
        IRewardVouchers.SignedVoucher memory more = signed(voucherOf(program, alice, 3 ether));
        addCall("claimTo", alice, target, abi.encodeCall(IRewardVouchers.claimTo, (more, carol)));
        addCall("fund", funder, target, abi.encodeCall(IRewardVouchers.fund, (program, BUDGET)));
        addCall("disableSigner", guardian, target, abi.encodeCall(IRewardVouchers.disableSigner, ()));
        addCall("pause", guardian, target, abi.encodeCall(IRewardVouchers.pause, ()));
        addCall("program", alice, target, abi.encodeCall(IRewardVouchers.program, (program)));
        assertFlat();
    }
}

/// forge-config: default.isolate = true
contract LoopsOverLevelUsersGas is LevelsTest, FlatGas {
    function gather() external override {
        uint256 size = crowd();
        for (uint256 i = 0; i < size; ++i) {
            address buyer = address(uint160(0xdecade0000 + i));
            mcm.mint(buyer, 100 ether);
            allowLevels(buyer, 100 ether);
            buy(buyer, 1, noPools());
        }
    }

    function test_Threat_LoopsOverUsers_Levels() public {
        fund(btc, BTC_BUDGET);
        stake(alice, btc, 100 ether);
        allowLevels(alice, type(uint256).max);
        buy(alice, 1, only(btc));
        skip(1 hours);
        addCall("buy", alice, address(levels), abi.encodeCall(levels.buy, (2, only(btc))));
        addCall("levelOf", alice, address(levels), abi.encodeCall(levels.levelOf, (alice)));
        assertFlat();
    }
}

/// forge-config: default.isolate = true
contract LoopsOverFundUsersGas is AaaFundTest, FlatGas {
    function gather() external override {
        uint256 size = crowd();
        for (uint256 i = 0; i < size; ++i) {
            address staker = address(uint160(0xdecade0000 + i));
            aaa.transfer(staker, 1 ether);
            approveAll(staker, address(aaa));
            stake(staker, pool, 1 ether);
        }
    }

    function test_Threat_LoopsOverUsers_AaaFund() public {
        stake(alice, pool, 100 ether);
        feedFund(10 ether);
        fund_.distribute();
        skip(1 hours);
        feedFund(10 ether);
        // as the last stake of the many accounts will do: settles the pool up to this second
        stake(bob, pool, 1 ether);
        addCall("distribute", carol, address(fund_), abi.encodeCall(fund_.distribute, ()));
        assertFlat();
    }
}
